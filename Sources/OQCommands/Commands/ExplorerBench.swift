import OQCommandLine
import OQExploring
import OQHistory
import OQModel
import OQSpecification
import OQText

/// `oqcheck bench explorer`: the explorer against itself without reductions, against the simulator,
/// and against the acceptor, for every enumerated program.
struct ExplorerBench {
  /// Most states of a program.
  private static let states = 4_000_000
  /// Most states of a program of four operations that is explored as a whole: there are many.
  private static let statesOfFour = 20_000
  /// Most runs of a program that are told apart where its histories are compared.
  private static let runs = 100_000
  /// Most operations of a program whose sets of histories are compared.
  private static let mostOperations = 2
  /// Histories of a program whose neighbours the acceptor judges.
  private static let sample = 10

  /// What parts of the comparison gave.
  private struct Count: PartialCount {
    var reduction = ReductionTrial()
    var history = HistoryTrial()

    var histories: Int { reduction.programs + reduction.byOrder + history.programs }
    var faults: Int { reduction.faults.count + history.faults.count }

    mutating func merge(_ other: Count) {
      reduction.merge(other.reduction)
      history.merge(other.history)
    }
  }

  let options: BenchOptions
  let console: Console

  func run() throws(Failure) -> ExitStatus {
    let families = (1...options.operations).map { GraphFamily(operations: $0) }
    let groups = families.flatMap(\.groups)
    let small = SmallPrograms()
    let programs = families.prefix(ExplorerBench.mostOperations).flatMap(\.programs)
    let reductions = Parts<Count>(jobs: options.jobs, console: console)
    reductions.run(groups.count) { place in
      let isLarge = groups[place][0].operations.count == GraphFamily.most
      let bound = isLarge ? ExplorerBench.statesOfFour : ExplorerBench.states
      return Count(
        reduction: ReductionTrial(
          groups[place], .core, bound: bound, orderBound: ExplorerBench.states))
    }
    let sets = Parts<Count>(jobs: options.jobs, console: console)
    sets.run(small.count + programs.count) { place in
      let program = place < small.count ? small[place] : programs[place - small.count]
      var count = Count()
      for profile in Profile.allCases {
        count.history.merge(
          HistoryTrial(
            program, profile, bound: ExplorerBench.runs, sample: ExplorerBench.sample))
      }
      return count
    }
    let count = reductions.sum.merged(sets.sum)
    for fault in count.reduction.faults + count.history.faults { console.write(fault + "\n") }
    write(count)
    if count.faults > 0 { return .violated }
    guard reductions.isComplete, sets.isComplete else { return .inconclusive }
    // One in ten may be beyond a bound, as with the other comparisons.
    let isEnough =
      count.reduction.leftOut * 9 <= count.reduction.programs + count.reduction.byOrder
      && count.history.leftOut * 9 <= count.history.programs
      && count.history.undecided * 10 <= count.history.judged
    return isEnough ? .conformant : .inconclusive
  }

  private func write(_ count: Count) {
    var table = TextTable([TextTable.Column("programs"), TextTable.Column("", .trailing)])
    func row(_ name: String, _ number: Int) {
      table.rows.append([TextTable.Cell(name), TextTable.Cell("\(number)")])
    }
    row("explored as a whole, and with less", count.reduction.programs)
    row("… states of the whole", count.reduction.states)
    row("… states by symmetry and order", count.reduction.visited)
    row("with too many states, by order alone", count.reduction.byOrder)
    row("… with too many states for that, too", count.reduction.leftOut)
    row("sets of histories that were compared", count.history.programs)
    row("… histories, at least", Int(min(count.history.histories, 1e18)))
    row("… sets that are too large", count.history.leftOut)
    row("histories that the acceptor judged", count.history.judged)
    row("… near misses, rejected", count.history.nearMisses)
    row("… beyond its bound", count.history.undecided)
    row("… of which no document says anything", count.history.unjudged)
    row("answers that differ", count.faults)
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
  }
}

extension PartialCount {
  /// Both together.
  fileprivate func merged(_ other: Self) -> Self {
    var sum = self
    sum.merge(other)
    return sum
  }
}

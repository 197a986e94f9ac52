import OQCommandLine
import OQCommands
import OQExploring
import OQHistory
import OQModel
import OQSpecification
import OQText

/// `oqcheck bench explorer`: the explorer against itself without reductions, against the simulator,
/// and against the acceptor, for every enumerated program.
struct ExplorerBench {
  /// Most states of a program that is explored as a whole for itself.
  private static let states = 4_000_000
  /// The same for programs of four operations: there are many, so they are explored together.
  private static let statesOfFour = 2_000
  /// Most runs, scenes or places of programs whose histories are all compared.
  private static let places = 10_000_000
  /// Most operations of programs of which every run is followed for that.
  private static let wholeOperations = 3
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
    var agreement = AgreementTrial()

    var histories: Int { reduction.programs + history.programs + agreement.programs }
    var faults: Int {
      reduction.faults.count + history.faults.count + agreement.faults.count
    }

    mutating func merge(_ other: Count) {
      reduction.merge(other.reduction)
      history.merge(other.history)
      agreement.merge(other.agreement)
    }
  }

  let options: BenchOptions
  let console: Console

  func run() throws(Failure) -> ExitStatus {
    if options.explorerPart == .spin { return try SpinBench(console: console).run() }
    let parts = options.explorerPart.map { [$0] } ?? [.reductions, .neighbours, .histories]
    var count = Count()
    var isComplete = true
    for part in parts {
      let counted = Parts<Count>(jobs: options.jobs, console: console)
      switch part {
      case .reductions: compareReductions(counted)
      case .neighbours: compareNeighbours(counted)
      case .histories: compareHistories(counted)
      case .spin: continue
      }
      count.merge(counted.sum)
      isComplete = isComplete && counted.isComplete
    }
    let faults = count.reduction.faults + count.history.faults + count.agreement.faults
    for fault in faults { console.write(fault + "\n") }
    write(count, parts)
    if count.faults > 0 { return .violated }
    let leftOut = count.reduction.leftOut + count.agreement.leftOut
    // Of the neighbours of histories one in ten may be beyond a bound, as with other comparisons.
    let isEnough =
      count.history.leftOut * 9 <= count.history.programs
      && count.history.undecided * 10 <= count.history.judged
    return isComplete && isEnough && leftOut == 0 ? .conformant : .inconclusive
  }

  /// The programs of the family with as many operations as were asked for.
  private var families: [GraphFamily] {
    (1...options.operations).map { GraphFamily(operations: $0) }
  }

  private func compareReductions(_ parts: Parts<Count>) {
    let groups = families.flatMap(\.groups)
    parts.run(groups.count) { place in
      let isLarge = groups[place][0].operations.count == GraphFamily.most
      return Count(
        reduction: ReductionTrial(
          groups[place], .core,
          bound: isLarge ? ExplorerBench.statesOfFour : ExplorerBench.states))
    }
  }

  private func compareNeighbours(_ parts: Parts<Count>) {
    let small = SmallPrograms()
    let programs = families.prefix(ExplorerBench.mostOperations).flatMap(\.programs)
    parts.run(small.count + programs.count) { place in
      let program = place < small.count ? small[place] : programs[place - small.count]
      var count = Count()
      for profile in Profile.allCases {
        count.history.merge(
          HistoryTrial(
            program, profile, bound: ExplorerBench.runs, sample: ExplorerBench.sample))
      }
      return count
    }
  }

  private func compareHistories(_ parts: Parts<Count>) {
    let groups = families.flatMap(\.groups).flatMap { group in
      Profile.allCases.map { (group, $0) }
    }
    parts.run(groups.count) { place in
      let (group, profile) = groups[place]
      let isWhole = group[0].operations.count <= ExplorerBench.wholeOperations
      return Count(
        agreement: .dividing(
          group, profile, bound: ExplorerBench.places, reductions: isWhole ? [] : .order))
    }
  }

  private func write(_ count: Count, _ parts: [BenchOptions.ExplorerPart]) {
    var table = TextTable([TextTable.Column("programs"), TextTable.Column("", .trailing)])
    func row(_ name: String, _ number: Int) {
      table.rows.append([TextTable.Cell(name), TextTable.Cell("\(number)")])
    }
    if parts.contains(.reductions) {
      row("explored as a whole, and with less", count.reduction.programs)
      row("… of these, as a whole together", count.reduction.together)
      row("… states of the whole", count.reduction.states)
      row("… states by symmetry and order", count.reduction.visited)
      row("… with too many states", count.reduction.leftOut)
    }
    if parts.contains(.neighbours) {
      row("sets of histories that were compared", count.history.programs)
      row("… histories, at least", Int(min(count.history.histories, 1e18)))
      row("… sets that are too large", count.history.leftOut)
      row("histories that the acceptor judged", count.history.judged)
      row("… near misses, rejected", count.history.nearMisses)
      row("… beyond its bound", count.history.undecided)
      row("… of which no document says anything", count.history.unjudged)
    }
    if parts.contains(.histories) {
      row("all histories compared, by reading", count.agreement.programs)
      row("… of these, runs that stand for all", count.agreement.byOrder)
      row("… runs of the simulator", count.agreement.runs)
      row("… scenes of the explorer", count.agreement.scenes)
      row("… places with another past", count.agreement.places)
      row("… events that the acceptor was offered", count.agreement.offered)
      row("… of these, refused by it", count.agreement.refused)
      row("… beyond a bound", count.agreement.leftOut)
    }
    row("answers that differ", count.faults)
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
  }
}

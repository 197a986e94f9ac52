import OQCommandLine
import OQDriver
import OQHistory
import OQMutants
import OQPrograms
import OQRunner
import OQSpecification

/// `oqcheck bench minimality`: whether shrunk killers of mutants are as small as the smallest
/// killers among all small programs.
struct MinimalityBench {
  private struct Row: Sendable {
    let mutant: Mutant
    /// Steps of the smallest enumerated program that kills it; nil if none does.
    let smallest: Int?
    /// Steps of the killer that was found at random and shrunk; nil if none was found.
    let shrunk: Int?

    /// Whether the shrunk killer is no larger; nil where there is nothing to compare.
    var isMinimal: Bool? {
      guard let smallest, let shrunk else { return nil }
      return shrunk <= smallest
    }
  }

  /// Programs after which the hunt for a killer at random is given up.
  private static let patience = 2_000

  let options: BenchOptions
  let seed: UInt64
  let console: Console

  func run() throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let mutants = try MeasuredMutants.select(options.mutants)
    // Of one size, in the order of the enumeration.
    let programs = Enumerator(operations: 1...options.operations).enumerated()
      .map { (place: $0.offset, program: $0.element, steps: $0.element.steps) }
      .sorted { ($0.steps, $0.place) < ($1.steps, $1.place) }
      .map(\.program)
    let rows = try Mutant.each(of: mutants, console, stops) { try measure($0, programs, stops) }
    write(rows)
    guard rows.count == mutants.count, rows.contains(where: { $0.isMinimal != nil }) else {
      return .inconclusive
    }
    return rows.allSatisfy { $0.isMinimal != false } ? .conformant : .violated
  }

  private func measure(
    _ mutant: Mutant, _ programs: [Program], _ stops: StopRequests?
  ) throws -> Row {
    let bench = try MutantBench(mutant)
    defer { bench.executor.shutDown() }
    func mayGoOn() -> Bool { (stops?.current ?? StopRequest.none) == .none }
    var smallest: Int?
    for program in programs where smallest == nil && mayGoOn() {
      let execution = try bench.executor.executeQuickly(program)
      let accusations = bench.judge.judge(execution.history).accusations
      if accusations.contains(where: { $0.blame == .rule(mutant.breaks) }) {
        smallest = program.steps
      }
    }
    guard smallest != nil else { return Row(mutant: mutant, smallest: nil, shrunk: nil) }
    var runs = 0
    let row = try bench.hunt(
      mutant, seeds: [seed],
      mayGoOn: {
        runs += 1
        return runs <= MinimalityBench.patience && mayGoOn()
      })
    return Row(mutant: mutant, smallest: smallest, shrunk: row.killer?.steps)
  }

  private func write(_ rows: [Row]) {
    var table = TextTable([
      TextTable.Column("mutant"), TextTable.Column("rule"),
      TextTable.Column("smallest", .trailing), TextTable.Column("shrunk", .trailing),
      TextTable.Column("minimal"),
    ])
    for row in rows {
      table.rows.append([
        TextTable.Cell(row.mutant.name), TextTable.Cell("\(row.mutant.breaks)"),
        TextTable.Cell(row.smallest.map(String.init) ?? "-"),
        TextTable.Cell(row.shrunk.map(String.init) ?? "-"),
        TextTable.Cell(row.isMinimal.map { $0 ? "yes" : "no" } ?? "-"),
      ])
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    let compared = rows.compactMap(\.isMinimal)
    console.write(
      "\(compared.count { $0 }) of \(compared.count) shrunk killers are as small as the smallest "
        + "program of at most \(options.operations) operations; no such program kills the other "
        + "\(rows.count - compared.count) mutants\n")
  }
}

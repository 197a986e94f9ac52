import OQCommandLine
import OQCommands
import OQDriver
import OQHistory
import OQMutants
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQText

/// `oqcheck bench minimality`: whether shrunk killers of mutants are as small as any small program
/// that kills.
///
/// Only programs with fewer steps than the shrunk killer can show that it is not: all of them run,
/// in the order of their size. One that kills much less often is none of them, since the shrinker
/// keeps a step that makes a killer reliable.
struct MinimalityBench {
  private struct Row: Sendable {
    let mutant: Mutant
    /// The killer that was found at random and shrunk; nil if none was found.
    let shrunk: Program?
    /// Programs with fewer steps that ran.
    var tried = 0
    /// The smallest of them that kills the mutant too; nil if none does.
    var smaller: Program?

    /// Whether the shrunk killer is as small as any; nil where there is nothing to compare.
    var isMinimal: Bool? { tried > 0 ? smaller == nil : nil }
  }

  /// Runs after which the hunt for a killer, or its shrinking, is given up.
  private static let patience = 20_000
  /// Runs that tell how often a smaller program kills.
  private static let attempts = 20

  let options: BenchOptions
  let seed: UInt64
  let console: Console

  func run() throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let mutants = try MeasuredMutants.select(options.mutants)
    let programs = Enumerator(operations: 1...options.operations)
    let rows = try Mutant.each(of: mutants, console, stops) { try measure($0, programs, stops) }
    write(rows)
    let isComplete = rows.count == mutants.count && (stops?.current ?? StopRequest.none) == .none
    guard isComplete, rows.contains(where: { $0.isMinimal != nil }) else {
      return .inconclusive
    }
    return rows.allSatisfy { $0.isMinimal != false } ? .conformant : .violated
  }

  private func measure(
    _ mutant: Mutant, _ programs: Enumerator, _ stops: StopRequests?
  ) throws -> Row {
    let bench = try MutantBench(mutant)
    defer { bench.executor.shutDown() }
    func mayGoOn() -> Bool { (stops?.current ?? StopRequest.none) == .none }
    var runs = 0
    let hunted = try bench.hunt(
      mutant, seeds: [seed],
      mayGoOn: {
        runs += 1
        return runs <= MinimalityBench.patience && mayGoOn()
      })
    func kills(_ program: Program) throws -> Bool {
      let execution = try bench.executor.executeQuickly(program)
      return bench.judge.judge(execution.history).violations.contains {
        $0.blame == .rule(mutant.breaks)
      }
    }
    var row = Row(mutant: mutant, shrunk: hunted.killer?.program)
    let rate = hunted.killer?.rate ?? 0
    for program in programs.shorter(than: row.shrunk?.steps ?? 0)
    where row.smaller == nil && mayGoOn() {
      row.tried += 1
      guard try kills(program) else { continue }
      let again = try (1..<MinimalityBench.attempts).count { _ in try kills(program) }
      // Half as often: two rates from so few runs differ that much by chance.
      if 2 * Double(again + 1) >= rate * Double(MinimalityBench.attempts) {
        row.smaller = program
      }
    }
    return row
  }

  private func write(_ rows: [Row]) {
    var table = TextTable([
      TextTable.Column("mutant"), TextTable.Column("rule"),
      TextTable.Column("steps", .trailing), TextTable.Column("smaller programs", .trailing),
      TextTable.Column("smaller killer", .trailing), TextTable.Column("minimal"),
    ])
    for row in rows {
      table.rows.append([
        TextTable.Cell(row.mutant.name), TextTable.Cell("\(row.mutant.breaks)"),
        TextTable.Cell(row.shrunk.map { "\($0.steps)" } ?? "-"), TextTable.Cell("\(row.tried)"),
        TextTable.Cell(row.smaller.map { "\($0.steps)" } ?? "-"),
        TextTable.Cell(row.isMinimal.map { $0 ? "yes" : "no" } ?? "-"),
      ])
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    for row in rows {
      guard let shrunk = row.shrunk, let smaller = row.smaller else { continue }
      console.write(
        "\n# shrunk for \(row.mutant.name)\n\(shrunk)\n# kills it too\n\(smaller)\n")
    }
    let compared = rows.compactMap(\.isMinimal)
    console.write(
      "\(compared.count { $0 }) of \(compared.count) shrunk killers are as small as any program of at "
        + "most \(options.operations) operations that kills; \(rows.reduce(0) { $0 + $1.tried }) smaller "
        + "programs ran; of \(rows.count - compared.count) mutants there is nothing to compare\n")
  }
}

import OQCommandLine
import OQCommands
import OQDriver
import OQMutants
import OQReport
import OQReports
import OQRunner
import OQSpecification

/// `oqcheck mutants`: shows which broken queues the rules detect.
struct MutantsCommand {
  let mutants: [Mutant]
  let seeds: [UInt64]
  let budget: Duration
  let writer: ReportWriter
  let console: Console

  static func run(_ options: MutantsOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let mutants = try Mutant.select(options.pattern)
    switch options.mode {
    case .hunt: break
    case .keep(let folder):
      let command = KeepCommand(
        mutants: mutants, isEverything: options.pattern == nil, seeds: options.seeds,
        folder: KillerFolder(path: folder), console: console)
      return try command.run()
    case .matrix(let folder):
      let command = MatrixCommand(
        mutants: mutants, folder: KillerFolder(path: folder), console: console)
      return try command.run()
    }
    let writer = ReportWriter(requests: options.reports, console: console)
    try writer.check()
    let command = MutantsCommand(
      mutants: mutants, seeds: options.seeds, budget: options.budget, writer: writer,
      console: console)
    return try command.run()
  }

  private func run() throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    // A hunt waits three quarters of its time, for mutants that rest.
    let rows = try Mutant.each(of: mutants, threads: 4, console, stops) { try hunt($0, stops) }
    try write(rows)
    let faults = rows.flatMap { row in row.faults.map { "\(row.name), \($0)" } }
    for fault in faults { console.warn("oqcheck: \(fault)") }
    guard faults.isEmpty else { return .fault }
    guard rows.count == mutants.count else { return .inconclusive }
    return rows.allSatisfy { $0.status == .killed } ? .conformant : .violated
  }

  private func hunt(_ mutant: Mutant, _ stops: StopRequests?) throws -> KillRow {
    let bench = try MutantBench(mutant)
    defer { bench.executor.shutDown() }
    let rows = try seeds.map { seed in
      let begun = ContinuousClock.now
      return try bench.hunt(
        mutant, seeds: [seed],
        mayGoOn: {
          (stops?.current ?? StopRequest.none) == .none && ContinuousClock.now - begun < budget
        })
    }
    return KillRow.worst(of: rows)
  }

  private func write(_ rows: [KillRow]) throws(Failure) {
    let grades = Dictionary(uniqueKeysWithValues: Mutant.all.map { ($0.name, $0.grade.rawValue) })
    let matrix = JSONMutants(
      rows.map { JSONMutants.Mutant($0, grade: grades[$0.name] ?? "steady") })
    try writer.write(matrix) { $0.mutants }
  }
}

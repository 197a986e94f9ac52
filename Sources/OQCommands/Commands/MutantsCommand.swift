import OQCommandLine
import OQDriver
import OQMutants
import OQReport
import OQReports
import OQRunner
import OQSpecification
import OQText

/// `oqcheck mutants`: shows which broken queues the rules detect.
struct MutantsCommand {
  let mutants: [Mutant]
  let seeds: [UInt64]
  let budget: Duration
  let reports: [ReportRequest]
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
    for report in options.reports { try Files.checkWritable(report.path) }
    let command = MutantsCommand(
      mutants: mutants, seeds: options.seeds, budget: options.budget, reports: options.reports,
      console: console)
    return try command.run()
  }

  private func run() throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let rows = try Mutant.each(of: mutants, console, stops) { try hunt($0, stops) }
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
    var table = TextTable([
      TextTable.Column("mutant"), TextTable.Column("rule"), TextTable.Column("grade"),
      TextTable.Column("status"), TextTable.Column("clean"),
      TextTable.Column("programs", .trailing), TextTable.Column("seconds", .trailing),
      TextTable.Column("steps", .trailing), TextTable.Column("blamed"),
    ])
    let grades = Dictionary(uniqueKeysWithValues: Mutant.all.map { ($0.name, $0.grade.rawValue) })
    for row in rows {
      table.rows.append([
        TextTable.Cell(row.name), TextTable.Cell(row.rule.description),
        TextTable.Cell(grades[row.name] ?? ""),
        TextTable.Cell(row.status.rawValue, row.status == .killed ? .green : .red),
        TextTable.Cell(row.isClean ? "yes" : "no"),
        TextTable.Cell(row.programs.map(String.init) ?? "-"),
        TextTable.Cell(row.tenths.map { "\($0)" } ?? "-"),
        TextTable.Cell(row.killer.map { "\($0.steps)" } ?? "-"),
        TextTable.Cell(row.killedBy.map(\.description).joined(separator: " ")),
      ])
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    let killed = rows.count { $0.status == .killed }
    let clean = rows.count { $0.isClean && $0.status == .killed }
    console.write("\(killed) of \(rows.count) killed by their own rule, \(clean) of them clean\n")
    let seconds = rows.compactMap(\.tenths).sorted()
    if let longest = seconds.last {
      console.write("median \(seconds[seconds.count / 2]) s, longest \(longest) s\n")
    }
    let json = JSONMutants(
      rows.map { row in
        JSONMutants.Mutant(
          name: row.name, rule: row.rule.description, grade: grades[row.name] ?? "steady",
          status: JSONMutants.Status(rawValue: row.status.rawValue) ?? .survived,
          clean: row.isClean, killedBy: row.killedBy.map(\.description), programs: row.programs,
          seconds: row.tenths, steps: row.killer?.steps)
      })
    for report in reports {
      do {
        try Files.write(try json.text(), to: report.path)
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(.fault, "the report cannot be encoded: \(error)")
      }
    }
  }
}

extension KillRow {
  /// Seconds until the mutant was killed, to the next tenth.
  fileprivate var tenths: Double? { seconds.map { ($0 * 10).rounded(.up) / 10 } }
}

import Foundation
import OQAdapters
import OQCheckers
import OQCommandLine
import OQDriver
import OQHistory
import OQMutants
import OQPrograms
import OQReports
import OQRunner
import OQSpecification
import OQSubjects
import Synchronization

/// `oqcheck mutants`: shows which broken queues the rules detect.
struct MutantsCommand {
  /// Longest hunt of one mutant per seed, in seconds, the shrinking of its killer included.
  private static let patience = 30.0

  let mutants: [Mutant]
  let seeds: [UInt64]
  let reports: [ReportRequest]
  let console: Console

  static func run(_ options: MutantsOptions, _ console: Console) throws(Failure) -> ExitStatus {
    for report in options.reports { try Files.checkWritable(report.path) }
    let command = MutantsCommand(
      mutants: try select(options.pattern), seeds: options.seeds, reports: options.reports,
      console: console)
    return try command.run()
  }

  /// The mutants that a pattern names: a mutant's name, a rule, or an area.
  private static func select(_ pattern: String?) throws(Failure) -> [Mutant] {
    guard let pattern else { return Mutant.all }
    if let mutant = Mutant.named(pattern) { return [mutant] }
    if let rules = try? Catalogue.current.select(pattern) {
      let ids = Set(rules.map(\.id))
      let chosen = Mutant.all.filter { ids.contains($0.breaks) }
      if !chosen.isEmpty { return chosen }
    }
    let known = Mutant.all.map(\.name) + Set(Mutant.all.map(\.breaks)).sorted().map(\.description)
    let near = Suggestion.nearest(pattern, among: known)
    let meant = near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    throw Failure(.usage, "no mutant matches '\(pattern)'\(meant)")
  }

  private func run() throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let rows = Mutex<[Int: Result<(KillRow, Double), any Error>]>([:])
    let next = Atomic<Int>(0)
    let cores = min(2, ProcessInfo.processInfo.activeProcessorCount)
    DispatchQueue.concurrentPerform(iterations: cores) { _ in
      while (stops?.current ?? StopRequest.none) == .none {
        let position = next.add(1, ordering: .relaxed).oldValue
        guard position < mutants.count else { return }
        let result = Result { try hunt(mutants[position], stops) }
        rows.withLock { $0[position] = result }
        if console.errors.isInteractive {
          let done = rows.withLock(\.count)
          console.rewrite("\(done) of \(mutants.count) mutants, last \(mutants[position].name)")
        }
      }
    }
    if console.errors.isInteractive { console.rewrite("") }
    var finished: [(KillRow, Double)] = []
    for position in mutants.indices {
      switch rows.withLock({ $0[position] }) {
      case .success(let row): finished.append(row)
      case .failure(let error): throw Failure(.fault, "\(mutants[position].name): \(error)")
      case nil: continue
      }
    }
    try write(finished)
    let faults = finished.flatMap { row, _ in row.faults.map { "\(row.name), \($0)" } }
    for fault in faults { console.warn("oqcheck: \(fault)") }
    guard faults.isEmpty else { return .fault }
    guard finished.count == mutants.count else { return .inconclusive }
    return finished.allSatisfy { $0.0.status == .killed } ? .conformant : .violated
  }

  private func hunt(_ mutant: Mutant, _ stops: StopRequests?) throws -> (KillRow, Double) {
    let subject = ReferenceSubject(name: "mutant:\(mutant.name)", behavior: mutant.behavior)
    let selection = try Selection(
      patterns: [], subject: subject.description, profile: mutant.profile)
    let vocabulary = Vocabulary(
      capabilities: subject.description.capabilities, rules: selection.judged.map(\.id),
      profile: mutant.profile)
    let rules = selection.judged.map(\.id)
    let generators = seeds.map { Generator(seed: $0, vocabulary: vocabulary, rules: rules) }
    let positions = Dictionary(uniqueKeysWithValues: zip(seeds, generators))
    let executor = WorkerExecutor(
      WorkerExecutor.Options(WorkerOptions(subject: subject.description.name)))
    defer { executor.shutDown() }
    let begun = ContinuousClock.now
    let limit = MutantsCommand.patience * Double(seeds.count)
    let campaign = KillCampaign(
      judge: Judge(
        checkers: selection.checkers, profile: mutant.profile,
        model: Judge.model(profile: mutant.profile), modelAccuses: false), seeds: seeds,
      program: { seed, index in positions[seed]?.program(at: index) ?? Program() },
      mayGoOn: { _ in
        (stops?.current ?? StopRequest.none) == .none
          && ContinuousClock.now - begun < .seconds(limit)
      })
    let row = try campaign.hunt(
      mutant.name, breaking: mutant.breaks, on: executor, shrinks: true)
    return (row, (ContinuousClock.now - begun) / .seconds(1))
  }

  private func write(_ rows: [(KillRow, Double)]) throws(Failure) {
    var table = TextTable([
      TextTable.Column("mutant"), TextTable.Column("rule"), TextTable.Column("grade"),
      TextTable.Column("status"), TextTable.Column("clean"),
      TextTable.Column("programs", .trailing), TextTable.Column("steps", .trailing),
      TextTable.Column("blamed"),
    ])
    let grades = Dictionary(uniqueKeysWithValues: Mutant.all.map { ($0.name, $0.grade.rawValue) })
    for (row, _) in rows {
      table.rows.append([
        TextTable.Cell(row.name), TextTable.Cell(row.rule.description),
        TextTable.Cell(grades[row.name] ?? ""),
        TextTable.Cell(row.status.rawValue, row.status == .killed ? .green : .red),
        TextTable.Cell(row.isClean ? "yes" : "no"),
        TextTable.Cell(row.programs.map(String.init) ?? "-"),
        TextTable.Cell(row.killer.map { "\($0.steps)" } ?? "-"),
        TextTable.Cell(row.killedBy.map(\.description).joined(separator: " ")),
      ])
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    let killed = rows.count { $0.0.status == .killed }
    let clean = rows.count { $0.0.isClean && $0.0.status == .killed }
    console.write("\(killed) of \(rows.count) killed by their own rule, \(clean) of them clean\n")
    let json = JSONMutants(
      rows.map { row, _ in
        JSONMutants.Mutant(
          name: row.name, rule: row.rule.description, grade: grades[row.name] ?? "steady",
          status: JSONMutants.Status(rawValue: row.status.rawValue) ?? .survived,
          clean: row.isClean, killedBy: row.killedBy.map(\.description), programs: row.programs,
          steps: row.killer?.steps)
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

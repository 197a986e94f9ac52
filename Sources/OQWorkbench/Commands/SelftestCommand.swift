import Foundation
import OQAdapters
import OQCommandLine
import OQCommands
import OQContracts
import OQDriver
import OQHistory
import OQMutants
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import OQText

/// `oqcheck selftest`: shows in a few seconds that the suite works on this machine.
struct SelftestCommand {
  /// Mutants that every healthy machine kills within a second: one of order, one of counting, and
  /// one that only quiescence shows.
  private static let mutants = [
    "executing-counts-as-finished", "task-runs-twice", "resume-waits-for-next-add",
  ]

  let console: Console

  static func run(_ console: Console) throws(Failure) -> ExitStatus {
    try SelftestCommand(console: console).run()
  }

  private func run() throws(Failure) -> ExitStatus {
    var isSound = true
    func report(_ name: String, _ passed: Bool, _ detail: String) {
      isSound = isSound && passed
      let mark = console.output.palette.paint(passed ? "ok" : "FAILED", passed ? .green : .red)
      console.write("\(mark)  \(name): \(detail)\n")
    }
    let digests = [determinism(0..<500), determinism((0..<500).reversed())]
    report(
      "programs", digests[0] == digests[1], "seed 7, 500 programs, digest \(digests[0])")
    do {
      let (status, detail) = try reference()
      report("reference", status, detail)
      for name in SelftestCommand.mutants {
        let (killed, detail) = try hunt(name)
        report("mutant \(name)", killed, detail)
      }
    } catch {
      throw Failure(.fault, "\(error)")
    }
    return isSound ? .conformant : .fault
  }

  /// The digest of programs of seed 7 under the full vocabulary, in the order of their indices,
  /// whatever the order in which they are made.
  private func determinism(_ indices: some Sequence<Int>) -> String {
    let generator = Generator(
      seed: 7, vocabulary: .full, rules: Catalogue.current.rules.map(\.id),
      repertoire: Contract.operations.repertoire)
    let texts = indices.map { ($0, generator.program(at: UInt64($0)).text) }
    return Digest(of: texts.sorted { $0.0 < $1.0 }.map(\.1).joined()).description
  }

  /// The reference queue in a worker: no violation.
  private func reference() throws -> (Bool, String) {
    let subject = ReferenceSubject()
    let (judge, generator) = try tools(subject)
    let campaign = Campaign(judge: judge, indices: Indices(programs: 300)) {
      generator.program(at: $0)
    }
    let executor = WorkerExecutor(
      WorkerExecutor.Options(WorkerOptions(subject: subject.description.name)))
    defer { executor.shutDown() }
    let result = campaign.run(on: [executor])
    if let fault = result.fault { return (false, fault) }
    let blamed = result.sightings.map { "\($0.violation.blame)" }.joined(separator: " ")
    return (
      result.sightings.isEmpty,
      "\(result.programs) programs, \(blamed.isEmpty ? "nothing to blame" : blamed)"
    )
  }

  private func hunt(_ name: String) throws -> (Bool, String) {
    guard let mutant = Mutant.named(name) else { return (false, "there is no such mutant") }
    let subject = ReferenceSubject(name: "mutant:\(name)", behavior: mutant.behavior)
    let (judge, generator) = try tools(subject)
    let executor = WorkerExecutor(
      WorkerExecutor.Options(WorkerOptions(subject: subject.description.name)))
    defer { executor.shutDown() }
    let campaign = KillCampaign(
      judge: judge, seeds: [1], program: { _, index in generator.program(at: index) },
      mayGoOn: { $0 < 1_000 })
    let row = try campaign.hunt(name, breaking: mutant.breaks, on: executor, shrinks: false)
    return (
      row.status == .killed,
      "\(row.status.rawValue) by \(mutant.breaks) after \(row.programs.map(String.init) ?? "1000") programs"
    )
  }

  private func tools(_ subject: any Subject) throws -> (Judge, Generator) {
    let judged = JudgedSubject(.driven(subject))
    let selection = try judged.selection([], .core)
    return (Judge(selection, asksModel: false), judged.generator(seed: 1, selection))
  }
}

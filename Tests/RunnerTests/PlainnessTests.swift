import OQCheckers
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// A rule that speaks of a call names a mistake only where the mistake needs the call.
@Suite(.waiting, .limit(minutes: 2)) struct `A rule that speaks by chance` {
  private static let judge = Judge(
    roster: .operations, checkers: Roster.operations.checkers, profile: .core)

  /// What a workshop makes of what a run of a program shows.
  private func finding(_ text: String, on subject: String, by rule: String) throws -> Finding {
    let executor = try workers(subject)
    defer { executor.shutDown() }
    let program = try program(text)
    let history = try executor.executeQuickly(program, following: nil).history
    let violation = try #require(
      Self.judge.judge(history).violations.first { $0.blame.description == rule })
    return try Workshop(judge: Self.judge, executor: executor, seed: 1) { true }.finding(
      of: Campaign.Sighting(violation: violation, index: 1, program: program, history: history))
  }

  @Test func `gives way to the rule that shows without the call`() throws {
    let finding = try finding(
      """
      queue q
      op a
      op c
      op b deps=c,a
      op d
      client 1
        undepend b d
        add q c
        add q b
        until begin b
      """, on: "mutant:first-dependency-releases", by: "DEP-53")
    #expect(finding.blame.description == "DEP-1")
    #expect(!finding.program.allSteps.contains { $0.command?.verb == .removeDependency })
    #expect(finding.reproduced > 15)
    #expect(finding.message.contains("on which it depends"))
  }

  @Test func `stays where the mistake needs the call`() throws {
    let finding = try finding(
      """
      queue q
      op a
      op b deps=a
      op d
      in a: hold
      client 1
        undepend b d
        add q a
        until begin a
        add q b
        until begin b
        open a
      """, on: "mutant:removal-always-decrements", by: "DEP-53")
    #expect(finding.blame.description == "DEP-53")
    #expect(finding.program.allSteps.contains { $0.command?.verb == .removeDependency })
  }
}

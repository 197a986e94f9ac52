import OQAdapters
import OQContracts
import OQHistory
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import Testing

/// What a campaign makes of a finding in the time that is left of its budget.
@Suite struct `At the end of a budget` {
  @Test func `what had not shown again is worked on once more`() throws {
    // It shows in the campaign and in none of the runs that are meant to confirm it.
    let finding = try #require(try found(budget: .seconds(20)).first)
    #expect(finding.blame == .crash)
    #expect(finding.reproduced >= 19 && finding.attempts >= 20, "\(finding.reproduced)")
  }

  @Test func `there is none without a budget`() throws {
    let finding = try #require(try found(budget: nil).first)
    #expect(finding.reproduced == 0)
  }

  private func found(budget: Duration?) throws -> [Finding] {
    let judged = JudgedSubject(.driven(ReferenceSubject(name: "reference")))
    let selection = try judged.selection(["EXEC-1"], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 5, selection))
    request.corpus = [
      try Program(parsing: "oqprogram 1\nqueue q\nop a\nclient 1\n  add q a\n  until end a")
    ]
    request.programs = 0
    request.budget = budget
    // It dies in its first run, and again after more runs than a finding gets that does not.
    var runs = 0
    let executor = ScriptedExecutor { _, _ in
      defer { runs += 1 }
      return runs == 0 || runs > 100
    }
    return try Inquiry(request, executor: { executor }).run().report.findings
  }
}

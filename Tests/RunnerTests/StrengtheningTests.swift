import OQAdapters
import OQContracts
import OQHistory
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import Synchronization
import Testing

/// What a campaign makes of a finding in the time that is left of its budget.
@Suite struct `At the end of a budget` {
  @Test(arguments: [false, true])
  func `what had not shown again is worked on once more`(_ hasCompanions: Bool) throws {
    // It shows in the campaign and in none of the runs that are meant to confirm it.
    let finding = try #require(try found(budget: .seconds(20), hasCompanions).first)
    #expect(finding.blame == .crash)
    #expect(finding.reproduced >= 19 && finding.attempts >= 20, "\(finding.reproduced)")
  }

  @Test func `there is none without a budget`() throws {
    let finding = try #require(try found(budget: nil).first)
    #expect(finding.reproduced == 0)
  }

  private func found(budget: Duration?, _ hasCompanions: Bool = false) throws -> [Finding] {
    let judged = JudgedSubject(.driven(ReferenceSubject(name: "reference")))
    let selection = try judged.selection(["EXEC-1"], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 5, selection))
    request.corpus = [
      Regression(
        try Program(parsing: "oqprogram 1\nqueue q\nop a\nclient 1\n  add q a\n  until end a"))
    ]
    request.programs = 0
    request.budget = budget
    // It dies in its first run, and again after more runs than a finding gets that does not.
    let runs = Mutex(0)
    return try Inquiry(
      request,
      executor: {
        ScriptedExecutor(mayHaveCompanions: hasCompanions) { _, _ in
          runs.withLock { runs in
            defer { runs += 1 }
            return runs == 0 || runs > 100
          }
        }
      }
    ).run().report.findings
  }
}

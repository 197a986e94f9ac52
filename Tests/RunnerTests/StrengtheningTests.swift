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
    #expect(finding.rule == .rule("EXEC-1"))
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
    return try Inquiry(request, executor: { Rare() }).run().report.findings
  }
}

/// Repeats the work in its first run, and in all runs after many that are in order.
private final class Rare: Executor {
  private var runs = 0
  /// More than a finding gets that does not show again.
  private static let quiet = 400

  func execute(_ program: Program) throws -> Execution {
    // What is left when it is made smaller may lack the operation.
    guard !program.operations.isEmpty, !program.queues.isEmpty else {
      return Execution(program, History(of: program, events: [Event(1, nil, .ended)]))
    }
    defer { runs += 1 }
    let isRepeated = runs == 0 || runs > Rare.quiet
    let again = isRepeated ? "a#2 begin elsewhere\na#2 end\n" : ""
    let history = try History(
      parsing: """
        oqhistory 1
        queue q
        op a
        events
        client1 add q a
        client1 ok
        a begin elsewhere
        a end
        \(again)- ended
        """)
    return Execution(program, History(of: program, events: history.events))
  }
}

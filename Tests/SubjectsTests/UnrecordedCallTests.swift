import OQAdapters
import OQCheckers
import OQDriver
import OQHistory
import OQJudging
import OQSpecification
import OQSubjects
import TestSupport
import Testing

/// Programs whose recorder keeps bodies only.
@Suite(.serialized, .limit(minutes: 1)) struct UnrecordedCallTests {
  private func drive(
    _ text: String, on subject: any Subject
  ) throws -> (end: Driver.End, history: History) {
    let program = try Program(parsing: "oqprogram 1 record=bodies\n" + text)
    let driver = Driver(subject: subject, log: try MappedLog.inProcess(capacity: 10_000))
    let end = driver.execute(program)
    return (end, driver.history(of: program))
  }

  @Test(arguments: DrivenHistoryTests.subjects.indices)
  func `calls have no records of their own, and keep their outcomes`(_ subject: Int) throws {
    let (end, history) = try drive(
      """
      queue q
      op d
      op x deps=d
      in d: hold
      in x
        is-executing x
        cancel d
      client 1
        add q d
        add q x
        until begin d
        is-finished d
        open d
        wait x
        operations q
        dependencies x
      """, on: DrivenHistoryTests.subjects[subject])
    #expect(end == .completed)
    let hasRecords = history.events.contains {
      switch $0.kind {
      case .call, .returned: true
      default: false
      }
    }
    #expect(!hasRecords, "\(history)")
    let index = HistoryIndex(history)
    let client = index.calls.filter { $0.lane == .client(1) }
    #expect(
      client.map(\.command.verb) == [.add, .add, .isFinished, .wait, .operations, .dependencies])
    #expect(client.map(\.succeeded) == [Bool](repeating: true, count: 6), "\(history)")
    #expect(client[2].outcome?.boolean == false)
    #expect(client[5].outcome?.operations == [OperationID(0)])
    #expect(client[0].called == 0)
    let body = index.calls.filter { $0.lane == .callback(Callback(OperationID(1))) }
    #expect(body.map(\.command.verb) == [.isExecuting, .cancel])
    #expect(body.first?.outcome?.boolean == true)
    #expect(body.allSatisfy { index[OperationID(1)].bodies[0].contains($0.returned ?? 0) })
    #expect(Roster.operations.checkers.filter { !$0.judge(index).counterexamples.isEmpty }.isEmpty)
    #expect(Roster.operations.checker(of: "DEP-1")?.judge(index).verdict == .satisfied)
    #expect(try History(parsing: history.text) == history)
  }

  @Test func `a rejection is kept`() throws {
    let (_, history) = try drive(
      "op d\nop x deps=d\nclient 1\n  start x", on: ReferenceSubject())
    #expect(HistoryIndex(history).calls.map(\.outcome) == [.rejected(.invalidArgument)])
  }

  @Test func `the read that lets a lane go on is recorded`() throws {
    let (end, history) = try drive(
      "queue q\nop a\nclient 1\n  add q a\n  until is-finished a\n  cancel a",
      on: ReferenceSubject())
    #expect(end == .completed)
    let words = StepPrinter(history.declarations)
    let client = history.events.filter { $0.lane == .client(1) }.map { words.text($0.kind) }
    #expect(client == ["made add q a ok", "is-finished a", "= true", "made cancel a ok"])
  }
}

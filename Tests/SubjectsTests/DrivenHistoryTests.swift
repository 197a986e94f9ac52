import OQAdapters
import OQCheckers
import OQDriver
import OQHistory
import OQJudging
import OQSpecification
import OQSubjects
import TestSupport
import Testing

/// Runs a program on a subject in this process.
func drive(_ text: String, on subject: any Subject) throws -> (Driver.End, History) {
  let program = try Program(parsing: "oqprogram 1\n" + text)
  let driver = Driver(subject: subject, log: try MappedLog.inProcess(capacity: 10_000))
  let end = driver.execute(program)
  return (end, driver.history(of: program))
}

@Suite(.serialized, .limit(minutes: 1)) struct DrivenHistoryTests {
  static let subjects: [any Subject] = [ReferenceSubject(), FoundationSubject()]

  @Test(arguments: subjects.indices) func `a gated dependency orders two bodies`(_ index: Int)
    throws
  {
    let (end, history) = try drive(
      """
      queue q
      op d
      op x deps=d completion
      in d: hold
      in x
        is-executing x
        is-finished d
      client 1
        add-group q x,d
        until begin d
        is-ready x
        open d
        wait x
        until end x.completion
        dependencies x
      """, on: Self.subjects[index])
    #expect(end == .completed)
    let index = HistoryIndex(history)
    #expect(index.operations[1].firstBodies.count == 1)
    #expect(Roster.operations.checkers.map { $0.judge(index).verdict }.contains(.violated) == false)
    #expect(Roster.operations.checker(of: "DEP-1")?.judge(index).verdict == .satisfied)
    #expect(Roster.operations.checker(of: "WAIT-1")?.judge(index).verdict == .satisfied)
    #expect(index.calls.last?.outcome?.operations == [OperationID(0)])
    #expect(try History(parsing: history.text) == history)
  }

  @Test(arguments: subjects.indices) func `meetings, drops, groups and polling work`(_ index: Int)
    throws
  {
    let (end, history) = try drive(
      """
      queue q limit=1 suspended
      op a kind=block blocks=2
      op b kind=closure
      op c kind=base priority=high
      client 1
        add-block q b
        add q a
        drop a
        meet 1
        resume q
        until count q 0
        count q
      client 2
        add q c
        meet 1
        until is-finished c
        wait-all q
        operations q
      """, on: Self.subjects[index])
    #expect(end == .completed)
    let index = HistoryIndex(history)
    #expect(index.operations[0].firstBodies.map(\.callback.index).sorted() == [1, 2])
    #expect(index.operations[1].bodies.count == 1)
    #expect(index.calls.last { $0.command.verb == .operationCount }?.outcome?.integer == 0)
  }

  @Test func `a rejected call is recorded as such`() throws {
    let (_, history) = try drive(
      """
      op d
      op x deps=d
      client 1
        start x
      """, on: ReferenceSubject())
    #expect(HistoryIndex(history).calls.map(\.outcome) == [.rejected(.invalidArgument)])
  }

  // The dependency is held until its dependent is in the queue: Foundation may lose a dependent
  // that is added while the dependency finishes, and nothing ends a wait in this process.
  @Test func `programs run one after another on one driver`() throws {
    let program = try Program(
      parsing: """
        oqprogram 1 jitter=7
        queue q
        op a
          in a: hold
        op b deps=a
        client 1
          add q a
          wait b
        client 2
          add q b
          open a
        """)
    for subject in Self.subjects {
      let driver = Driver(subject: subject, log: try MappedLog.inProcess(capacity: 1000))
      for _ in 0..<200 {
        #expect(driver.execute(program) == .completed)
        #expect(driver.isReusable)
      }
    }
  }
}

import OQDriver
import OQHistory
import OQSubjects
import TestSupport
import Testing

@Suite(.serialized, .limit(minutes: 1)) struct ThreadTests {
  @Test(arguments: DrivenHistoryTests.subjects.indices)
  func `an entry says on which thread it was made`(_ index: Int) throws {
    let (end, history) = try drive(
      """
      queue q
      op a
      op x
      op y
      in y: start x
      client 1
        start a
        add q y
        until end y
      """, on: DrivenHistoryTests.subjects[index])
    #expect(end == .completed)
    let facts = HistoryIndex(history)
    let threads = facts.operations.map { $0.bodies.first?.thread }
    let outer = Lane.callback(Callback(OperationID(2)))
    #expect(threads == [.lane(.client(1)), .lane(outer), .elsewhere])
    #expect(try History(parsing: history.text) == history)
  }

  @Test(arguments: DrivenHistoryTests.subjects.indices)
  func `the queue of a task is current inside it and nowhere else`(_ index: Int) throws {
    let (end, history) = try drive(
      """
      queue q
      queue r
      op x
      in x
        is-current q
        is-current r
      client 1
        is-current q
        add q x
        until end x
        is-current q
      """, on: DrivenHistoryTests.subjects[index])
    #expect(end == .completed)
    let reads = HistoryIndex(history).calls.filter { $0.command.verb == .isCurrent }
    let inside = reads.filter { $0.lane.callback != nil }.map(\.outcome?.boolean)
    let outside = reads.filter { $0.lane == .client(1) }.map(\.outcome?.boolean)
    #expect(inside == [true, false])
    #expect(outside == [false, false])
  }

  @Test func `operations of the main queue run in the main loop, one at a time`() throws {
    let (end, history) = try drive(
      """
      queue m main
      queue q
      op x
      op y
      op z
      in x
        add m y
        is-main m
        is-main q
      in z: add m x
      client 1
        add q z
        until end y
      """, on: ReferenceSubject())
    #expect(end == .completed)
    let facts = HistoryIndex(history)
    #expect(facts.operations.map { $0.bodies.first?.thread } == [.main, .main, .elsewhere])
    let reads = facts.calls.filter { $0.command.verb == .isMain }.map(\.outcome?.boolean)
    #expect(reads == [true, false])
    let ends = facts.operations.compactMap { $0.bodies.first?.end }
    #expect(try #require(facts.operations[1].bodies.first).begin > ends[0])
    #expect(try History(parsing: history.text) == history)
  }

  @Test func `a thread has the priority of an operation while its task runs`() throws {
    let (end, history) = try drive(
      """
      op x
      op y
      in x
        runs-at x
        start y
        runs-at x
      in y: runs-at y
      client 1
        set-thread-priority x 80
        set-thread-priority y 20
        thread-priority x
        runs-at x
        start x
        runs-at x
      """, on: ReferenceSubject())
    #expect(end == .completed)
    let calls = HistoryIndex(history).calls
    #expect(calls.first { $0.command.verb == .threadPriority }?.outcome?.integer == 80)
    let reads = calls.filter { $0.command.verb == .runsAt }.map(\.outcome?.boolean)
    #expect(reads == [false, true, true, true, false])
  }
}

import OQAdapters
import OQCheckers
import OQHistory
import OQReference
import OQSubjects
import Testing

@Suite struct BundledSubjectsTests {
  @Test(arguments: BundledSubjects.rows) func `every listed subject has the name it is found by`(
    row: BundledSubjects.Row
  ) {
    #expect(BundledSubjects.subject(named: row.name)?.description.name == row.name)
  }

  @Test func `an unknown pace is no subject`() {
    #expect(BundledSubjects.subject(named: "slow:never") == nil)
  }

  static let millisecond = Pacing.Delay(maximum: 1_000_000)

  @Test(arguments: [
    Pacing.sleep(millisecond), .timedWait(millisecond), .timer(millisecond), .polling(millisecond),
    .gradualPool(everyNanoseconds: 1_000_000),
  ]) func `a slow queue breaks no rule`(pacing: Pacing) throws {
    let (_, history) = try drive(
      """
      queue q limit=1 suspended
      op a
      op b deps=a completion
      client 1
        add-group q b,a
        resume q
        until end b.completion
        operations q
        count q
        wait-all q
      """, on: ReferenceSubject(pacing: pacing))
    let index = HistoryIndex(history)
    #expect(index.operations.allSatisfy { $0.firstBodies.count == 1 })
    #expect(Checkers.all.filter { $0.judge(index).verdict == .violated }.map(\.rule).isEmpty)
  }
}

import Foundation
import OQAdapters
import OQCheckers
import OQHistory
import OQJudging
import OQReference
import OQSpecification
import OQSubjects
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct BundledSubjectsTests {
  @Test(arguments: BundledSubjects.rows) func `every listed subject has the name it is found by`(
    row: BundledSubjects.Row
  ) {
    #expect(BundledSubjects.subject(named: row.name)?.description.name == row.name)
  }

  @Test func `an unknown pace is no subject`() {
    #expect(BundledSubjects.subject(named: "slow:never") == nil)
  }

  @Test(arguments: ["foundation", "reference"])
  func `the documentation says what a subject offers`(name: String) throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Spec/README.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let section = lines.drop { $0 != "### Bundled subjects" }
    let row = try #require(section.first { $0.hasPrefix("| `\(name)` |") })
    let cells = row.split(separator: "|")
    let documented = try #require(cells.last { !$0.allSatisfy { $0 == " " } })
      .split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
    let subject = try #require(BundledSubjects.subject(named: name))
    #expect(documented == subject.description.capabilities.map(\.rawValue))
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
    let violated = Roster.operations.checkers.filter { $0.judge(index).verdict == .violated }
    #expect(violated.map(\.rule) == [])
  }
}

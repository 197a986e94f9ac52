import OQReport
import OQRunner
import OQSpecification
import Testing

@Suite struct KillRowTests {
  private let rule = RuleID("DEP-1")

  private func row(killedAfter seconds: Double?, fault: String? = nil) -> KillRow {
    var row = KillRow(
      "slot-leaks", breaks: rule, blamed: seconds == nil ? [] : [.rule(rule)],
      programs: seconds.map { Int($0 * 10) }, killer: nil)
    row.seconds = seconds
    row.faults = fault.map { [$0] } ?? []
    return row
  }

  @Test func `of several hunts the longest is shown`() {
    let worst = KillRow.worst(
      of: [
        row(killedAfter: 1), row(killedAfter: 3, fault: "a"),
        row(killedAfter: 2, fault: "b"),
      ])
    #expect(worst.programs == 30)
    #expect(worst.faults == ["a", "b"])
  }

  @Test func `a hunt that failed counts for all`() {
    let worst = KillRow.worst(
      of: [row(killedAfter: 9), row(killedAfter: nil), row(killedAfter: 10)])
    #expect(worst.status == .survived)
    #expect(worst.programs == nil)
  }
}

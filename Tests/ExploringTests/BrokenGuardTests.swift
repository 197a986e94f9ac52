import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// Each guard of the model is needed: without it a litmus test has another answer.
@Suite(.computing) struct BrokenGuardTests {
  /// Guards that can be broken, with the litmus test that notices.
  private static let catchers = [
    ("ignores-dependencies", "dependent-after-dependency"),
    ("ignores-limit", "serial-overlap"), ("ignores-suspension", "suspend-then-add"),
    ("ignores-priority", "priority-ready"), ("ignores-barriers", "barrier-separates"),
    ("ignores-cancel", "cancel-before-add"), ("repeats-body", "add-twice"),
    ("finishes-early", "wait-before-end"), ("completes-early", "completion-finished"),
    ("completes-twice", "completion-once"), ("wakes-early", "wait-before-end"),
    ("unlists-early", "listed-while-running"), ("starts-unready", "start-not-ready"),
    ("leaks-slots", "serial-order-of-adds"), ("forgets-release", "dependent-after-dependency"),
    ("forgets-completion", "cancelled-completion"),
  ]

  @Test(arguments: catchers)
  func `a broken guard changes the answer of a litmus test`(name: String, test: String) throws {
    let guards = try #require(Guards.all.first { $0.name == name }).guards
    let file = try Litmus.file(test + ".oqask")
    let reading = Reading(file, .core, guards: guards, bound: 200_000)
    #expect(file.questions.indices.contains { reading.isExpected($0) == false })
  }

  @Test func `no guard is left out`() {
    #expect(Self.catchers.map(\.0) == Guards.all.map(\.name))
  }
}

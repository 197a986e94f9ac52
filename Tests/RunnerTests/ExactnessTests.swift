import OQCheckers
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import Testing

/// Which of two rules of a class names a fault more exactly.
@Suite struct `Of two rules of a class` {
  private static let roster = Roster.operationClasses(.asynchronous)

  @Test func `a list of dependencies comes before those who wait for them`() {
    #expect(Self.roster.isMoreExact(.rule("DEP-11"), than: .rule("ASYNC-6")))
    #expect(!Self.roster.isMoreExact(.rule("ASYNC-6"), than: .rule("DEP-11")))
  }

  @Test func `the class's own comes first where the tables are silent`() {
    #expect(Self.roster.isMoreExact(.rule("ASYNC-6"), than: .rule("DEP-12")))
    #expect(!Self.roster.isMoreExact(.rule("DEP-12"), than: .rule("ASYNC-6")))
  }
}

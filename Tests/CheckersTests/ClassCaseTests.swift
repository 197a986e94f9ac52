import OQCheckers
import OQHistory
import OQJudging
import OQSpecification
import Testing

/// The rules by which classes of operations are judged.
@Suite struct ClassCaseTests {
  private static let checkers = Roster.operationClasses(.asynchronous).checkers

  @Test(arguments: Case.ofClasses) func `a rule says what its case expects`(_ one: Case) throws {
    let checker = try #require(
      Self.checkers.first { $0.rule == one.rule }, "no checker of \(one.rule)")
    let panel = Panel([checker], of: .operationClasses(.asynchronous))
    one.expect(panel.judge(HistoryIndex(one.history), profile: one.profile)[0])
  }

  @Test func `every rule that only classes have has cases of every kind`() {
    let own = Self.checkers.map(\.rule).filter { Roster.operations.checker(of: $0) == nil }
    for rule in own + ["ASYNC-6", "ASYNC-10"] {
      Case.expectEveryKind(of: rule, among: Case.ofClasses)
    }
  }

  @Test func `rules come once, in order, and exist`() {
    for nature in OperationNature.allCases {
      let rules = Roster.operationClasses(nature).checkers.map(\.rule)
      #expect(rules == Set(rules).sorted())
      #expect(rules.allSatisfy { Catalogue.current[$0] != nil })
    }
  }

  @Test func `nothing is said of a class that a client starts twice`() throws {
    let history = try History(
      parsing: """
        oqhistory 1
        op a
        events
        client1 start a
        client1 ok
        client2 start a
        a begin on client2
        a end
        client2 ok
        client1 start a
        client1 ok
        """)
    for checker in Self.checkers {
      let judgement = Panel([checker], of: .operationClasses(.asynchronous)).judge(
        HistoryIndex(history), profile: .core)[0]
      #expect(judgement.verdict == .vacuous, "\(checker.rule)")
    }
  }
}

import OQCheckers
import OQHistory
import OQJudging
import OQSite
import OQSpecification
import TestSupport
import Testing

/// The rules by which a dispatch library is judged.
@Suite struct DispatchCaseTests {
  @Test(arguments: Case.ofDispatch) func `a rule says what its case expects`(_ one: Case) throws {
    let checker = try #require(
      Roster.dispatch.checker(of: one.rule), "no checker of \(one.rule)")
    one.expect(judge(one.history, by: checker, one.profile))
  }

  @Test func `every rule has cases of every kind`() {
    for rule in Roster.dispatch.checkers.map(\.rule) {
      Case.expectEveryKind(of: rule, among: Case.ofDispatch)
    }
  }

  @Test func `rules come once, in order, and are those that can be decided`() {
    let rules = Roster.dispatch.checkers.map(\.rule)
    #expect(rules == Set(rules).sorted())
    let decidable = Catalogue.current.rules.filter {
      [.dispatch, .source].contains($0.id.area) && $0.check.hasChecker
    }
    #expect(rules == decidable.map(\.id))
  }

  @Test func `rules on operations say nothing of a dispatch library, nor it of them`() {
    for one in Case.ofDispatch {
      let judgements = Panel(Roster.operations.checkers, of: .operations).judge(
        HistoryIndex(one.history), profile: .core)
      #expect(judgements.allSatisfy { $0.verdict == .vacuous }, "\(one)")
    }
    for one in Case.all {
      let judgements = Panel(Roster.dispatch.checkers, of: .dispatch).judge(
        HistoryIndex(one.history), profile: .core)
      #expect(judgements.allSatisfy { $0.verdict == .vacuous }, "\(one)")
    }
  }

  @Test func `what is lost of a history adds no violation`() {
    for one in Case.ofDispatch {
      for (checker, judgement) in judged(one.history) where judgement.counterexamples.isEmpty {
        let less = judge(one.history.withUnrecordedCalls, by: checker)
        #expect(less.counterexamples.isEmpty, "\(checker.rule) of \(one)")
      }
    }
  }

  private func judged(_ history: History) -> [(Checker, Judgement)] {
    Roster.dispatch.checkers.map { ($0, judge(history, by: $0)) }
  }

  private func judge(
    _ history: History, by checker: Checker, _ profile: Profile = .core
  ) -> Judgement {
    Panel([checker], of: .dispatch).judge(HistoryIndex(history), profile: profile)[0]
  }
}

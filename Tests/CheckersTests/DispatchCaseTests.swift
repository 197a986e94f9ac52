import OQCheckers
import OQHistory
import OQSpecification
import Testing

/// The rules by which a dispatch library is judged.
@Suite struct DispatchCaseTests {
  @Test(arguments: Case.ofDispatch) func `a rule says what its case expects`(_ one: Case) throws {
    let checker = try #require(
      DispatchCheckers.checker(of: one.rule), "no checker of \(one.rule)")
    one.expect(checker.judge(HistoryIndex(one.history), profile: one.profile))
  }

  @Test func `every rule has cases of every kind`() {
    for rule in DispatchCheckers.all.map(\.rule) {
      Case.expectEveryKind(of: rule, among: Case.ofDispatch)
    }
  }

  @Test func `rules come once, in order, and are those that can be decided`() {
    let rules = DispatchCheckers.all.map(\.rule)
    #expect(rules == Set(rules).sorted())
    let decidable = Catalogue.current.rules.filter { $0.id.isAboutDispatch && $0.check.hasChecker }
    #expect(rules == decidable.map(\.id))
  }

  @Test func `rules on operations say nothing of a dispatch library, nor it of them`() {
    for one in Case.ofDispatch {
      let judgements = Panel(Checkers.all).judge(HistoryIndex(one.history), profile: .core)
      #expect(judgements.allSatisfy { $0.verdict == .vacuous }, "\(one)")
    }
    for one in Case.all {
      let judgements = Panel(DispatchCheckers.all).judge(HistoryIndex(one.history), profile: .core)
      #expect(judgements.allSatisfy { $0.verdict == .vacuous }, "\(one)")
    }
  }

  @Test func `what is lost of a history adds no violation`() {
    for one in Case.ofDispatch {
      for (checker, judgement) in judged(one.history) where judgement.violations.isEmpty {
        let less = checker.judge(HistoryIndex(one.history.withUnrecordedCalls))
        #expect(less.violations.isEmpty, "\(checker.rule) of \(one)")
      }
    }
  }

  private func judged(_ history: History) -> [(Checker, Judgement)] {
    DispatchCheckers.all.map { ($0, $0.judge(HistoryIndex(history))) }
  }
}

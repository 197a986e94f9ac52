import OQCheckers
import OQHistory
import OQSpecification
import Testing

/// The rules by which a dispatch library is judged.
@Suite struct DispatchCaseTests {
  @Test(arguments: Case.ofDispatch) func `a rule says what its case expects`(_ one: Case) throws {
    let checker = try #require(
      DispatchCheckers.checker(of: one.rule), "no checker of \(one.rule)")
    let judgement = checker.judge(HistoryIndex(one.history), profile: one.profile)
    switch one.expectation {
    case .accept, .nearMiss:
      #expect(judgement.verdict == .satisfied, "\(judgement)")
      #expect(!judgement.witness.isEmpty, "a satisfied rule shows its witness")
    case .vacuous: #expect(judgement.verdict == .vacuous, "\(judgement)")
    case .inconclusive:
      #expect(judgement.verdict == .inconclusive, "\(judgement)")
      #expect(judgement.reason != nil)
    case .reject(let message):
      #expect(judgement.violations.map(\.message) == [message])
      let events = judgement.violations.first?.events ?? []
      #expect((2...5).contains(events.count), "\(events)")
      let tickets = Set(one.history.events.map(\.ticket))
      #expect(events.allSatisfy(tickets.contains), "a violation is proved by events that exist")
    }
  }

  @Test func `every rule has cases of every kind`() {
    for rule in DispatchCheckers.all.map(\.rule) {
      let kinds = Case.ofDispatch.filter { $0.rule == rule }.map(\.expectation)
      #expect(kinds.contains(.accept), "\(rule) has no accept")
      #expect(kinds.contains(.nearMiss), "\(rule) has no near-miss")
      #expect(kinds.contains(.vacuous), "\(rule) has no vacuous")
      let rejects = kinds.contains { if case .reject = $0 { true } else { false } }
      #expect(rejects, "\(rule) has no reject")
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

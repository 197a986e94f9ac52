import OQCheckers
import OQHistory
import OQJudging
import OQSite
import OQSpecification
import Testing

@Suite struct CaseTests {
  @Test(arguments: Case.all) func `a rule says what its case expects`(_ one: Case) throws {
    let checker = try #require(Roster.operations.checker(of: one.rule), "no checker of \(one.rule)")
    one.expect(checker.judge(HistoryIndex(one.history), profile: one.profile))
  }

  @Test func `a checker counts in the cells of its rule only`() {
    for one in Case.all {
      guard let checker = Roster.operations.checker(of: one.rule),
        let rule = Catalogue.current[one.rule]
      else { continue }
      let judgement = checker.judge(HistoryIndex(one.history), profile: one.profile)
      for cell in judgement.contexts.keys.sorted() where !rule.contexts.contains(cell) {
        Issue.record("\(one.rule) has no context '\(cell)' (\(one.title))")
      }
    }
  }

  @Test func `every checker has cases of every kind`() {
    // A twin says the same as its base, in the base's words: the base's cases are its own.
    for checker in Roster.operations.checkers where !isTwin(checker.rule) {
      Case.expectEveryKind(of: checker.rule, among: Case.all)
    }
  }

  private func isTwin(_ rule: RuleID) -> Bool {
    if case .twin = Catalogue.current[rule]?.derived { true } else { false }
  }

  @Test func `a twin judges as its base`() throws {
    var judged = 0
    for checker in Roster.operations.checkers where isTwin(checker.rule) {
      let base = try #require(checker.bases.first.flatMap(Roster.operations.checker))
      for one in Case.all where one.rule == base.rule {
        let index = HistoryIndex(one.history)
        let verdict = checker.judge(index, profile: one.profile).verdict
        #expect(verdict == base.judge(index, profile: one.profile).verdict, "\(one)")
        judged += 1
      }
    }
    #expect(judged > 0)
  }

  @Test func `a derived rule is restricted to the bases that its chapter names`() {
    for checker in Roster.operations.checkers where !checker.bases.isEmpty {
      let named = Set(Catalogue.current[checker.rule]?.derived.baseRules ?? [])
      #expect(named.isSuperset(of: checker.bases), "\(checker.rule)")
    }
  }

  @Test func `bases are searched once, whoever asks`() throws {
    let one = try #require(Case.all.first { $0.rule == "LIMIT-2" })
    let index = HistoryIndex(one.history)
    let both = Panel(Roster.operations.checkers, of: .operations).judge(index, profile: .core)
    for (checker, judgement) in zip(Roster.operations.checkers, both) {
      #expect(checker.judge(index) == judgement, "\(checker.rule)")
    }
  }

  @Test func `a checker that always says the same fails its cases`() {
    // The table must tell a real checker from a constant one, whatever the constant.
    for rule in Case.rules {
      let expectations = Case.all.filter { $0.rule == rule }.map(\.expectation)
      let verdicts = Set(
        expectations.map { expectation -> Verdict in
          switch expectation {
          case .accept, .nearMiss: .satisfied
          case .vacuous: .vacuous
          case .inconclusive: .inconclusive
          case .reject: .violated
          }
        })
      for constant in [Verdict.satisfied, .violated, .vacuous] {
        #expect(verdicts != [constant], "\(rule): always \(constant.rawValue) would pass")
      }
      #expect(verdicts.isSuperset(of: [.satisfied, .violated, .vacuous]), "\(rule)")
    }
  }

  @Test func `there is one checker for a rule, found by its id`() {
    #expect(Set(Roster.operations.checkers.map(\.rule)).count == Roster.operations.checkers.count)
    for checker in Roster.operations.checkers {
      #expect(Roster.operations.checker(of: checker.rule)?.rule == checker.rule)
    }
    #expect(Roster.operations.checker(of: "ADV-1") == nil)
  }
}

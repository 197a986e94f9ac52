import OQCheckers
import OQHistory
import OQJudging
import OQSite
import OQSpecification
import Testing

@Suite struct ProfileTests {
  @Test(arguments: [Profile.guide, .reference])
  func `what a profile decides otherwise than core shows in a history`(profile: Profile) {
    let rules = Catalogue.current.rules.filter { $0.names(profile) && $0.check.hasChecker }
    #expect(!rules.isEmpty)
    for rule in rules {
      let own = own(rule)
      let isShown = Case.all.contains { one in
        guard own.contains(one.rule) else { return false }
        let index = HistoryIndex(one.history)
        return rejects(index, rule, profile) && accepts(index, .core)
          || rejects(index, rule, .core) && accepts(index, profile)
      }
      #expect(isShown, "\(rule.id): no case is right in core and wrong in \(profile), or reversed")
    }
  }

  @Test(arguments: [Profile.guide, .reference])
  func `only rules that name a profile, or follow from such, decide otherwise in it`(
    profile: Profile
  ) throws {
    for one in Case.all {
      let index = HistoryIndex(one.history)
      let checker = try #require(Roster.operations.checker(of: one.rule))
      let verdicts = Set([Profile.core, profile].map { checker.judge(index, profile: $0).verdict })
      guard verdicts == [.satisfied, .violated] else { continue }
      #expect(names(one.rule, profile), "\(one.testDescription)")
    }
  }

  /// The rules whose cases are those of a rule: itself, or the base that it says the same as.
  private func own(_ rule: Rule) -> Set<RuleID> {
    if case .twin(let base) = rule.derived { [rule.id, base] } else { [rule.id] }
  }

  private func rejects(_ index: HistoryIndex, _ rule: Rule, _ profile: Profile) -> Bool {
    guard rule.standing(in: profile).isEnforced else { return false }
    return Roster.operations.checker(of: rule.id)?.judge(index, profile: profile).verdict
      == .violated
  }

  private func accepts(_ index: HistoryIndex, _ profile: Profile) -> Bool {
    zip(
      Roster.operations.checkers,
      Panel(Roster.operations.checkers, of: .operations).judge(index, profile: profile)
    ).allSatisfy {
      let isEnforced = Catalogue.current[$0.rule]?.standing(in: profile).isEnforced == true
      return !isEnforced || $1.counterexamples.isEmpty
    }
  }

  private func names(_ id: RuleID, _ profile: Profile) -> Bool {
    guard let rule = Catalogue.current[id] else { return false }
    return rule.names(profile) || rule.derived.baseRules.contains { names($0, profile) }
  }
}

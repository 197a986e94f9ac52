/// What a reading of the contract, at a version of the specification, makes of one rule.
package struct Standing: Sendable, Hashable {
  /// Whether a violation by a queue makes it non-conformant.
  package let isEnforced: Bool
  /// The outcomes that pass; empty where the rule speaks of no set.
  package let accepted: [String]
}

extension Rule {
  /// What a profile makes of the rule, a challenge left aside.
  ///
  /// - Returns: whether it is enforced, and the outcomes accepted.
  package func standing(in profile: Profile) -> Standing {
    Standing(
      isEnforced: level.isEnforced(in: profile),
      accepted: outcomes?.accepted(in: profile) ?? [])
  }

  /// Whether the rule names a profile: in its level, or with outcomes of the profile's own.
  ///
  /// - Returns: true for every rule if the profile is `core` and the rule has outcomes.
  package func names(_ profile: Profile) -> Bool {
    level == .profile(profile) || outcomes?.entries.contains { $0.profile == profile } == true
  }
}

extension Catalogue {
  /// The versions of the specification that can be asked for, oldest first.
  ///
  /// The first, the present one, and each in which a rule was added or became stricter.
  package var versions: [SpecificationVersion] {
    Set(rules.map(\.since) + [.first, .current]).sorted()
  }

  /// Why a rule is challenged: for itself, or because a rule that it follows from is.
  ///
  /// A case of a derived rule is a case of its base, so what the base cannot prove it cannot prove
  /// either.
  ///
  /// - Returns: the reason, naming the base where it is the base's; nil for rules that nobody
  ///   challenges.
  /// - Complexity: linear in the number of rules from which it is derived.
  package func challenge(of rule: Rule) -> String? {
    if let own = rule.challenge { return own }
    var seen: Set<RuleID> = [rule.id]
    var pending = rule.derived.baseRules
    while let base = pending.popLast() {
      guard seen.insert(base).inserted, let base = self[base] else { continue }
      if let reason = base.challenge { return "follows from \(base.id), which is: \(reason)" }
      pending += base.derived.baseRules
    }
    return nil
  }
}

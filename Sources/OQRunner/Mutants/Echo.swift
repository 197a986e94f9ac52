import OQJudging
import OQReport
import OQSpecification

extension Judge.Ruling {
  /// What a history of a mutant shows to be broken, without echoes.
  ///
  /// A rule that takes its cases from others repeats what they found: rules are reported under
  /// every id whose words fit. Where one of those others is broken in the same history it counts
  /// for nothing more, unless it belongs to the family of the rule that is hunted. A rule with a
  /// search of its own always counts.
  ///
  /// - Parameters:
  ///   - rule: the rule that is hunted.
  ///   - roster: says whose cases a rule takes.
  ///   - catalogue: says which rules belong together.
  /// - Returns: what is blamed.
  /// - Complexity: O(violations × bases of a rule).
  package func blames(
    hunting rule: RuleID, roster: Roster, catalogue: Catalogue = .current
  ) -> Set<Finding.Blame> {
    let blames = Set(violations.map(\.blame))
    let family = catalogue.family(of: rule)
    return blames.filter { blame in
      guard case .rule(let id) = blame, !family.contains(id) else { return true }
      let bases = roster.checker(of: id)?.bases ?? []
      return !bases.contains { blames.contains(.rule($0)) }
    }
  }
}

import OQSpecification

extension Judge.Sentence {
  /// What a history of a mutant shows to be broken, without echoes.
  ///
  /// A derived rule is a special case of its bases. Where one of these is broken in the same
  /// history, the derived rule says nothing that the base does not say. It counts only if it
  /// belongs to the family of the rule that is hunted.
  ///
  /// - Parameters:
  ///   - rule: the rule that is hunted.
  ///   - catalogue: says which rules belong together.
  /// - Returns: what is blamed.
  /// - Complexity: O(accusations × depth of derivations).
  package func blames(hunting rule: RuleID, catalogue: Catalogue = .current) -> Set<Finding.Blame> {
    let blames = Set(accusations.map(\.blame))
    let family = catalogue.family(of: rule)
    return blames.filter { blame in
      guard case .rule(let id) = blame, !family.contains(id) else { return true }
      return catalogue.bases(of: id).allSatisfy { !blames.contains(.rule($0)) }
    }
  }
}

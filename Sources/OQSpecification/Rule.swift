/// One numbered requirement of the specification, with everything a chapter says about it.
package struct Rule: Sendable, Hashable, Codable, Identifiable {
  /// The address of the rule.
  package let id: RuleID
  /// A short name, without full stop.
  package let title: String
  /// What the suite does with the rule.
  package let level: Level
  /// What sort of statement it is.
  package let kind: Kind
  /// How far it can be decided from histories.
  package let check: Checkability
  /// Which oracles decide it.
  package let oracle: Oracle
  /// The capabilities without which it does not apply, in the order of ``Capability``.
  package let needs: [Capability]
  /// The accepted outcomes, where they are a set or depend on the profile.
  package let outcomes: Outcomes?
  /// The rules it follows from.
  package let derived: Derivation
  /// The cells in which decided cases are counted, for example `limit 1`.
  package let contexts: [String]
  /// Where it comes from.
  package let sources: [Citation]
  /// The broken implementations that it must catch, in kebab case.
  package let mutants: [String]
  /// The freedoms and contested points that bear on it.
  package let see: [CrossReference]
  /// The version of the specification in which it was added, or last became stricter.
  package let since: SpecificationVersion
  /// Why it is challenged; a challenged rule is checked and reported, and fails no subject.
  package let challenge: String?
  /// The requirement itself, one paragraph.
  package let statement: String
  /// When the rule speaks at all.
  package let antecedent: String
  /// Why users rely on it.
  package let intent: String
  /// How it is checked and why no correct implementation can fail, or why nothing is checked.
  package let checkText: String
  /// The usual causes of a violation.
  package let ifViolated: String?
  /// Contested points and what is left unspecified.
  package let note: String?
}

import OQSpecification

/// Rules of a catalogue, chosen to be shown.
package struct RuleList: Sendable {
  /// The rules, in the order to be shown.
  package let rules: [Rule]
  /// The reading of the contract that enforces them; nil for rules that need not be enforced.
  package let profile: Profile?
  /// Where they come from.
  package let catalogue: Catalogue

  /// Chooses rules.
  ///
  /// - Parameters:
  ///   - rules: the rules, in the order to be shown.
  ///   - profile: leaves out what this reading of the contract does not enforce; nil leaves out
  ///     nothing.
  ///   - catalogue: where they come from.
  package init(_ rules: [Rule], enforcedIn profile: Profile? = nil, of catalogue: Catalogue) {
    self.rules =
      profile.map { profile in rules.filter { $0.standing(in: profile).isEnforced } } ?? rules
    self.profile = profile
    self.catalogue = catalogue
  }
}

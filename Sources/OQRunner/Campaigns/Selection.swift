import OQAdapters
import OQCheckers
import OQSpecification

/// Which rules a campaign judges by, and which of them count.
package struct Selection: Sendable {
  /// Rules with a checker whose needs the subject meets, by id.
  package let judged: [Rule]
  /// Their checkers, in the same order.
  package let checkers: [Checker]
  /// Selected rules whose needs the subject meets, with or without a checker, by id.
  ///
  /// Programs that bring their situations about are what the model judges by itself.
  package let within: [Rule]
  /// Selected rules with a checker whose needs the subject does not meet, or whose situations it
  /// cannot represent, by id.
  package let notApplicable: [Rule]
  /// Capabilities that the subject lacks and some selected rule with a checker needs.
  package let missing: [Capability]
  private let profile: Profile

  /// Chooses rules for a subject.
  ///
  /// - Parameters:
  ///   - patterns: whole ids or `DEP-*`; empty selects all.
  ///   - catalogue: the rules.
  ///   - subject: what is judged.
  ///   - profile: the reading of the contract.
  ///   - beyond: rules whose situations the subject cannot represent.
  /// - Throws: a pattern that names no rule, or rules without a checker only.
  package init(
    patterns: [String], catalogue: Catalogue = .current, subject: SubjectDescription,
    profile: Profile, beyond: Set<RuleID> = []
  ) throws(SelectionError) {
    let selected: [Rule]
    do {
      selected = patterns.isEmpty ? catalogue.rules : try catalogue.select(patterns)
    } catch {
      throw .unknownPattern(error)
    }
    let checkable = selected.filter { Checkers.checker(of: $0.id) != nil }
    guard !checkable.isEmpty else { throw .nothingToCheck(selected.map(\.id)) }
    within = selected.filter { subject.offers($0.needs) }
    judged = checkable.filter { subject.offers($0.needs) && !beyond.contains($0.id) }
    notApplicable = checkable.filter { !subject.offers($0.needs) || beyond.contains($0.id) }
    checkers = judged.compactMap { Checkers.checker(of: $0.id) }
    missing = Set(checkable.flatMap(\.needs)).subtracting(subject.capabilities).sorted()
    self.profile = profile
  }

  /// Whether a violation of a rule makes the subject non-conformant under the profile.
  ///
  /// - Parameter rule: any rule.
  /// - Returns: true for CORE and ACCEPT-SET rules, and for those of the profile.
  package func isEnforced(_ rule: Rule) -> Bool {
    switch rule.level {
    case .core, .acceptSet: true
    case .profile(let profile): profile == self.profile
    default: false
    }
  }
}

/// Why no rules could be selected.
package enum SelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A pattern that names no rule.
  case unknownPattern(Catalogue.UnknownPattern)
  /// None of the selected rules has a checker.
  case nothingToCheck([RuleID])

  /// What is wrong, and what may have been meant.
  package var description: String {
    switch self {
    case .unknownPattern(let error): error.description
    case .nothingToCheck(let rules):
      """
      none of the selected rules has a checker: \
      \(rules.prefix(5).map(\.description).joined(separator: ", ")); \
      'oqcheck explain \(rules.first.map(\.description) ?? "RULE")' says why
      """
    }
  }
}

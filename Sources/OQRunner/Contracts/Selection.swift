import OQAdapters
import OQHistory
import OQJudging
import OQSpecification

/// Which rules a campaign judges by, and which of them count.
package struct Selection: Sendable {
  /// A selected rule with a checker by which nothing is judged.
  package struct Inapplicable: Sendable {
    /// The rule.
    package let rule: Rule
    /// Why it does not apply.
    package let reason: String
  }

  /// Rules with a checker that apply: the subject meets their needs, and the profile and the
  /// version know them; by id.
  package let judged: [Rule]
  /// Their checkers, in the same order.
  package let checkers: [Checker]
  /// The contract that the rules belong to.
  package let contract: Contract
  /// The judged rules, and those that only another profile enforces, by id.
  ///
  /// Programs bring the situations of all of them about: what a profile does not enforce, the
  /// census counts.
  package let planned: [Rule]
  /// Selected rules whose needs the subject meets, with or without a checker, by id.
  ///
  /// Programs that bring their situations about are what the model judges by itself.
  package let within: [Rule]
  /// Selected rules with a checker that do not apply, by id.
  package let notApplicable: [Inapplicable]
  /// Capabilities that the subject lacks and some selected rule with a checker needs.
  package let missing: [Capability]
  /// The reading of the contract.
  package let profile: Profile
  /// The version of the specification.
  package let version: SpecificationVersion
  /// Whether no rules were chosen: all of them are judged that apply.
  package let isWhole: Bool
  private let challenges: [RuleID: String]

  /// Chooses rules for a subject.
  ///
  /// - Parameters:
  ///   - patterns: whole ids or `DEP-*`; empty selects all.
  ///   - contract: what the subject has to keep.
  ///   - catalogue: the rules.
  ///   - subject: what is judged.
  ///   - profile: the reading of the contract.
  ///   - beyond: rules whose situations the subject cannot represent.
  ///   - version: the version of the specification; rules that are newer do not apply.
  /// - Throws: a version that does not exist, a pattern that names no rule, rules without a checker
  ///   only, or rules that neither profile nor version know only.
  package init(
    patterns: [String], contract: Contract, catalogue: Catalogue = .current,
    subject: SubjectDescription, profile: Profile, beyond: Set<RuleID> = [],
    version: SpecificationVersion = .current
  ) throws(SelectionError) {
    guard catalogue.versions.contains(version) else {
      throw .unknownVersion(version, known: catalogue.versions)
    }
    let selected = try Selection.rules(patterns, of: catalogue)
    let checkable = selected.filter { contract.roster.checker(of: $0.id) != nil }
    guard !checkable.isEmpty else { throw .nothingToCheck(selected.map(\.id)) }
    func obstacle(to rule: Rule) -> String? {
      Selection.obstacle(to: rule, contract, subject, profile, beyond, version)
    }
    let known = checkable.filter { $0.since <= version && contract.knows($0, in: profile) }
    if known.isEmpty, let first = checkable.first {
      throw .notInPlay(first.id, count: checkable.count, reason: obstacle(to: first) ?? "")
    }
    within = selected.filter { $0.since <= version && subject.offers(contract.needs(of: $0)) }
    planned = checkable.filter {
      $0.since <= version && subject.offers(contract.needs(of: $0)) && !beyond.contains($0.id)
    }
    judged = planned.filter { contract.knows($0, in: profile) }
    let unjudged = selected.compactMap { rule in
      contract.roster.unjudged[rule.id].map { Inapplicable(rule: rule, reason: $0) }
    }
    notApplicable =
      checkable.compactMap { rule in
        obstacle(to: rule).map { Inapplicable(rule: rule, reason: $0) }
      } + unjudged
    checkers = judged.compactMap { contract.roster.checker(of: $0.id) }
    let alone = known.filter { !contract.roster.shared.contains($0.id) }
    missing = Set(alone.flatMap(contract.needs)).subtracting(subject.capabilities).sorted()
    challenges = Dictionary(
      uniqueKeysWithValues: judged.compactMap { rule in
        catalogue.challenge(of: rule).map { (rule.id, $0) }
      })
    self.contract = contract
    self.profile = profile
    self.version = version
    isWhole = patterns.isEmpty
  }

  /// The rules that patterns name; all without any.
  private static func rules(
    _ patterns: [String], of catalogue: Catalogue
  ) throws(SelectionError) -> [Rule] {
    if patterns.isEmpty { return catalogue.rules }
    do {
      return try catalogue.select(patterns)
    } catch {
      throw .unknownPattern(error)
    }
  }

  /// Why nothing is judged by a rule; nil where it is in play.
  private static func obstacle(
    to rule: Rule, _ contract: Contract, _ subject: SubjectDescription, _ profile: Profile,
    _ beyond: Set<RuleID>, _ version: SpecificationVersion
  ) -> String? {
    if rule.since > version { return "new in version \(rule.since) of the specification" }
    if case .profile(let own) = rule.level, !contract.knows(rule, in: profile) {
      return "enforced in profile \(own) only"
    }
    let missing = contract.needs(of: rule).filter { !subject.capabilities.contains($0) }
    if !missing.isEmpty { return "needs " + missing.map(\.rawValue).joined(separator: ", ") }
    return beyond.contains(rule.id)
      ? "programs that decide it are beyond the bounds of the subject" : nil
  }

  /// Whether a violation of a rule makes the subject non-conformant under the profile.
  ///
  /// - Returns: true for the rules that the contract enforces, as far as they are not challenged.
  package func isEnforced(_ rule: Rule) -> Bool {
    contract.enforces(rule, in: profile) && challenge(of: rule) == nil
  }

  /// Why a judged rule is challenged; nil for a rule that nobody challenges.
  ///
  /// - Parameter rule: a judged rule.
  /// - Returns: the reason.
  package func challenge(of rule: Rule) -> String? { challenges[rule.id] }
}

/// Why no rules could be selected.
package enum SelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A pattern that names no rule.
  case unknownPattern(Catalogue.UnknownPattern)
  /// None of the selected rules has a checker.
  case nothingToCheck([RuleID])
  /// A version of the specification that does not exist.
  case unknownVersion(SpecificationVersion, known: [SpecificationVersion])
  /// Nothing is judged by the selected rules under this profile and version.
  case notInPlay(RuleID, count: Int, reason: String)

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
    case .unknownVersion(let version, let known):
      """
      there is no version \(version) of the specification; \
      known \(known.count == 1 ? "is" : "are") \
      \(known.map(\.description).joined(separator: ", "))
      """
    case .notInPlay(let rule, let count, let reason):
      count == 1
        ? "\(rule) is not in play: \(reason)"
        : "none of the \(count) selected rules is in play; of \(rule): \(reason)"
    }
  }
}

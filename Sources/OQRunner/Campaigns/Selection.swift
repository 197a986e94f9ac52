import OQAdapters
import OQCheckers
import OQHistory
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
  /// What the classes override that are judged; nil where a queue is.
  package let nature: OperationNature?
  private let challenges: [RuleID: String]

  /// Chooses rules for a subject.
  ///
  /// - Parameters:
  ///   - patterns: whole ids or `DEP-*`; empty selects all.
  ///   - catalogue: the rules.
  ///   - subject: what is judged.
  ///   - profile: the reading of the contract.
  ///   - beyond: rules whose situations the subject cannot represent.
  ///   - version: the version of the specification; rules that are newer do not apply.
  /// - Throws: a version that does not exist, a pattern that names no rule, rules without a checker
  ///   only, or rules that neither profile nor version know only.
  package init(
    patterns: [String], catalogue: Catalogue = .current, subject: SubjectDescription,
    profile: Profile, beyond: Set<RuleID> = [], version: SpecificationVersion = .current
  ) throws(SelectionError) {
    guard catalogue.versions.contains(version) else {
      throw .unknownVersion(version, known: catalogue.versions)
    }
    let selected = try Selection.rules(patterns, of: catalogue)
    let checkable = selected.filter { Checkers.checker(of: $0.id) != nil }
    guard !checkable.isEmpty else { throw .nothingToCheck(selected.map(\.id)) }
    let known = checkable.filter { $0.since <= version && $0.level.isKnown(in: profile) }
    if known.isEmpty, let first = checkable.first {
      throw .notInPlay(
        first.id, count: checkable.count,
        reason: Selection.obstacle(to: first, subject, profile, beyond, version) ?? "")
    }
    within = selected.filter { $0.since <= version && subject.offers($0.needs) }
    planned = checkable.filter {
      $0.since <= version && subject.offers($0.needs) && !beyond.contains($0.id)
    }
    judged = planned.filter { $0.level.isKnown(in: profile) }
    notApplicable = checkable.compactMap { rule in
      Selection.obstacle(to: rule, subject, profile, beyond, version)
        .map { Inapplicable(rule: rule, reason: $0) }
    }
    checkers = judged.compactMap { Checkers.checker(of: $0.id) }
    missing = Set(known.flatMap(\.needs)).subtracting(subject.capabilities).sorted()
    challenges = Dictionary(
      uniqueKeysWithValues: judged.compactMap { rule in
        catalogue.challenge(of: rule).map { (rule.id, $0) }
      })
    self.profile = profile
    self.version = version
    nature = nil
  }

  /// Chooses rules for a class of operations.
  ///
  /// What the host lacks counts for nothing: the checkers of classes do without it.
  ///
  /// - Parameters:
  ///   - patterns: whole ids or `ASYNC-*`; empty selects all.
  ///   - nature: what the class overrides.
  ///   - profile: the reading of the contract.
  /// - Throws: a pattern that names no rule, or only rules by which no such class is judged.
  package init(
    patterns: [String], classesOf nature: OperationNature, profile: Profile
  ) throws(SelectionError) {
    let catalogue = Catalogue.current
    let selected = try Selection.rules(patterns, of: catalogue)
    let ids = Set(selected.map(\.id))
    checkers = ClassCheckers.all(for: nature).filter { ids.contains($0.rule) }
    judged = checkers.compactMap { catalogue[$0.rule] }
    guard !judged.isEmpty else { throw .nothingToCheck(selected.map(\.id)) }
    (planned, within, notApplicable, missing) = (judged, judged, [], [])
    challenges = [:]
    self.profile = profile
    version = .current
    self.nature = nature
  }

  /// Chooses rules for a dispatch library.
  ///
  /// - Parameters:
  ///   - patterns: whole ids or `DISPATCH-*`; empty selects all.
  ///   - subject: what is judged.
  ///   - profile: the reading of the contract.
  /// - Throws: a pattern that names no rule, or only rules by which no such library is judged.
  package init(
    patterns: [String], dispatch subject: SubjectDescription, profile: Profile
  ) throws(SelectionError) {
    let catalogue = Catalogue.current
    let selected = try Selection.rules(patterns, of: catalogue)
    let checkable = selected.filter { DispatchCheckers.checker(of: $0.id) != nil }
    guard let first = checkable.first else { throw .nothingToCheck(selected.map(\.id)) }
    notApplicable = checkable.compactMap { rule in
      Selection.obstacle(to: rule, subject, profile, [], .current)
        .map { Inapplicable(rule: rule, reason: $0) }
    }
    let others = Set(notApplicable.map(\.rule.id))
    judged = checkable.filter { !others.contains($0.id) }
    guard !judged.isEmpty else {
      throw .notInPlay(first.id, count: checkable.count, reason: notApplicable.first?.reason ?? "")
    }
    checkers = judged.compactMap { DispatchCheckers.checker(of: $0.id) }
    (planned, within) = (judged, judged)
    missing = Set(checkable.flatMap(\.needs)).subtracting(subject.capabilities).sorted()
    challenges = [:]
    self.profile = profile
    version = .current
    nature = nil
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
    to rule: Rule, _ subject: SubjectDescription, _ profile: Profile, _ beyond: Set<RuleID>,
    _ version: SpecificationVersion
  ) -> String? {
    if rule.since > version { return "new in version \(rule.since) of the specification" }
    if case .profile(let own) = rule.level, own != profile {
      return "enforced in profile \(own) only"
    }
    let missing = rule.needs.filter { !subject.capabilities.contains($0) }
    if !missing.isEmpty { return "needs " + missing.map(\.rawValue).joined(separator: ", ") }
    return beyond.contains(rule.id)
      ? "programs that decide it are beyond the bounds of the subject" : nil
  }

  /// Whether a violation of a rule makes the subject non-conformant under the profile.
  ///
  /// - Parameter rule: any rule.
  /// - Returns: true for CORE and ACCEPT-SET rules, and for those of the profile, as far as they
  ///   are not challenged.
  package func isEnforced(_ rule: Rule) -> Bool {
    nature != nil || rule.level.isEnforced(in: profile) && challenge(of: rule) == nil
  }

  /// Why a judged rule is doubted; nil for rules beyond doubt.
  ///
  /// - Parameter rule: a judged rule.
  /// - Returns: the reason.
  package func challenge(of rule: Rule) -> String? { challenges[rule.id] }
}

extension Level {
  /// Whether a profile judges by rules of this level.
  fileprivate func isKnown(in profile: Profile) -> Bool {
    if case .profile(let own) = self { own == profile } else { true }
  }
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

extension Catalogue {
  /// What is wrong between the rules of the catalogue, one sentence each, by ascending id.
  ///
  /// A base rule whose area has no chapter yet is not a problem, so that chapters can be written in
  /// any order. Takes n log n in the number of rules.
  package var problems: [String] {
    repeatedAreas + sharedMutants
      + rules.flatMap { rule in
        (ownProblems(of: rule) + baseProblems(of: rule)).map { "\(rule.id): \($0)" }
      }
  }

  private var repeatedAreas: [String] {
    zip(chapters, chapters.dropFirst())
      .filter { $0.area == $1.area }
      .map { "\($0.0.area): more than one chapter" }
  }

  /// Contradictions between the fields of one rule.
  private func ownProblems(of rule: Rule) -> [String] {
    var problems: [String] = []
    if rule.check.hasChecker, !rule.level.allowsChecking {
      problems.append("level \(rule.level) has no checker, so check must be unchecked(reason)")
    }
    if rule.check.hasChecker == (rule.oracle == .none) {
      problems.append("oracle is '-' exactly when the rule is unchecked")
    }
    if rule.outcomes != nil, !rule.level.allowsOutcomes {
      problems.append("level \(rule.level) has no outcomes")
    }
    if rule.level == .acceptSet, rule.outcomes == nil {
      problems.append("level ACCEPT-SET needs outcomes")
    }
    if !rule.check.hasChecker, !rule.mutants.isEmpty {
      problems.append("an unchecked rule cannot catch mutants")
    }
    if rule.check.hasChecker, rule.derived == .none, rule.mutants.isEmpty {
      problems.append("a checked rule of its own needs at least one mutant")
    }
    if rule.since > .current {
      let current = SpecificationVersion.current
      problems.append("since \(rule.since), but the specification has version \(current)")
    }
    if rule.challenge != nil, !rule.check.hasChecker {
      problems.append("an unchecked rule fails no subject, so it need not be challenged")
    }
    if rule.sources.isEmpty {
      problems.append("no source")
    }
    return problems
  }

  /// Mutants named by two rules of which neither is a base of the other.
  ///
  /// Such a mutant could not be told apart from one that is caught by the wrong rule.
  private var sharedMutants: [String] {
    let owners = rules.flatMap { rule in rule.mutants.map { (mutant: $0, rule: rule.id) } }
      .sorted { ($0.mutant, $0.rule) < ($1.mutant, $1.rule) }
    return zip(owners, owners.dropFirst()).compactMap { first, second in
      guard first.mutant == second.mutant, !bases(of: first.rule).contains(second.rule),
        !bases(of: second.rule).contains(first.rule)
      else { return nil }
      return "\(first.rule), \(second.rule): both name the mutant \(first.mutant)"
    }
  }

  /// All rules from which a rule is derived, directly or not; itself too if it is part of a circle.
  ///
  /// - Returns: the ids of the rules.
  /// - Complexity: O(derivations of the rules).
  package func bases(of rule: RuleID) -> Set<RuleID> {
    var reached: Set<RuleID> = []
    var pending = self[rule]?.derived.baseRules ?? []
    while let base = pending.popLast() {
      guard reached.insert(base).inserted else { continue }
      pending += self[base]?.derived.baseRules ?? []
    }
    return reached
  }

  /// Bases that do not exist, or that lead back to the rule.
  private func baseProblems(of rule: Rule) -> [String] {
    let missing = rule.derived.baseRules.filter { base in
      self[base] == nil && chapters.contains { $0.area == base.area }
    }
    var problems = missing.map { "derived from \($0), which does not exist" }
    if bases(of: rule.id).contains(rule.id) { problems.append("derived from itself") }
    return problems
  }
}

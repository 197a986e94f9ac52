extension Catalogue {
  /// What is wrong between the rules of the catalogue, one sentence each, by ascending id.
  ///
  /// A base rule whose area has no chapter yet is not a problem, so that chapters can be written in
  /// any order. Takes n log n in the number of rules.
  package var problems: [String] {
    repeatedAreas
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
    if rule.sources.isEmpty {
      problems.append("no source")
    }
    return problems
  }

  /// Bases that do not exist, or that lead back to the rule.
  private func baseProblems(of rule: Rule) -> [String] {
    var problems: [String] = []
    var reached: Set<RuleID> = []
    var pending = rule.derived.baseRules
    for base in pending
    where self[base] == nil && chapters.contains(where: { $0.area == base.area }) {
      problems.append("derived from \(base), which does not exist")
    }
    while let base = pending.popLast() {
      guard reached.insert(base).inserted else { continue }
      pending += self[base]?.derived.baseRules ?? []
    }
    if reached.contains(rule.id) { problems.append("derived from itself") }
    return problems
  }
}

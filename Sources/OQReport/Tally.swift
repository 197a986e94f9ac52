import OQJudging
import OQSpecification

/// What many judgements by one rule add up to; adding is commutative.
package struct Tally: Sendable, Hashable {
  /// Cases that were decided.
  package private(set) var exercised = 0
  /// Cases that were not.
  package private(set) var undecided = 0
  /// Programs that violated the rule.
  package private(set) var violations = 0
  /// Decided cases by context.
  package private(set) var contexts: [String: Int] = [:]
  /// Why cases were not decided: the first reason in alphabetical order, which no order of adding
  /// changes.
  package private(set) var reason: String?

  /// An empty tally.
  package init() {}

  /// The tally of a rule whose counts are known.
  package init(
    exercised: Int, undecided: Int, violations: Int, contexts: [String: Int], reason: String?
  ) {
    self.exercised = exercised
    self.undecided = undecided
    self.violations = violations
    self.contexts = contexts
    self.reason = reason
  }

  /// Adds what one history says.
  ///
  /// - Parameter judgement: the judgement of one history.
  package mutating func add(_ judgement: Judgement) {
    guard !judgement.isEmpty else { return }
    exercised += judgement.decided
    undecided += judgement.open
    if !judgement.counterexamples.isEmpty { violations += 1 }
    judgement.forEachContext { contexts[$0, default: 0] += $1 }
    note(judgement.reason)
  }

  /// Adds what another part of the campaign counted.
  ///
  /// - Parameter other: a tally of the same rule.
  package mutating func add(_ other: Tally) {
    exercised += other.exercised
    undecided += other.undecided
    violations += other.violations
    contexts.merge(other.contexts, uniquingKeysWith: +)
    note(other.reason)
  }

  private mutating func note(_ other: String?) {
    guard let other else { return }
    reason = reason.map { min($0, other) } ?? other
  }

  /// The verdict over all programs.
  ///
  /// Undecided cases do not outweigh decided ones unless they are more than one in twenty of them.
  ///
  /// - Parameter minimum: decided cases that a satisfied rule needs.
  /// - Returns: never `notApplicable`.
  package func verdict(minimum: Int) -> Verdict {
    if violations > 0 { return .violated }
    if exercised >= max(1, minimum), undecided * 20 <= exercised { return .satisfied }
    return undecided > 0 || exercised > 0 ? .inconclusive : .vacuous
  }

  /// The result that a report shows.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - level: what the suite does with it.
  ///   - minimum: decided cases that a satisfied rule needs.
  ///   - challenge: why the rule is challenged.
  ///   - isEnforced: whether the contract and the profile enforce the rule.
  /// - Returns: the verdict with its counts and the reason where one is needed.
  package func result(
    of rule: RuleID, _ level: Level, minimum: Int, challenge: String? = nil, isEnforced: Bool
  ) -> RuleResult {
    let verdict = verdict(minimum: minimum)
    return RuleResult(
      id: rule, level: level, verdict: verdict, exercised: exercised,
      undecided: undecided, violations: violations,
      contexts: contexts.map { RuleResult.ContextCount($0.key, $0.value) },
      reason: explanation(of: verdict, minimum: minimum), challenge: challenge,
      isEnforced: isEnforced)
  }

  /// Why the verdict is what it is, in words.
  ///
  /// - Parameters:
  ///   - verdict: the verdict over all programs.
  ///   - minimum: decided cases that a satisfied rule needs.
  /// - Returns: the words; nil where the counts say it.
  package func explanation(of verdict: Verdict, minimum: Int) -> String? {
    switch verdict {
    case .satisfied, .violated, .notApplicable: nil
    case .vacuous: "no program brought the rule's situation about"
    case .inconclusive:
      exercised < minimum
        ? "decided \(exercised) times, fewer than \(minimum)"
        : "\(undecided) cases undecided: \(self.reason ?? "no reason given")"
    }
  }
}

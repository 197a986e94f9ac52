import OQHistory
import OQSpecification

/// Judges histories by one rule: a pure function of the index, without clock, randomness or
/// adapter.
package struct Checker: Sendable {
  /// The rule it judges by.
  package let rule: RuleID
  /// Verbs of which at least one must occur for the antecedent to occur; empty asks for none.
  package let antecedent: Set<Verb>
  /// Looks for the cases of the rule.
  private let find: @Sendable (HistoryIndex, Profile, inout Judgement) -> Void

  /// Makes a checker.
  ///
  /// - Parameters:
  ///   - rule: the rule it judges by.
  ///   - antecedent: verbs of which at least one must occur; empty asks for none.
  ///   - find: notes every case of the rule that the history contains.
  package init(
    _ rule: RuleID, antecedent: Set<Verb> = [],
    find: @escaping @Sendable (HistoryIndex, Profile, inout Judgement) -> Void
  ) {
    self.rule = rule
    self.antecedent = antecedent
    self.find = find
  }

  /// Judges a history.
  ///
  /// - Parameters:
  ///   - index: the history, indexed.
  ///   - profile: the reading of the contract to judge by.
  /// - Returns: every case found; without a case the judgement is vacuous.
  /// - Complexity: near-linear in the events, unless the checker says otherwise.
  package func judge(_ index: HistoryIndex, profile: Profile = .core) -> Judgement {
    var judgement = Judgement()
    guard antecedent.isEmpty || !antecedent.isDisjoint(with: index.verbs) else { return judgement }
    find(index, profile, &judgement)
    return judgement
  }
}

/// All checkers.
package enum Checkers {
  /// Every checker, by rule id; one per rule.
  package static let all: [Checker] =
    [
      lifecycle,
      readiness,
      start,
      execution,
      dependencies,
      priority,
      cancellation,
      completion,
      queue,
      limit,
      suspension,
      waiting,
      blockOperations,
    ].flatMap(\.self).sorted { $0.rule < $1.rule }

  /// The checker of a rule, if it has one.
  ///
  /// - Parameter rule: any rule id.
  /// - Returns: the checker, or nil for rules without one.
  /// - Complexity: O(log n).
  package static func checker(of rule: RuleID) -> Checker? {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].rule < rule { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].rule == rule ? all[low] : nil
  }
}

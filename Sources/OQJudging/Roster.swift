import OQHistory
import OQSpecification

/// The checkers by which one contract is judged, and what they have in common.
package struct Roster: Sendable {
  /// Every checker, by rule id; one per rule.
  package let checkers: [Checker]
  /// Who leaves faults to whom.
  package let precedence: Precedence
  /// Rules that the subject keeps together with its host: they are judged as far as the host offers
  /// what they need, and speak only where no other rule does.
  package let shared: Set<RuleID>
  /// Why rules that others are judged by say nothing here.
  package let unjudged: [RuleID: String]
  /// Whether a history may stand still without a fault, although it waits for something.
  package let leavesOpen: @Sendable (HistoryIndex) -> Bool
  /// Whether a death may be the way in which a call is rejected.
  package let trapsReject: Bool
  private let scope: @Sendable (HistoryIndex) -> ((RuleID) -> Bool)?

  /// Puts checkers together.
  ///
  /// - Parameters:
  ///   - checkers: at most one per rule, in any order.
  ///   - precedence: who leaves faults to whom.
  ///   - shared: rules that the subject keeps together with its host.
  ///   - unjudged: why rules that others are judged by say nothing here.
  ///   - scope: says, given a history, which rules speak of it at all, nil for every rule; every
  ///     rule does if left out.
  ///   - leavesOpen: whether a history may stand still without a fault, although it waits for
  ///     something; none may if left out.
  ///   - trapsReject: whether a death may be the way in which a call is rejected.
  package init(
    _ checkers: [Checker], precedence: Precedence = Precedence([:]), shared: Set<RuleID> = [],
    unjudged: [RuleID: String] = [:],
    scope: @escaping @Sendable (HistoryIndex) -> ((RuleID) -> Bool)? = { _ in nil },
    leavesOpen: @escaping @Sendable (HistoryIndex) -> Bool = { _ in false },
    trapsReject: Bool = true
  ) {
    self.checkers = checkers.sorted { $0.rule < $1.rule }
    self.precedence = precedence
    self.shared = shared
    self.unjudged = unjudged
    self.leavesOpen = leavesOpen
    self.trapsReject = trapsReject
    self.scope = scope
  }

  /// The checker of a rule, if it has one.
  ///
  /// - Returns: the checker, or nil for rules without one.
  /// - Complexity: O(log n).
  package func checker(of rule: RuleID) -> Checker? {
    var low = 0
    var high = checkers.count
    while low < high {
      let middle = (low + high) / 2
      if checkers[middle].rule < rule { low = middle + 1 } else { high = middle }
    }
    return low < checkers.count && checkers[low].rule == rule ? checkers[low] : nil
  }

  /// Which rules speak of a history.
  ///
  /// - Returns: whether a rule speaks of it, else every judgement by the rule is vacuous; nil where
  ///   every rule does.
  package func rules(speakingOf index: HistoryIndex) -> ((RuleID) -> Bool)? { scope(index) }

  /// The checkers whose violations show in a history whatever subject made it.
  ///
  /// What a rule needs occurs in no history of a subject that lacks it, with one exception
  /// (``Capability/showsInHistories``): such a rule must only be judged where the subject is known.
  package var ofAnySubject: [Checker] {
    checkers.filter { checker in
      Catalogue.current[checker.rule]?.needs.allSatisfy(\.showsInHistories) ?? true
    }
  }
}

import OQHistory
import OQJudging
import OQModel
import OQSpecification

/// A rule that one oracle finds broken and the other one kept: one of the two is wrong, and the
/// suite with it.
///
/// The facts of a rule of both oracles are in the model's state. So the model must reject a history
/// in which the checker finds a violation, at the last event of the proof or before. The checker
/// knows all the time that a call was refused, the model from its return on: the return of a call
/// that was open at the last event, and was refused, belongs to the proof.
package struct Contradiction: Sendable, Hashable {
  /// The rule.
  package let rule: RuleID
  /// What its checker found.
  package let violation: Counterexample
  /// The event that the model rejects after the proof was complete; nil where it accepts the
  /// history.
  package let rejected: Ticket?

  /// What the two oracles say, in words.
  package var description: String {
    let model =
      rejected.map { "rejects the history only at \($0)" } ?? "accepts the history"
    return
      "fault of the suite: the checker of \(rule) finds it broken and the model \(model), "
      + "so that one of the two is wrong"
  }

  /// Compares a violation with what the model says of the history; nil where they agree, where the
  /// model says nothing, or where it need not know.
  ///
  /// - Parameters:
  ///   - rule: the rule that is violated.
  ///   - violation: the proof.
  ///   - acceptance: what the model says.
  ///   - index: the history that both judged; nil where no call was refused in it.
  ///   - profile: the reading of the contract by which both judged.
  ///   - catalogue: says which oracles decide the rule.
  package init?(
    of rule: RuleID, _ violation: Counterexample, _ acceptance: Acceptance,
    of index: HistoryIndex? = nil, _ profile: Profile, catalogue: Catalogue = .current
  ) {
    guard Contradiction.isPossible(for: rule, profile, catalogue: catalogue) else { return nil }
    let proof = violation.events.last ?? 0
    let last = index?.refusal(openAt: proof) ?? proof
    switch acceptance {
    case .inconclusive: return nil
    case .accepted: rejected = nil
    case .rejected(let ticket, _):
      if ticket <= last { return nil }
      rejected = ticket
    }
    self.rule = rule
    self.violation = violation
  }

  /// Whether both oracles decide a rule under a profile.
  ///
  /// - Parameters:
  ///   - rule: any rule.
  ///   - profile: the reading of the contract; outside of its own profile a rule binds no model.
  ///   - catalogue: says which oracles decide the rule.
  /// - Returns: whether a violation must be a history that the model does not have.
  /// - Complexity: O(log rules).
  package static func isPossible(
    for rule: RuleID, _ profile: Profile, catalogue: Catalogue = .current
  ) -> Bool {
    guard let rule = catalogue[rule], rule.oracle == .both else { return false }
    return rule.level.isEnforced(in: profile)
  }
}

extension HistoryIndex {
  /// The last return of the calls that were open at a ticket and were refused; nil where there is
  /// none.
  ///
  /// - Complexity: O(calls).
  fileprivate func refusal(openAt ticket: Ticket) -> Ticket? {
    calls.lazy.filter { $0.isRejected && $0.called < ticket }.compactMap(\.returned)
      .filter { $0 > ticket }.max()
  }
}

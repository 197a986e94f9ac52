import OQHistory
import OQJudging
import OQPrograms
import OQSpecification

/// A violation that is known and accepted: it fails no run, and hides no other one.
///
/// With a trigger it speaks of one cause: of everything that this trigger brings about, whatever
/// rules it breaks, and of nothing else. Without one it speaks of one rule, whatever the cause.
package struct Expectation: Sendable, Hashable, CustomStringConvertible {
  /// What is broken; with a trigger one of the things that the cause is seen as.
  package let blame: Finding.Blame
  /// What it takes; nil for any violation of the rule.
  package let trigger: Trigger?
  /// Why it is accepted, and where to read more.
  package let reason: String

  /// States an expectation.
  ///
  /// - Parameters:
  ///   - blame: what is broken.
  ///   - trigger: what it takes; nil for any violation of the rule.
  ///   - reason: why it is accepted, and where to read more.
  package init(_ blame: Finding.Blame, when trigger: Trigger? = nil, reason: String = "") {
    self.blame = blame
    self.trigger = trigger
    self.reason = reason
  }

  /// `DEP-9`, or `DEP-9 when op a; op b deps=a; undepend b a`.
  package var description: String {
    blame.description + (trigger.map { " when \($0.text)" } ?? "")
  }

  /// Whether it speaks of a cause.
  ///
  /// - Parameter cause: a cause of a report.
  /// - Returns: false for an expectation without a trigger.
  package func names(_ cause: Cause) -> Bool {
    guard let trigger, let other = cause.trigger else { return false }
    return cause.blames.contains(blame) && trigger.isSame(as: other)
  }
}

extension Report {
  /// Whether everything that is violated is expected.
  ///
  /// A rule that is seen in a cause that nobody expects is not, whatever other causes break it.
  ///
  /// - Parameter expectations: what is known and accepted.
  /// - Returns: whether nothing else is broken.
  package func isExpected(by expectations: [Expectation]) -> Bool {
    let listed = Set(expectations.filter { $0.trigger == nil }.map(\.blame))
    let open = causes.filter { cause in !expectations.contains { $0.names(cause) } }
    let known = Set(causes.flatMap(\.blames))
    func isCovered(_ blame: Finding.Blame) -> Bool {
      if listed.contains(blame) { return true }
      return known.contains(blame) && !open.contains { $0.blames.contains(blame) }
    }
    return rules.allSatisfy { $0.verdict != .violated || isCovered(.rule($0.id)) }
      && findings.allSatisfy { isCovered($0.rule) }
  }

  /// Expectations of which the report shows nothing.
  ///
  /// - Parameter expectations: what is known and accepted.
  /// - Returns: those that are stale, in their order.
  package func stale(_ expectations: [Expectation]) -> [Expectation] {
    expectations.filter { expectation in
      guard expectation.trigger == nil else { return !causes.contains(where: expectation.names) }
      return !rules.contains { .rule($0.id) == expectation.blame && $0.verdict == .violated }
        && !findings.contains { $0.rule == expectation.blame }
    }
  }
}

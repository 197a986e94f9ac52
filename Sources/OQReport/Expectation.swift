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
  /// Why it is accepted.
  package var reason: String
  /// Where to read more; nil where nothing says it.
  package var link: String?
  /// The last day on which it counts, such as `2027-01-31`; nil for no end.
  package var until: String?
  /// Where a lane has to be held for it; nil where that does not matter, and without a trigger.
  package var pin: Pin?
  /// The versions of the subject that it is for, `6.3*` for all that begin so; empty for all.
  package var versions: [String] = []

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

  /// The lines of a file of expectations that say it, ending in a newline.
  package var text: String {
    var fields: [(String, String)] = []
    if !reason.isEmpty { fields.append(("reason", reason)) }
    if let link { fields.append(("link", link)) }
    if let until { fields.append(("until", until)) }
    if let pin { fields.append(("pin", pin.description)) }
    if !versions.isEmpty { fields.append(("versions", versions.joined(separator: ", "))) }
    return ([description] + fields.map { "  \($0.0): \($0.1)" }).map { $0 + "\n" }.joined()
  }

  /// Whether it is for a version of the subject.
  ///
  /// - Parameter version: the version that ran.
  /// - Returns: true where no version is named.
  package func applies(to version: String) -> Bool {
    versions.isEmpty
      || versions.contains { one in
        one.hasSuffix("*") ? version.hasPrefix(one.dropLast()) : one == version
      }
  }

  /// Whether it counts no longer.
  ///
  /// - Parameter today: the day, such as `2027-01-31`.
  /// - Returns: false where it has no end.
  package func isExpired(on today: String) -> Bool { until.map { $0 < today } ?? false }

  /// Whether a text is a day, as ``until`` holds it.
  ///
  /// - Parameter text: any text.
  /// - Returns: whether it is four, two and two digits with hyphens between them.
  package static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [4, 2, 2]
      && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
  }

  /// Whether it speaks of a cause, wherever lanes are held.
  ///
  /// - Parameter cause: a cause of a report.
  /// - Returns: false for an expectation without a trigger.
  package func names(_ cause: Cause) -> Bool {
    guard let trigger, let other = cause.trigger else { return false }
    return cause.blames.contains(blame) && trigger.isSame(as: other)
  }

  /// Whether it speaks of a case of a cause, which takes less and is seen as the same, or of what
  /// has turned out to be that cause.
  ///
  /// - Parameter cause: a cause of a report.
  /// - Returns: false for an expectation without a trigger, and for one with a pin.
  package func isCase(of cause: Cause) -> Bool {
    guard let trigger, let other = cause.trigger, pin == nil else { return false }
    return cause.blames.contains(blame)
      && (trigger.isCase(of: other) || cause.hasJoined(trigger))
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
    rules.allSatisfy { $0.verdict != .violated || isExpected(.rule($0.id), by: expectations) }
      && findings.allSatisfy { isExpected($0.blame, by: expectations) }
  }

  /// Whether everything that breaks one thing is expected.
  ///
  /// - Parameters:
  ///   - blame: a rule, or what has no rule.
  ///   - expectations: what is known and accepted.
  /// - Returns: whether it is listed by itself, or seen in causes that are all named.
  package func isExpected(_ blame: Finding.Blame, by expectations: [Expectation]) -> Bool {
    if expectations.contains(where: { $0.trigger == nil && $0.blame == blame }) { return true }
    let seen = causes.filter { $0.blames.contains(blame) }
    return !seen.isEmpty
      && seen.allSatisfy { cause in expectations.contains { isNamed(cause, by: $0) } }
  }

  /// Whether something that could be expected is expected already.
  ///
  /// - Parameters:
  ///   - candidate: what could be expected.
  ///   - expectations: what is known and accepted.
  /// - Returns: whether one of them speaks of the same.
  package func isCovered(_ candidate: Expectation, by expectations: [Expectation]) -> Bool {
    expectations.contains { one in
      guard let trigger = candidate.trigger else {
        return one.trigger == nil && one.blame == candidate.blame
      }
      guard let other = one.trigger else {
        // A rule alone covers a cause that shows as nothing else.
        return causes.contains { $0.trigger == trigger && $0.blames == [one.blame] }
      }
      return trigger.isSame(as: other)
        && causes.contains { $0.trigger == trigger && isNamed($0, by: one) }
    }
  }

  /// Expectations of which the report shows nothing, though it could.
  ///
  /// A report of some rules says nothing of the others. A case of a cause that shows is not missed:
  /// whether the case gets a cause of its own depends on which program comes first. Nor is a cause
  /// missed that was looked for and has shown then, or that was not tried.
  ///
  /// - Parameter expectations: what is known and accepted.
  /// - Returns: those that are stale, in their order.
  package func stale(_ expectations: [Expectation]) -> [Expectation] {
    expectations.filter { expectation in
      if case .rule(let id) = expectation.blame, !rules.contains(where: { $0.id == id }) {
        return false
      }
      guard expectation.trigger == nil else {
        return !isShown(expectation) && !(sought(expectation)?.isUntried ?? false)
      }
      return !rules.contains { .rule($0.id) == expectation.blame && $0.verdict == .violated }
        && !findings.contains { $0.blame == expectation.blame }
    }
  }
}

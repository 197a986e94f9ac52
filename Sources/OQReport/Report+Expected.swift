import OQJudging
import OQSpecification

/// What a report says of things that somebody has known and accepted.
extension Report {
  /// Whether something is violated, and all of it is expected: no run fails for it.
  package var isAsExpected: Bool {
    outcome == .violated && expected.map(isExpected) ?? false
  }

  /// Whether everything that breaks one thing is expected.
  ///
  /// - Parameter blame: a rule, or what has no rule.
  /// - Returns: false where no expectations were given.
  package func isExpected(_ blame: Finding.Blame) -> Bool {
    expected.map { isExpected(blame, by: $0) } ?? false
  }

  /// The expectation that speaks of a finding.
  ///
  /// - Parameter finding: one of ``findings``.
  /// - Returns: the first that names its cause, or what it blames whatever the cause; nil where
  ///   nobody expects it.
  package func expectation(of finding: Finding) -> Expectation? {
    let cause = causes.first { $0.id == finding.cause }
    return expected?.first { one in
      one.trigger == nil && one.blame == finding.blame
        || cause.map { isNamed($0, by: one) } ?? false
    }
  }

  /// The expectation that speaks of a cause.
  ///
  /// - Parameter cause: one of ``causes``.
  /// - Returns: the first that names it, or one of those that list everything that it is seen as;
  ///   nil where nobody expects it.
  package func expectation(of cause: Cause) -> Expectation? {
    guard let expected else { return nil }
    if let named = expected.first(where: { isNamed(cause, by: $0) }) { return named }
    let listed = expected.filter { $0.trigger == nil && cause.blames.contains($0.blame) }
    let isWhole = cause.blames.allSatisfy { blame in listed.contains { $0.blame == blame } }
    return isWhole ? listed.first : nil
  }

  /// The smallest findings of the causes that one thing is seen in.
  ///
  /// - Parameter blame: a rule, or what has no rule.
  /// - Returns: one for each cause.
  package func examples(of blame: Finding.Blame) -> [Finding] {
    causes.filter { $0.blames.contains(blame) }.compactMap(smallest)
  }

  /// The expectation by which a violated rule fails no run.
  ///
  /// - Parameter result: one of ``rules``.
  /// - Returns: nil where some cause of it is not expected.
  package func expectation(of result: RuleResult) -> Expectation? {
    let blame = Finding.Blame.rule(result.id)
    guard result.verdict == .violated, isExpected(blame) else { return nil }
    return expected?.first { $0.trigger == nil && $0.blame == blame }
      ?? causes.first { $0.blames.contains(blame) }.flatMap(expectation)
  }
}

extension Expectation {
  /// `expected: removal keeps a counter, https://example.org/1`.
  package var excuse: String {
    let words = [reason, link ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    return "expected" + (words.isEmpty ? "" : ": \(words)")
  }
}

import OQJudging
import OQModel
import OQReport
import OQSpecification

/// Where two subjects differ that ran the same programs: a pure function of their reports.
package struct SubjectComparison: Sendable, Hashable {
  /// A rule with different verdicts.
  package struct VerdictDifference: Sendable, Hashable {
    /// The rule.
    package let rule: RuleID
    /// What is said of it for the first subject.
    package let first: RuleResult
    /// What is said of it for the second subject.
    package let second: RuleResult
  }

  /// An outcome of a freedom that one subject showed and the other never did.
  package struct ChoiceDifference: Sendable, Hashable {
    /// The outcome.
    package let outcome: Branch
    /// Histories of the first subject that show it.
    package let first: Int
    /// Histories of the second subject that show it.
    package let second: Int
  }

  /// The report on the first subject.
  package let first: Report
  /// The report on the second subject.
  package let second: Report

  /// Sets two reports side by side.
  ///
  /// - Parameters:
  ///   - first: the report on the first subject.
  ///   - second: the report on the second subject, over the same programs and rules.
  package init(_ first: Report, _ second: Report) {
    self.first = first
    self.second = second
  }

  /// Rules that both reports judge, with different verdicts, by id.
  ///
  /// - Complexity: O(rules).
  package var verdicts: [VerdictDifference] {
    let others = Dictionary(uniqueKeysWithValues: second.rules.map { ($0.id, $0) })
    return first.rules.compactMap { one in
      guard let other = others[one.id], other.verdict != one.verdict else { return nil }
      return VerdictDifference(rule: one.id, first: one, second: other)
    }
  }

  /// Outcomes that only one of the subjects showed, by number of the freedom.
  package var choices: [ChoiceDifference] {
    guard let one = first.census, let other = second.census else { return [] }
    return Branch.allCases.compactMap { branch in
      guard (one[branch] > 0) != (other[branch] > 0) else { return nil }
      return ChoiceDifference(outcome: branch, first: one[branch], second: other[branch])
    }
  }

  /// What is blamed in one subject only, in order.
  package var blames: [Finding.Blame] {
    Set(first.findings.map(\.blame)).symmetricDifference(second.findings.map(\.blame)).sorted()
  }
}

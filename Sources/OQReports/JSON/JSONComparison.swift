import OQJudging
import OQModel
import OQReport

/// A comparison as other tools read it; `Spec/Comparison.schema.json` describes the form.
package struct JSONComparison: Codable, Hashable, Sendable {
  /// The version of the form.
  package static let schemaVersion = 1

  /// A rule with different verdicts.
  package struct Verdict: Codable, Hashable, Sendable {
    /// The id of the rule.
    package var rule: String
    /// The verdict on the first subject.
    package var first: String
    /// The verdict on the second subject.
    package var second: String
  }

  /// An outcome of a freedom that one subject showed and the other never did.
  package struct Choice: Codable, Hashable, Sendable {
    /// The address of the freedom, such as `ND-7`.
    package var freedom: String
    /// The outcome, as the specification names it.
    package var outcome: String
    /// Histories of the first subject that show it.
    package var first: Int
    /// Histories of the second subject that show it.
    package var second: Int
  }

  /// The version of the form, ``schemaVersion``.
  package var schema: Int
  /// The report on the first subject.
  package var first: Report
  /// The report on the second subject.
  package var second: Report
  /// Rules with different verdicts, by id.
  package var verdicts: [Verdict]
  /// Outcomes that only one subject showed, by number of the freedom.
  package var choices: [Choice]

  /// The form of a comparison.
  ///
  /// - Parameter comparison: two reports.
  package init(_ comparison: SubjectComparison) {
    schema = JSONComparison.schemaVersion
    first = comparison.first
    second = comparison.second
    verdicts = comparison.verdicts.map {
      Verdict(
        rule: "\($0.rule)", first: $0.first.verdict.rawValue, second: $0.second.verdict.rawValue)
    }
    choices = comparison.choices.map {
      Choice(
        freedom: "ND-\($0.outcome.freedom)", outcome: $0.outcome.outcome, first: $0.first,
        second: $0.second)
    }
  }

  /// Reads a comparison.
  ///
  /// - Parameter text: what ``text()`` writes; unknown keys are passed over.
  /// - Throws: the first fault, with its place.
  package init(parsing text: String) throws(JSONFault) {
    self = try JSONForm.value(JSONComparison.self, in: text)
  }

  /// The comparison as JSON: sorted keys, slashes as they are, a newline at the end.
  ///
  /// - Returns: the same bytes for equal comparisons.
  /// - Throws: `EncodingError` for a number that JSON cannot hold.
  package func text() throws -> String { try JSONForm.text(self) }
}

import OQAdapters
import OQJSON
import OQJudging
import OQReport
import OQSpecification

/// What one campaign says of the rules, kept for readers: `Spec/Figures/NAME.json`.
package struct SubjectFigures: Codable, Hashable, Sendable {
  /// What a campaign says of one rule.
  package struct Result: Codable, Hashable, Sendable {
    /// The verdict, in words.
    package var verdict: String
    /// Cases that were decided.
    package var decided: Int
    /// Programs that broke the rule.
    package var violations: Int
    /// Decided cases by context.
    package var contexts: [String: Int]
  }

  /// The name by which readers know the subject.
  package var subject: String
  /// Its version, as it says itself.
  package var version: String
  /// The version of the suite.
  package var tool: String
  /// The version of the rules.
  package var specification: String
  /// The fingerprint of the rules' texts.
  package var digest: String
  /// The reading of the contract.
  package var profile: String
  /// The seed of the programs.
  package var seed: UInt64
  /// How many programs ran.
  package var programs: Int
  /// The day of the campaign, as YYYY-MM-DD.
  package var date: String
  /// By the id of the rule; rules that do not apply are left out.
  package var rules: [String: Result]

  /// Takes the figures out of a report.
  ///
  /// - Parameters:
  ///   - report: what a campaign found.
  ///   - subject: the name by which readers know the subject.
  ///   - date: the day of the campaign.
  package init(_ report: Report, subject: String, date: String) {
    self.subject = subject
    version = report.subject.version
    tool = report.toolVersion
    specification = "\(report.specification.version)"
    digest = report.specification.digest
    profile = report.profile.rawValue
    seed = report.seed
    programs = report.programs
    self.date = date
    rules = [:]
    for result in report.rules where result.verdict != .notApplicable {
      rules["\(result.id)"] = Result(
        verdict: result.verdict.rawValue, decided: result.exercised, violations: result.violations,
        contexts: Dictionary(
          result.contexts.map { ($0.context, $0.count) }, uniquingKeysWith: +))
    }
  }

  /// The text of the file: one rule a line, so that a change of one changes one line.
  ///
  /// - Returns: JSON that ends in a newline.
  /// - Throws: what the encoder throws.
  package func text() throws -> String {
    var head = self
    head.rules = [:]
    let text = try JSON(encoding: head).text
    let lines = try rules.keys.sorted(by: SubjectFigures.isBefore).map { id in
      "  \"\(id)\": " + (try JSON(encoding: rules[id]).text)
    }
    let all = "\"rules\":{\n\(lines.joined(separator: ",\n"))}"
    return text.replacing("\"rules\":{}", with: all) + "\n"
  }

  private static func isBefore(_ left: String, _ right: String) -> Bool {
    guard let first = RuleID(left), let second = RuleID(right) else { return left < right }
    return first < second
  }

  /// Reads the text of the file.
  ///
  /// - Parameter text: what ``text()`` gives.
  /// - Returns: the figures.
  /// - Throws: what the decoder throws.
  package static func read(_ text: String) throws -> SubjectFigures {
    try JSON(parsing: text, deepest: JSON.deepestOfDocument).decoded(as: SubjectFigures.self)
  }
}

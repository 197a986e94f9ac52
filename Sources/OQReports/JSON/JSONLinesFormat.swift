import OQHistory
import OQReport
import OQSpecification
import OQText

/// JSON, one line for each rule and finding; the last line says how many there are.
///
/// A run writes lines before these while it goes on: that it has begun, and each finding as soon as
/// it is confirmed. What is cut off has no last line, or one that counts more than there is, and is
/// refused.
package struct JSONLinesFormat: ReportFormat {
  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "jsonl" }
  /// See ``ReportFormat``.
  package var summary: String {
    "JSON in lines, one for each rule and finding, of which the last counts the others"
  }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> {
    { report, _ in
      var head = report
      (head.rules, head.findings) = ([], [])
      let lines =
        try [JSONForm.line(Line(report: head))]
        + report.rules.map { try JSONForm.line(Line(rule: $0)) }
        + report.findings.map { try JSONForm.line(Line(finding: $0)) }
      let end = Line(
        end: Footer(
          rules: report.rules.count, findings: report.findings.count,
          outcome: report.outcome.rawValue))
      return (lines + [try JSONForm.line(end)]).map { $0 + "\n" }.joined()
    }
  }

  /// Whether a text is meant to be of this form.
  ///
  /// - Parameter text: the content of a file.
  /// - Returns: whether it begins as this format does.
  package static func isReport(_ text: String) -> Bool {
    text.hasPrefix("{\"report\":") || text.hasPrefix("{\"begin\":")
  }

  /// The line that a run writes when it begins.
  ///
  /// - Parameters:
  ///   - subject: what is judged, as on the command line.
  ///   - profile: the reading of the contract.
  ///   - seed: the seed of the programs.
  /// - Returns: a line, ending in a newline.
  /// - Throws: what the encoder throws.
  package static func beginning(
    of subject: String, profile: Profile, seed: UInt64
  ) throws -> String {
    let begin = Beginning(
      toolVersion: Tool.version, subject: subject, profile: "\(profile)", seed: seed.hexadecimal)
    return try JSONForm.line(Line(begin: begin)) + "\n"
  }

  /// The line that a run writes when it has confirmed a finding; the report at the end may say more
  /// of it, or leave it out.
  ///
  /// - Parameter finding: what was found.
  /// - Returns: a line, ending in a newline.
  /// - Throws: what the encoder throws.
  package static func found(_ finding: Finding) throws -> String {
    try JSONForm.line(Line(found: finding)) + "\n"
  }

  /// Reads a report.
  ///
  /// - Parameter text: what this format writes.
  /// - Returns: the report.
  /// - Throws: the first fault, with the number of its line; also where lines are missing.
  package static func read(_ text: String) throws -> Report {
    var report: Report?
    var footer: Footer?
    var found: [Finding] = []
    for (number, line) in text.textFileLines.enumerated() where !line.isEmpty {
      let read: Line
      do {
        read = try JSONForm.value(Line.self, in: String(line))
      } catch {
        throw Fault(description: "line \(number + 1): \(error)")
      }
      guard footer == nil else { throw Fault(description: "line \(number + 1) follows the end") }
      if let finding = read.found { found.append(finding) }
      if let head = read.report {
        guard report == nil else { throw Fault(description: "it begins twice") }
        report = head
      }
      if let rule = read.rule { report?.rules.append(rule) }
      if let finding = read.finding { report?.findings.append(finding) }
      footer = read.end
    }
    guard let report else { throw Fault(description: JSONLinesFormat.cut(text, found)) }
    guard let footer, footer.rules == report.rules.count,
      footer.findings == report.findings.count
    else {
      let last = footer == nil ? "the last line is missing" : "lines are missing"
      throw Fault(description: "it is cut off: \(last)")
    }
    return report
  }

  /// Why there is no report.
  private static func cut(_ text: String, _ found: [Finding]) -> String {
    guard text.hasPrefix("{\"begin\":") else { return "it does not begin with a report" }
    let names = found.map(\.blame.description)
    return "it is cut off: the run had not ended"
      + (names.isEmpty ? "" : ", and had found \(names.joined(separator: ", "))")
  }

  /// What keeps a text from being read.
  private struct Fault: Error, CustomStringConvertible { let description: String }

  /// One line: one of its members is there.
  private struct Line: Codable {
    var begin: Beginning?
    var found: Finding?
    var report: Report?
    var rule: RuleResult?
    var finding: Finding?
    var end: Footer?
  }

  private struct Beginning: Codable {
    let toolVersion: String
    let subject: String
    let profile: String
    let seed: String
  }

  private struct Footer: Codable {
    let rules: Int
    let findings: Int
    let outcome: String
  }
}

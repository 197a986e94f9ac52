import OQAdapters
import OQJudging
import OQModel
import OQReport
import OQSpecification
import OQText

/// A comparison of two subjects for people.
package struct ComparisonText: Sendable {
  private let comparison: SubjectComparison
  private let catalogue: Catalogue
  private let style: ReportStyle
  private let isQuiet: Bool

  /// The text of a comparison.
  ///
  /// - Parameters:
  ///   - comparison: the two reports.
  ///   - catalogue: the rules, for their titles.
  ///   - style: how it looks.
  ///   - isQuiet: whether only differences are shown.
  package init(
    _ comparison: SubjectComparison, catalogue: Catalogue = .current,
    style: ReportStyle = ReportStyle(), isQuiet: Bool = false
  ) {
    self.comparison = comparison
    self.catalogue = catalogue
    self.style = style
    self.isQuiet = isQuiet
  }

  /// The whole text, ending in a newline.
  package var text: String {
    let blocks = (isQuiet ? [] : [header]) + [verdicts, findings, choices, [summary]]
    return blocks.filter { !$0.isEmpty }.joined(separator: [""]).map { $0 + "\n" }.joined()
  }

  private var names: (String, String) {
    (comparison.first.subject.name, comparison.second.subject.name)
  }

  private func table(_ heads: [String], _ rows: [[String]]) -> [String] {
    let columns = heads.map { TextTable.Column($0) }
    let cells = rows.map { $0.map { TextTable.Cell($0) } }
    return TextTable(columns, rows: cells).lines(
      width: style.width, indent: 2, palette: style.palette)
  }

  private var header: [String] {
    let rows = [comparison.first, comparison.second].map { report in
      [
        report.subject.name, report.subject.version, "\(report.programs)",
        report.outcome.rawValue + (report.isComplete ? "" : ", ended early"),
      ]
    }
    let report = comparison.first
    return [style.title("oqcheck \(report.toolVersion)")]
      + style.paragraph("seed \(report.seed.hexadecimal), profile \(report.profile)", indent: 2)
      + table(["subject", "version", "programs", "outcome"], rows)
  }

  private var verdicts: [String] {
    let differences = comparison.verdicts
    guard !differences.isEmpty else { return [] }
    let rows = differences.map { one in
      [
        "\(one.rule)", one.first.verdict.rawValue, one.second.verdict.rawValue,
        catalogue[one.rule]?.title ?? "",
      ]
    }
    return [style.title("Verdicts that differ")]
      + table(["rule", names.0, names.1, "title"], rows)
  }

  private var findings: [String] {
    let blames = comparison.blames
    guard !blames.isEmpty else { return [] }
    let lines = [comparison.first, comparison.second].flatMap { report in
      report.findings.filter { blames.contains($0.blame) }.flatMap { finding in
        style.paragraph(
          "\(finding.blame) on \(report.subject.name), program \(finding.index): "
            + finding.message + (finding.file.map { " (\($0))" } ?? ""), indent: 2, hanging: 4)
      }
    }
    return [style.title("Found in one of them only")] + lines
  }

  private var choices: [String] {
    let differences = comparison.choices
    guard !differences.isEmpty else { return [] }
    let rows = differences.map { one in
      [
        "ND-\(one.outcome.freedom)", one.outcome.outcome, "\(one.first)", "\(one.second)",
        Book.current.freedom(.nondeterminism(one.outcome.freedom))?.title ?? "",
      ]
    }
    return [style.title("Choices that only one of them showed")]
      + table(["freedom", "outcome", names.0, names.1, "title"], rows)
  }

  private var summary: String {
    "\(counted(comparison.verdicts.count, "verdict")) and "
      + "\(counted(comparison.choices.count, "choice")) differ"
  }
}

import OQAdapters
import OQHistory
import OQJudging
import OQReport
import OQSpecification
import OQText

/// Markdown for the summary of a job, and for people.
///
/// GitHub refuses a summary above 1,024 kB as a whole, so the text ends before that and says so.
package struct MarkdownFormat: ReportFormat {
  /// Most bytes of the text.
  package static let mostBytes = 900_000

  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "markdown" }
  /// See ``ReportFormat``.
  package var summary: String { "Markdown, for the summary of a job, at most 900 kB" }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> {
    { report, setting in
      let commands = ReproduceCommands(of: report, in: setting)
      var text = MarkdownFormat.head(report)
      let entries = ReportEntry.all(of: report)
      for (number, entry) in entries.enumerated() {
        let part = MarkdownFormat.part(entry, commands)
        guard text.utf8.count + part.utf8.count <= MarkdownFormat.mostBytes else {
          text += "\nand \(entries.count - number) more, too many for this page\n"
          break
        }
        text += part
      }
      return text
    }
  }

  private static func head(_ report: Report) -> String {
    let subject = "\(report.subject.name) \(report.subject.version)"
    var lines = [
      "# \(escaped(subject))", "", "**\(escaped(report.outcomeLine))**", "",
      "seed \(report.seed.hexadecimal), \(counted(report.programs, "program"))"
        + "\(report.programsRemark), specification \(escaped(report.specification.version)), oqcheck "
        + escaped(report.toolVersion), "",
      "holds: \(escaped(report.holdsLine))", "",
      "| area | satisfied | violated | undecided | vacuous | not applicable |",
      "|---|---:|---|---:|---:|---:|",
    ]
    for area in Area.allCases {
      let results = report.rules.filter { $0.id.area == area }
      guard !results.isEmpty else { continue }
      func count(_ verdict: Verdict) -> Int { results.count { $0.verdict == verdict } }
      let violated = results.filter { $0.verdict == .violated }.map { "\($0.id)" }
      lines.append(
        "| \(area) | \(count(.satisfied)) | \(violated.joined(separator: ", ")) | "
          + "\(count(.inconclusive)) | \(count(.vacuous)) | \(count(.notApplicable)) |")
    }
    if let since = report.since, !since.gone.isEmpty {
      lines += [
        "",
        "gone: "
          + since.gone.map { $0.rules.joined(separator: ", ") }
          .joined(separator: "; "),
      ]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func part(_ entry: ReportEntry, _ commands: ReproduceCommands) -> String {
    let finding = entry.finding
    let program = finding.program.text.split(separator: "\n").dropFirst().prefix(60)
    var lines = ["", "## \(escaped(entry.title))", "", escaped(finding.message), ""]
    if let excuse = entry.excuse { lines += ["*\(escaped(excuse))*", ""] }
    let situation = entry.cause?.situation(in: finding.program) ?? []
    if !situation.isEmpty {
      lines += ["Needs: \(escaped(situation.joined(separator: "; ")))", ""]
    }
    if let window = WindowText.line(finding) { lines += ["Window: \(escaped(window)).", ""] }
    // Indented code ends with the indentation, and with nothing that a text could hold.
    lines += program.map { "    " + $0.printable }
    lines += [""] + commands.commands(for: finding).prefix(1).map { "    " + $0.printable }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Text in which nothing is taken for markup, on one line.
  private static func escaped(_ text: String) -> String {
    let special: Set<Character> = [
      "\\", "*", "_", "`", "<", ">", "[", "]", "|", "#", "~", "&", "!", "@",
    ]
    return text.printable.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

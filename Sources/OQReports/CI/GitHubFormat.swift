import OQAdapters
import OQHistory
import OQReport
import OQSpecification
import OQText

/// Commands of GitHub's workflows that annotate a run.
///
/// GitHub shows ten annotations of a kind for each step and drops the others without a word: nine
/// are written, and one that counts the rest.
package struct GitHubFormat: ReportFormat {
  /// Annotations that name what is broken.
  package static let mostNamed = 9

  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "github" }
  /// See ``ReportFormat``.
  package var summary: String { "annotations of GitHub's workflows, at most ten" }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> {
    { report, setting in
      let commands = ReproduceCommands(of: report, in: setting)
      let entries = ReportEntry.all(of: report)
      var lines = entries.prefix(GitHubFormat.mostNamed).map { entry in
        let window = WindowText.line(entry.finding).map { "\n\($0)" } ?? ""
        let again = commands.commands(for: entry.finding).first.map { "\n\($0)" } ?? ""
        return GitHubFormat.command(
          entry.fails ? "error" : "warning", title: entry.title,
          "\(entry.finding.message)\(entry.excuse.map { "\n\($0)" } ?? "")\(window)\(again)")
      }
      let rest = entries.count - lines.count
      if rest > 0 {
        lines.append(
          GitHubFormat.command(
            entries.dropFirst(lines.count).contains(where: \.fails) ? "error" : "warning",
            title: "and \(rest) more", "The report names them all."))
      }
      lines.append(
        GitHubFormat.command(
          "notice", title: report.subject.name,
          ([report.outcomeLine, "holds: \(report.holdsLine)"] + ChangeText.sentences(report))
            .joined(separator: "\n")))
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private static func command(_ kind: String, title: String, _ message: String) -> String {
    "::\(kind) title=\(escaped(title, isProperty: true))::\(escaped(message, isProperty: false))"
  }

  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(\.printable).joined(separator: "\n").unicodeScalars
    {
      switch scalar {
      case "%": result += "%25"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

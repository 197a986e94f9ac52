import OQHistory
import OQJudging
import OQReport
import OQSpecification
import OQText

/// The Test Anything Protocol, version 13: one test point for each rule.
package struct TAPFormat: ReportFormat {
  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "tap" }
  /// See ``ReportFormat``.
  package var summary: String { "Test Anything Protocol, version 13" }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> {
    { report, setting in
      TAPReport(report: report, commands: ReproduceCommands(of: report, in: setting)).text
    }
  }
}

/// The lines of a report in the Test Anything Protocol.
///
/// What is undecided or does not apply is skipped. A violation that does not count, or that is
/// expected, is to be done, which fails no run. What no rule explains has points of its own.
private struct TAPReport {
  let report: Report
  let commands: ReproduceCommands

  var text: String {
    let others = report.findings.filter { finding in
      if case .rule(let id) = finding.blame { !report.rules.contains { $0.id == id } } else { true }
    }
    let points =
      report.rules.map { ($0.verdict == .violated, title($0), directive($0), findings($0)) }
      + others.map { (true, $0.blame.description, directive($0), [$0]) }
    var lines = ["TAP version 13", "1..\(points.count)"]
    lines += ["# " + plain(report.outcomeLine), "# holds: " + plain(report.holdsLine)]
    lines += ChangeText.sentences(report).map { "# " + plain($0) }
    for (number, (isBroken, title, directive, findings)) in points.enumerated() {
      lines.append("\(isBroken ? "not ok" : "ok") \(number + 1) - \(plain(title))\(directive)")
      lines += diagnosis(findings)
    }
    if report.outcome == .unusable {
      lines.append("Bail out! " + plain(report.reason ?? "the subject could not be driven"))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func findings(_ result: RuleResult) -> [Finding] {
    report.findings.filter { $0.blame == .rule(result.id) }
  }

  private func title(_ result: RuleResult) -> String {
    "\(result.id)" + (Catalogue.current[result.id].map { " \($0.title)" } ?? "")
  }

  /// The directive of a point that may fail.
  private static let pending = "TO" + "DO"

  private func directive(_ result: RuleResult) -> String {
    switch result.verdict {
    case .satisfied: ""
    case .violated:
      if let excuse = excuse(result) { " # \(TAPReport.pending) \(plain(excuse))" } else { "" }
    case .inconclusive, .vacuous, .notApplicable:
      " # SKIP \(result.verdict.rawValue): \(plain(result.reason ?? "no reason given"))"
    }
  }

  private func directive(_ finding: Finding) -> String {
    guard let excuse = report.expectation(of: finding)?.excuse else { return "" }
    return " # \(TAPReport.pending) \(plain(excuse))"
  }

  /// Why a violation of a rule fails no run.
  private func excuse(_ result: RuleResult) -> String? {
    report.isEnforced(result)
      ? report.expectation(of: result)?.excuse : report.excuse(of: result)
  }

  /// A block of YAML under a point that failed.
  private func diagnosis(_ findings: [Finding]) -> [String] {
    guard !findings.isEmpty else { return [] }
    let items = findings.flatMap { finding -> [String] in
      let novelty = report.novelty(of: finding).map { ["    since: \($0.rawValue)"] } ?? []
      let window = WindowText.line(finding).map { ["    window: \(quoted($0))"] } ?? []
      return ["  - message: \(quoted(finding.message))"] + window + novelty
        + commands.commands(for: finding).prefix(1).map { "    again: \(quoted($0))" }
        // Perl's harness knows this block alone.
        + ["    program: |"]
        + finding.program.text.split(separator: "\n").prefix(60).map {
          "      " + $0.printable
        }
    }
    return ["  ---", "  findings:"] + items.map { "  " + $0 } + ["  ..."]
  }

  /// A text in which nothing is a directive.
  private func plain(_ text: String) -> String {
    text.printable.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  /// A text between quotation marks, as YAML reads it.
  private func quoted(_ text: String) -> String {
    "\"" + text.printable.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

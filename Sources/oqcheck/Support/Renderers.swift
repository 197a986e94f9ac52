import OQCheckers
import OQCommandLine
import OQHistory
import OQRunner

/// Writes a report in every format that was asked for.
enum Renderers {
  static func write(
    _ report: Report, _ options: RunOptions, _ folder: FindingsFolder, _ console: Console
  ) throws(Failure) {
    for rule in report.rules {
      console.write(
        "\(rule.id) \(rule.verdict.rawValue) \(rule.exercised) \(rule.undecided) \(rule.violations) \(rule.reason ?? "")\n"
      )
    }
    for finding in report.findings {
      console.write(
        "\n\(finding.rule): \(finding.message)\n\(finding.program.text)\(finding.history.text)")
      console.write(
        "reproduced \(finding.reproduced)/\(finding.attempts), \(finding.steps) steps\n")
    }
    console.write("\(report.outcome.rawValue)\n")
  }
}

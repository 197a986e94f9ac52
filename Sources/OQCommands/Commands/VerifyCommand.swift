import OQAdapters
import OQCommandLine
import OQReport
import OQRunner

/// `oqcheck report verify FILE`: runs the findings of a report again.
struct VerifyCommand {
  private let report: Report
  private let name: String
  private let options: ReportOptions
  private let console: Console

  init(_ report: Report, _ name: String, _ options: ReportOptions, _ console: Console) {
    self.report = report
    self.name = name
    self.options = options
    self.console = console
  }

  func run() throws(Failure) -> ExitStatus {
    let claims = report.findings.filter { $0.reproduced > 0 && $0.omittedSteps == nil }
    var shown = 0
    for finding in claims {
      let attempts = try attempts(of: finding)
      if attempts != nil { shown += 1 }
      let what =
        attempts.map { "shows again, in attempt \($0)" }
        ?? "did not show in \(Workshop.attempts) attempts"
      console.write("\(finding.blame), program \(finding.index): \(what)\n")
    }
    let others = report.findings.count - claims.count
    console.write(
      "\(shown) of \(claims.count) findings show again"
        + (others > 0 ? "; \(others) not said to, or without their programs" : "") + "\n")
    return shown == claims.count && shown > 0 ? .conformant : .inconclusive
  }

  /// In which attempt a finding shows again; nil where it does not.
  private func attempts(of finding: Finding) throws(Failure) -> Int? {
    let subject = report.command?.subject ?? report.subject.name
    let file = ReproFile(subject: subject, profile: report.profile, finding: finding)
    let bench = try Bench(
      finding.program, file, file: name, subject: options.subject, isTrusted: options.isTrusted,
      in: console.toolbox)
    defer { bench.executor.shutDown() }
    for attempt in 1...Workshop.attempts {
      if case .shown = try bench.attempt() { return attempt }
    }
    return nil
  }
}

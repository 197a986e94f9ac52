import OQCommandLine
import OQReport
import OQReports
import OQRunner

/// `oqcheck report merge FILE…`: joins the reports of the parts of one campaign.
enum ReportCommand {
  static func run(_ options: ReportOptions, _ console: Console) throws(Failure) -> ExitStatus {
    switch options.action {
    case .merge: try merge(options, console)
    }
  }

  private static func merge(
    _ options: ReportOptions, _ console: Console
  ) throws(Failure) -> ExitStatus {
    for report in options.reports { try Files.checkWritable(report.path) }
    var sources: [JSONReport.Source] = []
    for path in options.files { sources.append(JSONReport.Source(path, try read(path))) }
    let whole: JSONReport
    do {
      whole = try JSONReport.merging(sources)
    } catch {
      throw Failure(
        .malformedInput, error.description,
        hint: "Merge the JSON reports of all shards of one campaign, each once.")
    }
    for report in options.reports {
      let text: String
      do {
        text = try whole.text()
      } catch {
        throw Failure(.fault, "the report cannot be encoded: \(error)")
      }
      try Files.write(text, to: report.path)
    }
    return try write(whole, parts: sources.count, console)
  }

  private static func read(_ path: String) throws(Failure) -> JSONReport {
    let text = try Files.read(path)
    let report: JSONReport
    do {
      report = try JSONReport(parsing: text)
    } catch {
      throw Failure(
        .malformedInput, "\(path): not a report of oqcheck: \(error)",
        hint: "The form is described by Spec/Report.schema.json.")
    }
    guard report.schema == JSONReport.schemaVersion else {
      throw Failure(
        .malformedInput,
        "\(path): a report of form \(report.schema), expected \(JSONReport.schemaVersion)",
        hint: "Merge with the version of oqcheck that wrote the reports, \(report.tool.version).")
    }
    return report
  }

  private static func write(
    _ whole: JSONReport, parts: Int, _ console: Console
  ) throws(Failure) -> ExitStatus {
    for finding in whole.findings {
      let file = finding.repro.map { " (\($0))" } ?? ""
      console.write("\(finding.rule): \(finding.message)\(file)\n")
    }
    let open = whole.rules.filter {
      ["vacuous", "inconclusive"].contains($0.verdict)
    }
    for rule in open { console.write("\(rule.id): \(rule.verdict), \(rule.reason ?? "")\n") }
    let ending = whole.complete ? "" : ", ended early"
    let reason = whole.reason.map { ": \($0)" } ?? ""
    console.write(
      """
      \(whole.programs) programs in \(parts) shards
      \(whole.outcome)\(reason) (\(whole.profile), \(whole.claim))\(ending)

      """)
    switch Report.Outcome(rawValue: whole.outcome) {
    case .conformant: return .conformant
    case .violated: return .violated
    case .inconclusive: return .inconclusive
    case .unusable: return .subjectUnusable
    case nil: throw Failure(.fault, "there is no outcome '\(whole.outcome)'")
    }
  }
}

import OQCommandLine
import OQReport
import OQReports

/// `oqcheck report`: joins the reports of one campaign, or writes one in other formats.
struct ReportCommand {
  let options: ReportOptions
  let writer: ReportWriter
  let console: Console

  static func run(_ options: ReportOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let writer = ReportWriter(
      requests: options.reports, console: console,
      detail: options.showsTable ? .whole : .screen, folder: options.findings)
    return try ReportCommand(options: options, writer: writer, console: console).run()
  }

  private func run() throws(Failure) -> ExitStatus {
    try writer.check()
    var sources: [Report.Source] = []
    for path in options.files { sources.append(Report.Source(path, try Files.report(path))) }
    let old = try options.since.map { path throws(Failure) in try Files.report(path) }
    let expectations = try ExpectedStatus(options.expectations)
    switch options.action {
    case .merge:
      var whole = try merge(sources)
      whole.since = old.map { whole.changes(since: $0) }
      expectations.note(in: &whole)
      try writer.write(whole) { $0.report }
      return expectations.status(of: whole, console)
    case .convert:
      for source in sources {
        var report = source.report
        report.since = old.map { report.changes(since: $0) } ?? report.since
        expectations.note(in: &report)
        try writer.write(report) { $0.report }
      }
      return .conformant
    case .verify:
      return try .combine(
        sources.flatMapThrowing { source throws(Failure) in
          [try VerifyCommand(source.report, source.name, options, console).run()]
        })
    }
  }

  private func merge(_ sources: [Report.Source]) throws(Failure) -> Report {
    do {
      return try Report.merging(sources, isPartial: options.isPartial)
    } catch {
      throw Failure(
        .malformedInput, error.description,
        hint: "Merge the JSON reports of all shards of one campaign, each once; --partial does "
          + "without those that are missing.")
    }
  }
}

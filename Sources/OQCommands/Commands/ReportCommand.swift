import OQCommandLine
import OQReport
import OQReports

/// `oqcheck report`: joins the reports of one campaign, or writes one in other formats.
struct ReportCommand {
  let options: ReportOptions
  let writer: ReportWriter

  static func run(_ options: ReportOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let writer = ReportWriter(
      requests: options.reports, console: console,
      detail: options.showsTable ? .whole : .screen)
    return try ReportCommand(options: options, writer: writer).run()
  }

  private func run() throws(Failure) -> ExitStatus {
    try writer.check()
    var sources: [Report.Source] = []
    for path in options.files { sources.append(Report.Source(path, try read(path))) }
    switch options.action {
    case .merge:
      let whole = try merge(sources)
      try writer.write(whole) { $0.report }
      return ExitStatus(whole.outcome)
    case .convert:
      for source in sources { try writer.write(source.report) { $0.report } }
      return .conformant
    }
  }

  private func merge(_ sources: [Report.Source]) throws(Failure) -> Report {
    do {
      return try Report.merging(sources)
    } catch {
      throw Failure(
        .malformedInput, error.description,
        hint: "Merge the JSON reports of all shards of one campaign, each once.")
    }
  }

  private func read(_ path: String) throws(Failure) -> Report {
    let text = try Files.read(path)
    do {
      return try JSONFormat.read(text)
    } catch {
      throw Failure(
        .malformedInput, "\(path): not a report of oqcheck \(Tool.version): \(error)",
        hint: "Give what 'oqcheck run SUBJECT --report json=PATH' of this version writes; "
          + "Spec/Report.schema.json describes it.")
    }
  }
}

import OQCommandLine
import OQReport
import OQReports
import OQText

/// Writes what a command has found in every format that was asked for, and for people to standard
/// output unless something else goes there.
package struct ReportWriter {
  /// The formats, and where each goes.
  package let requests: [ReportRequest]
  /// Where people look.
  package let console: Console
  /// How much people are shown; a file always holds the whole.
  package var detail: ReportDetail
  /// The folder of the failure files; nil where it is not known.
  package var folder: String?

  /// A writer of reports.
  ///
  /// - Parameters:
  ///   - requests: the formats, and where each goes.
  ///   - console: where people look.
  ///   - detail: how much people are shown.
  ///   - folder: the folder of the failure files; nil where it is not known.
  package init(
    requests: [ReportRequest], console: Console, detail: ReportDetail = .screen,
    folder: String? = nil
  ) {
    self.requests = requests
    self.console = console
    self.detail = detail
    self.folder = folder
  }

  /// Refuses a path that will not be writable, before the work that it is meant for.
  ///
  /// - Throws: why it cannot be written.
  package func check() throws(Failure) {
    for request in requests where !request.isForStandardOutput {
      try Files.checkWritable(request.path)
    }
  }

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - value: what was found.
  ///   - stream: where reports in lines are written while a run goes on; nil where there is no run.
  ///   - renderer: how a format shows such a value; nil for a format that was not offered.
  /// - Throws: a failure where a file cannot be written.
  package func write<Value>(
    _ value: Value, to stream: ReportStream? = nil,
    _ renderer: (any ReportFormat) -> (@Sendable (Value, Presentation) throws -> String)?
  ) throws(Failure) {
    let shown = Presentation(
      style: ReportStyle(console.output, variables: console.variables),
      detail: detail, folder: folder, tool: console.toolbox.words)
    var kept = shown
    kept.style = ReportStyle()
    kept.detail = .whole
    func text(_ format: any ReportFormat, _ setting: Presentation) throws(Failure) -> String {
      guard let render = renderer(format) else {
        throw Failure(.fault, "the format \(format.name) does not show what was asked for")
      }
      do {
        return try render(value, setting)
      } catch {
        throw Failure(.fault, "the report cannot be encoded: \(error)")
      }
    }
    if !requests.contains(where: \.isForStandardOutput) {
      console.write(try text(ReportFormats.standard, shown))
    }
    for request in requests {
      if let stream, stream.holds(request) {
        try stream.add(try text(request.format, kept), to: request)
      } else if request.isForStandardOutput {
        console.write(try text(request.format, shown))
      } else {
        try Files.write(try text(request.format, kept), to: request.path)
      }
    }
  }
}

import Foundation
import OQCommandLine
import OQReport
import OQReports
import OQRunner
import OQSpecification

/// Writes a report in every format that was asked for; every format shows the same value.
enum Renderers {
  static func write(
    _ report: Report, _ options: RunOptions, _ folder: FindingsFolder, corpus: Int,
    _ console: Console
  ) throws(Failure) {
    let style = ReportStyle(
      console.output, variables: ProcessInfo.processInfo.environment)
    let reproduction = reproduction(options, folder, corpus, console)
    let text = TerminalReport(
      report, reproduction: reproduction, style: style,
      isQuiet: options.isQuiet)
    console.write(text.text)
    for request in options.reports {
      let text: String
      do {
        switch request.format {
        case .json: text = try JSONReport(report).text()
        case .junit:
          // A report holds no paths: the failure files are known by their names.
          let nameOnly = Reproduction(
            subject: reproduction.subject, options: reproduction.options,
            corpus: reproduction.corpus)
          text = JUnitReport(report, reproduction: nameOnly).text
        }
      } catch {
        throw Failure(.fault, "the report cannot be encoded: \(error)")
      }
      try Files.write(text, to: request.path)
    }
  }

  /// How findings of this run are run again: with whatever made its programs what they are.
  private static func reproduction(
    _ options: RunOptions, _ folder: FindingsFolder, _ corpus: Int, _ console: Console
  ) -> Reproduction {
    var words: [String] = []
    for pattern in options.rules { words += ["--rules", pattern] }
    if options.profile != .core { words += ["--profile", options.profile.description] }
    if options.version != .current { words += ["--spec", options.version.description] }
    if let vocabulary = options.vocabulary {
      words += ["--vocabulary", vocabulary.joined(separator: ",")]
    }
    if options.isInProcess { words.append("--in-process") }
    return Reproduction(
      subject: options.subject.description, folder: folder.path, options: words,
      corpus: corpus, tool: console.tool)
  }
}

/// The formats in which results are written.
package enum ReportFormats {
  /// What a command shows when it is asked for no format.
  package static let standard: any ReportFormat = TerminalFormat()

  /// Every format, in alphabetical order.
  package static let all: [any ReportFormat] = [
    BadgeFormat(), GitHubFormat(), HTMLFormat(), JSONFormat(), JSONLinesFormat(), JUnitFormat(),
    MarkdownFormat(), PerfettoFormat(), SARIFFormat(), TAPFormat(), TerminalFormat(),
  ]

  /// The formats that show a comparison.
  package static var ofComparisons: [any ReportFormat] { all.filter { $0.comparison != nil } }

  /// The formats that show what became of mutants.
  package static var ofMutants: [any ReportFormat] { all.filter { $0.mutants != nil } }

  /// The formats that show rules.
  package static var ofRules: [any ReportFormat] { all.filter { $0.rules != nil } }

  /// All formats in one paragraph, for help texts.
  package static var paragraph: String {
    let sentences = all.map { "\($0.name): \($0.summary)." }
    return "The formats. " + sentences.joined(separator: " ")
  }
}

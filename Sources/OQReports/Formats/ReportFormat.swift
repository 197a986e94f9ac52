import OQReport
import OQText

/// A form in which results are written: one type for each, listed in ``ReportFormats``.
///
/// Every format shows a report of a campaign. A format that shows something else, too, says how.
package protocol ReportFormat: Sendable {
  /// Makes the text of a value.
  typealias Renderer<Value> = @Sendable (_ value: Value, _ setting: Presentation) throws -> String

  /// The word before the equals sign of `FORMAT=PATH`.
  var name: String { get }
  /// What it is, as the end of a sentence.
  var summary: String { get }
  /// How it shows a report.
  var report: Renderer<Report> { get }
  /// How it shows a comparison of two subjects; nil if it does not.
  var comparison: Renderer<SubjectComparison>? { get }
  /// How it shows what became of mutants; nil if it does not.
  var mutants: Renderer<JSONMutants>? { get }
  /// How it shows rules; nil if it does not.
  var rules: Renderer<RuleList>? { get }
}

extension ReportFormat {
  /// A format shows no comparison unless it says how.
  package var comparison: Renderer<SubjectComparison>? { nil }

  /// A format shows no mutants unless it says how.
  package var mutants: Renderer<JSONMutants>? { nil }

  /// A format shows no rules unless it says how.
  package var rules: Renderer<RuleList>? { nil }
}

/// How much of a report a text for people shows.
package enum ReportDetail: Sendable, Hashable {
  /// What fits a screen: causes with their smallest programs, areas, the outcome.
  case screen
  /// Every rule, every finding with its proof, and what was counted.
  case whole
  /// Every finding with its proof, and the outcome.
  case quiet
}

/// For whom a text is made; a format that other programs read does not look at it.
package struct Presentation: Sendable, Hashable {
  /// How the text looks.
  package var style: ReportStyle
  /// How much is shown.
  package var detail: ReportDetail
  /// The folder of the failure files; nil shows their names alone.
  package var folder: String?
  /// The words that start the command, ready for a shell.
  package var tool: String

  /// Describes readers.
  package init(
    style: ReportStyle = ReportStyle(), detail: ReportDetail = .screen, folder: String? = nil,
    tool: String = "oqcheck"
  ) {
    self.style = style
    self.detail = detail
    self.folder = folder
    self.tool = tool
  }
}

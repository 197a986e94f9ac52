import OQReport
import OQSpecification

/// JSON for other programs; the schemas of `Spec` describe it.
package struct JSONFormat: ReportFormat {
  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "json" }
  /// See ``ReportFormat``.
  package var summary: String {
    "one JSON object, as Spec/Report.schema.json describes it, from which 'oqcheck report' makes "
      + "every other format"
  }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> { { report, _ in try JSONForm.text(report) } }
  /// See ``ReportFormat``.
  package var comparison: Renderer<SubjectComparison>? {
    { comparison, _ in try JSONComparison(comparison).text() }
  }
  /// See ``ReportFormat``.
  package var mutants: Renderer<JSONMutants>? { { mutants, _ in try mutants.text() } }
  /// See ``ReportFormat``.
  package var rules: Renderer<RuleList>? {
    { list, _ in CatalogueJSON.text(list.rules, of: list.catalogue) }
  }

  /// Reads a report.
  ///
  /// - Parameter text: what this format writes; unknown keys are passed over.
  /// - Returns: the report; it equals the one that was written unless a finding is longer than
  ///   `Finding.mostLines`.
  /// - Throws: the first fault, with its place.
  package static func read(_ text: String) throws(JSONFault) -> Report {
    try JSONForm.value(Report.self, in: text)
  }
}

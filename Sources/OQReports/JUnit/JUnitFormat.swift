import OQReport

/// JUnit XML for CI systems.
package struct JUnitFormat: ReportFormat {
  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "junit" }
  /// See ``ReportFormat``.
  package var summary: String { "JUnit XML, for CI systems" }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> { { report, _ in JUnitReport(report).text } }
}

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
  package var report: Renderer<Report> {
    { report, setting in
      JUnitReport(report, reproduction: ReproduceCommands(of: report, in: setting)).text
    }
  }
}

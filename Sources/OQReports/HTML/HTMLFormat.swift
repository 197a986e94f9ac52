import OQReport

/// A page of one file, for browsers.
package struct HTMLFormat: ReportFormat {
  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "html" }
  /// See ``ReportFormat``.
  package var summary: String {
    "one page in one file, which loads nothing and can be read without its script"
  }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> {
    { report, setting in
      HTMLReport(
        report,
        reproduction: ReproduceCommands(of: report, in: setting)
      ).text
    }
  }
}

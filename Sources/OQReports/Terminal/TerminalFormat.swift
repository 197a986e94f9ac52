import OQReport

/// Text for people.
package struct TerminalFormat: ReportFormat {
  /// A format.
  package init() {}

  /// See ``ReportFormat``.
  package var name: String { "terminal" }
  /// See ``ReportFormat``.
  package var summary: String {
    "text for people, which goes to standard output where nothing else does"
  }
  /// See ``ReportFormat``.
  package var report: Renderer<Report> {
    { report, setting in
      TerminalReport(
        report,
        reproduction: ReproduceCommands(of: report, in: setting),
        style: setting.style, detail: setting.detail
      ).text
    }
  }
  /// See ``ReportFormat``.
  package var comparison: Renderer<SubjectComparison>? {
    { comparison, setting in
      ComparisonText(
        comparison, style: setting.style, isQuiet: setting.detail == .quiet
      ).text
    }
  }
  /// See ``ReportFormat``.
  package var mutants: Renderer<JSONMutants>? {
    { mutants, setting in MutantsText(mutants, style: setting.style).text }
  }
  /// See ``ReportFormat``.
  package var rules: Renderer<RuleList>? {
    { list, setting in
      guard let profile = list.profile else {
        return RuleText.table(list.rules, style: setting.style)
      }
      return RuleText.table(list.rules, in: profile, of: list.catalogue, style: setting.style)
    }
  }
}

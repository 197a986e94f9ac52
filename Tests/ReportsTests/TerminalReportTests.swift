import OQCommandLine
import OQReports
import OQRunner
import Testing

@Suite struct TerminalReportTests {
  private func text(
    _ report: Report, style: ReportStyle = ReportStyle(), isQuiet: Bool = false
  ) throws -> String {
    TerminalReport(
      report, catalogue: try Samples.catalogue(), reproduction: Samples.reproduction,
      style: style, isQuiet: isQuiet
    ).text
  }

  @Test func `a report with every verdict and every kind of finding`() throws {
    try Golden.expect(text(Samples.violated()), "violated.txt")
  }

  @Test func `a conformant report`() throws {
    try Golden.expect(text(Samples.conformant()), "conformant.txt")
  }
}

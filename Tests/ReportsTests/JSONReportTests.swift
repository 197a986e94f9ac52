import OQReports
import OQRunner
import Testing

@Suite struct JSONReportTests {
  @Test func `a report with every verdict and every kind of finding`() throws {
    try Golden.expect(JSONReport(Samples.violated()).text(), "violated.json")
  }

  @Test func `a conformant report, with timings`() throws {
    try Golden.expect(JSONReport(Samples.conformant()).text(), "conformant.json")
  }

  @Test func `a report without rules, programs and findings`() throws {
    try Golden.expect(JSONReport(Samples.empty()).text(), "empty.json")
  }

  @Test func `what is written is read back`() throws {
    for report in [try Samples.violated(), try Samples.conformant(), try Samples.empty()] {
      let form = JSONReport(report)
      #expect(try JSONReport(parsing: form.text()) == form)
    }
  }
}

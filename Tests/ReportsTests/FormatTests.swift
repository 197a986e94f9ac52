import OQReport
import OQReports
import Testing

/// What holds for every format, also for one that is new: it needs its golden, and no test.
@Suite struct FormatTests {
  @Test(arguments: ReportFormats.all.map(\.name))
  func `a format shows a report with every verdict and every kind of finding`(name: String) throws {
    let format = try #require(ReportFormats.all.first { $0.name == name })
    try Golden.expect(format.text(Samples.violated()), "violated.\(name)")
  }

  @Test func `every format is the same for a report that was read`() throws {
    for report in [try Samples.violated(), try Samples.everything()] {
      let read = try JSONFormat.read(JSONFormat().text(report))
      for format in ReportFormats.all {
        let text = try format.text(read)
        #expect(try text == format.text(report), "\(format.name)")
        #expect(text.hasSuffix("\n"), "\(format.name)")
      }
    }
  }

  @Test func `every format has a name of its own`() {
    #expect(Set(ReportFormats.all.map(\.name)).count == ReportFormats.all.count)
    #expect(ReportFormats.all.map(\.name).contains(ReportFormats.standard.name))
    #expect(ReportFormats.ofMutants.map(\.name) == ["json", "terminal"])
    #expect(ReportFormats.ofComparisons.map(\.name) == ["json", "terminal"])
  }
}

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

  @Test func `a format that names a failure file names its folder`() throws {
    let setting = Presentation(detail: .whole, folder: "some/where", tool: "swift package oqcheck")
    var names: Set<String> = []
    for format in ReportFormats.all {
      let text = try format.report(Samples.dependencyOnly(), setting).replacing("\\/", with: "/")
      guard text.contains("replay ") else { continue }
      names.insert(format.name)
      #expect(
        text.contains("swift package oqcheck replay some/where/DEP-1-1a2b3c4d.oqrepro"),
        "\(format.name)")
      #expect(!text.contains("replay DEP-1"), "\(format.name)")
    }
    #expect(names == ["github", "html", "junit", "markdown", "sarif", "tap", "terminal"])
  }

  @Test func `a format that counts interactions says so where they are not counted`() throws {
    let setting = Presentation(detail: .whole)
    for format in ReportFormats.all where ["html", "terminal"].contains(format.name) {
      let words = "not counted below 500 composed programs"
      // Lines are broken anywhere.
      let none = try format.report(Samples.violated(), setting).split { $0.isWhitespace }
      #expect(none.joined(separator: " ").contains(words), "\(format.name)")
      var report = try Samples.violated()
      let share = Report.Interactions.Share(reached: 1, feasible: 2)
      report.interactions = Report.Interactions(
        programs: 500, verbs: [.init(verb: "add", pairs: share, triples: share)])
      let some = try format.report(report, setting).split { $0.isWhitespace }
      #expect(!some.joined(separator: " ").contains(words), "\(format.name)")
    }
  }

  @Test func `every format has a name of its own`() {
    #expect(Set(ReportFormats.all.map(\.name)).count == ReportFormats.all.count)
    #expect(ReportFormats.all.map(\.name).contains(ReportFormats.standard.name))
    #expect(ReportFormats.ofMutants.map(\.name) == ["json", "terminal"])
    #expect(ReportFormats.ofComparisons.map(\.name) == ["json", "terminal"])
  }
}

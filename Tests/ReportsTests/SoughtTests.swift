import OQPrograms
import OQReport
import OQReports
import Testing

/// What reports say of expected causes that were looked for.
@Suite struct SoughtTests {
  private static let text = "crash when op a; cancel a"

  private static func report(programs: Int, shown: Int) throws -> Report {
    let file = try ExpectationFile(parsing: text)
    var report = try Samples.sorted()
    report.expected = file.entries.map(\.expectation)
    report.sought =
      report.expected?.map {
        Report.Sought($0, programs: programs, shown: shown)
      } ?? []
    return report
  }

  @Test(
    arguments: [
      (40, 0, ", nor by 40 programs with its trigger that ran for it"),
      (1, 0, ", nor by a program with its trigger that ran for it"),
    ])
  func `what did not show is out of date, with how often it was tried`(
    programs: Int, shown: Int, ending: String
  ) throws {
    let report = try Self.report(programs: programs, shown: shown)
    let complaints = try ExpectationFile(parsing: Self.text).complaints(
      about: report, on: "2026-01-01")
    #expect(
      complaints.map(\.text) == ["\(Self.text) is expected to be violated, and is not\(ending)"])
    #expect(try ExpectationFile(parsing: Self.text).outdated(by: report) == 1)
  }

  @Test(arguments: [(40, 1), (0, 0)])
  func `what showed then, or was not tried, is not out of date`(programs: Int, shown: Int) throws {
    let report = try Self.report(programs: programs, shown: shown)
    #expect(try ExpectationFile(parsing: Self.text).outdated(by: report) == 0)
    #expect(report.untried(report.expected ?? []).count == (programs == 0 ? 1 : 0))
  }

  @Test func `what another part has shown counts, though one part has not tried it`() throws {
    var report = try Samples.sorted()
    let cause = try #require(report.causes.first { $0.trigger != nil })
    let expectation = OQReport.Expectation(cause.blames[0], when: cause.trigger)
    report.sought = [Report.Sought(expectation)]
    #expect(report.untried([expectation]).isEmpty)
    report.causes = []
    #expect(report.untried([expectation]) == [expectation])
  }

  @Test(arguments: [(1, "1 expected cause was"), (0, nil)])
  func `what showed only then is told`(shown: Int, begin: String?) throws {
    let report = try Self.report(programs: 2, shown: shown)
    let remark = begin.map { $0 + " shown by no program of the run, but by one that ran for it." }
    #expect(report.soughtRemark == remark)
    let catalogue = try Samples.catalogue()
    let style = ReportStyle(width: 200)
    let table = TerminalReport(report, catalogue: catalogue, style: style, detail: .whole).text
    let page = HTMLReport(report, catalogue: catalogue).text
    for text in [table, page] {
      #expect(text.contains("shown by no program of the run") == (remark != nil))
      if let remark { #expect(text.contains(remark)) }
    }
  }

  @Test func `the numbers are written, read back and added up`() throws {
    let report = try Self.report(programs: 3, shown: 0)
    let text = try JSONFormat().text(report)
    #expect(try JSONFormat.read(text).sought == report.sought)
    #expect(text.contains("\"expectation\": \"crash when op a; cancel a\""))
    #expect(try !JSONFormat().text(Samples.sorted()).contains("sought"))
    func shard(_ index: Int) throws -> Report.Source {
      var report = try Self.report(programs: 3, shown: index)
      report.part = Report.Part(index: index, count: 2, limit: 10, minimum: 1, doubts: [:])
      return Report.Source("part\(index).json", report)
    }
    let whole = try Report.merging([shard(0), shard(1)])
    #expect(whole.sought.map(\.programs) == [6])
    #expect(whole.sought.map(\.shown) == [1])
  }
}

extension ExpectationFile {
  /// How many entries a report shows to be out of date.
  fileprivate func outdated(by report: Report) -> Int {
    complaints(about: report, on: "2026-01-01").count
  }
}

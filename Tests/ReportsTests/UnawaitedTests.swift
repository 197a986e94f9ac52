import OQReport
import OQReports
import Testing

/// How a report tells of programs that had not ended when time was over.
@Suite struct UnawaitedTests {
  private static func report(undecided: Int, unawaited: Int) throws -> Report {
    var report = try Samples.violated()
    report.undecided = undecided
    report.unawaited = unawaited
    return report
  }

  @Test(
    arguments: [
      (0, 0, ""), (2, 0, " (2 undecided)"), (0, 3, " (3 not waited for)"),
      (2, 3, " (2 undecided, 3 not waited for)"),
    ])
  func `what is to be said of programs stands in brackets`(
    undecided: Int, unawaited: Int, remark: String
  ) throws {
    let report = try Self.report(undecided: undecided, unawaited: unawaited)
    let catalogue = try Samples.catalogue()
    let programs = "\(report.programs) programs\(remark)"
    #expect(report.programsRemark == remark)
    #expect(
      TerminalReport(report, catalogue: catalogue, style: ReportStyle(width: 200)).text
        .split(separator: "\n")[0].contains("\(programs), "))
    #expect(
      TerminalReport(report, catalogue: catalogue, detail: .whole).text
        .contains("programs       \(report.programs)\(remark)\n"))
    #expect(try MarkdownFormat().text(report).contains("\(programs), specification"))
    #expect(
      HTMLReport(report, catalogue: catalogue).text
        .contains("<dt>Programs</dt><dd>\(report.programs)\(remark)</dd>"))
  }

  @Test func `the number is written, read back and added up`() throws {
    let report = try Self.report(undecided: 0, unawaited: 3)
    let text = try JSONFormat().text(report)
    #expect(text.contains("\"unawaited\": 3"))
    #expect(try JSONFormat.read(text).unawaited == 3)
    #expect(try !JSONFormat().text(Self.report(undecided: 0, unawaited: 0)).contains("unawaited"))
    func shard(_ index: Int) throws -> Report.Source {
      var report = report
      report.part = Report.Part(index: index, count: 2, limit: 10, minimum: 1, doubts: [:])
      return Report.Source("part\(index).json", report)
    }
    #expect(try Report.merging([shard(0), shard(1)]).unawaited == 6)
  }
}

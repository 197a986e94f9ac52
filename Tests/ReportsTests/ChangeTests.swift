import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct ChangeTests {
  /// A report with what the sample shows, and one that shows other things.
  private func reports() throws -> (new: Report, old: Report) {
    var (new, old) = (try Samples.sorted(), try Samples.sorted())
    old.findings.removeAll { $0.blame == .crash }
    var gone = try Samples.stall()
    let cause = Cause(
      try Trigger(parsing: "op a; cancel a"), seenAs: [.rule("DEP-2")], programs: 1)
    gone.cause = cause.id
    old.findings.append(gone)
    old.causes = [old.causes[0], cause]
    new.since = new.changes(since: old)
    return (new, old)
  }

  @Test func `what is new, known and gone`() throws {
    let since = try #require(reports().new.since)
    #expect(since.new.map(\.rules) == [["crash"]])
    #expect(since.known.map(\.rules) == [["DEP-1", "WAIT-1"]])
    #expect(since.gone.map(\.rules) == [["DEP-2"]])
    let same = try Samples.violated()
    let none = same.changes(since: same)
    #expect(none.new.isEmpty && none.gone.isEmpty && none.known.count == 4)
  }

  @Test func `a trigger with other names is the same cause`() throws {
    var (new, old) = (try Samples.sorted(), try Samples.sorted())
    (new.findings, old.findings) = ([], [])
    new.causes = [new.causes[0]]
    old.causes = [
      Cause(
        try Trigger(parsing: "op y; op x deps=y; undepend x y"), seenAs: [.rule("WAIT-1")],
        programs: 3)
    ]
    #expect(new.changes(since: old).known.count == 1)
    #expect(new.changes(since: old).new.isEmpty)
  }

  @Test func `it is in every format that people and CI systems read`() throws {
    let report = try reports().new
    func text(_ format: any ReportFormat) throws -> String { try format.text(report) }
    let screen = try text(TerminalFormat())
    #expect(screen.contains("1 DEP-1, seen as WAIT-1 too; 214 programs [known]"))
    #expect(screen.contains("crash; 1 program [new]"))
    #expect(screen.contains("1 new, 1 known, 1 gone: DEP-2 (needs"))
    #expect(try text(JUnitFormat()).contains("name=\"since.gone\" value=\"DEP-2 (needs"))
    #expect(try text(HTMLFormat()).contains("<span class=\"new\">new</span>"))
    #expect(try text(HTMLFormat()).contains("data-change=\"known\""))
    #expect(try text(GitHubFormat()).contains("title=new%3A crash"))
    #expect(try text(MarkdownFormat()).contains("gone: DEP-2"))
    #expect(try text(SARIFFormat()).contains("\"baselineState\":\"new\""))
    #expect(try text(TAPFormat()).contains("since: known"))
    let read = try JSONFormat.read(JSONFormat().text(report))
    #expect(read.since == report.since)
    #expect(try JSONLinesFormat.read(text(JSONLinesFormat())).since == report.since)
  }
}

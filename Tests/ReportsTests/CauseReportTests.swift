import OQHistory
import OQPrograms
import OQReport
import OQReports
import OQSpecification
import Testing

/// Swift Testing has a type of the same name.
private typealias Expectation = OQReport.Expectation

@Suite struct CauseReportTests {
  @Test func `a report on a terminal groups findings under their causes`() throws {
    let text = TerminalReport(
      try Samples.sorted(), catalogue: try Samples.catalogue(),
      reproduction: Samples.reproduction, detail: .whole
    ).text
    try Golden.expect(text, "sorted.txt")
  }

  @Test func `JUnit says the cause of a failure, and what else it was seen as`() throws {
    let text = JUnitReport(try Samples.sorted(), catalogue: try Samples.catalogue()).text
    #expect(
      text.contains("cause e9859cdb, seen as WAIT-1 too; needs: b depends on a; undepend b a"))
    #expect(text.contains("name=\"cause.e9859cdb\" value=\"DEP-1 WAIT-1\""))
  }

  @Test func `causes are written and read back`() throws {
    let report = try Samples.sorted()
    let read = try JSONFormat.read(JSONFormat().text(report))
    #expect(read.causes == report.causes)
    #expect(read.findings.map(\.cause) == report.findings.map(\.cause))
    #expect(read.stalls == report.stalls)
    #expect([read.unsorted, read.passedOver] == [1, 40])
  }

  @Test func `causes of shards with one trigger are one`() throws {
    func shard(_ index: Int, _ rule: RuleID) throws -> Report.Source {
      var report = try Samples.sorted()
      report.part = Report.Part(index: index, count: 2, limit: 10, minimum: 1, doubts: [:])
      report.causes[0].blames = [.crash, .rule(rule)].sorted()
      return Report.Source("part\(index).json", report)
    }
    let whole = try Report.merging([shard(0, "DEP-1"), shard(1, "WAIT-1")])
    #expect(whole.causes.map(\.programs) == [428, 2])
    #expect(whole.causes.map(\.blames) == [[.rule("DEP-1"), .rule("WAIT-1"), .crash], [.crash]])
    #expect(whole.findings.count == 3)
    #expect(whole.unsorted == 2)
    #expect(whole.stalls == Report.Stalls(programs: 2, index: 17))
    #expect(whole.passedOver == 80)
  }

  @Test func `an expected cause hides no other one with the same rule`() throws {
    var report = try Samples.sorted()
    report.findings.removeAll { $0.blame == .crash }
    report.dropIdleCauses()
    let known = Expectation(
      .rule("WAIT-1"), when: try Trigger(parsing: "op y; op x deps=y; undepend x y"))
    #expect(report.causes.count == 1)
    #expect(report.isExpected(by: [known]))
    #expect(!report.isExpected(by: [Expectation(.rule("DEP-1"))]))
    #expect(report.isExpected(by: [Expectation(.rule("DEP-1")), Expectation(.rule("WAIT-1"))]))
    report.causes.append(
      Cause(try Trigger(parsing: "op a; cancel a"), seenAs: [.rule("WAIT-1")], programs: 1))
    #expect(!report.isExpected(by: [known]))
    #expect(report.stale([known]) == [])
    let gone = Expectation(.rule("DEP-1"), when: try Trigger(parsing: "op a; drop a"))
    #expect(report.stale([known, gone, Expectation(.crash)]) == [gone, Expectation(.crash)])
    // What was not judged is not missed.
    report.rules.removeAll { $0.id == "DEP-1" }
    #expect(report.stale([gone, Expectation(.rule("DEP-1"))]) == [])
  }

  @Test func `a case of a cause that shows is not missed, and expects nothing but itself`() throws {
    let report = try Samples.sorted()
    let special = try Trigger(parsing: "op y kind=asynchronous; op x deps=y; undepend x y")
    let known = Expectation(.rule("WAIT-1"), when: special)
    #expect(report.stale([known]) == [])
    #expect(!report.isExpected(.rule("WAIT-1"), by: [known]))
    // The cause is not seen as this, and what takes more is no case of what takes as much.
    let other = Expectation(.unexplained, when: special)
    let larger = Expectation(.rule("WAIT-1"), when: try Trigger(parsing: "op y; op x deps=y"))
    #expect(report.stale([other, larger]) == [other, larger])
  }
}

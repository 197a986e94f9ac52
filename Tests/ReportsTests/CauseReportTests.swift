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

  /// The same report as if a start by hand had turned out to be the same mistake, and one in which
  /// it has not.
  private func joined() throws -> (whole: Report, apart: Report, other: Trigger) {
    let other = try Trigger(parsing: "op y; start y")
    let started = Cause(other, seenAs: [.rule("WAIT-1")], programs: 3)
    var (whole, apart) = (try Samples.sorted(), try Samples.sorted())
    whole.causes[0].absorb(started)
    apart.causes.append(started)
    apart.findings[1].cause = started.id
    return (whole, apart, other)
  }

  @Test func `what has turned out to be a cause is written and read back`() throws {
    let (whole, apart, other) = try joined()
    #expect(try JSONFormat.read(JSONFormat().text(whole)).causes == whole.causes)
    #expect(whole.causes[0].joined == [other])
    #expect(!(try JSONFormat().text(apart).contains("\"joined\"")))
    let text = try JSONFormat().text(whole)
    #expect(text.contains("\"joined\":") && text.contains("op a; start a"))
    #expect(throws: (any Error).self) {
      try JSONFormat.read(text.replacing("op a; start a", with: "op a; sturt a"))
    }
  }

  @Test func `what has turned out to be a cause is not missed, and expects nothing`() throws {
    let (whole, apart, other) = try joined()
    let known = Expectation(.rule("WAIT-1"), when: other)
    #expect(whole.stale([known]) == [] && apart.stale([known]) == [])
    #expect(try Samples.sorted().stale([known]) == [known])
    #expect(!whole.isExpected(.rule("WAIT-1"), by: [known]))
    // Nor is it new or gone.
    for (new, old) in [(whole, apart), (apart, whole)] {
      let changes = new.changes(since: old)
      #expect(changes.new.isEmpty && changes.gone.isEmpty)
    }
  }

  @Test func `what has turned out to be a cause in one shard is that cause in all`() throws {
    let (whole, apart, _) = try joined()
    for reports in [[whole, apart], [apart, whole]] {
      let parts = reports.enumerated().map { index, report in
        var report = report
        report.part = Report.Part(index: index, count: 2, limit: 10, minimum: 1, doubts: [:])
        return Report.Source("part\(index).json", report)
      }
      let all = try Report.merging(parts)
      #expect(all.causes.map(\.id) == [whole.causes[0].id, whole.causes[1].id])
      #expect(all.causes[0].programs == 2 * 214 + 3)
      #expect(all.findings.count == 3)
      #expect(Set(all.findings.compactMap(\.cause)) == Set(all.causes.map(\.id)))
    }
  }
}

import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQReports
import OQSpecification
import Testing

/// What every format says of a violation that somebody has known and accepted.
@Suite struct `What is expected` {
  private func expectation() -> OQReport.Expectation {
    var expectation = OQReport.Expectation(.rule("DEP-1"), reason: "keeps a counter")
    expectation.link = "https://example.org/1"
    return expectation
  }

  /// A report of a violated rule, which is expected, and of a crash, which may be.
  private func report(crashes: Bool = false, alsoExpected isExpected: Bool = false) throws -> Report
  {
    let findings = [try Samples.dependency()] + (crashes ? [try Samples.crash()] : [])
    var report = try Samples.report(
      outcome: .violated, rules: [Samples.result("DEP-1", .violated, 1, 0, 1)], findings: findings)
    report.expected = [expectation()] + (isExpected ? [OQReport.Expectation(.crash)] : [])
    return report
  }

  private func text(_ format: some ReportFormat, _ report: Report) throws -> String {
    try format.text(report)
  }

  @Test func `is said in the line of the outcome`() throws {
    #expect(try report().outcomeLine.hasPrefix("violated: 1 rule, all expected (core, "))
    let mixed = try report(crashes: true)
    #expect(mixed.outcomeLine.hasPrefix("violated: 1 rule, 1 crash, 1 of 2 expected (core, "))
    #expect(!mixed.isAsExpected)
    let both = try report(crashes: true, alsoExpected: true)
    #expect(both.outcomeLine.hasPrefix("violated: 1 rule, 1 crash, all expected (core, "))
    #expect(both.isAsExpected)
    var bare = try report()
    bare.expected = []
    #expect(bare.outcomeLine.hasPrefix("violated: 1 rule (core, "))
  }

  @Test func `is a warning to GitHub, and comes after what is not`() throws {
    let lines = try text(GitHubFormat(), report(crashes: true)).split(separator: "\n")
    #expect(lines.first?.hasPrefix("::error title=crash") == true, "\(lines)")
    #expect(lines[1].hasPrefix("::warning title=DEP-1"), "\(lines)")
    #expect(lines[1].contains("%0Aexpected: keeps a counter, https://example.org/1%0A"), "\(lines)")
    #expect(!(try text(GitHubFormat(), report())).contains("::error"))
  }

  @Test func `is to be done in TAP`() throws {
    let text = try text(TAPFormat(), report(crashes: true, alsoExpected: true))
    let points = text.split(separator: "\n").filter { $0.hasPrefix("not ok") }
    #expect(points.count == 2)
    #expect(points.first?.hasSuffix("expected: keeps a counter, https://example.org/1") == true)
    #expect(points.allSatisfy { $0.contains(" # " + "TO" + "DO expected") }, "\(points)")
  }

  @Test func `is skipped in JUnit`() throws {
    let text = try text(JUnitFormat(), report(crashes: true, alsoExpected: true))
    #expect(text.contains("failures=\"0\""), "\(text)")
    #expect(
      text.contains(
        "<skipped message=\"violated by 1 program, expected: keeps a counter, https://example.org/1: "
      ),
      "\(text)")
    #expect(text.contains("<skipped message=\"expected: "), "\(text)")
    #expect(try self.text(JUnitFormat(), report(crashes: true)).contains("failures=\"1\""))
  }

  @Test func `is suppressed in SARIF`() throws {
    let text = try text(SARIFFormat(), report())
    #expect(
      text.contains(
        "\"suppressions\":[{\"justification\":\"expected: keeps a counter, https://example.org/1\""),
      "\(text)")
    #expect(text.contains("\"level\":\"note\""))
    var bare = try report()
    bare.expected = nil
    #expect(!(try self.text(SARIFFormat(), bare)).contains("suppressions"))
  }

  @Test(arguments: ["markdown", "terminal", "html", "badge"])
  func `is said to people`(_ name: String) throws {
    let format = try #require(ReportFormats.all.first { $0.name == name })
    #expect(try format.text(report()).contains("expected"))
    var bare = try report()
    bare.expected = nil
    #expect(!(try format.text(bare)).contains("expected: keeps"))
  }

  @Test func `names what a cause was seen as in every format that lists causes`() throws {
    var report = try report()
    let trigger = try Trigger(parsing: "op a; op b deps=a; undepend b a")
    report.causes = [Cause(trigger, seenAs: [.rule("DEP-1"), .rule("DEP-2")])]
    report.findings[0].cause = report.causes[0].id
    report.expected = [OQReport.Expectation(.rule("DEP-2"), when: trigger, reason: "once")]
    #expect(report.isAsExpected)
    #expect(report.expectation(of: report.findings[0])?.reason == "once")
    #expect(report.expectation(of: report.causes[0])?.reason == "once")
    #expect(report.expectation(of: report.rules[0])?.reason == "once")
    // A cause is expected where everything that it is seen as is listed.
    report.expected = [OQReport.Expectation(.rule("DEP-1"))]
    #expect(report.expectation(of: report.causes[0]) == nil)
    #expect(try text(GitHubFormat(), report).contains("::error"))
    report.expected = [
      OQReport.Expectation(.rule("DEP-1")), OQReport.Expectation(.rule("DEP-2")),
    ]
    #expect(report.expectation(of: report.causes[0]) != nil)
    #expect(try !text(GitHubFormat(), report).contains("::error"))
    let other = try Trigger(parsing: "op a; drop a")
    report.expected = [OQReport.Expectation(.rule("DEP-2"), when: other)]
    #expect(!report.isAsExpected)
    #expect(report.expectation(of: report.rules[0]) == nil)
  }

  @Test func `is written and read with the report`() throws {
    var report = try report()
    let trigger = try Trigger(parsing: "op a; op b deps=a; undepend b a")
    var whole = OQReport.Expectation(.rule("DEP-9"), when: trigger, reason: "why")
    whole.until = "2027-01-31"
    whole.versions = ["6.3*"]
    whole.pin = OQReport.Expectation.Pin("pthread_mutex_unlock f")
    report.expected = [expectation(), whole, OQReport.Expectation(.unexplained)]
    let text = try text(JSONFormat(), report)
    #expect(try JSONFormat.read(text).expected == report.expected)
    let broken = text.replacing("\"DEP-9\"", with: "\"dep\"")
    let error = #expect(throws: (any Error).self) { try JSONFormat.read(broken) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("'dep' is no rule id"), "\(error as Any)")
  }

  @Test func `is taken from the parts of a campaign`() throws {
    func part(_ index: Int, _ expected: [OQReport.Expectation]?) throws -> Report.Source {
      var report = try report()
      report.part = Report.Part(index: index, count: 2, limit: 2, minimum: 1, doubts: [:])
      report.expected = expected
      return Report.Source("\(index)", report)
    }
    let whole = try Report.merging([part(0, [expectation()]), part(1, [expectation()])])
    #expect(whole.expected == [expectation()])
    #expect(whole.isAsExpected)
    #expect(try Report.merging([part(0, nil), part(1, nil)]).expected == nil)
    let partial = try Report.merging([part(1, nil)], isPartial: true)
    #expect(partial.outcomeLine.hasSuffix("), shard 0/2 is missing"), "\(partial.outcomeLine)")
  }
}

import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct MergeTests {
  /// A part with the counts of one rule, as one shard would write it.
  private func part(
    _ index: Int, of count: Int = 2, decided: Int = 30, undecided: Int = 0, violations: Int = 0,
    findings: [Finding] = [], complete: Bool = true, change: (inout JSONReport) -> Void = { _ in }
  ) throws -> JSONReport.Source {
    let tally = Tally(
      exercised: decided, undecided: undecided, violations: violations,
      contexts: ["queued": decided], reason: undecided > 0 ? "no end of part \(index)" : nil)
    let rule = try #require(try Samples.catalogue()["DEP-1"])
    let report = Report(
      toolVersion: "0.9.0",
      specification: Report.Specification(version: "1.0", digest: "0123456789abcdef"),
      subject: Samples.subject, vocabulary: ["add"], missing: [], profile: .core, seed: 7,
      programs: 50, outcome: .inconclusive, isComplete: complete,
      rules: [tally.result(of: rule, minimum: 40, isEnforced: true)], findings: findings,
      part: Report.Part(
        index: index, count: count, limit: 100, minimum: 40,
        doubts: tally.reason.map { ["DEP-1": $0] } ?? [:]))
    var form = JSONReport(report)
    change(&form)
    return JSONReport.Source("part\(index).json", form)
  }

  @Test func `counts add up, and the verdict is that of their sum`() throws {
    let parts = try [part(1), part(0)]
    #expect(parts.allSatisfy { $0.report.rules[0].verdict == "inconclusive" })
    let whole = try JSONReport.merging(parts)
    #expect(whole.programs == 100)
    #expect(whole.rules[0].exercised == 60)
    #expect(whole.rules[0].contexts == ["queued": 60])
    #expect(whole.rules[0].verdict == "satisfied")
    #expect(whole.rules[0].reason == nil)
    #expect(whole.outcome == "conformant")
    #expect(whole.shard == nil)
  }

  @Test func `the order of the reports does not matter`() throws {
    let parts = try [part(0, decided: 3), part(1, decided: 50, undecided: 9)]
    let whole = try JSONReport.merging(parts)
    #expect(try JSONReport.merging(parts.reversed()) == whole)
    #expect(whole.rules[0].verdict == "inconclusive")
    #expect(whole.rules[0].reason == "9 cases undecided: no end of part 1")
    #expect(whole.outcome == "inconclusive")
  }

  @Test func `a part that ended early makes the whole incomplete`() throws {
    let whole = try JSONReport.merging([part(0, complete: false), part(1)])
    #expect(!whole.complete)
    #expect(whole.outcome == "inconclusive")
  }

  @Test func `of findings that blame the same the first is kept`() throws {
    var (late, early) = (try Samples.dependency(), try Samples.dependency())
    (late.index, early.index) = (41, 12)
    let crash = try Samples.crash()
    let whole = try JSONReport.merging([
      part(0, violations: 1, findings: [crash, late]), part(1, violations: 2, findings: [early]),
    ])
    #expect(whole.findings.map(\.rule) == ["DEP-1", "crash"])
    #expect(whole.findings.first?.index == 12)
    #expect(whole.rules[0].violations == 3)
    #expect(whole.outcome == "violated")
  }

  @Test func `a challenged rule does not fail the whole`() throws {
    func challenge(_ report: inout JSONReport) { report.rules[0].challenged = "in doubt" }
    var other = try part(0).report.rules[0]
    other.id = "DEP-2"
    let sound = other
    func both(_ report: inout JSONReport) {
      challenge(&report)
      report.rules.append(sound)
    }
    let finding = try Samples.dependency()
    let whole = try JSONReport.merging([
      part(0, violations: 1, findings: [finding], change: both), part(1, change: both),
    ])
    #expect(whole.rules.map(\.verdict) == ["violated", "satisfied"])
    #expect(whole.outcome == "conformant")
  }

  @Test func `an unusable part makes the whole unusable`() throws {
    let whole = try JSONReport.merging([
      part(0),
      part(1) { report in
        report.outcome = "unusable"
        report.reason = "it lies"
      },
    ])
    #expect(whole.outcome == "unusable")
    #expect(whole.reason == "it lies")
  }

  @Test func `missing and doubled parts are refused`() throws {
    func refusal(_ sources: [JSONReport.Source]) -> String? {
      #expect(throws: JSONReport.MergeError.self) { try JSONReport.merging(sources) }?.description
    }
    #expect(try refusal([part(0)]) == "shard 1/2 is missing")
    #expect(try refusal([part(1, of: 9)]) == "8 shards are missing: 0/9, 2/9, 3/9, 4/9, 5/9, …")
    #expect(
      try refusal([part(0), part(0)]) == "shard 0/2 is there twice: part0.json and part0.json")
    #expect(
      try refusal([part(0), part(1, of: 3)]) == "part1.json is one of 3 shards, part0.json one of 2"
    )
    #expect(
      try refusal([part(0), part(1) { $0.shard = nil }])
        == "part1.json is the report of a whole campaign, not of a shard")
    #expect(refusal([]) == "there is no report to merge")
  }

  @Test func `parts of other campaigns are refused`() throws {
    let changes: [(String, (inout JSONReport) -> Void)] = [
      ("the seed is 0x8 in one and 0x7 in the other", { $0.seed = "0x8" }),
      ("the subject is other in one and sample in the other", { $0.subject.name = "other" }),
      ("the subject's version is 3 in one and 2.1 in the other", { $0.subject.version = "3" }),
      ("the version of oqcheck is 1 in one and 0.9.0 in the other", { $0.tool.version = "1" }),
      (
        "the version of the specification is 2.0 in one and 1.0 in the other",
        { $0.spec.version = "2.0" }
      ),
      ("the digest of the specification is f in one", { $0.spec.digest = "f" }),
      ("the profile is guide in one and core in the other", { $0.profile = "guide" }),
      ("--programs is not given in one and 100 in the other", { $0.shard?.programs = nil }),
      ("the minimum of decided cases is 2 in one and 40", { $0.shard?.minimum = 2 }),
      ("subjects that offer different things", { $0.subject.capabilities = [] }),
      ("different vocabularies", { $0.vocabulary = [] }),
      ("different rules", { $0.rules = [] }),
      ("different rules", { $0.rules[0].challenged = "in doubt" }),
    ]
    for (message, change) in changes {
      let parts = try [part(0), part(1, change: change)]
      let error = #expect(throws: JSONReport.MergeError.self) { try JSONReport.merging(parts) }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
  }

  @Test func `a part is written and read back`() throws {
    let form = try part(1, undecided: 2).report
    #expect(form.shard?.doubts == ["DEP-1": "no end of part 1"])
    #expect(try JSONReport(parsing: form.text()) == form)
  }
}

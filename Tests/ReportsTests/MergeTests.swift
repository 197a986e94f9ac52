import OQAdapters
import OQJudging
import OQModel
import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct MergeTests {
  /// A part with the counts of one rule, as one shard would write it.
  private func part(
    _ index: Int, of count: Int = 2, decided: Int = 30, undecided: Int = 0, violations: Int = 0,
    findings: [Finding] = [], complete: Bool = true, change: (inout Report) -> Void = { _ in }
  ) throws -> Report.Source {
    let tally = Tally(
      exercised: decided, undecided: undecided, violations: violations,
      contexts: ["queued": decided], reason: undecided > 0 ? "no end of part \(index)" : nil)
    var report = Report(
      toolVersion: "0.9.0",
      specification: Report.Specification(version: "1.0", digest: "0123456789abcdef"),
      subject: Samples.subject, vocabulary: ["add"], missing: [], profile: .core, seed: 7,
      programs: 50, outcome: .inconclusive, isComplete: complete,
      rules: [tally.result(of: "DEP-1", .core, minimum: 40, isEnforced: true)], findings: findings,
      part: Report.Part(
        index: index, count: count, limit: 100, minimum: 40,
        doubts: tally.reason.map { ["DEP-1": $0] } ?? [:]))
    change(&report)
    return Report.Source("part\(index).json", report)
  }

  @Test func `counts add up, and the verdict is that of their sum`() throws {
    let parts = try [part(1), part(0)]
    #expect(parts.allSatisfy { $0.report.rules[0].verdict == .inconclusive })
    let whole = try Report.merging(parts)
    #expect(whole.programs == 100)
    #expect(whole.rules[0].exercised == 60)
    #expect(whole.rules[0].contexts == [.init("queued", 60)])
    #expect(whole.rules[0].verdict == .satisfied)
    #expect(whole.rules[0].reason == nil)
    #expect(whole.outcome == .conformant)
    #expect(whole.part == nil)
  }

  @Test func `the order of the reports does not matter`() throws {
    let parts = try [part(0, decided: 3), part(1, decided: 50, undecided: 9)]
    let whole = try Report.merging(parts)
    #expect(try Report.merging(parts.reversed()) == whole)
    #expect(whole.rules[0].verdict == .inconclusive)
    #expect(whole.rules[0].reason == "9 cases undecided: no end of part 1")
    #expect(whole.outcome == .inconclusive)
  }

  @Test func `a part that ended early makes the whole incomplete`() throws {
    let whole = try Report.merging([part(0, complete: false), part(1)])
    #expect(!whole.isComplete)
    #expect(whole.outcome == .inconclusive)
  }

  @Test func `of findings that blame the same the first is kept`() throws {
    var (late, early) = (try Samples.dependency(), try Samples.dependency())
    (late.index, early.index) = (41, 12)
    let crash = try Samples.crash()
    let whole = try Report.merging([
      part(0, violations: 1, findings: [crash, late]), part(1, violations: 2, findings: [early]),
    ])
    #expect(whole.findings.map(\.blame) == [.rule("DEP-1"), .crash])
    #expect(whole.findings.first?.index == 12)
    #expect(whole.rules[0].violations == 3)
    #expect(whole.outcome == .violated)
  }

  @Test func `a challenged rule does not fail the whole`() throws {
    func both(_ report: inout Report) {
      report.rules = [doubted(report.rules[0]), sound()]
    }
    let finding = try Samples.dependency()
    let whole = try Report.merging([
      part(0, violations: 1, findings: [finding], change: both), part(1, change: both),
    ])
    #expect(whole.rules.map(\.verdict) == [.violated, .satisfied])
    #expect(whole.outcome == .conformant)
  }

  @Test func `an unusable part makes the whole unusable`() throws {
    let whole = try Report.merging([
      part(0),
      part(1) { report in
        report.outcome = .unusable
        report.reason = "it lies"
      },
    ])
    #expect(whole.outcome == .unusable)
    #expect(whole.reason == "it lies")
  }

  @Test func `a part that doubts makes the whole inconclusive, and says why`() throws {
    let doubt = "program 4 showed ASYNC-9, but so seldom that the host may be to blame"
    let whole = try Report.merging([part(0), part(1) { $0.reason = doubt }])
    #expect(whole.rules[0].verdict == .satisfied)
    #expect(whole.outcome == .inconclusive)
    #expect(whole.reason == doubt)
    let undecided = try part(0, complete: false) { $0.undecided = 40 }
    #expect(try Report.merging([undecided, part(1) { $0.reason = doubt }]).reason == doubt)
    let often = "neither an end nor a quiescence of 40 of 50 programs"
    let few = try Report.merging([
      part(0) { report in
        report.undecided = 40
        report.reason = often
      }, part(1) { $0.programs = 5000 },
    ])
    #expect(few.reason == nil)
  }

  @Test func `missing and doubled parts are refused`() throws {
    func refusal(_ sources: [Report.Source]) -> String? {
      #expect(throws: Report.MergeError.self) { try Report.merging(sources) }?.description
    }
    #expect(try refusal([part(0)]) == "shard 1/2 is missing")
    #expect(try refusal([part(1, of: 9)]) == "8 shards are missing: 0/9, 2/9, 3/9, 4/9, 5/9, …")
    #expect(
      try refusal([part(0), part(0)]) == "shard 0/2 is there twice: part0.json and part0.json")
    #expect(
      try refusal([part(0), part(1, of: 3)]) == "part1.json is one of 3 shards, part0.json one of 2"
    )
    #expect(
      try refusal([part(0), part(1) { $0.part = nil }])
        == "part1.json is the report of a whole campaign, not of a shard")
    #expect(refusal([]) == "there is no report to merge")
  }

  @Test func `what is there of a campaign is joined, and what is missing is said`() throws {
    let whole = try Report.merging([part(2, of: 3), part(0, of: 3)], isPartial: true)
    #expect(whole.programs == 100)
    #expect(whole.rules[0].verdict == .satisfied)
    #expect(!whole.isComplete)
    #expect(whole.outcome == .inconclusive)
    #expect(whole.reason == "shard 1/3 is missing")
    let finding = try Samples.dependency()
    let broken = try Report.merging(
      [part(1, of: 3, violations: 1, findings: [finding])], isPartial: true)
    #expect(broken.outcome == .violated)
    #expect(broken.reason == "2 shards are missing: 0/3, 2/3")
    #expect(try Report.merging([part(0), part(1)], isPartial: true).outcome == .conformant)
  }

  @Test func `parts of other campaigns are refused`() throws {
    let changes: [(String, (inout Report) -> Void)] = [
      ("the seed is 0x8 in one and 0x7 in the other", { $0.seed = 8 }),
      (
        "the subject is other in one and sample in the other",
        { $0.subject = subject(name: "other") }
      ),
      (
        "the subject's version is 3 in one and 2.1 in the other",
        { $0.subject = subject(version: "3") }
      ),
      ("the version of oqcheck is 1 in one and 0.9.0 in the other", { $0.toolVersion = "1" }),
      (
        "the version of the specification is 2.0 in one and 1.0 in the other",
        { $0.specification = .init(version: "2.0", digest: "0123456789abcdef") }
      ),
      (
        "the digest of the specification is f in one",
        { $0.specification = .init(version: "1.0", digest: "f") }
      ),
      ("the profile is guide in one and core in the other", { $0.profile = .guide }),
      ("--programs is not given in one and 100 in the other", { $0.part = place(limit: nil) }),
      ("the minimum of decided cases is 2 in one and 40", { $0.part = place(minimum: 2) }),
      ("the control is class:main in one and none in the other", { $0.control = control([]) }),
      ("subjects that offer different things", { $0.subject = subject(capabilities: []) }),
      ("different vocabularies", { $0.vocabulary = [] }),
      ("different rules", { $0.rules = [] }),
      ("different rules", { $0.rules = $0.rules.map(doubted) }),
      ("count different things of the model", { $0.census = Census() }),
      ("count different things of the model", { $0.reach = try? Samples.model().reach }),
    ]
    for (message, change) in changes {
      let parts = try [part(0), part(1, change: change)]
      let error = #expect(throws: Report.MergeError.self) { try Report.merging(parts) }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
  }

  @Test func `a part is written and read back`() throws {
    let report = try part(1, undecided: 2).report
    #expect(report.part?.doubts == ["DEP-1": "no end of part 1"])
    #expect(try JSONFormat.read(JSONFormat().text(report)) == report)
  }

  @Test func `what the control shows in one part acquits nobody in another one`() throws {
    let finding = try Samples.dependency()
    var later = finding
    later.index = 70
    let shown = control([finding])
    let parts = try [
      part(0) {
        $0.rules = [shown.result(of: "DEP-1", .core, Tally()), sound()]
        $0.control = shown
      },
      part(1, violations: 1, findings: [later]) {
        $0.rules.append(sound())
        $0.control = control([later])
      },
    ]
    let whole = try Report.merging(parts)
    #expect(whole.control == control([finding], programs: 20))
    #expect(whole.findings == [later])
    #expect(whole.rules.map(\.verdict) == [.violated, .satisfied])
    #expect(whole.outcome == .violated)
    #expect(try Report.merging(parts.reversed()) == whole)
  }

  @Test func `a rule that the host breaks in every part is in none of them the subject's`() throws {
    let shown = control([try Samples.dependency()])
    let result = shown.result(of: "DEP-1", .core, Tally())
    let change: (inout Report) -> Void = {
      $0.rules = [result, self.sound()]
      $0.control = shown
    }
    let whole = try Report.merging([try part(0, change: change), try part(1, change: change)])
    #expect(whole.rules.map(\.verdict) == [.notApplicable, .satisfied])
    #expect(whole.rules[0].reason == "the host breaks it with class:main, too")
    #expect(whole.outcome == .conformant)
  }

  // MARK: Parts that differ

  private func doubted(_ rule: RuleResult) -> RuleResult {
    RuleResult(
      id: rule.id, level: rule.level, verdict: rule.verdict, exercised: rule.exercised,
      undecided: rule.undecided, violations: rule.violations, challenge: "in doubt",
      isEnforced: true)
  }

  /// A rule that was decided half as often as it must be, and never broken.
  private func sound() -> RuleResult {
    RuleResult(
      id: "DEP-2", level: .core, verdict: .inconclusive, exercised: 20, undecided: 0,
      violations: 0, isEnforced: true)
  }

  private func subject(
    name: String = Samples.subject.name, version: String = Samples.subject.version,
    capabilities: [Capability] = Samples.subject.capabilities
  ) -> SubjectDescription {
    SubjectDescription(
      name: name, version: version, capabilities: capabilities,
      stepBound: Samples.subject.stepBound)
  }

  private func place(limit: Int? = 100, minimum: Int = 40) -> Report.Part {
    Report.Part(index: 1, count: 2, limit: limit, minimum: minimum, doubts: [:])
  }

  private func control(_ findings: [Finding], programs: Int = 10) -> Report.Control {
    Report.Control(name: "class:main", programs: programs, findings: findings)
  }
}

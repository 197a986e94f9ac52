import OQAdapters
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQReport
import OQReports
import OQSpecification

/// Reports and findings written by hand, over two chapters written for them.
enum Samples {
  static let subject = SubjectDescription(
    name: "sample", version: "2.1", capabilities: [.listing, .queueWait, .names], stepBound: 0.5)

  static let reproduction = ReproduceCommands(subject: "exec:./sample adapter", folder: ".oqcheck")

  /// A catalogue of its own, so that goldens do not change with the chapters of `Spec`.
  static func catalogue() throws -> Catalogue {
    try Catalogue(chapters: [
      ChapterParser.parse(SampleChapters.dependencies, file: "Dependencies.md"),
      ChapterParser.parse(SampleChapters.waiting, file: "Waiting.md"),
    ])
  }

  /// A report with every verdict and every kind of finding.
  static func violated() throws -> Report {
    try report(
      outcome: .violated,
      rules: [
        result("WAIT-1", .inconclusive, 0, 3, reason: "decided 0 times, fewer than 1"),
        result("WAIT-2", .violated, 4, 0, 4, level: .profile(.guide)),
        result("WAIT-3", .vacuous, 0, 0, reason: "no program brought the rule's situation about"),
        result("WAIT-4", .notApplicable, 0, 0, reason: "needs operationWait"),
        result("DEP-1", .violated, 841, 2, 3, contexts: [.init("queued", 40), .init("manual", 1)]),
        result("DEP-2", .violated, 12, 0, 1), result("DEP-9", .satisfied, 1000, 0),
      ],
      findings: [crash(), unexplained(), stall(), dependency()])
  }

  /// A report in which everything is well.
  static func conformant() throws -> Report {
    try report(
      outcome: .conformant, missing: [],
      rules: [result("DEP-1", .satisfied, 841, 0), result("WAIT-1", .satisfied, 7, 0)],
      timings: Report.Timings(seconds: 12.34, programsPerSecond: 81.04))
  }

  /// A report of the model, of which something was not walked through.
  static func model() throws -> Report {
    try report(
      outcome: .conformant, missing: [], rules: [result("DEP-1", .satisfied, 841, 0)],
      reach: ModelReach(
        transitions: [.init("create", 2000), .init("runBarrier", 0)],
        outcomes: [.init("ND-1 first", 17), .init("ND-1 other", 0), .init("ND-29 snapshot", 3)]))
  }

  /// A census of five histories.
  static func census() -> Census {
    var census = Census()
    census.add(.shown([.nd1First, .nd22Rejected]))
    census.add(.shown([.nd1First, .nd1Other]))
    census.add(.shown([]))
    census.add(.undecided("the log was full"))
    census.add(.unexplained)
    return census
  }

  /// One part of a campaign on a class, with everything that a report can hold.
  static func everything() throws -> Report {
    var stalled = try stall()
    let earlier = try dependency().program
    stalled.earlier = [earlier]
    stalled.output = "a/b \"c\" \u{1}\u{202E} é\n"
    stalled.choices = ChoiceSequence([3, 0, 0x1f])
    stalled.pins = Pins([
      Pins.Pin(.client(1), .call(0)), Pins.Pin(.client(1), .returned(0)),
      Pins.Pin(.client(1), .end),
    ])
    let base = try violated()
    let doubted = RuleResult(
      id: "WAIT-5", level: .core, verdict: .violated, exercised: 3, undecided: 0, violations: 1,
      challenge: "in doubt", isEnforced: true)
    var report = Report(
      toolVersion: base.toolVersion, specification: base.specification, subject: subject,
      vocabulary: base.vocabulary, missing: [.operationWait, .manualStart], profile: .guide,
      seed: .max, programs: 1000, undecided: 3, outcome: .violated, reason: "a reason",
      isComplete: false, bodies: 2, rules: base.rules + [doubted],
      findings: [try crash(), try unexplained(), stalled, try dependency()],
      reach: try model().reach, census: census(),
      timings: Report.Timings(seconds: 12.34, programsPerSecond: 81.04),
      part: Report.Part(
        index: 1, count: 3, limit: nil, minimum: 20, doubts: ["WAIT-1": "the log was full"]),
      control: Report.Control(name: "class:async", programs: 1000, findings: [try dependency()]),
      isOfChosen: true,
      command: Report.Command(
        subject: "exec:./sample adapter", options: ["--profile", "guide"], corpus: 4))
    let sorted = try self.sorted()
    report.findings = (report.findings + sorted.findings)
      .sorted { ($0.blame, $0.index) < ($1.blame, $1.index) }
    report.causes = sorted.causes
    report.unsorted = 2
    report.stalls = Report.Stalls(programs: 3, index: 17)
    report.passedOver = 40
    return report
  }

  /// A report whose findings are sorted: two rules of one cause, and what never showed again.
  static func sorted() throws -> Report {
    let removed = Cause(
      try Trigger(parsing: "op a; op b deps=a; undepend b a"),
      seenAs: [.rule("DEP-1"), .rule("WAIT-1")], programs: 214)
    var (first, second, last) = (try dependency(), try stall(), try crash())
    first.cause = removed.id
    second.cause = removed.id
    second.blame = .rule("WAIT-1")
    second.file = "WAIT-1-0123abcd.oqrepro"
    (last.reproduced, last.attempts) = (0, 20)
    let lost = Cause(ofUnreproduced: last)
    last.cause = lost.id
    var report = try report(
      outcome: .violated,
      rules: [result("DEP-1", .violated, 841, 2, 3), result("WAIT-1", .violated, 12, 0, 1)],
      findings: [first, second, last])
    report.causes = [removed, lost]
    report.unsorted = 1
    report.stalls = Report.Stalls(programs: 1, index: 17)
    report.passedOver = 40
    return report
  }

  /// A report with one finding.
  static func dependencyOnly() throws -> Report {
    try report(
      outcome: .violated, rules: [result("DEP-1", .violated, 841, 2, 3)], findings: [dependency()])
  }

  /// A report without rules, programs and findings.
  static func empty() throws -> Report {
    try report(outcome: .inconclusive, programs: 0, missing: [], isComplete: false, rules: [])
  }

  static func report(
    outcome: Report.Outcome, reason: String? = nil, programs: Int = 1000,
    missing: [Capability] = [.operationWait, .manualStart], isComplete: Bool = true,
    rules: [RuleResult], findings: [Finding] = [], reach: ModelReach? = nil,
    census: Census? = nil, timings: Report.Timings? = nil
  ) throws -> Report {
    Report(
      toolVersion: "0.9.0",
      specification: Report.Specification(version: "1.0", digest: "0123456789abcdef"),
      subject: subject, vocabulary: ["add", "wait-all"], missing: missing, profile: .core,
      seed: 7, programs: programs, outcome: outcome, reason: reason, isComplete: isComplete,
      rules: rules, findings: findings, reach: reach, census: census, timings: timings)
  }

  static func result(
    _ id: RuleID, _ verdict: Verdict, _ exercised: Int, _ undecided: Int,
    _ violations: Int = 0, level: Level = .core, contexts: [RuleResult.ContextCount] = [],
    reason: String? = nil
  ) -> RuleResult {
    RuleResult(
      id: id, level: level, verdict: verdict, exercised: exercised, undecided: undecided,
      violations: violations, contexts: contexts, reason: reason,
      isEnforced: level.isEnforced(in: .core))
  }

  /// A rule violated by an order of events.
  static func dependency() throws -> Finding {
    let declarations = "queue q\nop d\nop x deps=d\n"
    let script = "in d: hold\nclient 1\nadd q d\nadd q x\nuntil begin d\nopen d\nwait-all q\n"
    var finding = Finding(
      .rule("DEP-1"), kind: .history,
      Counterexample(
        "x began at 7 although d, on which it depends, began at 4 and ended only at 11",
        events: [4, 7, 11]),
      program: try Program(parsing: "oqprogram 1\n" + declarations + script),
      history: try History(
        parsing: "oqhistory 1\n" + declarations + """
          events
          1 client1 add q d
          2 client1 ok
          3 client1 add q x
          4 d begin
          5 client1 ok
          6 client1 until begin d
          7 x begin
          8 client1 open d
          9 x end
          10 client1 wait-all q
          11 d end
          12 client1 ok
          13 - ended
          """), seed: 7, index: 12)
    finding.reproduced = 18
    finding.attempts = 20
    finding.file = "DEP-1-1a2b3c4d.oqrepro"
    return finding
  }

  /// A rule violated in a long history: the call of client2 at 7 returns at 58 and another one is
  /// made at the end; d runs from 4 to the end, x from 8 to 200.
  static func long(to count: Ticket = 400) throws -> Finding {
    var finding = try dependency()
    let (d, x) = (Lane.callback(Callback(OperationID(0))), Lane.callback(Callback(OperationID(1))))
    func call(_ ticket: Ticket, _ lane: Lane, _ verb: Verb, _ operation: Int) -> Event {
      Event(ticket, lane, .call(Command(verb, OperationID(operation))))
    }
    func value(_ ticket: Ticket, _ lane: Lane, _ value: Outcome.Value) -> Event {
      Event(ticket, lane, .returned(.returned(value)))
    }
    var events = Array(finding.history.events.prefix(5))
    for ticket in 6...count where ![6, 9, 59, 201].contains(ticket) {
      let event =
        switch ticket {
        case 7: call(7, .client(2), .isFinished, 1)
        case 58: value(58, .client(2), .boolean(false))
        case 8: Event(8, x, .enter)
        case 200: Event(200, x, .leave)
        case count - 2: call(ticket, .client(2), .isReady, 1)
        case count - 1: value(ticket, .client(2), .boolean(true))
        case count: Event(ticket, d, .leave)
        default:
          ticket.isMultiple(of: 2)
            ? call(ticket, .client(1), .isFinished, 0) : value(ticket, .client(1), .boolean(false))
        }
      events.append(event)
    }
    finding.history = History(of: finding.program, events: events)
    finding.events = [7, count - 2]
    return finding
  }

  /// A rule violated by what never came; its file is not written, and nothing reproduces it.
  static func stall() throws -> Finding {
    let declarations = "queue q\nop d\nop x deps=d\n"
    var finding = Finding(
      .rule("DEP-2"), kind: .stalled,
      Counterexample("x is owed since d ended at 6, and never began", events: [6, 9]),
      program: try Program(
        parsing: "oqprogram 1\n" + declarations + "client 1\nadd q x\nadd q d\nwait-all q\n"),
      history: try History(
        parsing: "oqhistory 1\n" + declarations + """
          events
          1 client1 add q x
          2 client1 ok
          3 client1 add q d
          4 client1 ok
          5 d begin
          6 d end
          7 client1 wait-all q
          8 - quiescent threads=5 canaries=1
          9 - stalled
          """), seed: 7, index: 3)
    finding.attempts = 10
    return finding
  }

  /// A death of the process inside a body.
  static func crash() throws -> Finding {
    let declarations = "queue q\nop x\n"
    var finding = Finding(
      .crash, kind: .crash,
      Counterexample("the process died by SIGSEGV on lane x", events: [3, 4]),
      program: try Program(parsing: "oqprogram 1\n" + declarations + "client 1\nadd q x\n"),
      history: try History(
        parsing: "oqhistory 1\n" + declarations + """
          events
          1 client1 add q x
          2 client1 ok
          3 x begin
          4 x crashed SIGSEGV
          """), seed: .max, index: 900)
    finding.reproduced = 20
    finding.attempts = 20
    finding.file = "crash-00112233.oqrepro"
    return finding
  }

  /// A history that the model does not accept; it was not run again.
  static func unexplained() throws -> Finding {
    let declarations = "queue q\nop x\n"
    return Finding(
      .unexplained, kind: .history,
      Counterexample("no legal run of the model has this read", events: [2]),
      program: try Program(
        parsing: "oqprogram 1\n" + declarations + "client 1\nis-finished x\ncount q\n"),
      history: try History(
        parsing: "oqhistory 1\n" + declarations + """
          events
          1 client1 is-finished x
          2 client1 = true
          3 client1 count q
          4 client1 = 0
          5 - ended
          """), seed: 7, index: 31)
  }
}

import OQAdapters
import OQCheckers
import OQContracts
import OQDriver
import OQFacts
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

/// The report of a campaign on a subject that dies as a function of its programs says.
private func report(
  _ programs: [String], dies: @escaping ScriptedExecutor.Death
) throws -> Report {
  let judged = JudgedSubject(.driven(ReferenceSubject()))
  let selection = try judged.selection([], .core)
  var request = Inquiry.Request(
    toolVersion: "1", subject: judged.description, selection: selection,
    generator: judged.generator(seed: 5, selection))
  request.corpus = try programs.map { Regression(try program($0)) }
  request.programs = 0
  return try Inquiry(request, executor: { ScriptedExecutor(dies: dies) }).run().report
}

/// Two mistakes: a removed dependency, and a drop before the cancellation of everything.
private func hasTwoMistakes(_ programs: [Program]) -> Bool {
  guard let last = programs.last else { return false }
  let drops = last.allSteps.contains { if case .drop = $0 { true } else { false } }
  return last.removesEdge || drops && last.calls(.cancelAll)
}

private let removals = [
  "op a\nop b deps=a\nclient 1\n  undepend b a\n  is-ready b\n",
  """
  queue q
  op x
  op y deps=x
  client 1
    add q x
    undepend y x
    cancel y
    add q y
    wait-all q
  """,
]

private let drop = """
  queue q
  op a
  op b deps=a
  client 1
    add q b
    drop b
    count q
    cancel-all q
    wait-all q
  """

struct `Causes` {
  @Test func `of one mistake in several programs are one`() throws {
    let report = try report(removals) { programs, _ in hasTwoMistakes(programs) }
    #expect(report.causes.map(\.trigger?.text) == ["op a; op b deps=a; undepend b a"])
    #expect(report.causes.map(\.programs) == [2])
    #expect(report.causes.map(\.blames) == [[.crash]])
    #expect(report.findings.count == 1)
    #expect(report.unsorted == 0)
  }

  @Test func `of two mistakes are two, though both are crashes`() throws {
    let report = try report(removals + [drop]) { programs, _ in hasTwoMistakes(programs) }
    #expect(
      Set(report.causes.compactMap(\.trigger?.text)) == [
        "op a; op b deps=a; undepend b a", "queue q; op a; drop a; cancel-all q",
      ])
    #expect(report.causes.map(\.programs).sorted() == [1, 2])
    #expect(report.findings.map(\.blame) == [.crash, .crash])
    #expect(Set(report.findings.compactMap(\.cause)) == Set(report.causes.map(\.id)))
  }

  @Test func `are told apart where one program holds the triggers of both`() throws {
    let both = """
      queue q
      op a
      op b deps=a
      op c deps=a
      client 1
        undepend c a
        add q b
        drop b
        cancel-all q
      """
    let report = try report([both, removals[0]]) { programs, _ in
      // The removal does no harm in company.
      guard let last = programs.last else { return false }
      return last.operations.count < 3 && last.removesEdge
        || last.operations.count > 2 && last.calls(.cancelAll)
    }
    #expect(
      report.causes.map(\.trigger?.text) == [
        "op a; op b deps=a; undepend b a", "queue q; cancel-all q",
      ])
  }

  @Test(arguments: [1, 2], [false, true])
  func `that are known need no further composed program`(_ jobs: Int, _ isBeside: Bool) throws {
    let judged = JudgedSubject(.driven(ReferenceSubject()))
    let selection = try judged.selection([], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(
        seed: 5, selection,
        vocabulary: try Vocabulary(
          text: "add,cancel-all,suspend,resume,wait-all,is-finished,kind=task")))
    // What the first 1024 show is made use of at once, or from the end of the next round on.
    let first: UInt64 = isBeside ? 4096 : 1024
    request.programs = isBeside ? 5100 : 2300
    request.takesCensus = false
    request.jobs = jobs
    let report = try Inquiry(
      request,
      executor: {
        ScriptedExecutor(mayHaveCompanions: isBeside) { programs, _ in
          programs.last?.calls(.cancelAll) == true
        }
      }
    ).run().report
    #expect(report.causes.map(\.trigger?.text) == ["queue q; cancel-all q"])
    var count = InteractionCount()
    for index in UInt64(0)..<1024 {
      if let reached = request.generator.generate(at: index).reached { count.note(reached) }
    }
    let held = (first..<UInt64(isBeside ? 5100 : 2300)).count { index in
      let made = request.generator.generate(at: index)
      return made.reached.map(count.hasPairs) == true && made.program.calls(.cancelAll)
    }
    #expect(held > 0)
    #expect(report.passedOver == held)
    #expect(report.programs == (isBeside ? 5100 : 2300) - held)
  }

  @Test func `pass over programs that hold them, if all else of these was seen`() throws {
    let (held, free) = (try program(removals[0]), try program(drop))
    let trigger = try Trigger(parsing: "op a; op b deps=a; undepend b a")
    let facts = Reached(verb: .removeDependency, facts: 0b1_0001)
    var count = InteractionCount()
    let seen = [(program: held, isViolating: true)]
    #expect(!PassingOver([trigger], reached: count, seenIn: seen).takes(held, facts))
    count.note(facts)
    let passing = PassingOver([trigger], reached: count, seenIn: seen)
    #expect(passing.takes(held, facts))
    #expect(!passing.takes(free, facts))
    #expect(!passing.takes(held, nil))
    #expect(!passing.takes(held, Reached(verb: .removeDependency, facts: 0b1_0011)))
    // A trigger that most programs hold without harm says too little.
    let harmless = seen + Array(repeating: (program: held, isViolating: false), count: 4)
    #expect(!PassingOver([trigger], reached: count, seenIn: harmless).takes(held, facts))
  }

  @Test func `is seen as rules that are derived from derived ones, too`() throws {
    var known = KnownCauses(roster: .operations)
    let id = known.enter(
      try Trigger(parsing: "op a; op b deps=a; undepend b a"), seenAs: .rule("DEP-2"))
    known.count(id, [.rule("DEP-2")], derived: [.rule("DEP-55"), .rule("DEP-4"), .rule("READY-7")])
    let cause = try #require(known.causes.first)
    #expect(Set(cause.blames) == [.rule("DEP-2"), .rule("DEP-4"), .rule("DEP-55")])
  }

  @Test func `go by what most of their programs show, or by a rule hardly rarer`() throws {
    var known = KnownCauses(roster: .operations)
    let resume = known.enter(
      try Trigger(parsing: "queue q suspended; op a; add q a; resume q"), seenAs: .rule("OP-2"))
    for _ in 0..<9 { known.count(resume, [.rule("SUSP-3")]) }
    known.count(resume, [.rule("OP-2"), .rule("QUEUE-1")])
    #expect(
      known.ordered(by: []).map(\.blames) == [[.rule("SUSP-3"), .rule("OP-2"), .rule("QUEUE-1")]])
    for _ in 0..<4 { known.count(resume, [.rule("DEP-16")]) }
    // It names a case of the other more exactly.
    #expect(known.ordered(by: []).first?.blames.first == .rule("DEP-16"))
  }

  @Test func `do not go by a rule that needs one more call of its own`() throws {
    var known = KnownCauses(roster: .operations)
    let id = known.enter(
      try Trigger(parsing: "queue q; op a; op b; op c deps=a,b; add-group q b,c"),
      seenAs: .rule("DEP-1"))
    known.count(id, [.rule("DEP-1")])
    known.count(id, [.rule("DEP-53")])
    func finding(_ rule: String, _ removal: String) throws -> Finding {
      let program = try program(
        "queue q\nop a\nop b\nop c deps=a,b\nop d\nclient 1\n\(removal)  add-group q b,c\n")
      var finding = Finding(
        .rule(try #require(RuleID(rule))), kind: .history, Counterexample("began", events: []),
        program: program, history: History(of: program, events: []), seed: 1, index: 1)
      finding.cause = id
      finding.reproduced = 20
      return finding
    }
    let removal = "  undepend c d\n"
    func order(_ findings: [Finding]) -> [String] {
      known.ordered(by: findings)[0].blames.map(\.description)
    }
    #expect(try order([finding("DEP-53", removal), finding("DEP-1", "")]) == ["DEP-1", "DEP-53"])
    // Where both need the call, the table decides, and where the other one has not shown again.
    #expect(
      try order([finding("DEP-53", removal), finding("DEP-1", removal)]) == ["DEP-53", "DEP-1"])
    var open = try finding("DEP-1", "")
    open.reproduced = 0
    #expect(try order([finding("DEP-53", removal), open]) == ["DEP-53", "DEP-1"])
    #expect(order([]) == ["DEP-53", "DEP-1"])
  }

  @Test func `are looked for first in what most programs show`() throws {
    let seen = ["CANCEL-5", "PRIO-54", "SUSP-3", "QUEUE-1"]
    let sightings = try seen.map { try sighting(of: $0) }
    func order(_ counts: [Finding.Blame: Int]) -> [String] {
      SightingOrder(.operations, counts: counts).ordered(sightings)
        .map { "\($0.violation.blame)" }
    }
    // A rule that is more exact comes first, unless it is much rarer.
    #expect(order([:]) == ["PRIO-54", "SUSP-3", "CANCEL-5", "QUEUE-1"])
    let counts: [Finding.Blame: Int] = [
      .rule("SUSP-3"): 53, .rule("CANCEL-5"): 7, .rule("QUEUE-1"): 5, .rule("PRIO-54"): 1,
    ]
    #expect(order(counts) == ["SUSP-3", "PRIO-54", "CANCEL-5", "QUEUE-1"])
    #expect(order([.rule("CANCEL-5"): 17, .rule("PRIO-54"): 1]).first == "CANCEL-5")
    #expect(order([.rule("CANCEL-5"): 16, .rule("PRIO-54"): 1]).first == "PRIO-54")
  }

  /// A stall of an operation that has not begun.
  private func sighting(of rule: String) throws -> Campaign.Sighting {
    let program = try program("queue q\nop a\nclient 1\n  add q a\n  until begin a\n")
    let violation = Judge.Violation(
      blame: .rule(try #require(RuleID(rule))), isDerived: false, kind: .stalled,
      counterexample: Counterexample("has not begun", events: []))
    return Campaign.Sighting(
      violation: violation, index: 1, program: program, history: History(of: program, events: []))
  }

  @Test func `of what one run has shown and no other are one`() throws {
    let program = try program("queue q\nop a\nclient 1\n  add q a\n")
    let runs = [History(of: program, events: []), try otherRun()]
    var findings: [Finding] = []
    var known = KnownCauses(roster: .operations)
    func add(_ rule: String, _ history: History, index: UInt64, reproduced: Int = 0) throws {
      var finding = Finding(
        .rule(try #require(RuleID(rule))), kind: .stalled, Counterexample("began", events: []),
        program: program, history: history, seed: 1, index: index)
      finding.reproduced = reproduced
      finding.cause = known.enter(unreproduced: finding, beside: findings)
      findings.append(finding)
    }
    try add("DEP-2", runs[0], index: 3)
    try add("DONE-4", runs[0], index: 3)
    try add("DEP-12", runs[0], index: 4)
    try add("DEP-54", runs[1], index: 3)
    try add("QUEUE-1", runs[0], index: 3, reproduced: 1)
    #expect(
      known.causes.map(\.blames.description) == [
        "[DEP-2, DONE-4]", "[DEP-12]", "[DEP-54]", "[QUEUE-1]",
      ])
    #expect(findings[0].cause == findings[1].cause)
  }

  @Test func `lose what turns out to have another cause`() throws {
    let program = try program("queue q\nop a\nclient 1\n  add q a\n")
    var known = KnownCauses(roster: .operations)
    var findings: [Finding] = []
    for rule in ["DEP-2", "DONE-4"] {
      var finding = Finding(
        .rule(try #require(RuleID(rule))), kind: .stalled, Counterexample("began", events: []),
        program: program, history: History(of: program, events: []), seed: 1, index: 3)
      finding.cause = known.enter(unreproduced: finding, beside: findings)
      findings.append(finding)
    }
    let trigger = try Trigger(parsing: "queue q suspended; op a; add q a; resume q")
    var sorter = CauseSorter(known)
    for finding in findings { sorter.add(finding) }
    sorter.replace(0, by: findings[0], trigger)
    #expect(sorter.known.causes.map(\.blames.description) == ["[DONE-4]", "[DEP-2]"])
    #expect(sorter.findings.map(\.cause) == sorter.known.causes.map(\.id).reversed())
    // The last finding takes the cause with it.
    sorter.replace(1, by: findings[1], trigger)
    #expect(sorter.known.causes.map(\.blames.description) == ["[DEP-2, DONE-4]"])
    #expect(Set(sorter.findings.map(\.cause)).count == 1)
  }

  @Test(arguments: [false, true])
  func `that are cases of others go by the other`(_ isCaseFirst: Bool) throws {
    let plain = try Trigger(parsing: "op a; op b deps=a; undepend b a")
    let special = try Trigger(parsing: "op a kind=asynchronous; op b deps=a; undepend b a")
    #expect(special.isCase(of: plain) && !plain.isCase(of: special) && !plain.isCase(of: plain))
    // Whatever was found first, the program of either holds both triggers.
    let program = try program(
      "queue q\nop a kind=asynchronous\nop b deps=a\nclient 1\n  undepend b a\n  add q b\n")
    var known = KnownCauses(roster: .operations)
    var findings: [Finding] = []
    for trigger in isCaseFirst ? [special, plain] : [plain, special] {
      var finding = Finding(
        .rule("DEP-9"), kind: .stalled, Counterexample("stood still", events: []),
        program: program, history: History(of: program, events: []), seed: 1, index: 3)
      finding.reproduced = 20
      finding.cause = known.enter(trigger, seenAs: .rule("DEP-9"))
      findings.append(finding)
    }
    var sorter = CauseSorter(known)
    for finding in findings { sorter.add(finding) }
    try sorter.join(AgreeingBench(common: program)) { true }
    #expect(sorter.known.causes.map(\.trigger) == [plain])
    #expect(Set(sorter.findings.map(\.cause)) == [sorter.known.causes.first?.id])
  }

  /// What two programs come to that show a rule each, and that no trigger explains.
  private func joined(
    _ programs: [(text: String, rule: RuleID)], isRace: Bool
  ) throws -> CauseSorter {
    var known = KnownCauses(roster: .operations)
    var findings: [Finding] = []
    for (text, rule) in programs {
      let program = try program(text)
      var finding = Finding(
        .rule(rule), kind: .stalled, Counterexample("never began", events: []),
        program: program, history: History(of: program, events: []), seed: 1, index: 3)
      finding.reproduced = 20
      finding.attempts = 20
      finding.cause = known.enter(Trigger(of: program), seenAs: finding.blame)
      findings.append(finding)
    }
    var sorter = CauseSorter(known)
    for finding in findings { sorter.add(finding) }
    let bench = AgreeingBench(common: findings[0].program, answer: .other, isRace: isRace)
    try sorter.join(bench) { true }
    return sorter
  }

  private static let added = "queue q\nop a\nop b deps=a\nclient 1\n  add q a\n  add q b\n"

  @Test(arguments: [
    "queue q\nop a\nop b deps=a\nclient 1\n  add q b\n  until is-finished b\nclient 2\n  start a\n",
    "queue q\nop a\nop b deps=a\nclient 1\n  add q a\nclient 2\n  add-group-wait q b\n",
  ])
  func `of races are one where only the way to the queue differs`(_ other: String) throws {
    let programs = [(Self.added, RuleID("DEP-2")), (other, "DEP-2")].map {
      (text: $0, rule: $1 as RuleID)
    }
    #expect(try joined(programs, isRace: true).known.causes.count == 1)
    // What shows every time is shrunk to what it needs.
    #expect(try joined(programs, isRace: false).known.causes.count == 2)
  }

  @Test func `of races are one where one rule names the fault more exactly`() throws {
    let reported =
      "queue q\nop a kind=asynchronous\nop b deps=a\nclient 1\n  start a\n  add q b\n"
      + "  until is-finished b\nclient 2\n  report-finished a\n"
    let sorter = try joined([(Self.added, "DEP-2"), (reported, "KVO-10")], isRace: true)
    #expect(sorter.known.causes.map(\.blames) == [[.rule("DEP-2"), .rule("KVO-10")]])
    #expect(Set(sorter.findings.map(\.cause)).count == 1)
    // Other rules speak of other things.
    let other = try joined([(Self.added, "DEP-2"), (reported, "WAIT-4")], isRace: true)
    #expect(other.known.causes.count == 2)
  }

  @Test(arguments: [
    "queue q\nop a\nop b\nclient 1\n  add q a\n  add q b\n",
    "queue q\nop a\nop b deps=a\nclient 1\n  add q a\n  cancel b\n  add q b\n",
  ])
  func `of races in other situations are several`(_ other: String) throws {
    let sorter = try joined([(Self.added, "DEP-2"), (other, "DEP-2")], isRace: true)
    #expect(sorter.known.causes.count == 2)
  }

  @Test func `are left by a finding that takes less in the end`() throws {
    let large = try Trigger(parsing: "op a; op b deps=a; drop b; cancel a")
    let small = try Trigger(parsing: "op a; op b deps=a; drop b")
    let program = try program("op a\nop b deps=a\nclient 1\n  drop b\n  start a\n")
    var known = KnownCauses(roster: .operations)
    let id = known.enter(large, seenAs: .crash)
    var finding = Finding(
      .crash, kind: .crash, Counterexample("died", events: []), program: program,
      history: History(of: program, events: []), seed: 1, index: 3)
    finding.cause = id
    var sorter = CauseSorter(known)
    sorter.add(finding)
    sorter.add(finding)
    // The other finding takes what it took.
    sorter.replace(0, by: finding, small)
    #expect(sorter.known.causes.map(\.trigger) == [large, small])
    sorter.replace(1, by: sorter.findings[1], small)
    #expect(sorter.known.causes.map(\.trigger) == [small])
    #expect(sorter.findings.map(\.cause) == [sorter.known.causes[0].id, sorter.known.causes[0].id])
  }

  @Test func `with one whole program are told apart by what it was seen as`() throws {
    let trigger = try Trigger(parsing: "queue q; op a; add q a")
    var known = KnownCauses(roster: .operations)
    let first = known.enter(trigger, seenAs: .rule("DEP-2"))
    let second = known.enter(trigger, seenAs: .rule("DONE-4"))
    known.count(second, [.rule("DONE-4")])
    #expect(first != second)
    #expect(known.causes.map(\.blames) == [[.rule("DEP-2")], [.rule("DONE-4")]])
    #expect(known.causes.map(\.programs) == [0, 1])
  }

  private func otherRun() throws -> History {
    History(of: try program("queue r\nop a\nclient 1\n  start a\n"), events: [])
  }

  @Test func `that are one are counted as one`() throws {
    var known = KnownCauses(roster: .operations)
    let small = known.enter(
      try Trigger(parsing: "queue q suspended; op a; add q a; resume q"), seenAs: .rule("SUSP-3"))
    let large = known.enter(
      try Trigger(parsing: "queue q suspended; op a; add q a; cancel a; resume q"),
      seenAs: .rule("CANCEL-5"))
    known.count(small, [.rule("SUSP-3")])
    known.count(large, [.rule("CANCEL-5")])
    known.join(large, into: small)
    #expect(known.causes.map(\.id) == [small])
    #expect(known.causes.map(\.programs) == [2])
    #expect(
      known.causes.map { $0.joined.map(\.text) }
        == [["queue q suspended; op a; add q a; cancel a; resume q"]])
    #expect(known.ordered(by: []).map(\.blames) == [[.rule("SUSP-3"), .rule("CANCEL-5")]])
  }

  @Test func `of one stall may differ in everything but their steps`() throws {
    var known = KnownCauses(roster: .operations)
    _ = known.enter(
      try Trigger(parsing: "queue q; set-limit q 0; set-limit q 1"), seenAs: .rule("LIMIT-53"))
    let other = try program(
      "queue q\nop a\nclient 1\n  set-limit q 1\n  add q a\n  cancel a\n  set-limit q -1\n")
    #expect(known.candidates(for: other, .rule("CANCEL-5")).isEmpty)
    #expect(known.candidates(for: other, .rule("CANCEL-5"), loosely: true).count == 1)
  }

  @Test func `of equal runs are equal`() throws {
    let reports = try (0..<2).map { _ in
      try report(removals + [drop]) { programs, _ in hasTwoMistakes(programs) }
    }
    #expect(reports[0] == reports[1])
  }
}

extension Program {
  /// Whether a declared dependency is removed.
  var removesEdge: Bool {
    allSteps.contains { step in
      guard let command = step.command, command.verb == .removeDependency,
        let target = command.operation, let other = command.operands.first
      else { return false }
      return self[target].dependencies.contains(other)
    }
  }
}

/// Says of every violation that it goes with every trigger.
private struct AgreeingBench: CauseBench {
  /// Nothing else is asked for.
  struct Unasked: Error {}

  let common: Program
  /// What it says of violations and triggers.
  var answer = CauseSorter.Answer.same
  /// Whether findings depend on how threads meet.
  var isRace = false

  func program(_ index: UInt64) -> Program { common }

  func explanation(
    of sighting: Campaign.Sighting, _ known: KnownCauses
  ) throws -> CauseSorter.Explanation { throw Unasked() }

  func answer(
    _ showing: CauseSorter.Showing, by trigger: Trigger
  ) throws -> CauseSorter.Answer { answer }

  func isRace(_ finding: Finding) throws -> Bool { isRace }

  func sighting(_ index: UInt64, _ showing: CauseSorter.Showing) throws -> Campaign.Sighting? {
    nil
  }

  func confirmed(
    _ sighting: Campaign.Sighting, _ explanation: CauseSorter.Explanation
  ) throws -> (finding: Finding, trigger: Trigger?) { throw Unasked() }
}

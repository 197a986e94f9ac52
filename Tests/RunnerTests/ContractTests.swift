import OQAdapters
import OQContracts
import OQDriver
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import Synchronization
import TestSupport
import Testing

/// What a campaign does for one contract it does for all.
@Suite struct ContractTests {
  private static let judged: [JudgedSubject] = [
    JudgedSubject(.driven(ReferenceSubject())), JudgedSubject(.driven(DispatchSubject())),
    JudgedSubject(.driven(ClassSubject(.correct(.asynchronous)))),
    JudgedSubject(.driven(ClassSubject(.correct(.main)))), JudgedSubject(.model),
  ]

  @Test func `every kind of subject has a contract of its own`() {
    let names = Self.judged.map(\.contract.name)
    #expect(
      names == [
        "queues of operations", "dispatch libraries",
        "classes of operations that override start", "classes of operations that override main",
        "queues of operations",
      ])
    #expect(Self.judged.map { $0.control != nil } == [false, false, true, true, false])
  }

  @Test func `a contract makes no programs before they are asked for`() {
    let made = Atomic(0)
    let contract = Contract(
      "queues",
      roster: Contract.operations.roster,
      repertoire: {
        made.wrappingAdd(1, ordering: .relaxed)
        return .operations
      }(), binds: { _ in true })
    #expect(contract.roster.checkers.count > 100)
    #expect(made.load(ordering: .relaxed) == 0)
    #expect(contract.repertoire.rules == Repertoire.operations.rules)
    #expect(made.load(ordering: .relaxed) == 1)
  }

  @Test func `all executors of a subject fork their workers from one zygote`() throws {
    let judged = Self.judged[0]
    let executors = try [false, true].map { isHeld in
      try #require(
        try judged.executor(profile: .core, seed: 1, isHeldAtRandom: isHeld) as? WorkerExecutor)
    }
    defer { for executor in executors { executor.shutDown() } }
    #expect(executors[0].options.worker.nursery === executors[1].options.worker.nursery)
    #expect(executors[0].options.heldAtRandom == nil && executors[1].options.heldAtRandom == 1)
  }

  @Test(arguments: ["ASYNC-7", "DISPATCH-2"] as [RuleID])
  func `versions of the specification count for classes and dispatch libraries, too`(
    _ rule: RuleID
  ) throws {
    let catalogue = try Catalogue.changing(rule, "since: 2.0")
    let judged = try #require(
      Self.judged.first { $0.contract.roster.checker(of: rule) != nil })
    let versions = [SpecificationVersion.first, SpecificationVersion(major: 2, minor: 0)]
    let rules = try versions.map { version in
      try Selection(
        patterns: [], contract: judged.contract, catalogue: catalogue,
        subject: judged.description, profile: .core, version: version
      ).judged.map(\.id)
    }
    #expect(!rules[0].contains(rule) && rules[1].contains(rule))
  }

  @Test(arguments: ["ASYNC-7", "DISPATCH-2"] as [RuleID])
  func `a challenged rule fails no class and no dispatch library`(_ rule: RuleID) throws {
    let judged = try #require(
      Self.judged.first { $0.contract.roster.checker(of: rule) != nil })
    let selection = try Selection(
      patterns: [rule.description], contract: judged.contract,
      catalogue: try Catalogue.changing(rule, "challenged: nobody agrees"),
      subject: judged.description,
      profile: .core)
    #expect(selection.judged.map(\.id) == [rule])
    #expect(!selection.isEnforced(selection.judged[0]))
  }

  @Test func `findings of every contract keep the choices of their programs`() throws {
    for judged in Self.judged {
      let selection = try judged.selection([], .core)
      let request = Inquiry.Request(
        toolVersion: "1", subject: judged.description, selection: selection,
        generator: judged.generator(seed: 5, selection))
      var one = request
      one.programs = 1
      one.treatment = .raw
      let (report, _) = try Inquiry(one, executor: { ScriptedExecutor { _, _ in true } }).run()
      let finding = try #require(report.findings.first, "\(judged.contract.name)")
      let choices = try #require(finding.choices, "\(judged.contract.name)")
      let again = request.generator.program(at: finding.index, replaying: choices)
      #expect(again == finding.program, "\(judged.contract.name)")
    }
  }

  @Test func `free programs and small ones first are for every contract`() throws {
    for judged in Self.judged {
      let generator = judged.generator(seed: 1, try judged.selection([], .core))
      let others = (0..<UInt64(600)).filter { generator.composed(at: $0) == nil }
      #expect(others.count == (generator.composes ? 229 : 600))
      let free = others.count { generator.targets(at: $0).isEmpty }
      #expect(
        (others.count / 4...others.count * 5 / 12).contains(free),
        "\(judged.contract.name): \(free)")
      let sizes = [UInt64(0)..<256, 1000..<1256].map { range in
        range.filter { generator.targets(at: $0).isEmpty }
          .reduce(0) { $0 + generator.program(at: $1).operations.count }
      }
      #expect(sizes[0] < sizes[1], "\(judged.contract.name)")
    }
  }

  @Test func `a control runs the programs of a part that show something, and no others`() throws {
    let judged = try #require(Self.judged.first { $0.control != nil })
    let selection = try judged.selection([], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 5, selection))
    request.programs = 30
    request.part = (1, 3)
    request.treatment = .raw
    let control = Listening()
    let (report, _) = try Inquiry(
      request, executor: { ScriptedExecutor { programs, _ in programs.count == 2 } },
      control: Inquiry.ControlSubject("control") { control }
    ).run()
    #expect(report.part?.index == 1)
    #expect(report.control?.programs == 5)
    // Often for what is charged for the first time, less often later on.
    let shown = stride(from: 4, to: 30, by: 6).map { request.generator.program(at: $0) }
    let runs = zip(shown, [6, 2, 2, 2, 2]).flatMap { Array(repeating: $0, count: $1) }
    #expect(control.programs == runs)
  }

  @Test func `a contract is a value: a fourth one is judged like the others`() throws {
    let twice = Checker("DEP-1") { index, _, judgement in
      if index.calls.isEmpty { judgement.violate("nothing was called", events: [1]) }
    }
    let idle = Repertoire(
      [Situation("DEP-1") { draft in draft.until(.isFinished, draft.operation()) }], styles: [],
      free: { draft, _ in draft.until(.isFinished, draft.operation()) },
      words: { _, _, _ in .full })
    let contract = Contract(
      "idle things", roster: Roster([twice]), repertoire: idle, binds: { _ in true })
    let selection = try Selection(
      patterns: [], contract: contract,
      subject: SubjectDescription(name: "idle", version: "1", capabilities: []), profile: .core)
    #expect(selection.judged.map(\.id) == ["DEP-1"])
    var request = Inquiry.Request(
      toolVersion: "1",
      subject: SubjectDescription(name: "idle", version: "1", capabilities: []),
      selection: selection,
      generator: Generator(seed: 1, vocabulary: .full, rules: ["DEP-1"], repertoire: idle))
    request.programs = 3
    let (report, _) = try Inquiry(request, executor: { Listening() }).run()
    #expect(report.outcome == .violated)
    #expect(report.findings.map(\.blame) == [.rule("DEP-1")])
    #expect(report.findings.map(\.reproduced) == [20])
  }
}

/// Notes programs, and ends each at once.
private final class Listening: Executor {
  private(set) var programs: [Program] = []

  func execute(_ program: Program) -> Execution {
    programs.append(program)
    return Execution(program, History(of: program, events: [Event(1, nil, .ended)]))
  }
}

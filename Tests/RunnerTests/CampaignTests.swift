import OQAdapters
import OQCheckers
import OQContracts
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// What a campaign makes of histories, whatever ran them.
@Suite struct CampaignTests {
  /// `x` begins before `d`, on which it depends, has ended.
  private static let broken = """
    oqhistory 1
    queue q
    op d
    op x deps=d
    events
    client1 add q d
    client1 ok
    client1 add q x
    client1 ok
    d begin
    x begin
    d end
    x end
    - ended
    """

  private static let kept = """
    oqhistory 1
    queue q
    op d
    op x deps=d
    events
    client1 add q d
    client1 ok
    client1 add q x
    client1 ok
    d begin
    d end
    x begin
    x end
    - ended
    """

  private func judge(_ rules: [RuleID], model answer: Acceptance?) -> Judge {
    Judge(
      roster: .operations, checkers: rules.compactMap(Roster.operations.checker(of:)),
      profile: .core,
      model: answer.map { answer in { @Sendable _ in answer } })
  }

  // MARK: The two oracles

  @Test func `a violation that the model accepts is a fault of the suite, and the finding says so`()
    throws
  {
    let history = try History(parsing: Self.broken)
    let ruling = judge(["DEP-1"], model: .accepted).judge(history)
    let contradiction = try #require(ruling.contradictions.first)
    #expect(contradiction.rule == "DEP-1")
    #expect(contradiction.rejected == nil)
    #expect(ruling.violations.map(\.blame) == [.rule("DEP-1")])
    #expect(
      ruling.violations.first?.counterexample.message.hasSuffix(
        "fault of the suite: the checker of DEP-1 finds it broken and the model accepts the history,"
          + " so that one of the two is wrong") == true)
  }

  @Test func `the model may reject at the last event of the proof or before, and no later`() throws
  {
    let history = try History(parsing: Self.broken)
    let last = try #require(
      judge(["DEP-1"], model: nil).judge(history).violations.first?.counterexample.events.last)
    for (ticket, isContradicted) in [(1, false), (last, false), (last + 1, true)] {
      let answer = Acceptance.rejected(ticket: ticket, message: "no run")
      let ruling = judge(["DEP-1"], model: answer).judge(history)
      #expect(ruling.contradictions.map(\.rejected) == (isContradicted ? [ticket] : []))
    }
  }

  @Test func `nothing is contradicted by a model that is not asked or does not know`() throws {
    let history = try History(parsing: Self.broken)
    #expect(judge(["DEP-1"], model: nil).judge(history).contradictions.isEmpty)
    let undecided = Acceptance.inconclusive("too many states")
    #expect(judge(["DEP-1"], model: undecided).judge(history).contradictions.isEmpty)
  }

  @Test func `the acceptor contradicts no checker where both are right`() throws {
    let history = try History(parsing: Self.broken)
    let judge = Judge(
      roster: .operations, profile: .core, model: Judge.model(profile: .core))
    let ruling = judge.judge(history)
    #expect(ruling.violations.filter { !$0.isDerived }.map(\.blame) == [.rule("DEP-1")])
    #expect(ruling.contradictions.isEmpty)
  }

  @Test func `the model may learn later than the checker that a start by hand was refused`()
    throws
  {
    let history = try History(
      parsing: """
        oqhistory 1
        queue q limit=1
        op a
        op x
        events
        client1 add q a
        client1 ok
        a begin
        client1 add q x
        client1 ok
        client2 start x
        x begin
        a end
        client2 rejected raised
        x end
        - ended
        """)
    let judge = Judge(
      roster: .operations, profile: .core, model: Judge.model(profile: .core))
    let ruling = judge.judge(history)
    #expect(ruling.violations.map(\.blame).contains(.rule("LIMIT-1")))
    #expect(ruling.contradictions.isEmpty)
    let never = self.judge(["LIMIT-1"], model: .accepted).judge(history)
    #expect(never.contradictions.map(\.rejected) == [nil])
  }

  @Test func `rules of one oracle, and of another profile, are not compared`() throws {
    let catalogue = Catalogue.current
    let monitored = try #require(catalogue.rules.first { $0.oracle == .monitor })
    let elsewhere = try #require(
      catalogue.rules.first { $0.oracle == .both && $0.level == .profile(.reference) })
    #expect(!Contradiction.isPossible(for: monitored.id, .core))
    #expect(!Contradiction.isPossible(for: elsewhere.id, .core))
    #expect(Contradiction.isPossible(for: elsewhere.id, .reference))
    #expect(Contradiction.isPossible(for: "DEP-1", .core))
  }

  @Test func `a campaign keeps the first contradiction of every rule`() throws {
    let campaign = Campaign(
      judge: judge(["DEP-1"], model: .accepted), indices: Indices(chosen: [7, 3, 5])
    ) { _ in Program() }
    let result = campaign.run(on: [Recited(try History(parsing: Self.broken))])
    #expect(result.contradictions.map(\.index) == [3])
    #expect(result.sightings.map(\.index) == [3])
  }

  // MARK: Stalls

  @Test(arguments: [
    (Acceptance.accepted, false), (.inconclusive("beyond the model"), true), (nil, true),
  ])
  func `a stall that the model has, too, is none that lacks a rule`(
    _ answer: Acceptance?, _ isSilent: Bool
  ) throws {
    let history = try History(
      parsing: """
        oqhistory 1
        queue q suspended
        op x
        events
        client1 add q x
        client1 ok
        client1 wait x
        - quiescent threads=1 canaries=1
        - stalled
        """)
    #expect(judge([], model: answer).judge(history).isSilentStall == isSilent)
  }

  @Test(arguments: [(Acceptance.accepted, false), (nil, true)])
  func `client code that never comes is told where neither a model nor a control knows better`(
    _ answer: Acceptance?, _ isSilent: Bool
  ) throws {
    let history = try History(
      parsing: """
        oqhistory 1
        queue q serial
        op s kind=source-add
        events
        client1 activate q s
        client1 ok
        client1 cancel-source s
        client1 ok
        - quiescent threads=1 canaries=1
        - stalled
        """)
    #expect(judge([], model: answer).judge(history).isSilentStall == isSilent)
  }

  /// `x` never begins although it waits for nothing any more.
  private static let unstarted = """
    oqhistory 1
    queue q
    op d
    op x deps=d
    events
    client1 undepend x d
    client1 ok
    client1 add q x
    client1 ok
    client1 wait x
    - quiescent threads=1 canaries=1
    - stalled
    """

  @Test(arguments: [true, false])
  func `a stall that says nothing is run again with its calls recorded`(
    isSteady: Bool
  ) throws {
    let program = try Program(
      parsing: """
        oqprogram 1 record=bodies
        queue q
        op d
        op x deps=d
        client 1
          undepend x d
          add q x
          wait x

        """)
    let campaign = Campaign(judge: judge(["DEP-9"], model: nil), indices: Indices(programs: 2)) {
      _ in program
    }
    let executor = Recording { recording in
      let unstarted = try History(parsing: Self.unstarted)
      if recording == .bodies { return unstarted.withUnrecordedCalls }
      return isSteady ? unstarted : try History(parsing: Self.kept)
    }
    let result = campaign.run(on: [executor])
    #expect(result.programs == 2)
    #expect(executor.programs.map(\.settings.recording) == [.bodies, .full, .bodies, .full])
    #expect(result.sightings.map(\.violation.blame) == (isSteady ? [.rule("DEP-9")] : []))
    #expect(result.violating.map(\.recording) == (isSteady ? [.full, .full] : []))
    // What shows without recorded calls only is told as it was.
    #expect(result.stalls?.programs == (isSteady ? nil : 2))
  }

  // MARK: Pending programs

  @Test(arguments: [(true, 3), (false, 0)])
  func `programs that nobody waits for any more are counted apart`(
    hasTime: Bool, programs: Int
  ) throws {
    let campaign = Campaign(judge: judge(["DEP-1"], model: nil), indices: Indices(programs: 3)) {
      _ in Program()
    }
    let executor = SetAside(try History(parsing: Self.broken))
    let result = campaign.run(on: [executor]) { hasTime }
    #expect(result.programs == programs)
    #expect(result.unawaited == 3 - programs)
    #expect(result.sightings.count == min(1, programs))
  }

  @Test func `what only a hold has shown is kept with the hold`() throws {
    let campaign = Campaign(judge: judge(["DEP-1"], model: nil), indices: Indices(programs: 2)) {
      _ in Program()
    }
    let executor = Holding(try History(parsing: Self.kept), held: try History(parsing: Self.broken))
    let result = campaign.run(on: [executor])
    #expect(result.programs == 2)
    #expect(result.violating.map(\.index) == [1])
    #expect(result.violating.map(\.pins) == [Holding.pins])
    #expect(result.sightings.map(\.pins) == [Holding.pins])
  }

  // MARK: Undecided programs

  @Test(arguments: [(21, Report.Outcome.conformant), (20, .inconclusive)])
  func `undecided programs count where they are more than one for twenty others`(
    programs: Int, outcome: Report.Outcome
  ) throws {
    let subject = SubjectDescription(name: "recited", version: "1", capabilities: [])
    let selection = try Selection(
      patterns: ["DEP-1"], contract: .operations, subject: subject, profile: .core)
    let campaign = Campaign(
      judge: judge(["DEP-1"], model: nil), indices: Indices(programs: programs)
    ) { _ in Program() }
    let executor = Recited(try History(parsing: Self.kept), undecided: [4])
    let result = campaign.run(on: [executor])
    #expect(result.programs == programs)
    #expect(result.undecided == 1)
    let report = Report(
      Inquiry.Request(
        toolVersion: "1", subject: subject, selection: selection,
        generator: Generator(seed: 1, vocabulary: .full, rules: [])), result,
      Report.Sorted(findings: []),
      isComplete: true)
    #expect(report.rules.map(\.verdict) == [.satisfied])
    #expect(report.undecided == 1)
    #expect(report.outcome == outcome)
    #expect(
      report.reason
        == (outcome == .conformant
          ? nil : "neither an end nor a quiescence of 1 of 20 programs"))
  }
}

/// Gives the same history for every program.
private final class Recited: Executor {
  private let history: History
  private let undecided: Set<UInt64>

  init(_ history: History, undecided: Set<UInt64> = []) {
    self.history = history
    self.undecided = undecided
  }

  func execute(_ program: Program) throws -> Execution { Execution(program, history) }

  func execute(_ program: Program, index: UInt64) throws -> Execution {
    var execution = Execution(program, history)
    execution.isUndecided = undecided.contains(index)
    return execution
  }
}

/// Gives the same history for every program, once it is waited for.
private final class SetAside: Executor {
  private let history: History
  private var suspects: [Execution] = []

  init(_ history: History) { self.history = history }

  func execute(_ program: Program) throws -> Execution {
    suspects.append(Execution(program, history))
    return Execution(program, history, isPending: true)
  }

  func settle(while mayWait: () -> Bool) throws -> [Execution] { mayWait() ? suspects : [] }
}

/// Gives histories by what is to be recorded.
private final class Recording: Executor {
  private(set) var programs: [Program] = []
  private let history: (Program.Recording) throws -> History

  init(_ history: @escaping (Program.Recording) throws -> History) { self.history = history }

  func execute(_ program: Program) throws -> Execution {
    programs.append(program)
    return Execution(program, try history(program.settings.recording))
  }
}

/// An executor whose programs are conformant, unless a lane of the second one is held.
private final class Holding: Executor {
  static let pins = Pins(
    [],
    holding: [
      Hold(at: SubjectPoint(.client(1), .call(0), .mutexUnlock, caller: "f", occurrence: 1))
    ])
  private let free: History
  private var held: History?

  init(_ free: History, held: History) {
    self.free = free
    self.held = held
  }

  func execute(_ program: Program) -> Execution { Execution(program, free) }

  func settle(while mayWait: () -> Bool) -> [Execution] {
    defer { held = nil }
    return held.map {
      var execution = Execution(Program(), $0)
      (execution.index, execution.pins, execution.isAfterthought) = (1, Holding.pins, true)
      return execution
    }.map { [$0] } ?? []
  }
}

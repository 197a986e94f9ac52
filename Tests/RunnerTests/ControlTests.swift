import OQAdapters
import OQContracts
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

/// What a control has to say in a campaign on a class, by executors that need neither.
@Suite struct `A control` {
  @Test func `is asked only where something shows`() throws {
    let control = Telling { _, _ in .ends }
    let report = try report(on: Telling { _, _ in .ends }, control: control)
    #expect(control.programs == 0)
    #expect(report.control?.programs == 0)
    #expect(report.findings.isEmpty)
  }

  @Test func `that comes to an end leaves a stall with the class`() throws {
    let report = try report(on: Telling { _, _ in .stalls }, control: Telling { _, _ in .ends })
    #expect(report.findings.map(\.blame) == [.difference])
    #expect(report.findings.allSatisfy { $0.kind == .stalled && $0.reproduced > 0 })
    #expect(report.outcome == .violated)
    #expect(report.control?.findings.isEmpty == true)
  }

  @Test func `that stalls, too, takes the stall upon itself`() throws {
    let report = try report(on: Telling { _, _ in .stalls }, control: Telling { _, _ in .stalls })
    #expect(report.findings.isEmpty)
    #expect(report.outcome != .violated)
    #expect(report.control?.findings.map(\.blame) == [.difference])
  }

  @Test func `that stalls now and then takes a stall upon itself`() throws {
    let control = Telling { _, run in run % 4 == 3 ? .stalls : .ends }
    let report = try report(on: Telling { _, _ in .stalls }, control: control)
    #expect(report.findings.isEmpty)
    #expect(report.control?.findings.map(\.blame) == [.difference])
  }

  @Test func `that stalls seldom is asked so often that it shows`() throws {
    // Neither the campaign nor the steps of shrinking come upon it.
    let subject = Telling { _, run in run % 10 == 0 ? .stalls : .ends }
    let control = Telling { _, run in run % 37 == 36 ? .stalls : .ends }
    let report = try report(on: subject, control: control, programs: 1)
    #expect(report.findings.isEmpty)
    #expect(report.outcome != .violated)
  }

  @Test func `acquits in the program in which it shows the same, and in no other`() throws {
    let report = try report(
      on: Telling { program, _ in program.calls(.setLimit) ? .ends : .repeats },
      control: Telling { program, _ in program.calls(.suspend) ? .repeats : .ends })
    #expect(report.findings.map(\.blame) == [.rule("EXEC-1")])
    #expect(report.findings.allSatisfy { !$0.program.calls(.suspend) })
    #expect(report.control?.rules == ["EXEC-1"])
    #expect(report.rules.first { $0.id == "EXEC-1" }?.verdict == .violated)
  }

  @Test func `is spared where many programs show the same`() throws {
    let (subject, control) = (Telling { _, _ in .repeats }, Telling { _, _ in .ends })
    let report = try report(on: subject, control: control, programs: 60)
    #expect(report.findings.map(\.blame) == [.rule("EXEC-1")])
    #expect(report.rules.first { $0.id == "EXEC-1" }?.violations == 60)
    #expect(report.control?.runs == control.programs)
    #expect(control.programs <= subject.programs)
    #expect(report.control.map { $0.programs < 20 } == true)
  }

  @Test func `is asked again where a program that is smaller shows the same`() throws {
    // The smallest program comes last, and the host is to blame for it.
    let report = try report(
      on: Telling { _, _ in .repeats },
      control: Telling { program, _ in program.calls(.setLimit) ? .ends : .repeats }, programs: 60,
      smallestLast: true)
    #expect(report.control?.rules == ["EXEC-1"])
    #expect(report.findings.allSatisfy { $0.program.calls(.setLimit) && $0.reproduced > 0 })
  }

  @Test func `that breaks a rule wherever the class does takes the rule out`() throws {
    let report = try report(on: Telling { _, _ in .repeats }, control: Telling { _, _ in .repeats })
    #expect(report.findings.isEmpty)
    let rule = try #require(report.rules.first { $0.id == "EXEC-1" })
    #expect(rule.verdict == .notApplicable)
    #expect(rule.reason == "the host breaks it with control, too")
  }

  @Test func `leaves undecided what the class shows only once`() throws {
    let report = try report(
      on: Telling { _, run in run == 0 ? .repeats : .ends }, control: Telling { _, _ in .ends },
      programs: 1)
    #expect(report.findings.isEmpty)
    #expect(report.outcome == .inconclusive)
    #expect(report.rules.first { $0.id == "EXEC-1" }?.verdict == .inconclusive)
  }

  @Test(arguments: [false, true])
  func `takes upon itself what it shows with a lane held`(_ isStall: Bool) throws {
    let shown: Telling.Showing = isStall ? .stalls : .repeats
    let point = SubjectPoint(.client(1), .call(0), .mutexLock, caller: "host", occurrence: 1)
    let subject = Telling { _, run in run == 0 ? shown : .ends }
    let control = Telling(points: [point], { _, _ in .ends }, held: { shown })
    let report = try report(on: subject, control: control, programs: 1)
    #expect(report.findings.isEmpty)
    #expect(report.reason == nil)
    let blame: Finding.Blame = isStall ? .difference : .rule("EXEC-1")
    let findings = try #require(report.control?.findings)
    #expect(findings.map(\.blame) == [blame])
    #expect(findings.first?.pins?.holds.map(\.point) == [point])
  }

  @Test func `is scanned again for what no hold has shown`() throws {
    let point = SubjectPoint(.client(1), .call(0), .mutexLock, caller: "host", occurrence: 1)
    let subject = Telling { _, run in run == 0 ? .stalls : .ends }
    let held = Atomic<Int>(0)
    let control = Telling(
      points: [point], { _, _ in .ends },
      held: { held.add(1, ordering: .relaxed).newValue == 4 ? .stalls : .ends })
    let report = try report(on: subject, control: control, programs: 1)
    #expect(report.findings.isEmpty)
    #expect(report.reason == nil)
    #expect(held.load(ordering: .relaxed) >= 4)
  }

  @Test(arguments: [false, true])
  func `that is always in order leaves it with the class that many things show seldom`(
    _ isFlawed: Bool
  ) throws {
    var runs: [Bool: Int] = [:]
    func showing(_ program: Program, every period: Int) -> Telling.Showing {
      let isPaused = program.calls(.suspend)
      guard isPaused || program.calls(.setLimit) else { return .ends }
      defer { runs[isPaused, default: 0] += 1 }
      guard runs[isPaused, default: 0] % period == 0 else { return .ends }
      return isPaused ? .repeats : .stalls
    }
    let report = try report(
      on: Telling { program, _ in showing(program, every: 25) },
      control: Telling { _, run in isFlawed && run % 60 == 59 ? .repeats : .ends })
    #expect(report.findings.count == (isFlawed ? 0 : 1))
    #expect((report.outcome == .violated) != isFlawed)
  }

  @Test func `a call that waits for nothing has to return while work is held`() throws {
    let judged = JudgedSubject(.driven(ClassSubject(.correct(.asynchronous))))
    let judge = Judge(try judged.selection([], .core))
    func blames(_ call: String) throws -> [Finding.Blame] {
      let history = try History(
        parsing: """
          oqhistory 1
          queue q
          op a
          events
          client1 add q a
          client1 ok
          a begin elsewhere
          client1 \(call)
          - quiescent threads=3 canaries=1
          - stalled
          """)
      return judge.judge(history).violations.map(\.blame)
    }
    #expect(try blames("cancel a") == [.rule("CANCEL-4")])
    #expect(try blames("is-finished a") == [.rule("OP-6")])
    #expect(try blames("wait a") == [])
  }

  @Test func `a death is no answer of a class, and named as what it is`() throws {
    let judged = JudgedSubject(.driven(ClassSubject(.correct(.asynchronous))))
    let judge = Judge(try judged.selection([], .core))
    let history = try History(
      parsing: """
        oqhistory 1
        op a
        events
        1 client1 cancel a
        2 client1 ok
        3 client1 start a
        4 client1 crashed SIGILL
        """)
    let violations = judge.judge(history).violations
    #expect(violations.map(\.blame) == [.crash])
    #expect(violations.first?.counterexample.message.contains("in 'start a'") == true)
  }

  @Test func `of what was found the most exact is worked on first`() throws {
    let report = try report(
      on: Telling { program, _ in program.calls(.setLimit) ? .isSilent : .waits },
      control: Telling { _, _ in .ends })
    #expect(report.causes.map(\.blames.first) == [.rule("ASYNC-6"), .rule("ASYNC-9")])
  }

  @Test func `a dependent of what was cancelled may leave its work out`() throws {
    let judged = JudgedSubject(.driven(ClassSubject(.correct(.asynchronous))))
    let judge = Judge(try judged.selection([], .core))
    func blames(_ finished: Bool) throws -> [Finding.Blame] {
      let history = try History(
        parsing: """
          oqhistory 1
          queue q
          op a
          op b deps=a
          events
          client1 cancel a
          client1 ok
          client1 start a
          client1 ok
          client1 is-finished a
          client1 = true
          client1 add q b
          client1 ok
          client1 wait b
          client2 is-ready b
          client2 = true
          \(finished ? "client1 ok\n" : "")- quiescent threads=3 canaries=1
          - stalled
          """)
      return judge.judge(history).violations.map(\.blame)
    }
    #expect(try blames(true) == [])
    #expect(try !blames(false).isEmpty)
  }

  @Test(arguments: OperationNature.allCases)
  func `what does not begin after a resume does not begin`(_ nature: OperationNature) throws {
    let judged = JudgedSubject(.driven(ClassSubject(.correct(nature))))
    let judge = Judge(try judged.selection([], .core))
    let history = try History(
      parsing: """
        oqhistory 1
        queue q suspended
        op a
        events
        client1 add q a
        client1 ok
        client1 resume q
        client1 ok
        client1 is-finished a
        client1 = false
        - quiescent threads=3 canaries=1
        - stalled
        """)
    let blames = judge.judge(history).violations.filter { !$0.isDerived }.map(\.blame)
    #expect(blames == [.rule("QUEUE-1")])
  }

  /// The report of a campaign whose programs come from a list.
  private func report(
    on subject: Telling, control: Telling, programs: Int = 3, smallestLast: Bool = false
  ) throws -> Report {
    let judged = JudgedSubject(.driven(ClassSubject(.correct(.asynchronous))))
    let selection = try judged.selection([], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 5, selection))
    let limits = (2..<100).map { "  set-limit q \($0)\n" }
    var rests = ["", "  set-limit q 1\n", "  suspend q\n  resume q\n"] + limits
    if smallestLast { rests = limits.prefix(programs - 1) + [""] }
    request.corpus = try rests.prefix(programs).map {
      Regression(try Program(parsing: "oqprogram 1\nqueue q\nop a\nclient 1\n  add q a\n\($0)"))
    }
    request.programs = 0
    return try Inquiry(
      request, executor: { subject },
      control: Inquiry.ControlSubject("control") { control }
    ).run().report
  }
}

/// Says of every run what it shows.
private final class Telling: Executor {
  /// What a run shows.
  enum Showing {
    case ends, stalls, repeats
    /// A wait does not return; nobody knows whether it says that it has finished, or it does.
    case waits, isSilent
  }

  /// Runs so far.
  private(set) var programs = 0
  private let show: (Program, Int) -> Showing
  private let points: [SubjectPoint]
  /// What a run shows in which a lane is held.
  private let held: () -> Showing

  private static let work = "a begin elsewhere\na end\n"
  private static let stall = "- quiescent threads=3 canaries=1\n- stalled"

  init(
    points: [SubjectPoint] = [], _ show: @escaping (_ program: Program, _ run: Int) -> Showing,
    held: @escaping () -> Showing = { .ends }
  ) {
    (self.points, self.show, self.held) = (points, show, held)
  }

  func executeQuickly(_ program: Program, _ mode: TrialMode) throws -> Execution {
    let isHeld = mode.pins.map { !$0.holds.isEmpty } ?? false
    defer { programs += 1 }
    var execution = try execution(of: program, isHeld ? held() : show(program, programs))
    execution.points = PointReport()
    execution.points?.points = mode.points == .counted ? points : []
    execution.points?.held = isHeld ? 1 : 0
    return execution
  }

  func execute(_ program: Program) throws -> Execution {
    defer { programs += 1 }
    return try execution(of: program, show(program, programs))
  }

  private func execution(of program: Program, _ showing: Showing) throws -> Execution {
    // A program without an operation shows nothing.
    guard !program.operations.isEmpty, !program.queues.isEmpty else {
      return Execution(program, History(of: program, events: [Event(1, nil, .ended)]))
    }
    let events =
      switch showing {
      case .ends: "a begin elsewhere\na end\n- ended"
      case .stalls: Telling.work + Telling.stall
      case .waits: "client2 wait a\n\(Telling.work)\(Telling.stall)"
      case .isSilent:
        "client2 wait a\n\(Telling.work)client1 is-finished a\nclient1 = true\n\(Telling.stall)"
      case .repeats: "a begin elsewhere\na end\na#2 begin elsewhere\na#2 end\n- ended"
      }
    let history = try History(
      parsing: "oqhistory 1\nqueue q\nop a\nevents\nclient1 add q a\nclient1 ok\n\(events)")
    return Execution(program, History(of: program, events: history.events))
  }
}

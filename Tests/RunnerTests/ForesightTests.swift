import Foundation
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

/// What a campaign beside a control has come upon is worked on before it is confirmed.
@Suite(.waiting, .limit(minutes: 2)) struct `What is only suspected` {
  @Test func `is told once it is confirmed`() throws {
    let report = try report(confirms: true)
    #expect(report.findings.map(\.blame) == [.difference])
    #expect(report.findings.allSatisfy { $0.kind == .stalled && $0.reproduced == $0.attempts })
    #expect(report.outcome == .violated)
    #expect(report.undecided == 0)
  }

  @Test func `is forgotten where something moves after all`() throws {
    let report = try report(confirms: false)
    #expect(report.findings.isEmpty)
    #expect(report.outcome != .violated)
    #expect(report.undecided == 0)
  }

  @Test func `is looked for in another program where the first does not show it again`() throws {
    let again = Tries()
    var request = try request(programs: 0)
    let first = request.corpus[0].program
    let second = try Program(
      parsing: """
        oqprogram 1
        queue q
        op a
        client 1
          add q a
          is-finished a
          until is-finished a
        """)
    request.corpus.append(Regression(second))
    let report = try Inquiry(
      request, executor: { Deferring(again, confirms: true, onceOnly: first) },
      control: Inquiry.ControlSubject("control") { Ending() }
    ).run().report
    #expect(report.findings.map(\.blame) == [.difference])
    #expect(report.findings.allSatisfy { $0.program != first && $0.reproduced == $0.attempts })
  }

  @Test func `is told while the run goes on, and once`() throws {
    let told = Tries()
    let goesOn = Tries()
    var listener = Inquiry.Listener()
    listener.answers = { finding in
      #expect(finding.blame == .difference)
      #expect(finding.reproduced == finding.attempts && finding.file != nil)
      told.add()
    }
    let report = try Inquiry(
      try request(programs: 1), executor: { Standing(until: told, noting: goesOn) },
      control: Inquiry.ControlSubject("control") { Ending() }, listener: listener
    ).run().report
    #expect(report.findings.map(\.blame) == [.difference])
    #expect(told.all == 1)
    #expect(goesOn.all == 1)
  }

  @Test func `ends a run that ends with its first answer, in time for it`() throws {
    var request = try request(programs: 1_000_000)
    request.failsFast = true
    let begun = ContinuousClock.now
    let report = try Inquiry(
      request, executor: { Standing(until: Tries(1), noting: Tries()) },
      control: Inquiry.ControlSubject("control") { Ending() }
    ).run().report
    #expect(report.findings.map(\.blame) == [.difference])
    // Without it programs would go on for three fifths of the budget.
    #expect(ContinuousClock.now - begun < .seconds(11))
  }

  /// The report of a campaign in which every program is set aside until it was tried again often.
  private func report(confirms: Bool) throws -> Report {
    let again = Tries()
    return try Inquiry(
      try request(programs: 0), executor: { Deferring(again, confirms: confirms) },
      control: Inquiry.ControlSubject("control") { Ending() }
    ).run().report
  }

  private func request(programs: Int) throws -> Inquiry.Request {
    let judged = JudgedSubject(.driven(ClassSubject(.correct(.asynchronous))))
    let selection = try judged.selection([], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 5, selection))
    request.corpus = [
      Regression(
        try Program(
          parsing: "oqprogram 1\nqueue q\nop a\nclient 1\n  add q a\n  until is-finished a"))
    ]
    request.programs = programs
    request.budget = .seconds(20)
    return request
  }
}

/// How often something was done.
private final class Tries: Sendable {
  private let count: Atomic<Int>

  init(_ count: Int = 0) { self.count = Atomic(count) }

  /// Enough for a finding that stands still whenever it runs, without counting it at the end.
  var areMany: Bool { count.load(ordering: .sequentiallyConsistent) >= 10 }

  var all: Int { count.load(ordering: .sequentiallyConsistent) }

  func add() { count.add(1, ordering: .sequentiallyConsistent) }
}

/// Lets the first program stand still, and goes on with the second until somebody was told.
private final class Standing: Executor {
  private let told: Tries
  private let goesOn: Tries
  private var isFirst = true

  init(until told: Tries, noting goesOn: Tries) {
    self.told = told
    self.goesOn = goesOn
  }

  var mayHaveCompanions: Bool { true }

  func execute(_ program: Program) throws -> Execution {
    Execution(program, try history(of: program, "- quiescent threads=3 canaries=1\n- stalled"))
  }

  func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    try execute(program)
  }

  func submit(
    _ program: Program, index: UInt64, while mayWait: () -> Bool
  ) throws -> [Execution] {
    defer { isFirst = false }
    if isFirst { return [try execute(program)] }
    let patience = ContinuousClock.now + .seconds(15)
    while told.all == 0, ContinuousClock.now < patience { usleep(1000) }
    if told.all > 0 { goesOn.add() }
    return [Execution(program, try ended(program))]
  }
}

/// Sets every program aside as one that stands still, and says much later whether it did.
private final class Deferring: Executor {
  private let again: Tries
  private let confirms: Bool
  /// A program that stands still when it is set aside, and never again.
  private let onceOnly: Program?
  private var pending: [Execution] = []
  private var told: [Execution] = []

  init(_ again: Tries, confirms: Bool, onceOnly: Program? = nil) {
    self.again = again
    self.confirms = confirms
    self.onceOnly = onceOnly
  }

  var mayHaveCompanions: Bool { true }

  func execute(_ program: Program) throws -> Execution {
    Execution(program, try history(of: program, "- quiescent threads=3 canaries=1\n- stalled"))
  }

  func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    again.add()
    return program == onceOnly ? Execution(program, try ended(program)) : try execute(program)
  }

  func submit(
    _ program: Program, index: UInt64, while mayWait: () -> Bool
  ) throws -> [Execution] {
    if onceOnly != nil, program != onceOnly {
      let patience = ContinuousClock.now + .seconds(9)
      while !again.areMany, ContinuousClock.now < patience { usleep(1000) }
    }
    let quiescent = try history(of: program, "- quiescent threads=3 canaries=1")
    var suspect = Execution(program, quiescent, isPending: true)
    suspect.index = index
    told.append(suspect)
    var execution = confirms ? try execute(program) : Execution(program, try ended(program))
    execution.index = index
    pending.append(execution)
    return []
  }

  func suspected() -> [Execution] {
    defer { told = [] }
    return told
  }

  func settle(while mayWait: () -> Bool) throws -> [Execution] {
    while !again.areMany, mayWait() { usleep(1000) }
    guard again.areMany else { return [] }
    defer { pending = [] }
    return pending
  }
}

/// Brings every program to its end.
private final class Ending: Executor {
  func execute(_ program: Program) throws -> Execution { Execution(program, try ended(program)) }
}

private func ended(_ program: Program) throws -> History { try history(of: program, "- ended") }

/// A history in which the work of an operation has ended, where there is one.
private func history(of program: Program, _ end: String) throws -> History {
  guard !program.operations.isEmpty, !program.queues.isEmpty else {
    return History(of: program, events: [Event(1, nil, .ended)])
  }
  let history = try History(
    parsing: """
      oqhistory 1
      queue q
      op a
      events
      client1 add q a
      client1 ok
      a begin elsewhere
      a end
      \(end)
      """)
  return History(of: program, events: history.events)
}

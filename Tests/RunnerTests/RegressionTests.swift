import OQAdapters
import OQCheckers
import OQContracts
import OQHistory
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import Testing

/// Programs that are kept since they have shown something.
@Suite struct `A kept program` {
  private let program: Program
  private let pins: Pins

  init() throws {
    program = try Program(
      parsing: "oqprogram 1\nqueue q\nop a\nop b\nclient 1\n  add q a\n  add q b\n  wait-all q\n")
    pins = Pins([Pins.Pin(program.clients[0].lane, .call(1))])
  }

  private func report(_ corpus: [Regression], _ executor: PinnedExecutor) throws -> Report {
    let judged = JudgedSubject(.driven(ReferenceSubject(name: "reference")))
    let selection = try judged.selection(["EXEC-1"], .core)
    var request = Inquiry.Request(
      toolVersion: "1", subject: judged.description, selection: selection,
      generator: judged.generator(seed: 5, selection))
    request.corpus = corpus
    request.programs = 0
    return try Inquiry(request, executor: { executor }).run().report
  }

  @Test func `runs as it likes, and as it was made to show something`() throws {
    let executor = PinnedExecutor(diesFrom: 1)
    let report = try report([Regression(program), Regression(program, following: pins)], executor)
    #expect(report.findings.map(\.blame) == [.crash])
    #expect(report.findings.allSatisfy { $0.pins != nil })
    // The run with pins is no program more.
    #expect(report.programs == 2)
    #expect(report.holds?.kept?.programs == 1)
    #expect(report.holds?.kept?.showings == 1)
    #expect(executor.free >= 2)
  }

  @Test func `is tried again where luck had a part`() throws {
    let report = try report([Regression(program, following: pins)], PinnedExecutor(diesFrom: 4))
    #expect(report.findings.map(\.blame) == [.crash])
  }

  @Test func `that shows nothing any more is no finding, and is counted`() throws {
    let report = try report(
      [Regression(program, following: pins), Regression(program, following: pins)],
      PinnedExecutor(diesFrom: .max))
    #expect(report.findings.isEmpty)
    #expect(report.outcome != .violated)
    #expect(report.holds?.kept?.programs == 2)
    #expect(report.holds?.kept?.showings == 0)
  }

  @Test func `that needs pins for a group has the cause of what an add shows without`() throws {
    let plain = try Program(
      parsing: "oqprogram 1\nqueue q\nop a\nclient 1\n  cancel a\n  add q a\n  wait-all q\n")
    let group = try Program(
      parsing: """
        oqprogram 1
        queue q
        op a
        op b
        client 1
          cancel a
          add q b
          add-group q a
          wait-all q
        """)
    let held = Regression(group, following: Pins([Pins.Pin(group.clients[0].lane, .call(1))]))
    for kept in [[Regression(plain), held], [held, Regression(plain)]] {
      let report = try report(
        kept,
        PinnedExecutor { program, isPinned in
          let cancels = program.calls(.cancel)
          let groups = program.calls(.addGroup)
          return cancels && !groups && program.calls(.add)
            || isPinned && groups && cancels && program.calls(.waitAll)
        })
      #expect(report.causes.map(\.trigger?.text) == ["queue q; op a; cancel a; add q a"])
      #expect(report.causes.map(\.programs) == [2])
    }
  }

  @Test func `without pins follows none`() throws {
    let executor = PinnedExecutor(diesFrom: 1)
    let report = try report([Regression(program)], executor)
    #expect(report.findings.isEmpty)
    #expect(report.holds == nil)
    #expect(executor.pinned == 0)
  }
}

/// Dies where it is made to follow pins, from a run on, or as it is told.
private final class PinnedExecutor: Executor {
  private let first: Int
  private let dies: ((_ program: Program, _ isPinned: Bool) -> Bool)?
  private(set) var free = 0
  private(set) var pinned = 0

  init(diesFrom first: Int) {
    self.first = first
    dies = nil
  }

  init(dies: @escaping (_ program: Program, _ isPinned: Bool) -> Bool) {
    first = .max
    self.dies = dies
  }

  func execute(_ program: Program) -> Execution {
    free += 1
    return end(program, isDead: dies?(program, false) ?? false, nil)
  }

  func execute(_ program: Program, index: UInt64, following pins: Pins) -> Execution {
    var execution = executeQuickly(program, following: pins)
    execution.index = index
    return execution
  }

  func executeQuickly(_ program: Program, following pins: Pins?) -> Execution {
    guard let pins else { return execute(program) }
    pinned += 1
    return end(program, isDead: dies?(program, true) ?? (pinned >= first), pins)
  }

  private func end(_ program: Program, isDead: Bool, _ pins: Pins?) -> Execution {
    let kind: Event.Kind = isDead ? .crashed(Crash(.segmentation)) : .ended
    var execution = Execution(program, History(of: program, events: [Event(1, nil, kind)]))
    execution.pins = pins
    return execution
  }
}

import OQCheckers
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

private let judge = Judge(roster: .operations, profile: .core)

/// An executor whose process stands still from some run on.
private final class WearingExecutor: Executor {
  private let isWorn: ([Program]) -> Bool
  private var process: [Program] = []

  init(isWorn: @escaping ([Program]) -> Bool) { self.isWorn = isWorn }

  func execute(_ program: Program) -> Execution {
    process.append(program)
    guard program.calls(.add), isWorn(process) else {
      return Execution(program, History(of: program, events: [Event(1, nil, .ended)]))
    }
    process = []
    return Execution(program, stalled(program))
  }

  func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) -> (last: Execution, ran: Int) {
    process = []
    defer { process = [] }
    for (position, program) in programs.enumerated() {
      let execution = execute(program)
      if execution.history.events.count > 1 || position + 1 == programs.count {
        return (execution, position + 1)
      }
    }
    preconditionFailure("a sequence has at least one program")
  }
}

/// An executor whose process stands still as soon as any program has cancelled something.
private final class MarkedExecutor: Executor {
  private var isMarked = false

  func execute(_ program: Program) -> Execution {
    isMarked = isMarked || program.calls(.cancel)
    guard isMarked, program.calls(.add) else {
      return Execution(program, History(of: program, events: [Event(1, nil, .ended)]))
    }
    return Execution(program, stalled(program))
  }

  func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) -> (last: Execution, ran: Int) {
    let before = isMarked
    isMarked = false
    defer { isMarked = before }
    return (programs.map(execute)[programs.count - 1], programs.count)
  }
}

/// A history in which an operation that was added never begins.
private func stalled(_ program: Program) -> History {
  let lane = Lane.client(1)
  let add = Command(.add, QueueID(0), .operation(OperationID(0)))
  return History(
    of: program,
    events: [
      Event(1, lane, .call(add)), Event(2, lane, .returned(.returned(.none))),
      Event(3, nil, .quiescent(Quiescence(threads: 2, canaries: 1))), Event(4, nil, .stalled),
    ])
}

private let small = """
  queue q
  op a
  client 1
    add q a
    until begin a
  """

private func sighting(_ program: Program, after earlier: [Program] = []) throws
  -> Campaign.Sighting
{
  let history = stalled(program)
  let violation = try #require(judge.judge(history).violations.first)
  return Campaign.Sighting(
    violation: violation, index: 7, program: program, history: history, earlier: earlier)
}

private func workshop(_ executor: any Executor) -> Workshop {
  Workshop(judge: judge, executor: executor, seed: 1) { true }
}

@Suite struct `A failure of a worn process` {
  @Test func `is the program, as often in a row as it takes`() throws {
    let executor = WearingExecutor { $0.count >= 9 }
    let finding = try workshop(executor).finding(of: sighting(try program(small)))
    #expect(finding.repetitions == 9)
    #expect(finding.needsWornProcess)
    #expect(finding.reproduced == finding.attempts && finding.attempts > 0)
  }

  @Test func `stays a single program where a fresh process shows it`() throws {
    let executor = WearingExecutor { _ in true }
    let finding = try workshop(executor).finding(of: sighting(try program(small)))
    #expect(finding.earlier.isEmpty)
    #expect(!finding.needsWornProcess && finding.repetitions == nil)
  }

  @Test func `keeps in its program what wears a process that runs nothing else`() throws {
    let text = "queue q\nop a\nop b\nclient 1\n  cancel b\n  add q a\n  until begin a\n"
    let finding = try workshop(MarkedExecutor()).finding(of: sighting(try program(text)))
    #expect(finding.earlier.isEmpty)
    #expect(finding.program.calls(.cancel) && finding.program.calls(.add))
    #expect(finding.reproduced == finding.attempts && finding.attempts > 0)
  }

  @Test func `stays a single program where it shows now and then in fresh ones`() throws {
    var coin = SplitMix64(seed: 11)
    let executor = WearingExecutor { _ in coin.shows(0.5) }
    let finding = try workshop(executor).finding(of: sighting(try program(small)))
    #expect(finding.earlier.isEmpty)
  }

  @Test func `is a sequence where another program wears the process`() throws {
    let other = try program("queue q\nop a\nclient 1\n  cancel a\n")
    let executor = WearingExecutor { $0.count { $0.calls(.cancel) } >= 3 }
    let finding = try workshop(executor).finding(
      of: sighting(try program(small), after: Array(repeating: other, count: 20)))
    #expect(finding.earlier.count == 3)
    #expect(finding.earlier.allSatisfy { $0.calls(.cancel) })
    #expect(finding.needsWornProcess && finding.repetitions == nil)
  }

  @Test func `has one cause, whatever it was seen as`() throws {
    var known = KnownCauses(roster: .operations)
    let executor = WearingExecutor { $0.count >= 5 }
    var finding = try workshop(executor).finding(of: sighting(try program(small)))
    let first = known.enter(worn: finding)
    finding = Finding(
      .unexplained, kind: finding.kind, Counterexample("another", events: []),
      program: finding.program, history: finding.history, seed: 1, index: 8)
    #expect(known.enter(worn: finding) == first)
    #expect(known.causes.count == 1)
    #expect(known.causes[0].programs == 2)
    #expect(known.causes[0].situation == ["a process that has run other programs"])
  }
}

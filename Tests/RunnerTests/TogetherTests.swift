import OQCheckers
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import Synchronization
import TestSupport
import Testing

/// Takes a while for each run, and does four at once by turns.
private final class Wide: Executor {
  /// Pieces of work that were done at once.
  private(set) var batches: [Int] = []
  let breadth: Int
  private let member: ScriptedExecutor

  init(
    breadth: Int, time: Duration = .milliseconds(9), dies: @escaping ScriptedExecutor.Death
  ) {
    self.breadth = breadth
    member = ScriptedExecutor { programs, coin in
      Wide.work(for: time)
      return dies(programs, &coin)
    }
  }

  /// Works, by default for longer than a run that does nothing else.
  private static func work(for time: Duration) {
    let begun = ContinuousClock.now
    while ContinuousClock.now - begun < time {}
  }

  func execute(_ program: Program) throws -> Execution { member.execute(program) }

  func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    member.executeInOrder(programs, following: pins)
  }

  func together<Answer: Sendable>(
    _ work: [@Sendable (any Executor) throws -> Answer]
  ) throws -> [Answer] {
    batches.append(work.count)
    return try work.map { try $0(member) }
  }
}

@Suite(.limit(minutes: 1))
struct `Runs that take long` {
  private func finding(breadth: Int) throws -> (finding: Finding, batches: [Int]) {
    let program = try program(
      """
      queue q
      op a
      op b deps=a
      client 1
        add q a
        cancel-all q
        add q b
        count q
      """)
    let judge = Judge(roster: .operations, checkers: [], profile: .core)
    let history = History(of: program, events: [Event(1, nil, .crashed(Crash(.segmentation)))])
    let violation = try #require(judge.judge(history).violations.first)
    let executor = Wide(breadth: breadth) { programs, _ in
      programs.last?.calls(.cancelAll) == true
    }
    let finding = try Workshop(judge: judge, executor: executor, seed: 1) { true }.finding(
      of: Campaign.Sighting(violation: violation, index: 5, program: program, history: history))
    return (finding, executor.batches)
  }

  @Test func `are done at once, and find what one after the other finds`() throws {
    let (one, alone) = try finding(breadth: 1)
    let (four, batches) = try finding(breadth: 4)
    #expect(one == four)
    #expect(four.program.text == "oqprogram 1\nqueue q\nclient 1\n  cancel-all q\n")
    #expect(four.reproduced == Workshop.attempts)
    #expect(alone.isEmpty)
    #expect(batches.max() == 4)
  }

  @Test(arguments: [
    (Duration.milliseconds(1), [3] + Array(repeating: 4, count: 10) + [2]),
    // Runs that work, too, are tried one finding after the other.
    (.seconds(2), [3, 4, 4, 4, 4, 3, 4, 4, 4, 4, 3, 4]),
  ])
  func `are counted at once for several findings`(_ idle: Duration, _ sizes: [Int]) throws {
    let judge = Judge(roster: .operations, checkers: [], profile: .core)
    let findings = try ["count q", "cancel-all q", "suspend q"].enumerated().map { place, step in
      let program = try program("queue q\nclient 1\n  \(step)")
      var finding = Finding(
        .crash, kind: .crash, Counterexample("it died", events: [1]), program: program,
        history: History(of: program, events: [Event(1, nil, .crashed(Crash(.segmentation)))]),
        seed: 1, index: UInt64(place))
      (finding.reproduced, finding.attempts) = (1, 1)
      return finding
    }
    var runs = 0
    let executor = Wide(breadth: 4) { programs, _ in
      guard programs.last?.calls(.suspend) == true else { return true }
      runs += 1
      return runs.isMultiple(of: 2)
    }
    let tries = try Workshop(judge: judge, executor: executor, seed: 1) { true }.tally(
      findings, waitingFrom: idle)
    #expect(tries.map(\.shown) == [20, 20, 2])
    // What has missed three times needs more than counting.
    #expect(tries.map(\.runs) == [20, 20, 5])
    #expect(executor.batches == sizes)
  }

  @Test(arguments: [(Duration.milliseconds(9), 20), (Workshop.idle + .milliseconds(10), 1)])
  func `begin only where there is as much time as the last ones took`(
    _ time: Duration, _ runs: Int
  ) throws {
    let judge = Judge(roster: .operations, checkers: [], profile: .core)
    let executor = Wide(breadth: 4, time: time) { _, _ in true }
    let workshop = Workshop(judge: judge, executor: executor, seed: 1, rest: { .seconds(1) }) {
      true
    }
    let program = try program("queue q\nclient 1\n  count q")
    let tries = try workshop.rerun(Trial([program], isAlone: true), for: .crash, times: 20)
    #expect(tries.runs == runs)
  }

  @Test func `are twelve at once where each works for a small part of its time`() throws {
    let judge = Judge(roster: .operations, checkers: [], profile: .core)
    let executor = Wide(breadth: 20, time: .milliseconds(260)) { _, _ in true }
    let program = try program("queue q\nclient 1\n  count q")
    let tries = try Workshop(judge: judge, executor: executor, seed: 1) { true }.rerun(
      Trial([program], isAlone: true), for: .crash, times: 13)
    #expect(tries.shown == 13)
    // The first run tells how long one takes.
    #expect(executor.batches == [12])
  }

  @Test func `are counted last where they stand still`() throws {
    let judge = Judge(roster: .operations, checkers: [], profile: .core)
    let findings = try [Finding.Kind.stalled, .crash].map { kind in
      let program = try program("queue q\nclient 1\n  \(kind == .crash ? "count q" : "suspend q")")
      return Finding(
        .crash, kind: kind, Counterexample("it died", events: [1]), program: program,
        history: History(of: program, events: [Event(1, nil, .crashed(Crash(.segmentation)))]),
        seed: 1, index: 1)
    }
    var order: [Bool] = []
    let executor = Wide(breadth: 4) { programs, _ in
      order.append(programs.last?.calls(.suspend) == true)
      return true
    }
    let tries = try Workshop(judge: judge, executor: executor, seed: 1) { true }.tally(findings)
    #expect(tries.map(\.shown) == [20, 20])
    #expect(order == Array(repeating: false, count: 20) + Array(repeating: true, count: 20))
  }
}

/// Ends when it is told to.
private final class Ending: Executor {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  func execute(_ program: Program) throws -> Execution {
    Execution(program, History(of: program, events: [Event(1, nil, .ended)]))
  }

  func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) { (try execute(programs[0]), 1) }

  func shutDown() { end() }
}

@Suite(.limit(minutes: 1)) struct `A crew` {
  @Test func `is divided among threads that work at once`() throws {
    var (made, ended) = (0, 0)
    let crew = Crew {
      made += 1
      return Ending { ended += 1 }
    }
    let parts = try crew.divided(into: 4)
    #expect(parts.map(\.breadth) == Array(repeating: Workshop.attempts, count: 4))
    let arrived = Mutex(0)
    // Each waits for all others: one after the other, this would never end.
    let answers = try parts.concurrently { place, executor in
      arrived.withLock { $0 += 1 }
      while arrived.withLock({ $0 < 4 }) {}
      let program = Program(queues: [], operations: [], scripts: [])
      let run: @Sendable (any Executor) throws -> Execution = { try $0.execute(program) }
      return try executor.together([run, run]).count + place
    }
    #expect(answers == [2, 3, 4, 5])
    crew.shutDown()
    #expect(ended == made)
    #expect(made == 4 * Workshop.attempts)
  }

  @Test func `tells the first fault of its threads`() throws {
    struct Fault: Error, Equatable { let place: Int }
    let crew = Crew { Ending {} }
    #expect(throws: Fault(place: 1)) {
      try crew.divided(into: 3).concurrently { place, _ in
        if place > 0 { throw Fault(place: place) }
      }
    }
    crew.shutDown()
  }
}

import OQCheckers
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// Takes a while for each run, and does four at once by turns.
private final class Wide: Executor {
  /// Pieces of work that were done at once.
  private(set) var batches: [Int] = []
  let breadth: Int
  private let member: ScriptedExecutor

  init(breadth: Int, dies: @escaping ScriptedExecutor.Death) {
    self.breadth = breadth
    member = ScriptedExecutor { programs, coin in
      Wide.work()
      return dies(programs, &coin)
    }
  }

  /// Works for longer than a run that does nothing else.
  private static func work() {
    let begun = ContinuousClock.now
    while ContinuousClock.now - begun < .milliseconds(9) {}
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
}

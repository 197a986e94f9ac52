import OQHistory
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// Failures that a program has or lacks by its text alone, each with its smallest program.
enum SyntheticFailure: String, CaseIterable {
  case cancelAll, dependency, heldBody, suspendThenResume, twoClients, lowPriority

  /// Whether a program has the failure.
  func occurs(in program: Program) -> Bool {
    let commands = program.allSteps.compactMap(\.command)
    switch self {
    case .cancelAll: return commands.contains { $0.verb == .cancelAll }
    case .dependency:
      // An added operation depends on another one.
      let added = commands.filter { $0.verb.isAdd }.flatMap(\.operands)
      return added.contains { operand in
        !program[operand].dependencies.isEmpty
          || commands.contains { $0.verb == .addDependency && $0.operation == operand }
      }
    case .heldBody:
      return program.scripts.contains { script in
        guard let callback = script.lane.callback, script.steps.contains(.hold) else {
          return false
        }
        return program.allSteps.contains(.open(callback))
          && program.allSteps.contains(.until(.began(callback)))
      }
    case .suspendThenResume:
      return program.scripts.contains { script in
        let verbs = script.steps.compactMap { $0.command?.verb }
        guard let first = verbs.firstIndex(of: .suspend) else { return false }
        return verbs[first...].contains(.resume)
      }
    case .twoClients:
      return program.clients.count { script in
        script.steps.contains { $0.command?.verb.isAdd == true }
      } >= 2
    case .lowPriority:
      return commands.contains { command in
        command.verb.isAdd && command.operands.contains { program[$0].priority == .low }
      }
    }
  }

  /// Steps of the smallest program that has it, one client, one queue.
  var leastSteps: Int {
    switch self {
    case .cancelAll: 2  // queue, cancel-all
    case .dependency: 4  // queue, two operations, add
    case .heldBody: 6  // queue, operation, hold, add, until begin, open
    case .suspendThenResume: 3  // queue, suspend, resume
    case .twoClients: 5  // queue, two operations, an add each
    case .lowPriority: 3  // queue, operation, add
    }
  }
}

/// Shrinks with failures that show with a probability, from a seeded coin.
func shrink(
  _ program: Program, _ failure: SyntheticFailure, probability: Double, seed: UInt64
) -> (best: Program, runs: Int) {
  var coin = SplitMix64(seed: seed)
  var runs = 0
  // A candidate is run many times in a row: whether it has the failure is looked up once.
  var last: (program: Program, occurs: Bool) = (program, failure.occurs(in: program))
  let best = Shrinker.shrink(program, rate: probability) { candidate in
    runs += 1
    if candidate != last.program { last = (candidate, failure.occurs(in: candidate)) }
    let shows = Double(coin.next() >> 11) / Double(1 << 53) < probability
    return last.occurs && shows
  }
  return (best, runs)
}

@Suite(.computing) struct ShrinkerTests {
  /// Programs of the generator that have a failure.
  static func failing(_ failure: SyntheticFailure, count: Int) -> [Program] {
    let generator = fullGenerator(seed: 21)
    var found: [Program] = []
    var index: UInt64 = 256
    while found.count < count {
      let program = generator.program(at: index)
      if failure.occurs(in: program) { found.append(program) }
      index += 1
    }
    return found
  }

  @Test(arguments: SyntheticFailure.allCases)
  func `a failure that always shows shrinks to its smallest program`(failure: SyntheticFailure) {
    for program in Self.failing(failure, count: 40) {
      let (best, runs) = shrink(program, failure, probability: 1, seed: 1)
      #expect(failure.occurs(in: best))
      #expect(best.steps <= failure.leastSteps, "\(best.text) from\n\(program.text)")
      #expect(faults(best) == [])
      #expect(runs < 400)
    }
  }

  @Test(arguments: [(0.5, 20, 20), (0.2, 20, 19), (0.05, 10, 9)])
  func `a failure that shows now and then shrinks as far`(
    probability: Double, count: Int, atLeast: Int
  ) {
    for failure in SyntheticFailure.allCases {
      let sizes = Self.failing(failure, count: count).enumerated().map { number, program in
        shrink(program, failure, probability: probability, seed: UInt64(number)).best.steps
      }
      #expect(
        sizes.count { $0 <= failure.leastSteps } >= atLeast, "\(failure) \(probability): \(sizes)")
    }
  }

  @Test func `a failure that shows once in a thousand runs still shrinks`() {
    let failure = SyntheticFailure.suspendThenResume
    let sizes = Self.failing(failure, count: 2).enumerated().map { number, program in
      shrink(program, failure, probability: 0.001, seed: UInt64(number)).best.steps
    }
    #expect(sizes.count { $0 <= failure.leastSteps } >= 1, "\(sizes)")
  }

  @Test func `what a body does is done by a client where that is enough`() throws {
    let program = try Program(
      parsing: """
        oqprogram 1
        queue q
        op a
        op b
        in b: add q a
        client 1
          add q b
          until begin a
        """)
    let smallest = Shrinker.shrink(program) { candidate in
      candidate.allSteps.contains { if case .until(.began) = $0 { true } else { false } }
        && candidate.allSteps.contains { $0.command?.verb.isAdd ?? false }
    }
    #expect(
      smallest.text == """
        oqprogram 1
        queue q
        op a
        client 1
          add q a
          until begin a

        """)
  }

  @Test func `one call takes the place of two where the subject offers it`() throws {
    let program = try Program(
      parsing: """
        oqprogram 1
        queue q
        op a
        op b
        client 1
          add q a
          add q b
          until is-finished b
        """)
    func shrunk(introducing verbs: Set<Verb>) -> String {
      Shrinker.shrink(program, introducing: verbs) { candidate in
        let added = candidate.allSteps.compactMap(\.command).filter(\.verb.isAdd)
        let waits = candidate.allSteps.contains { step in
          if case .until = step { return true }
          return step.command?.verb == .addGroupWaiting || step.command?.verb == .start
        }
        return waits && Set(added.flatMap(\.operands)).count == 2
      }.text
    }
    #expect(shrunk(introducing: []) == program.text)
    #expect(
      shrunk(introducing: [.addGroup, .addGroupWaiting]).contains("  add-group-wait q a,b\n"))
    #expect(shrunk(introducing: [.start]) == program.text)
  }

  @Test func `nobody asks whether something executes that may have ended before`() throws {
    let held = try Program(
      parsing: """
        oqprogram 1
        op a
        in a: hold
        client 1
          start a
        client 2
          until is-executing a
          cancel a
          open a
        """)
    var shrinker = Shrinker(program: held, rate: 1, mostRuns: 10)
    while let attempt = shrinker.next() {
      let asks = attempt.program.text.contains("until is-executing")
      let holds = attempt.program.allSteps.contains(.hold)
      #expect(!asks || holds, "\(attempt.program.text)")
      shrinker.record(failed: asks, runs: 1)
    }
    #expect(shrinker.best.allSteps.contains(.hold))
  }

  @Test func `the same answers give the same attempts`() {
    let program = Self.failing(.heldBody, count: 1)[0]
    var first = Shrinker(program: program, rate: 0.5)
    var second = Shrinker(program: program, rate: 0.5)
    var coin = SplitMix64(seed: 5)
    while let attempt = first.next() {
      #expect(second.next() == attempt)
      let failed = coin.next() % 3 == 0
      first.record(failed: failed, runs: 1)
      second.record(failed: failed, runs: 1)
    }
    #expect(second.next() == nil)
    #expect(first.best == second.best)
  }

  @Test func `every candidate is smaller, free of faults, and reads back from its text`() throws {
    let generator = fullGenerator(seed: 22)
    for index in UInt64(256)..<316 {
      var shrinker = Shrinker(
        program: generator.program(at: index), rate: 1,
        introducing: [.start, .addGroup, .addGroupWaiting])
      var coin = SplitMix64(seed: index)
      while let attempt = shrinker.next() {
        #expect(faults(attempt.program) == [])
        #expect(try Program(parsing: attempt.program.text) == attempt.program)
        shrinker.record(failed: coin.next() % 4 == 0, runs: 1)
      }
    }
  }

  @Test func `passes are counted again when the estimated rate falls`() {
    let program = Self.failing(.cancelAll, count: 1)[0]
    var shrinker = Shrinker(program: program, rate: 0.9)
    guard let first = shrinker.next() else {
      Issue.record("nothing to try")
      return
    }
    #expect(first.runs == Shrinker.passesNeeded(rate: 0.9, risk: 0.05))
    shrinker.record(failed: true, runs: 200)
    #expect(shrinker.rate < 0.2)
    let second = shrinker.next()
    #expect(second.map { $0.runs > first.runs } == true)
  }

  @Test func `the number of passes follows from rate and risk`() {
    #expect(Shrinker.passesNeeded(rate: 1, risk: 0.05) == 1)
    #expect(Shrinker.passesNeeded(rate: 0.5, risk: 0.05) == 5)
    #expect(Shrinker.passesNeeded(rate: 0.05, risk: 0.05) == 59)
    #expect(Shrinker.passesNeeded(rate: 0.001, risk: 0.05) == 2_995)
  }
}

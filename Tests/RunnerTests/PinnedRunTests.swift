import OQCheckers
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

@Suite(.limit(minutes: 2)) struct `A run that follows an order` {
  private static let race = """
    queue q limit=1
    op a
    op b
    client 1
      add q a
      wait a
    client 2
      add q b
      wait b
    """

  /// The harness points of a run, as text.
  private func order(_ execution: Execution) -> [String] {
    Pins(of: execution.history, execution.program).text(in: execution.program)
      .split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    "client1 call 1\nclient1 return 1\na begin\nclient2 call 1",
    "client2 call 1\nclient2 return 1\nb begin\nb end\nclient1 call 1",
  ]) func `has it`(text: String) throws {
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let program = try program(Self.race)
    let pins = try Pins(parsing: text, for: program)
    let wanted = text.split(separator: "\n").map(String.init)
    // A machine that lets every thread sleep for a while makes the harness give an order up. Where
    // a few runs do not show that the order is followed as a rule, more of them decide.
    var isFollowed = false
    for runs in [10, 40, 160] where !isFollowed {
      var followed = 0
      for _ in 0..<runs {
        let execution = try executor.executeQuickly(program, following: pins)
        #expect(HistoryIndex(execution.history).isCompleted)
        followed += order(execution).filter(wanted.contains) == wanted ? 1 : 0
      }
      isFollowed = followed * 5 >= runs * 4
    }
    #expect(isFollowed)
  }

  @Test func `that cannot be followed ends all the same`() throws {
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let program = try program(Self.race)
    let pins = try Pins(
      parsing: "b end\na end\na begin\nb begin\nclient2 return 1\nclient1 call 1\nclient2 call 1",
      for: program)
    for _ in 0..<3 {
      let history = try executor.executeQuickly(program, following: pins).history
      let index = HistoryIndex(history)
      #expect(index.isCompleted, "\(history.text)")
      #expect(!history.events.contains { if case .quiescent = $0.kind { true } else { false } })
    }
    #expect(executor.counts.workers == 1)
    #expect(executor.counts.undecided == 0)
  }

  @Test func `is quiescent all the same where something is owed`() throws {
    let executor = try workers("hostile:block")
    defer { executor.shutDown() }
    let program = try program(misused)
    let pins = try Pins(parsing: "client1 return 3\na end\na begin", for: program)
    let history = try executor.executeQuickly(program, following: pins).history
    #expect(HistoryIndex(history).stalledAt != nil)
    // What was held has been let go before.
    #expect(history.text.contains(" a end\n"))
  }

  @Test func `breaks no rule, whatever the order`() throws {
    let executor = try workers("reference", looks: 100)
    defer { executor.shutDown() }
    let rules = Roster.operations.checkers.map(\.rule)
    let vocabulary = Vocabulary(capabilities: ReferenceSubject.capabilities, rules: rules)
    let generator = Generator(seed: 11, vocabulary: vocabulary, rules: rules)
    let judge = Judge(roster: .operations, profile: .core, model: Judge.model(profile: .core))
    var coin = SplitMix64(seed: 5)
    for index in UInt64(0)..<60 {
      let program = generator.program(at: index * 11)
      let history = try executor.executeQuickly(program).history
      let pins = Pins(Pins(of: history, program).order.shuffled(using: &coin))
      let pinned = try executor.executeQuickly(program, following: pins).history
      #expect(judge.judge(pinned).violations.isEmpty, "\(index)\n\(pinned.text)")
    }
    #expect(executor.counts.undecided == 0)
  }
}

struct `The order of a failing run` {
  @Test func `is kept where the program shows its failure more often with it`() throws {
    // Dies only where the second client is first, which a free run rarely is.
    let program = try program(
      "queue q\nclient 1\n  suspend q\nclient 2\n  resume q\n")
    let finding = try finding(program) { pins, coin in
      let isSecondFirst = pins?.order.first?.lane == .client(2)
      return isSecondFirst || coin.shows(0.1)
    }
    #expect(finding.pins?.order.first?.lane == .client(2))
    #expect(finding.reproduced == finding.attempts)
    let file = ReproFile(subject: "reference", profile: .core, finding: finding)
    #expect(try ReproFile(parsing: file.text).finding.pins == finding.pins)
    #expect(Trial(finding).pins == finding.pins)
  }

  @Test func `is left out where it makes no difference`() throws {
    let program = try program("queue q\nclient 1\n  suspend q\nclient 2\n  resume q\n")
    let finding = try finding(program) { _, coin in coin.shows(0.95) }
    #expect(finding.pins == nil)
  }

  /// What becomes of a stall that shows with a probability.
  private func finding(
    _ program: Program, _ shows: @escaping (Pins?, inout SplitMix64) -> Bool
  ) throws -> Finding {
    let judge = Judge(roster: .operations, checkers: [], profile: .core)
    let executor = PinnedExecutor(shows)
    let history = executor.failure(of: program)
    let violation = try #require(judge.judge(history).violations.first)
    return try Workshop(judge: judge, executor: executor, seed: 1) { true }.finding(
      of: Campaign.Sighting(
        violation: violation, index: 0, program: program, history: history))
  }
}

/// Runs that overflow their log with a probability that depends on the order they follow.
private final class PinnedExecutor: Executor {
  private let shows: (Pins?, inout SplitMix64) -> Bool
  private var coin = SplitMix64(seed: 9)

  init(_ shows: @escaping (Pins?, inout SplitMix64) -> Bool) { self.shows = shows }

  func execute(_ program: Program) -> Execution { executeQuickly(program, following: nil) }

  func executeQuickly(_ program: Program, following pins: Pins?) -> Execution {
    let failed = program.clients.count == 2 && shows(pins, &coin)
    let passed = History(of: program, events: [Event(1, nil, .ended)])
    return Execution(program, failed ? failure(of: program) : passed)
  }

  /// The second client calls first.
  func failure(of program: Program) -> History {
    var events: [Event] = []
    for script in program.clients.reversed() {
      guard case .command(let command)? = script.steps.first else { continue }
      events.append(Event(events.count + 1, script.lane, .call(command)))
      events.append(Event(events.count + 1, script.lane, .returned(.done)))
    }
    return History(of: program, events: events + [Event(events.count + 1, nil, .overflow)])
  }
}

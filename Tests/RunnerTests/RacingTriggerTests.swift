import OQCheckers
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import Testing

/// How a violation that depends on the order of threads is tried against a trigger that is known.
@Suite struct RacingTriggerTests {
  private static let program = """
    oqprogram 1
    queue q
    op a
    op b
    client 1
      cancel a
      add q b
    client 2
      is-cancelled a
    """

  /// When a run of a program shows something.
  enum Showing {
    /// In the order of the run that was seen, and never by itself.
    case inOrder
    /// By itself where everything is there; the trigger alone in that order only.
    case wholeOrInOrder
    /// Where everything is there: the trigger alone is not enough.
    case whole
    /// Never again.
    case never
  }

  @Test(
    arguments: [
      (Showing.inOrder, true, 0), (.wholeOrInOrder, true, 0), (.whole, false, 1),
      (.never, false, 0),
    ])
  func `a race goes with a trigger that shows in its order`(
    showing: Showing, isSame: Bool, foreign: Int
  ) throws {
    let program = try Program(parsing: Self.program)
    let judge = Judge(roster: .operations, checkers: [], profile: .core)
    let executor = Racing(showing)
    let history = executor.failure(of: program)
    let violation = try #require(judge.judge(history).violations.first)
    let trigger = try Trigger(parsing: "op a; cancel a")
    var known = KnownCauses(roster: .operations)
    let cause = known.enter(trigger, seenAs: violation.blame)
    let explanation = try Workshop(judge: judge, executor: executor, seed: 1) { true }.explanation(
      of: Campaign.Sighting(
        violation: violation, index: 0, program: program, history: history), known
    ) { _ in true }
    #expect(explanation.cause == (isSame ? cause : nil))
    #expect(explanation.foreign.count == foreign)
  }
}

/// Runs that overflow their log where somebody cancels, by what else is there.
private final class Racing: Executor {
  private let showing: RacingTriggerTests.Showing

  init(_ showing: RacingTriggerTests.Showing) { self.showing = showing }

  func execute(_ program: Program) -> Execution { executeQuickly(program, following: nil) }

  func executeQuickly(_ program: Program, following pins: Pins?) -> Execution {
    let cancels = program.allSteps.contains { $0.command?.verb == .cancel }
    let isWhole = program.clients.count == 2
    let isOrdered = !(pins?.order ?? []).isEmpty
    let shows =
      switch showing {
      case .inOrder: isOrdered
      case .wholeOrInOrder: isWhole || isOrdered
      case .whole: isWhole
      case .never: false
      }
    let passed = History(of: program, events: [Event(1, nil, .ended)])
    return Execution(program, cancels && shows ? failure(of: program) : passed)
  }

  /// The clients call one after the other.
  func failure(of program: Program) -> History {
    var events: [Event] = []
    for script in program.clients {
      for case .command(let command) in script.steps {
        events.append(Event(events.count + 1, script.lane, .call(command)))
        events.append(Event(events.count + 1, script.lane, .returned(.done)))
      }
    }
    return History(of: program, events: events + [Event(events.count + 1, nil, .overflow)])
  }
}

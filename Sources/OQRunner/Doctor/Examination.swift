import OQAdapters
import OQHistory
import OQSpecification

/// One step of the examination of an adapter: a program, and how it must end.
package struct Examination: Sendable {
  /// How the program must end.
  package enum Expectation: Sendable, Hashable {
    /// Every lane reaches its end.
    case completes
    /// Nothing more happens, and that can be found out.
    case comesToRest
  }

  /// What is examined, as the end of the sentence "the adapter …".
  package let name: String
  /// What to look at if it fails.
  package let advice: String
  /// The program.
  package let program: Program
  /// How it must end.
  package let expectation: Expectation
  /// The capabilities without which it is left out.
  package let needs: [Capability]
  /// Whether all later steps, and the use of every verb, rest on this one.
  package let isBasis: Bool

  private init(
    _ name: String, _ text: String, needs: [Capability] = [], isBasis: Bool = false,
    _ expectation: Expectation = .completes, advice: String
  ) {
    self.isBasis = isBasis
    self.name = name
    self.advice = advice
    self.expectation = expectation
    self.needs = needs
    do {
      program = try Program(parsing: "oqprogram 1\n" + text)
    } catch {
      preconditionFailure("the examination '\(name)' has a program with a fault: \(error)")
    }
  }

  /// The steps, from the simplest on.
  package static let all: [Examination] = [
    Examination(
      "begins and ends a program", "", isBasis: true,
      advice: "Answer 'begin' with 'begun' and 'end' with 'ended'."),
    Examination(
      "makes queues and operations", "queue q\nop x\nclient 1\n  is-suspended q\n  is-finished x\n",
      isBasis: true,
      advice: "Implement make-queue and make-operation, and reply to each call of the lane 'setup'."
    ),
    Examination(
      "tells of a task", "queue q\nop x\nclient 1\n  add q x\n  until end x\n", isBasis: true,
      advice: "Tell 'enter' as the first and 'leave' as the last statement of a task."),
    Examination(
      "holds a task until it is released",
      "queue q\nop x\nin x: hold\nclient 1\n  add q x\n  until begin x\n  open x\n  until end x\n",
      isBasis: true,
      advice: "A callback that 'held' names works on its lane after 'enter', until 'release'."),
    Examination(
      "makes calls inside a held task",
      "queue q\nop x\nin x\n  is-executing x\n  is-finished x\nclient 1\n  add q x\n  until end x\n",
      advice: "Calls may come before the task is entered: keep them until it is."),
    Examination(
      "makes calls of two clients at once",
      "queue q suspended\nop x\nclient 1\n  add q x\n  meet 1\n  wait-all q\nclient 2\n  meet 1\n"
        + "  resume q\n",
      needs: [.queueWait],
      advice: "Each client lane has a thread of its own; a call that waits holds up its lane only."),
    Examination(
      "lets go at the end of a program",
      "queue q\nop x\nin x: hold\nclient 1\n  add q x\n  until begin x\n",
      advice: "At 'end' everything that is held returns, and nothing more is told of the program."),
    Examination(
      "begins the next program with nothing of the last one",
      "queue q\nop x\nclient 1\n  add q x\n  until end x\n",
      advice: "Objects, lanes, held callbacks and the counter are new with every 'begin'."),
    Examination(
      "comes to rest when there is nothing to do",
      "queue q suspended\nop x\nclient 1\n  add q x\n  until begin x\n", .comesToRest,
      advice: """
        Threads that wait must sleep, not poll; 'ping' must be answered while a lane waits. A runtime \
        whose threads never sleep can be judged all the same: programs that need rest stay undecided.
        """),
  ]

  /// The smallest program that uses a verb, legal for every implementation.
  ///
  /// - Returns: a program that completes.
  package static func use(of verb: Verb) -> Program {
    let queue = QueueID(0)
    let first = OperationID(0)
    let second = OperationID(1)
    let target: Program.Kind =
      switch verb {
      case .addExecutionBlock, .executionBlockCount: .block
      case .setCondition, .notifyReady: .conditional
      case .reportExecuting, .reportFinished, .storeFinished, .notifyFinished: .asynchronous
      case .receiver, .method, .methodArgument, .result, .makesInvocation: .invocation
      default: .task
      }
    let operand: Program.Kind =
      switch verb {
      case .addBlock: .closure
      case .addBarrier: .barrier
      case .observe, .observeQueue: .observer
      default: .task
      }
    let argument: Command.Argument =
      switch verb.entry.parameter {
      case .none: .none
      case .operation: .operation(second)
      case .operations: .operations([second])
      case .integer: .integer([.setQuality, .setQueueQuality].contains(verb) ? 25 : 1)
      case .priority: .priority(.high)
      case .boolean: .boolean(true)
      case .observer: .observer(verb.entry.family == .queue ? .operations : .isFinished, second)
      }
    var steps: [Step] = []
    if verb == .wait { steps.append(.command(Command(.add, queue, .operation(first)))) }
    let handle: Handle = verb.entry.family == .queue ? .queue(queue) : .operation(first)
    let use = Step.command(Command(verb, handle, argument))
    var scripts: [Program.Script] = []
    if verb == .throwError {
      // An error leaves a task: only there is it thrown.
      scripts.append(Program.Script(.callback(Callback(first)), [use]))
      steps.append(.command(Command(.add, queue, .operation(first))))
    } else {
      steps.append(use)
    }
    scripts.append(Program.Script(.client(1), steps))
    return Program(
      queues: [Program.Queue("q")],
      operations: [Program.Operation("x", kind: target), Program.Operation("y", kind: operand)],
      scripts: scripts)
  }
}

import OQAdapters
import OQHistory
import OQReference
import Synchronization

/// The error that a task throws.
struct TaskError: Error {}

/// The operations whose task ends by an error.
final class TaskErrors: Sendable {
  private let throwing = Mutex<Set<OQHistory.OperationID>>([])

  /// Has the task of an operation throw when its script has ended.
  func add(_ operation: OQHistory.OperationID) {
    throwing.withLock { _ = $0.insert(operation) }
  }

  /// Runs client code, and throws what it was told to.
  func run(_ callback: Callback, _ probe: any Probe) throws {
    probe.run(callback)
    if throwing.withLock({ $0.contains(callback.operation) }) { throw TaskError() }
  }
}

/// What the methods of the targets were called with last.
final class InvocationLog: Sendable {
  /// One call.
  struct Entry: Sendable {
    let receiver: Int
    let method: Int
    let argument: Int
  }

  private let entries = Mutex<[OQHistory.OperationID: Entry]>([:])

  subscript(operation: OQHistory.OperationID) -> Entry? {
    get { entries.withLock { $0[operation] } }
    set { entries.withLock { $0[operation] = newValue } }
  }
}

/// The object whose methods an invocation operation calls.
private final class Target: InvocationTarget {
  private let operation: OQHistory.OperationID
  private let probe: any Probe
  private let errors: TaskErrors
  private let log: InvocationLog

  init(
    _ operation: OQHistory.OperationID, _ probe: any Probe, _ errors: TaskErrors,
    _ log: InvocationLog
  ) {
    self.operation = operation
    self.probe = probe
    self.errors = errors
    self.log = log
  }

  func arguments(of method: Int) -> Int? {
    switch method {
    case InvocationNumbers.method, InvocationNumbers.procedure: 1
    case InvocationNumbers.methodOfTwo: 2
    default: nil
    }
  }

  func invoke(_ method: Int, argument: Int?) throws -> Int? {
    log[operation] = InvocationLog.Entry(
      receiver: InvocationNumbers.receiver(of: operation), method: method, argument: argument ?? 0)
    try errors.run(Callback(operation), probe)
    return method == InvocationNumbers.method ? InvocationNumbers.result(of: operation) : nil
  }
}

/// Invocation operations, and what tasks throw.
extension ReferenceSession {
  /// The number of the method that an operation of a kind calls.
  func methodNumber(_ kind: Program.Kind) -> Int {
    kind == .invocation ? InvocationNumbers.method : InvocationNumbers.procedure
  }

  func makeInvocation(
    _ operation: OQHistory.OperationID, method: Int
  ) -> ReferenceOperation? {
    world.makeInvocationOperation(
      Target(operation, probe, errors, invocations), method: method,
      argument: InvocationNumbers.argument(of: operation))
  }

  func performInvocation(
    _ command: Command, _ id: OQHistory.OperationID, on operation: ReferenceOperation
  ) throws -> Outcome {
    switch command.verb {
    case .throwError:
      errors.add(id)
      return .done
    case .receiver: return .returned(.integer(invocations[id]?.receiver ?? 0))
    case .method: return .returned(.integer(invocations[id]?.method ?? 0))
    case .methodArgument: return .returned(.integer(invocations[id]?.argument ?? 0))
    case .result: return .returned(.integer(try operation.result() ?? 0))
    case .makesInvocation:
      return .returned(.boolean(makeInvocation(id, method: command.integer ?? 0) != nil))
    default: return .unsupported
    }
  }

  /// How an error answers a call.
  func rejection(_ error: any Error) -> Outcome.Rejection {
    switch error {
    case let misuse as Misuse:
      world.name(of: misuse) == .invalidArgument ? .invalidArgument : .otherError
    case ResultError.cancelled: .cancelledResult
    case ResultError.nothing: .voidResult
    case is TaskError: .taskError
    default: .otherError
    }
  }
}

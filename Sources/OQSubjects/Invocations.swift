import OQAdapters
import OQHistory
import Synchronization

/// The error that a task throws.
package struct TaskError: Error {}

/// The operations whose task ends by an error.
package final class TaskErrors: Sendable {
  private let throwing = Mutex<Set<OperationID>>([])

  /// No operations.
  package init() {}

  /// Has the task of an operation throw when its script has ended.
  package func add(_ operation: OperationID) {
    throwing.withLock { _ = $0.insert(operation) }
  }

  /// Runs client code, and throws what it was told to.
  ///
  /// - Parameters:
  ///   - callback: which code, with occurrence 1.
  ///   - probe: records it and runs its script.
  /// - Throws: ``TaskError`` where the operation was added.
  package func run(_ callback: Callback, _ probe: any Probe) throws {
    probe.run(callback)
    if throwing.withLock({ $0.contains(callback.operation) }) { throw TaskError() }
  }
}

/// What the methods of the objects were called with last.
package final class InvocationLog: Sendable {
  /// One call.
  package struct Entry: Sendable {
    /// The number of the object.
    package let receiver: Int
    /// The number of the method.
    package let method: Int
    /// The number of the argument; 0 for none.
    package let argument: Int
  }

  private let entries = Mutex<[OperationID: Entry]>([:])

  /// No calls.
  package init() {}

  /// The last call for an operation; nil if there was none.
  package subscript(operation: OperationID) -> Entry? {
    entries.withLock { $0[operation] }
  }

  fileprivate func note(_ entry: Entry, for operation: OperationID) {
    entries.withLock { $0[operation] = entry }
  }

  /// Answers a verb that asks what a method was called with.
  ///
  /// - Parameters:
  ///   - verb: any verb.
  ///   - operation: the operation that calls the method.
  /// - Returns: the number that is asked for; nil for other verbs.
  package func answer(_ verb: Verb, of operation: OperationID) -> Outcome? {
    let entry = self[operation]
    return switch verb {
    case .receiver: .returned(.integer(entry?.receiver ?? 0))
    case .method: .returned(.integer(entry?.method ?? 0))
    case .methodArgument: .returned(.integer(entry?.argument ?? 0))
    default: nil
    }
  }
}

/// The object whose methods an invocation operation calls; its methods are client code.
package final class NumberedReceiver: Sendable {
  private let operation: OperationID
  private let log: InvocationLog
  private let run: @Sendable () throws -> Void

  /// An object of its own for an operation.
  ///
  /// - Parameters:
  ///   - operation: the operation that calls its methods.
  ///   - log: where the calls are noted.
  ///   - run: what every method does.
  package init(
    of operation: OperationID, log: InvocationLog, run: @escaping @Sendable () throws -> Void
  ) {
    self.operation = operation
    self.log = log
    self.run = run
  }

  /// The number of arguments of a method.
  ///
  /// - Parameter method: any number.
  /// - Returns: nil for a method that the object does not have.
  package func arguments(of method: Int) -> Int? {
    switch method {
    case InvocationNumbers.method, InvocationNumbers.procedure: 1
    case InvocationNumbers.methodOfTwo: 2
    default: nil
    }
  }

  /// Calls a method.
  ///
  /// - Parameters:
  ///   - method: a method of the object.
  ///   - argument: the argument; nil passes none.
  /// - Returns: what it returns; nil from a method that returns nothing.
  /// - Throws: what the method throws.
  package func invoke(_ method: Int, argument: Int?) throws -> Int? {
    log.note(
      InvocationLog.Entry(
        receiver: InvocationNumbers.receiver(of: operation), method: method,
        argument: argument ?? 0),
      for: operation)
    try run()
    return method == InvocationNumbers.method ? InvocationNumbers.result(of: operation) : nil
  }
}

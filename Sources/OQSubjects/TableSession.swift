import OQAdapters
import OQHistory

/// A session that keeps its objects in tables and finds there the target of a call.
package protocol TableSession: Session {
  /// A queue as the implementation has it.
  associatedtype QueueObject: Sendable
  /// An operation as the implementation has it.
  associatedtype OperationObject: Sendable
  /// What calls throw; `Never` where the implementation throws nothing.
  associatedtype Failure: Error

  /// The queues that were made and not dropped.
  var queues: ObjectTable<QueueObject> { get }
  /// The operations that were made and not dropped.
  var operations: ObjectTable<OperationObject> { get }

  /// Makes one call on a queue.
  ///
  /// - Parameters:
  ///   - command: the call.
  ///   - queue: its target.
  /// - Returns: how it ended.
  /// - Throws: what the implementation rejects it with.
  func perform(_ command: Command, on queue: QueueObject) throws(Failure) -> Outcome

  /// Makes one call on an operation.
  ///
  /// - Parameters:
  ///   - command: the call.
  ///   - number: the program's number of its target.
  ///   - operation: its target.
  /// - Returns: how it ended.
  /// - Throws: what the implementation rejects it with.
  func perform(
    _ command: Command, _ number: OperationID, on operation: OperationObject
  ) throws(Failure) -> Outcome

  /// How a call ended that has thrown.
  ///
  /// - Parameter failure: what it threw.
  /// - Returns: what lanes observe of it.
  func outcome(of failure: Failure) -> Outcome
}

extension TableSession {
  /// See ``Session/drop(_:)``.
  package func drop(_ handle: Handle) {
    switch handle {
    case .operation(let operation): operations.drop(operation.index)
    case .queue(let queue): queues.drop(queue.index)
    }
  }

  /// See ``Session/perform(_:)``.
  package func perform(_ command: Command) -> Outcome {
    do throws(Failure) {
      switch command.target {
      case .queue(let queue):
        guard let object = queues[queue.index] else { return .unsupported }
        return try perform(command, on: object)
      case .operation(let operation):
        guard let object = operations[operation.index] else { return .unsupported }
        return try perform(command, operation, on: object)
      }
    } catch {
      return outcome(of: error)
    }
  }
}

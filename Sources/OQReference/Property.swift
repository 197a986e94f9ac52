/// A property that can be observed.
package enum Property: String, Sendable, Hashable, CaseIterable {
  // Of an operation.
  case isCancelled = "is-cancelled"
  case isAsynchronous = "is-asynchronous"
  case isExecuting = "is-executing"
  case isFinished = "is-finished"
  case isReady = "is-ready"
  case dependencies = "dependencies"
  case queuePriority = "priority"
  case completionBlock = "completion"
  // Of a queue.
  case operations = "operations"
  case operationCount = "count"
  case maxConcurrentOperationCount = "limit"
  case isSuspended = "is-suspended"

  /// Whether it is a property of a queue.
  package var isOfQueue: Bool {
    switch self {
    case .operations, .operationCount, .maxConcurrentOperationCount, .isSuspended: true
    default: false
    }
  }
}

/// A property of one object.
enum Observed: Hashable {
  /// Of an operation.
  case operation(OperationID, Property)
  /// Of a queue.
  case queue(QueueID, Property)
}

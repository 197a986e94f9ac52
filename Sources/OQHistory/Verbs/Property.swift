/// A property that observers can name: what a notification speaks of.
///
/// The order of the cases is that of the documents: first the key paths of an operation, then those
/// of a queue.
///
/// Source: Operation reference, KVO-Compliant Properties; OperationQueue reference, the same.
package enum Property: String, Sendable, Hashable, CaseIterable {
  case isCancelled = "is-cancelled"
  case isAsynchronous = "is-asynchronous"
  case isExecuting = "is-executing"
  case isFinished = "is-finished"
  case isReady = "is-ready"
  case dependencies = "dependencies"
  case queuePriority = "priority"
  case completionBlock = "completion"
  case operations = "operations"
  case operationCount = "count"
  case maxConcurrentOperationCount = "limit"
  case isSuspended = "is-suspended"

  /// The object that has the property.
  package var family: VerbTable.Family {
    switch self {
    case .isCancelled, .isAsynchronous, .isExecuting, .isFinished, .isReady, .dependencies,
      .queuePriority, .completionBlock:
      .operation
    case .operations, .operationCount, .maxConcurrentOperationCount, .isSuspended: .queue
    }
  }

  /// The verb that reads the property; nil for the completion block, which no verb reads.
  package var read: Verb? {
    switch self {
    case .isCancelled: .isCancelled
    case .isAsynchronous: .isAsynchronous
    case .isExecuting: .isExecuting
    case .isFinished: .isFinished
    case .isReady: .isReady
    case .dependencies: .dependencies
    case .queuePriority: .priority
    case .completionBlock: nil
    case .operations: .operations
    case .operationCount: .operationCount
    case .maxConcurrentOperationCount: .limit
    case .isSuspended: .isSuspended
    }
  }
}

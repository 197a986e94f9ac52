/// A property of operations that clients can observe.
public enum OperationProperty: String, Sendable, Hashable, CaseIterable {
  /// Whether the operation was cancelled.
  case isCancelled
  /// Whether the operation says that it runs asynchronously.
  case isAsynchronous
  /// Whether the operation runs.
  case isExecuting
  /// Whether the operation has finished.
  case isFinished
  /// Whether the operation can be started.
  case isReady
  /// The operations that the operation depends on.
  case dependencies
  /// The queue priority.
  case queuePriority
  /// The completion block.
  case completionBlock
}

/// A property of queues that clients can observe.
public enum QueueProperty: String, Sendable, Hashable, CaseIterable {
  /// The unfinished operations of the queue.
  case operations
  /// The number of them.
  case operationCount
  /// The number of operations that the queue runs at once.
  case maxConcurrentOperationCount
  /// Whether the queue is suspended.
  case isSuspended
}

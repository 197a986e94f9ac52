/// What one performance of a plan is about, and what its steps hand to each other.
package struct Frame: Sendable {
  /// The operation.
  package var operation: OperationID?
  /// The dependency that is added or removed.
  package var dependency: OperationID?
  /// The queue.
  package var queue: QueueID?
  /// The barrier.
  package var barrier: BarrierID?
  /// The members of a group.
  package var members: [OperationID] = []
  /// From where the command is given.
  package var origin = Origin.client
  /// Whether the caller of a group add asked to wait.
  package var waits = false
  /// Whether the operation is a member of a group.
  package var isGrouped = false
  /// Whether the start was called by a client.
  package var isManual = false
  /// The priority or the limit to be set.
  package var value = 0
  /// The name to be set.
  package var name: String?
  /// The priority that the thread had before the operation's was applied.
  package var formerThreadPriority: Int?
  /// The completion block to be installed.
  package var completion: CompletionID?
  /// What a wait is for.
  package var scope: WaitScope?

  /// The operations whose edges `release` closed.
  package var released: [OperationID] = []
  /// Whether `release` was to close an edge of an operation that no longer exists.
  package var isDangling = false
  /// The queues that `reschedule` has to look at besides `queue`.
  package var touched: [QueueID] = []
  /// What `takeCompletion` took.
  package var taken: CompletionID?
  /// What `snapshot` found.
  package var awaited: [OperationID] = []
  /// What `register` made.
  package var wait: WaitID?

  /// A frame about nothing.
  package init() {}
}

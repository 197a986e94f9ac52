/// What a wait is for.
package enum WaitScope: Sendable {
  /// One operation.
  case operation(OperationID)
  /// Everything in a queue.
  case queue(QueueID)
  /// The members of a group that was just added.
  case group([OperationID])
}

/// A wait that is under way.
package struct Wait: Sendable {
  /// What it is for.
  package let scope: WaitScope
  /// From where it was called.
  package let origin: Origin
  /// How many operations its queue had been given when it began; 0 for a wait that is for no queue.
  package let additions: Int
  /// How many operations it was to wait for when it began.
  package let awaited: Int
  /// How many operations it still waits for.
  package var remaining: Int
}

/// Names an operation inside one world.
///
/// A name is never given twice: the generation tells apart operations that used the same place of
/// the table one after another, so a name that outlived its operation is recognised as stale.
package struct OperationID: Hashable, Sendable {
  /// The place in `State`'s table, from 0.
  package let index: Int
  /// How many operations used this place before, from 0.
  package let generation: Int
}

/// Names a queue inside one world: its place in `State.queues`, from 0, never reused.
package struct QueueID: Hashable, Sendable {
  /// The place in `State.queues`.
  package let index: Int
}

/// Names one wait that is under way: numbered from 0 in the order of the calls.
package struct WaitID: Hashable, Sendable {
  /// The running number.
  package let number: Int
}

/// Names a completion block that was installed: numbered from 0 in the order of the calls.
package struct CompletionID: Hashable, Sendable {
  /// The running number.
  package let number: Int
}

/// Names a barrier of one queue: numbered from 0 in the order of the calls.
package struct BarrierID: Hashable, Sendable {
  /// The queue that holds the barrier.
  package let queue: QueueID
  /// The running number within the queue.
  package let number: Int
}

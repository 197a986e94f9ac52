extension Guards {
  /// The queue of the operation whose task runs on the calling thread; nil for an operation that
  /// was started by hand and is in no queue, and outside of tasks.
  package static let currentQueue: Reads.OfThread = { state, running in
    running.flatMap { state[$0].owner }
  }
}

extension Engine {
  /// The queue that is current on the calling thread.
  ///
  /// Completion blocks have none.
  func currentQueue() -> QueueID? {
    var running: OperationID?
    if let activity = Activity.current, activity.engine == ObjectIdentifier(self),
      activity.origin == .body
    {
      running = activity.operation
    }
    return behavior.reads.currentQueue(state, running)
  }
}

extension ReferenceQueue {
  /// Whether the calling thread runs the task of an operation of this queue.
  package var isCurrent: Bool {
    engine.enter()
    defer { engine.unlock() }
    return engine.currentQueue() == id
  }
}

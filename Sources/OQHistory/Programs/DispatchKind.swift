/// How many tasks of a dispatch queue run at once.
package enum DispatchKind: String, Sendable, Hashable, CaseIterable {
  /// One after the other.
  case serial
  /// As many as there are threads.
  case concurrent
}

extension Program.Kind {
  /// Whether it is a dispatch source; its body is the event handler.
  package var isSource: Bool {
    switch self {
    case .addingSource, .combiningSource, .replacingSource, .timer, .repeatingTimer,
      .readSource, .writeSource, .signalSource:
      true
    default: false
    }
  }

  /// Whether it is an object of the dispatch library, and no operation.
  package var isDispatch: Bool {
    isSource || self == .group || self == .semaphore || self == .once
  }

  /// Whether it is a timer.
  package var isTimer: Bool { self == .timer || self == .repeatingTimer }
}

extension Verb {
  /// Whether the verb submits a block to a dispatch queue, at once or later.
  package var isSubmission: Bool {
    switch self {
    case .async, .sync, .asyncBarrier, .asyncGroup, .asyncAfter, .groupNotify: true
    default: false
    }
  }
}

extension Program {
  /// Whether the program is about the dispatch library: no rule on operations speaks of it.
  ///
  /// - Complexity: O(declarations + steps).
  package var isAboutDispatch: Bool {
    queues.contains { $0.dispatch != nil } || operations.contains(where: \.kind.isDispatch)
      || allSteps.contains { $0.command?.verb.isDispatch ?? false }
  }
}

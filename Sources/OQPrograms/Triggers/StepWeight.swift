import OQHistory

/// What a step is to a failure.
///
/// Most programs add operations and wait for them, and read to see what has happened. What is left
/// tells one failure from another.
extension Step {
  /// Whether few programs have the step, so that it tells one failure from another.
  var isDistinctive: Bool {
    switch self {
    case .drop: true
    case .command(let command): command.verb.isDistinctive
    case .hold, .open, .until, .meet: false
    }
  }

  /// Whether the step only brings operations on their way.
  var isCarrying: Bool {
    if case .command(let command) = self { command.verb.isCarrying } else { false }
  }
}

extension Verb {
  /// Whether the verb brings operations on their way, as every program does; few add barriers.
  var isCarrying: Bool {
    switch self {
    case .add, .addBlock, .start, .async, .sync, .activate, .once, .observe,
      .observeQueue:
      true
    default: false
    }
  }

  /// Whether the verb only waits, or lets go what was held up.
  private var isAwaiting: Bool {
    switch self {
    case .wait, .waitAll, .groupWait, .waitSignal, .resume, .setCondition, .notifyReady,
      .reportExecuting, .reportFinished, .groupLeave, .signal, .trigger:
      true
    default: false
    }
  }

  /// Whether few programs make the call, so that it tells one failure from another.
  ///
  /// A group add counts: where single adds do the same, ``Distiller`` has put them in its place.
  var isDistinctive: Bool { !isRead && !isCarrying && !isAwaiting }
}

/// A history arranged for checkers: made in one pass, never walked again.
package struct HistoryIndex: Sendable {
  /// How a run ended.
  package enum Ending: Sendable, Hashable {
    /// Every lane reached its end.
    case completed(Ticket)
    /// Nothing moved any more; confirmed or not.
    case quiescent(Ticket, stalled: Bool)
    /// The process died.
    case crashed(Ticket, Crash, Lane?)
    /// The log was full.
    case overflowed(Ticket)
    /// The history has no ending event, such as one written by hand.
    case open
  }

  /// The history.
  package let history: History
  /// Every call, by call ticket.
  package let calls: [Call]
  @usableFromInline let operationRecords: [OperationRecord]
  @usableFromInline let queueRecords: [QueueRecord]
  /// How the run ended.
  package let ending: Ending
  /// Verbs that occur in at least one call.
  package let verbs: VerbSet
  /// Ticket at which the program first opened the gate of a callback, by the callback's first run.
  package let openings: [Callback: Ticket]
  /// Ticket after the last event.
  package let end: Ticket
  /// Whether the history is about the dispatch library: no rule on operations speaks of it.
  package let isAboutDispatch: Bool
  /// Whether a setting of the main queue is changed, which may have no effect (ND-32).
  package let changesMainQueue: Bool
  /// Where checkers keep what they find in common, while they judge; nil keeps nothing.
  package var shelf: Shelf?

  /// Reads a history once.
  ///
  /// - Complexity: O(events + declarations), and O(`cancel-all` calls) for each operation that they
  ///   may reach.
  package init(_ history: History) {
    self.history = history
    end = (history.events.last?.ticket ?? 0) + 1
    var reader = HistoryReader(history.declarations)
    reader.read(history.events)
    (calls, verbs) = reader.closedCalls()
    reader.distribute(calls)
    operationRecords = reader.operations.map { OperationRecord($0) }
    queueRecords = reader.closedQueues(operationRecords)
    ending = reader.ending
    openings = reader.openings
    changesMainQueue = calls.contains { call in
      call.command.changesSettings
        && call.command.queue.map { history.declarations[$0].isMain } ?? false
    }
    isAboutDispatch = history.declarations.isAboutDispatch || verbs.hasDispatch
  }

  /// Records of all operations, by position of declaration; who asks for them counts as looking at
  /// all.
  @inlinable package var operations: [OperationRecord] {
    Work.note(operationRecords.count)
    return operationRecords
  }

  /// Records of all queues, by position of declaration; who asks for them counts as looking at all.
  @inlinable package var queues: [QueueRecord] {
    Work.note(queueRecords.count)
    return queueRecords
  }

  /// The record of an operation.
  @inlinable package subscript(_ operation: OperationID) -> OperationRecord {
    Work.note()
    return operationRecords[operation.index]
  }

  /// The record of a queue.
  @inlinable package subscript(_ queue: QueueID) -> QueueRecord {
    Work.note()
    return queueRecords[queue.index]
  }

  /// Whether an error left a task that is no method call: nothing is said of what follows (ND-33).
  ///
  /// - Complexity: O(calls) where some task throws, else O(1).
  package var hasEscapedError: Bool {
    verbs.contains(.throwError)
      && calls.contains { call in
        call.command.verb == .throwError
          && !(call.command.operation.map { self[$0].declaration.kind.isInvocation } ?? true)
      }
  }

  /// The ticket of the confirmed quiescence that ended the run, if it ended so.
  ///
  /// Only here may a checker conclude that something owed did not come.
  package var stalledAt: Ticket? {
    if case .quiescent(let ticket, stalled: true) = ending { ticket } else { nil }
  }

  /// Whether the history has an event for every ticket up to its end.
  ///
  /// What is missing after a hole may have happened all the same.
  package var isWhole: Bool { history.events.count == end - 1 }

  /// The death of the process on a thread that was inside a call.
  ///
  /// A lane that has made another call has come back from this one, if only in a hole.
  ///
  /// - Parameter call: the call.
  /// - Returns: ticket and signal; nil where the process did not die there, where the death was the
  ///   answer to the call, and where the call was not recorded itself.
  /// - Complexity: O(calls) for an open call of the lane that died, else O(1).
  package func death(in call: Call) -> (ticket: Ticket, crash: Crash)? {
    guard case .crashed(let ticket, let crash, call.lane?) = ending, call.returned == nil,
      call.isRecorded, calls.last(where: { $0.lane == call.lane })?.id == call.id
    else { return nil }
    return (ticket, crash)
  }

  /// Whether a death by a signal may have been a legal answer to a call that was not recorded, or
  /// of which it is not known what it met, since it came after a hole.
  ///
  /// - Parameter lane: the lane that died; nil where it is not known.
  /// - Returns: true if this lane, or some lane, may have been in a call that may be rejected.
  /// - Complexity: O(calls).
  package func mayHaveDiedUnrecorded(in lane: Lane?) -> Bool {
    calls.contains {
      $0.outcome == nil && $0.command.verb.entry.mayBeRejected
        && ($0.isRecorded ? !isWhole && death(in: $0) != nil : lane == nil || $0.lane == lane)
    }
  }
}

/// An API call of a history, with its return where it has one.
///
/// A call that was not recorded when it was made has the widest interval that the records of its
/// lane allow: calls of one lane may then overlap. Calls are shared, so that a copy costs nothing.
package struct Call: Sendable, Hashable {
  /// What is known of a call while a history is read.
  struct Draft {
    let lane: Lane
    let command: Command
    let called: Ticket
    var isRecorded = true
    var returned: Ticket?
    var outcome: Outcome?
  }

  @usableFromInline
  final class Record: Sendable {
    @usableFromInline let id: Int
    @usableFromInline let lane: Lane
    @usableFromInline let command: Command
    @usableFromInline let called: Ticket
    @usableFromInline let isRecorded: Bool
    @usableFromInline let returned: Ticket?
    @usableFromInline let outcome: Outcome?
    @usableFromInline let succeeded: Bool
    @usableFromInline let isRejected: Bool
    @usableFromInline let hadNoEffect: Bool

    init(_ draft: Draft, id: Int) {
      self.id = id
      lane = draft.lane
      command = draft.command
      called = draft.called
      isRecorded = draft.isRecorded
      returned = draft.returned
      outcome = draft.outcome
      succeeded = if case .returned = draft.outcome { true } else { false }
      isRejected = draft.outcome?.isRejection ?? false
      hadNoEffect =
        isRejected
        && (draft.outcome != .rejected(.trapped) || draft.command.verb.entry.mayBeRejected)
    }
  }

  @usableFromInline let record: Record

  init(_ draft: Draft, id: Int) { record = Record(draft, id: id) }

  /// Position among the calls of the history, by call ticket.
  @inlinable package var id: Int {
    Work.note()
    return record.id
  }

  /// The lane that made it.
  @inlinable package var lane: Lane {
    Work.note()
    return record.lane
  }

  /// What was called.
  @inlinable package var command: Command {
    Work.note()
    return record.command
  }

  /// Ticket taken before the call; of the lane's record before it, or 0, where the call was not
  /// recorded.
  @inlinable package var called: Ticket {
    Work.note()
    return record.called
  }

  /// Whether the call was recorded when it was made.
  ///
  /// Of one that was not and has no return it is not certain that it was made at all, unless the
  /// run came to rest.
  @inlinable package var isRecorded: Bool {
    Work.note()
    return record.isRecorded
  }

  /// Ticket taken after the return; nil while the call is open at the end of the history.
  @inlinable package var returned: Ticket? {
    Work.note()
    return record.returned
  }

  /// How it ended; nil while the call is open at the end of the history.
  ///
  /// A call during which its own thread died by a signal that can reject is `rejected(trapped)`,
  /// with the ticket of the crash as its return.
  @inlinable package var outcome: Outcome? {
    Work.note()
    return record.outcome
  }

  /// Whether the call came back normally.
  @inlinable package var succeeded: Bool {
    Work.note()
    return record.succeeded
  }

  /// Whether the call was answered by an error or a trap.
  @inlinable package var isRejected: Bool {
    Work.note()
    return record.isRejected
  }

  /// Whether the call was refused, so that it has changed nothing.
  ///
  /// A call that nothing can refuse, and whose thread died in it, may have had its effect first.
  @inlinable package var hadNoEffect: Bool {
    Work.note()
    return record.hadNoEffect
  }

  /// Whether the call returned before a ticket.
  ///
  /// - Parameter ticket: a later position.
  /// - Returns: true if its return has a smaller ticket.
  @inlinable
  package func returned(before ticket: Ticket) -> Bool {
    if let returned { returned < ticket } else { false }
  }

  /// Whether the call certainly took effect before a ticket: it returned normally before it.
  ///
  /// - Parameter ticket: a later position.
  /// - Returns: true if it returned normally with a smaller ticket.
  @inlinable
  package func succeeded(before ticket: Ticket) -> Bool { succeeded && returned(before: ticket) }

  /// Whether the call may have taken effect before a ticket: it was called before it.
  ///
  /// - Parameter ticket: a later position.
  /// - Returns: true unless it was called later, or refused.
  @inlinable
  package func mayPrecede(_ ticket: Ticket) -> Bool { called < ticket && !hadNoEffect }

  /// Whether both are the same call of the same history.
  @inlinable
  package static func == (left: Call, right: Call) -> Bool { left.record === right.record }

  /// Hashes the position.
  package func hash(into hasher: inout Hasher) { hasher.combine(record.id) }
}

/// One run of client code, from its entry to its return.
package struct Interval: Sendable, Hashable {
  /// Which code ran.
  package let callback: Callback
  /// The thread on which it was entered; nil where nobody can tell.
  package let thread: EntryThread?
  @usableFromInline let entered: Ticket
  @usableFromInline private(set) var left: Ticket?

  init(_ callback: Callback, begin: Ticket, thread: EntryThread?) {
    self.callback = callback
    self.thread = thread
    entered = begin
  }

  /// Ticket taken as its first statement.
  @inlinable package var begin: Ticket {
    Work.note()
    return entered
  }

  /// Ticket taken as its last statement; nil where it did not return.
  @inlinable package var end: Ticket? {
    Work.note()
    return left
  }

  /// Notes that the run has ended.
  mutating func leave(_ ticket: Ticket) { left = ticket }

  /// Whether the run certainly ended before a ticket.
  ///
  /// - Parameter ticket: a later position.
  /// - Returns: true if its end has a smaller ticket.
  @inlinable
  package func ended(before ticket: Ticket) -> Bool {
    if let end { end < ticket } else { false }
  }

  /// Whether the code was certainly running at a ticket.
  ///
  /// - Parameter ticket: a position; an interval with neither end counts as running on.
  /// - Returns: true strictly between begin and end.
  @inlinable
  package func contains(_ ticket: Ticket) -> Bool {
    begin < ticket && (end.map { ticket < $0 } ?? true)
  }
}

extension Call {
  /// Whether the call waits for an operation and was made by the completion block of that
  /// operation.
  package var isInOwnCompletion: Bool { command.isInOwnCompletion(on: lane) }

  /// Whether the call adds operations without waiting for them and was made by a completion block.
  package var isAddInCompletion: Bool { command.isAddInCompletion(on: lane) }
}

extension Command {
  /// Whether the command waits for an operation whose completion block gives it.
  ///
  /// - Parameter lane: the lane on which it is given.
  /// - Returns: false for every other command.
  package func isInOwnCompletion(on lane: Lane) -> Bool {
    guard verb == .wait, case .callback(let callback) = lane else { return false }
    return callback.point == .completion && callback.operation == operation
  }

  /// Whether the command adds operations without waiting for them and a completion block gives it.
  ///
  /// - Parameter lane: the lane on which it is given.
  /// - Returns: false for every other command.
  package func isAddInCompletion(on lane: Lane) -> Bool {
    guard verb.isAdd, verb != .addGroupWaiting, case .callback(let callback) = lane else {
      return false
    }
    return callback.point == .completion
  }
}

/// An API call of a history, with its return where it has one.
///
/// A call that was not recorded when it was made has the widest interval that the records of its
/// lane allow: calls of one lane may then overlap.
package struct Call: Sendable, Hashable {
  /// Position among the calls of the history, by call ticket.
  package internal(set) var id: Int
  /// The lane that made it.
  package let lane: Lane
  /// What was called.
  package let command: Command
  /// Ticket taken before the call; of the lane's record before it, or 0, where the call was not
  /// recorded.
  package let called: Ticket
  /// Whether the call was recorded when it was made.
  ///
  /// Of one that was not and has no return it is not certain that it was made at all, unless the
  /// run came to rest.
  package var isRecorded = true
  /// Ticket taken after the return; nil while the call is open at the end of the history.
  package internal(set) var returned: Ticket?
  /// How it ended; nil while the call is open at the end of the history.
  ///
  /// A call during which its own thread died by a signal that can reject is `rejected(trapped)`,
  /// with the ticket of the crash as its return.
  package internal(set) var outcome: Outcome?

  /// Whether the call came back normally.
  package var succeeded: Bool {
    if case .returned = outcome { true } else { false }
  }

  /// Whether the call was answered by an error or a trap.
  package var isRejected: Bool { outcome?.isRejection ?? false }

  /// Whether the call returned before a ticket.
  ///
  /// - Parameter ticket: a later position.
  /// - Returns: true if its return has a smaller ticket.
  package func returned(before ticket: Ticket) -> Bool {
    if let returned { returned < ticket } else { false }
  }

  /// Whether the call certainly took effect before a ticket: it returned normally before it.
  ///
  /// - Parameter ticket: a later position.
  /// - Returns: true if it returned normally with a smaller ticket.
  package func succeeded(before ticket: Ticket) -> Bool { succeeded && returned(before: ticket) }

  /// Whether the call may have taken effect before a ticket: it was called before it.
  ///
  /// - Parameter ticket: a later position.
  /// - Returns: true unless it was called later, or rejected.
  package func mayPrecede(_ ticket: Ticket) -> Bool { called < ticket && !isRejected }
}

/// One run of client code, from its entry to its return.
package struct Interval: Sendable, Hashable {
  /// Which code ran.
  package let callback: Callback
  /// Ticket taken as its first statement.
  package let begin: Ticket
  /// The thread on which it was entered; nil where nobody can tell.
  package let thread: EntryThread?
  /// Ticket taken as its last statement; nil where it did not return.
  package internal(set) var end: Ticket?

  /// Whether the run certainly ended before a ticket.
  ///
  /// - Parameter ticket: a later position.
  /// - Returns: true if its end has a smaller ticket.
  package func ended(before ticket: Ticket) -> Bool {
    if let end { end < ticket } else { false }
  }

  /// Whether the code was certainly running at a ticket.
  ///
  /// - Parameter ticket: a position; an interval with neither end counts as running on.
  /// - Returns: true strictly between begin and end.
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

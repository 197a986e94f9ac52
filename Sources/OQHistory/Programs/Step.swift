/// One line of a lane: an API call, or something the harness does.
package enum Step: Sendable, Hashable {
  /// An API call.
  case command(Command)
  /// Only in a callback: stay inside until the program opens it.
  case hold
  /// Opens the gate of a callback, before or after it is entered.
  case open(Callback)
  /// Waits for something that must happen.
  case until(Condition)
  /// Waits until every lane that names this meeting has arrived.
  case meet(Int)
  /// Drops the client's reference to an operation or queue.
  case drop(Handle)

  /// The command, where the step is one.
  package var command: Command? {
    if case .command(let command) = self { command } else { nil }
  }
}

/// What an `until` step waits for.
package enum Condition: Sendable, Hashable {
  /// The callback has been entered.
  case began(Callback)
  /// The callback has returned.
  case ended(Callback)
  /// Reading the accessor gives this value.
  case reads(Command, Outcome.Value)
}

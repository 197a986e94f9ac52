/// Position in the one total order of a run's events, from 1.
///
/// A ticket is taken before a call and after its return, as the first and as the last statement of
/// client code; "a before b" may be concluded from tickets only as `a.return < b.call`.
package typealias Ticket = Int

/// One observation.
package struct Event: Sendable, Hashable {
  /// What was observed.
  package enum Kind: Sendable, Hashable {
    /// A lane is about to make a call.
    case call(Command)
    /// The lane's open call came back.
    case returned(Outcome)
    /// Client code was entered; the lane is the callback.
    case enter
    /// Client code is about to return; the lane is the callback.
    case leave
    /// The harness completed a step (`open`, `until`, `meet`, `drop`, `hold`).
    case step(Step)
    /// Nothing in the process moves and a canary has passed: nothing will happen by itself.
    case quiescent(Quiescence)
    /// The quiescence was confirmed: what is owed will never come.
    case stalled
    /// The process died; the lane is that of the thread that died, where it is known.
    case crashed(Crash)
    /// The log was full: later events are missing.
    case overflow
    /// Every lane reached its end.
    case ended
  }

  /// Position in the total order.
  package let ticket: Ticket
  /// The lane that made the observation; nil for the harness as a whole.
  package let lane: Lane?
  /// What was observed.
  package let kind: Kind

  /// Records an observation.
  ///
  /// - Parameters:
  ///   - ticket: position in the total order, from 1.
  ///   - lane: the lane that made it; nil for the harness as a whole.
  ///   - kind: what was observed.
  package init(_ ticket: Ticket, _ lane: Lane?, _ kind: Kind) {
    self.ticket = ticket
    self.lane = lane
    self.kind = kind
  }
}

/// Why nothing will happen by itself: the evidence recorded with a quiescence event.
package struct Quiescence: Sendable, Hashable {
  /// Threads of the process that were asleep and unchanged in two looks.
  package let threads: Int
  /// Canaries that took the same route as what was awaited, and passed.
  package let canaries: Int

  /// Records evidence.
  ///
  /// - Parameters:
  ///   - threads: threads asleep and unchanged in two looks.
  ///   - canaries: canaries that passed.
  package init(threads: Int, canaries: Int) {
    self.threads = threads
    self.canaries = canaries
  }
}

/// How a process died.
package struct Crash: Sendable, Hashable {
  /// The signals told apart.
  package enum Signal: String, Sendable, Hashable, CaseIterable {
    case illegal = "SIGILL"
    case trap = "SIGTRAP"
    case abort = "SIGABRT"
    case segmentation = "SIGSEGV"
    case bus = "SIGBUS"
    case kill = "SIGKILL"
    case other = "SIGNAL"
    /// The process exited instead of returning from the program.
    case exit = "EXIT"

    /// Whether the signal can be the subject's way of rejecting a call: memory faults never are.
    package var canReject: Bool { self == .illegal || self == .trap || self == .abort }
  }

  /// The signal.
  package let signal: Signal

  /// Records a death.
  ///
  /// - Parameter signal: the signal.
  package init(_ signal: Signal) { self.signal = signal }
}

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
    /// The lane made a call without recording it: after its last record and before this one. The
    /// outcome is nil where the call had not come back, or may not have been made at all.
    case made(Command, Outcome?)
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
  /// Of an entry of client code: its thread; nil where nobody can tell.
  package let thread: EntryThread?

  /// Records an observation.
  package init(_ ticket: Ticket, _ lane: Lane?, _ kind: Kind, on thread: EntryThread? = nil) {
    self.ticket = ticket
    self.lane = lane
    self.kind = kind
    self.thread = thread
  }
}

/// Why nothing will happen by itself: the evidence recorded with a quiescence event.
package struct Quiescence: Sendable, Hashable {
  /// Threads of the process that were asleep and unchanged in two looks.
  package let threads: Int
  /// Canaries that took the same routes as what was awaited, and passed.
  package let canaries: Int
  /// Whether nothing could ever set the process going again, so that no canary is needed.
  ///
  /// Every wait was without a bound, and no timer, child or outsider was left to act.
  package let isSealed: Bool
  /// Whether something awaited moved at last when a canary was sent, and nothing else had moved for
  /// the step bound: the program alone would have waited for ever.
  package var isWoken: Bool
  /// Bodies that the subject was measured to begin while none of them returns.
  ///
  /// At least 1, and 2 at most, since programs hold no more.
  package var bodies: Int

  /// Records evidence.
  ///
  /// - Parameters:
  ///   - threads: threads asleep and unchanged in two looks.
  ///   - canaries: canaries that passed.
  ///   - isSealed: whether nothing could ever set the process going again.
  ///   - isWoken: whether something awaited moved only when a canary was sent.
  ///   - bodies: bodies that were measured to begin while none returns.
  package init(
    threads: Int, canaries: Int, isSealed: Bool = false, isWoken: Bool = false,
    bodies: Int = Quiescence.usualBodies
  ) {
    precondition(bodies >= 1, "every subject begins a body, not \(bodies)")
    self.threads = threads
    self.canaries = canaries
    self.isSealed = isSealed
    self.isWoken = isWoken
    self.bodies = bodies
  }

  /// Bodies where the evidence names no number.
  package static let usualBodies = 2
}

extension History {
  /// Bodies that the subject certainly begins while none of them returns, by the evidence of the
  /// last quiescence.
  ///
  /// - Complexity: O(events after the quiescence).
  package var bodies: Int {
    for event in events.reversed() {
      if case .quiescent(let evidence) = event.kind { return evidence.bodies }
    }
    return Quiescence.usualBodies
  }

  /// Whether what had not come at the last quiescence came when a canary was sent.
  ///
  /// - Complexity: O(events after the quiescence).
  package var isWoken: Bool {
    for event in events.reversed() {
      if case .quiescent(let evidence) = event.kind { return evidence.isWoken }
    }
    return false
  }

  /// The same history with the number of bodies that a calibration measured in the evidence of each
  /// quiescence.
  ///
  /// - Parameter bodies: at least 1.
  /// - Returns: the history with the number stated.
  /// - Complexity: O(events).
  package func measured(bodies: Int) -> History {
    let events = events.map { event in
      guard case .quiescent(var evidence) = event.kind else { return event }
      evidence.bodies = bodies
      return Event(event.ticket, event.lane, .quiescent(evidence))
    }
    return History(of: declarations, events: events)
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
  package init(_ signal: Signal) { self.signal = signal }
}

import OQHistory

extension History {
  /// The history that a recorder of bodies only gives of the same run: every call has lost its own
  /// records and lies somewhere between the records of its lane around it.
  ///
  /// Whatever this history proves the complete one proves too, so that no rule may blame it for
  /// more.
  ///
  /// - Complexity: O(events).
  package var withUnrecordedCalls: History {
    var rewriter = Unrecording()
    var before = 0
    for event in events {
      rewriter.take(event, isAfterHole: event.ticket > before + 1)
      before = event.ticket
    }
    rewriter.flushAll()
    return History(of: declarations, events: rewriter.events)
  }
}

/// Takes the records of calls out of a history.
private struct Unrecording {
  private(set) var events: [Event] = []
  // Calls since the last record of a lane, in order; nil is the outcome of an open one.
  private var unwritten: [Lane: [(command: Command, outcome: Outcome?)]] = [:]
  // Whether the history has a hole since the last event that was written.
  private var hasHole = false

  mutating func take(_ event: Event, isAfterHole: Bool) {
    hasHole = hasHole || isAfterHole
    switch (event.kind, event.lane) {
    case (.call(let command), .some(let lane)): unwritten[lane, default: []].append((command, nil))
    case (.returned(let outcome), .some(let lane)):
      if let last = unwritten[lane]?.indices.last {
        unwritten[lane]?[last].outcome = outcome
      } else {
        append(event)
      }
    case (.call, nil), (.returned, nil): break
    case (.quiescent, _), (.stalled, _), (.overflow, _), (.ended, _), (.crashed, _):
      flushAll()
      append(event)
    case (.made, _), (.enter, _), (.leave, _), (.step, _):
      if let lane = event.lane { flush(lane) }
      append(event)
    }
  }

  /// Writes what every lane has done, in the order of the lanes.
  mutating func flushAll() {
    for lane in unwritten.keys.sorted() { flush(lane) }
  }

  private mutating func flush(_ lane: Lane) {
    for call in unwritten.removeValue(forKey: lane) ?? [] {
      append(Event(0, lane, .made(call.command, call.outcome)))
    }
  }

  /// Appends an observation with the next ticket in place of its own, after a hole if there is one.
  private mutating func append(_ event: Event) {
    let ticket = (events.last?.ticket ?? 0) + (hasHole ? 2 : 1)
    hasHole = false
    events.append(Event(ticket, event.lane, event.kind, on: event.thread))
  }
}

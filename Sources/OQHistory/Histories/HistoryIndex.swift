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

  /// What the history says of one operation.
  package struct OperationRecord: Sendable {
    /// The operation.
    package let id: OperationID
    /// Its declaration.
    package let declaration: Program.Operation
    /// Runs of its body and blocks, by begin.
    package internal(set) var bodies: [Interval] = []
    /// Runs of its completion blocks, by begin.
    package internal(set) var completions: [Interval] = []
    /// Runs of its overridden `start`, by begin.
    package internal(set) var starts: [Interval] = []
    /// Runs of its overridden `isReady`, by begin.
    package internal(set) var readinessReads: [Interval] = []
    /// Calls of an observer, by begin.
    package internal(set) var notifications: [Interval] = []
    /// Runs of the registration handler of a dispatch source, by begin.
    package internal(set) var registrations: [Interval] = []
    /// Runs of the cancel handler of a dispatch source, by begin.
    package internal(set) var cancellations: [Interval] = []
    /// Calls that add it to a queue, alone, in a group or as a block.
    package internal(set) var adds: [Call] = []
    /// Calls on it, by call ticket.
    package internal(set) var calls: [Call] = []
    /// `cancel-all` calls on queues to which it may have been added, but such that had returned
    /// before the first of these adds was called: they cancel what is in the queue.
    ///
    /// Filled in at the end.
    package internal(set) var queueCancels: [Call] = []
    /// References that the client dropped.
    package internal(set) var drops: [Ticket] = []
  }

  /// What the history says of one queue.
  package struct QueueRecord: Sendable {
    /// The queue.
    package let id: QueueID
    /// Its declaration.
    package let declaration: Program.Queue
    /// Calls that add operations, by call ticket.
    package internal(set) var adds: [Call] = []
    /// Calls on it, by call ticket.
    package internal(set) var calls: [Call] = []
    /// References that the client dropped.
    package internal(set) var drops: [Ticket] = []
  }

  /// The history.
  package let history: History
  /// Every call, by call ticket.
  package private(set) var calls: [Call] = []
  /// Records by position of declaration.
  package private(set) var operations: [OperationRecord]
  /// Records by position of declaration.
  package private(set) var queues: [QueueRecord]
  /// How the run ended.
  package private(set) var ending: Ending = .open
  /// Verbs that occur in at least one call.
  package private(set) var verbs: Set<Verb> = []
  /// Ticket at which the program first opened the gate of a callback, by the callback's first run.
  package private(set) var openings: [Callback: Ticket] = [:]
  /// Ticket after the last event.
  package let end: Ticket
  /// Whether the history is about the dispatch library: no rule on operations speaks of it.
  package private(set) var isAboutDispatch = false

  /// Reads a history once.
  ///
  /// - Parameter history: any history.
  /// - Complexity: O(events + declarations), and O(calls) per `cancel-all` for its operations.
  package init(_ history: History) {
    self.history = history
    end = (history.events.last?.ticket ?? 0) + 1
    operations = history.declarations.operations.enumerated().map {
      OperationRecord(id: OperationID($0.offset), declaration: $0.element)
    }
    queues = history.declarations.queues.enumerated().map {
      QueueRecord(id: QueueID($0.offset), declaration: $0.element)
    }
    var open: [Lane: Int] = [:]
    var running: [Callback: Int] = [:]
    var last: [Lane: Ticket] = [:]
    var isSorted = true
    for event in history.events {
      if case .made(let command, let outcome) = event.kind, let lane = event.lane {
        // The call lies between two records of its lane, and nobody knows where.
        make(command, outcome, by: lane, after: last[lane] ?? 0, before: event.ticket)
        isSorted = false
        continue
      }
      if let lane = event.lane { last[lane] = event.ticket }
      switch (event.kind, event.lane) {
      case (.call(let command), .some(let lane)):
        open[lane] = calls.count
        verbs.insert(command.verb)
        calls.append(Call(id: calls.count, lane: lane, command: command, called: event.ticket))
      case (.returned(let outcome), .some(let lane)):
        if let call = open.removeValue(forKey: lane) { close(call, event.ticket, outcome) }
      case (.enter, .callback(let callback)?): enter(callback, event, &running)
      case (.leave, .callback(let callback)?): leave(callback, event.ticket, &running)
      case (.step(.drop(let handle)), _): drop(handle, event.ticket)
      case (.step(.open(let callback)), _):
        if openings[callback.first] == nil { openings[callback.first] = event.ticket }
      case (.crashed(let crash), let lane):
        if crash.signal.canReject, let lane, let call = open[lane] {
          close(call, event.ticket, .rejected(.trapped))
        }
        ending = .crashed(event.ticket, crash, lane)
      default: note(event)
      }
    }
    if !isSorted { sortCalls() }
    isAboutDispatch =
      history.declarations.isAboutDispatch || verbs.contains(where: \.isDispatch)
    distribute()
  }

  /// The record of an operation.
  package subscript(_ operation: OperationID) -> OperationRecord { operations[operation.index] }

  /// The record of a queue.
  package subscript(_ queue: QueueID) -> QueueRecord { queues[queue.index] }

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

  private mutating func note(_ event: Event) {
    switch event.kind {
    case .quiescent: ending = .quiescent(event.ticket, stalled: false)
    case .stalled:
      if case .quiescent(let ticket, _) = ending {
        ending = .quiescent(ticket, stalled: true)
      } else {
        ending = .quiescent(event.ticket, stalled: true)
      }
    case .overflow: ending = .overflowed(event.ticket)
    case .ended: ending = .completed(event.ticket)
    case .call, .returned, .made, .enter, .leave, .step, .crashed: break
    }
  }

  private mutating func close(_ call: Int, _ ticket: Ticket, _ outcome: Outcome) {
    calls[call].returned = ticket
    calls[call].outcome = outcome
  }

  private mutating func make(
    _ command: Command, _ outcome: Outcome?, by lane: Lane, after called: Ticket,
    before returned: Ticket
  ) {
    verbs.insert(command.verb)
    var call = Call(id: calls.count, lane: lane, command: command, called: called)
    call.isRecorded = false
    if let outcome {
      call.returned = returned
      call.outcome = outcome
    }
    calls.append(call)
  }

  /// Puts calls that were not recorded where they may have been made first; among calls after the
  /// same record those of one lane keep their order.
  private mutating func sortCalls() {
    calls.sort { ($0.called, $0.id) < ($1.called, $1.id) }
    for position in calls.indices { calls[position].id = position }
  }

  /// Whether a death by a signal may have been the answer to a call that was not recorded.
  ///
  /// - Parameter lane: the lane that died; nil where it is not known.
  /// - Returns: true if this lane, or some lane, may have been in a call that may be rejected.
  /// - Complexity: O(calls).
  package func mayHaveDiedUnrecorded(in lane: Lane?) -> Bool {
    calls.contains {
      !$0.isRecorded && $0.outcome == nil && $0.command.verb.entry.mayBeRejected
        && (lane == nil || $0.lane == lane)
    }
  }

  private mutating func enter(
    _ callback: Callback, _ event: Event, _ running: inout [Callback: Int]
  ) {
    let interval = Interval(callback: callback, begin: event.ticket, thread: event.thread)
    let index = callback.operation.index
    switch callback.point {
    case .body:
      running[callback] = operations[index].bodies.count
      operations[index].bodies.append(interval)
    case .completion:
      running[callback] = operations[index].completions.count
      operations[index].completions.append(interval)
    case .start:
      running[callback] = operations[index].starts.count
      operations[index].starts.append(interval)
    case .isReady:
      running[callback] = operations[index].readinessReads.count
      operations[index].readinessReads.append(interval)
    case .observer:
      running[callback] = operations[index].notifications.count
      operations[index].notifications.append(interval)
    case .registration:
      running[callback] = operations[index].registrations.count
      operations[index].registrations.append(interval)
    case .cancellation:
      running[callback] = operations[index].cancellations.count
      operations[index].cancellations.append(interval)
    }
  }

  private mutating func leave(
    _ callback: Callback, _ ticket: Ticket, _ running: inout [Callback: Int]
  ) {
    guard let position = running.removeValue(forKey: callback) else { return }
    let index = callback.operation.index
    switch callback.point {
    case .body: operations[index].bodies[position].end = ticket
    case .completion: operations[index].completions[position].end = ticket
    case .start: operations[index].starts[position].end = ticket
    case .isReady: operations[index].readinessReads[position].end = ticket
    case .observer: operations[index].notifications[position].end = ticket
    case .registration: operations[index].registrations[position].end = ticket
    case .cancellation: operations[index].cancellations[position].end = ticket
    }
  }

  private mutating func drop(_ handle: Handle, _ ticket: Ticket) {
    switch handle {
    case .operation(let operation): operations[operation.index].drops.append(ticket)
    case .queue(let queue): queues[queue.index].drops.append(ticket)
    }
  }

  /// Gives every call, closed by then, to the records of the objects it concerns.
  private mutating func distribute() {
    for call in calls {
      switch call.command.target {
      case .operation(let operation): operations[operation.index].calls.append(call)
      case .queue(let queue): queues[queue.index].calls.append(call)
      }
      guard call.command.verb.isAdd, let queue = call.command.queue else { continue }
      queues[queue.index].adds.append(call)
      for operand in Set(call.command.operands) { operations[operand.index].adds.append(call) }
    }
    for index in operations.indices {
      for queue in Set(operations[index].adds.compactMap(\.command.queue)).sorted() {
        let adds = operations[index].adds.filter { $0.command.queue == queue }
        let added = adds.map(\.called).min() ?? 0
        operations[index].queueCancels += queues[queue.index].calls.filter {
          $0.command.verb == .cancelAll && !$0.returned(before: added)
        }
      }
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Calls on the operation with this verb, by call ticket.
  ///
  /// - Complexity: O(calls on the operation).
  package func calls(_ verb: Verb) -> [Call] { calls.filter { $0.command.verb == verb } }

  /// Calls that set the priority, as a level or as an integer.
  package var prioritySets: [Call] {
    calls.filter { $0.command.verb == .setPriority || $0.command.verb == .setRawPriority }
  }

  /// Manual starts.
  package var manualStarts: [Call] { calls(.start) }

  /// Calls that may cancel the operation: its own, and `cancel-all` of queues it was added to.
  package var cancels: [Call] { calls(.cancel) + queueCancels }

  /// Runs of one block that are the first of that block, by begin.
  package var firstBodies: [Interval] { bodies.filter { $0.callback.occurrence == 1 } }

  /// Ticket of the first begin of the body or of any block.
  package var begin: Ticket? { bodies.first?.begin }

  /// Adds that may have put the operation into a queue, by call ticket.
  ///
  /// A rejected add has no effect, but a rejected group may have added some of its members (ND-34).
  package var possibleAdds: [Call] {
    adds.filter { !$0.isRejected || $0.command.verb.isGroupAdd }
  }

  /// Ticket of the earliest call that could have led to a start: an add or a manual start.
  package var firstOffer: Ticket? {
    (possibleAdds + manualStarts.filter { !$0.isRejected }).map(\.called).min()
  }

  /// Whether a cancel may have reached the operation before a ticket.
  ///
  /// - Parameter ticket: a position.
  /// - Returns: true if some cancel was called before it and not rejected.
  package func mayBeCancelled(before ticket: Ticket) -> Bool {
    cancels.contains { $0.mayPrecede(ticket) }
  }
}

extension HistoryIndex.QueueRecord {
  /// Calls on the queue with this verb, by call ticket.
  ///
  /// - Complexity: O(calls on the queue).
  package func calls(_ verb: Verb) -> [Call] { calls.filter { $0.command.verb == verb } }
}

/// Gathers what an index says of a history, event by event.
struct HistoryReader {
  private(set) var operations: [HistoryIndex.OperationDraft]
  private(set) var ending: HistoryIndex.Ending = .open
  private(set) var openings: [Callback: Ticket] = [:]
  private var queues: [HistoryIndex.QueueDraft]
  private var calls: [Call.Draft] = []
  // Calls that have not returned.
  private var open: LaneTable<Int>
  // Position of each run in progress among those of its operation.
  private var running: LaneTable<Int>
  // Last record of each lane, where some call was not recorded.
  private var last: LaneTable<Ticket>
  private var hasUnrecorded = false
  // Whether there was an event for every ticket so far.
  private var isWhole = true

  init(_ declarations: Program) {
    operations = declarations.operations.enumerated().map {
      HistoryIndex.OperationDraft(id: OperationID($0.offset), declaration: $0.element)
    }
    queues = declarations.queues.enumerated().map {
      HistoryIndex.QueueDraft(id: QueueID($0.offset), declaration: $0.element)
    }
    open = LaneTable(operations: operations.count)
    running = LaneTable(operations: operations.count)
    last = LaneTable(operations: operations.count)
  }

  /// Reads all events.
  ///
  /// - Complexity: O(events).
  mutating func read(_ events: [Event]) {
    hasUnrecorded = events.contains {
      if case .made = $0.kind { true } else { false }
    }
    var before = 0
    for event in events {
      isWhole = isWhole && event.ticket == before + 1
      before = event.ticket
      if hasUnrecorded, let lane = event.lane {
        if case .made = event.kind {} else { last[lane] = event.ticket }
      }
      read(event)
    }
  }

  private mutating func read(_ event: Event) {
    switch (event.kind, event.lane) {
    case (.call(let command), .some(let lane)):
      open[lane] = calls.count
      calls.append(Call.Draft(lane: lane, command: command, called: event.ticket))
    case (.returned(let outcome), .some(let lane)):
      if let call = open.remove(lane) { close(call, event.ticket, outcome) }
    case (.made(let command, let outcome), .some(let lane)):
      // The call lies between two records of its lane, and nobody knows where.
      make(command, outcome, by: lane, before: event.ticket)
    case (.enter, .callback(let callback)?):
      let run = Interval(callback, begin: event.ticket, thread: event.thread)
      running[.callback(callback)] = operations[callback.operation.index].runs.enter(run)
    case (.leave, .callback(let callback)?):
      guard let position = running.remove(.callback(callback)) else { return }
      operations[callback.operation.index].runs.leave(
        callback.point, at: position, event.ticket)
    case (.step(.drop(let handle)), _): drop(handle, event.ticket)
    case (.step(.open(let callback)), _):
      if openings[callback.first] == nil { openings[callback.first] = event.ticket }
    case (.crashed(let crash), let lane):
      // After a hole nobody knows what the call met: whether its answer was legal is not known.
      if isWhole, crash.signal.canReject, let lane, let call = open[lane] {
        close(call, event.ticket, .rejected(.trapped))
      }
      ending = .crashed(event.ticket, crash, lane)
    default: note(event)
    }
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
    _ command: Command, _ outcome: Outcome?, by lane: Lane, before returned: Ticket
  ) {
    var call = Call.Draft(lane: lane, command: command, called: last[lane] ?? 0)
    call.isRecorded = false
    if let outcome {
      call.returned = returned
      call.outcome = outcome
    }
    calls.append(call)
  }

  private mutating func drop(_ handle: Handle, _ ticket: Ticket) {
    switch handle {
    case .operation(let operation): operations[operation.index].drops.append(ticket)
    case .queue(let queue): queues[queue.index].drops.append(ticket)
    }
  }
}

// MARK: Closing

extension HistoryReader {
  /// Every call, closed by then, by call ticket, and the verbs that occur.
  ///
  /// Calls that were not recorded stand where they may have been made first; among calls after the
  /// same record those of one lane keep their order.
  ///
  /// - Complexity: O(calls), and O(n log n) where some were not recorded.
  func closedCalls() -> ([Call], VerbSet) {
    let order =
      hasUnrecorded
      ? calls.indices.sorted { (calls[$0].called, $0) < (calls[$1].called, $1) }
      : Array(calls.indices)
    let closed = order.enumerated().map { Call(calls[$0.element], id: $0.offset) }
    return (closed, VerbSet(calls.lazy.map(\.command.verb)))
  }

  /// Gives every call to the objects that it concerns.
  ///
  /// - Complexity: O(calls + operands), and O(`cancel-all` calls) for each operation that they may
  ///   reach.
  mutating func distribute(_ calls: [Call]) {
    for call in calls {
      let command = call.command
      switch command.target {
      case .operation(let operation): operations[operation.index].calls.append(call)
      case .queue(let queue):
        queues[queue.index].calls.append(call)
        add(command, to: queue.index, call)
      }
    }
    for index in operations.indices where !operations[index].adds.isEmpty {
      operations[index].queueCancels = queueCancels(of: operations[index].adds)
    }
  }

  private mutating func add(_ command: Command, to queue: Int, _ call: Call) {
    switch (command.verb, command.argument) {
    case (.addBarrier, .operation(let barrier)):
      operations[barrier.index].barrierAdds.append(call)
    case (.add, .operation(let operation)), (.addBlock, .operation(let operation)):
      queues[queue].adds.append(call)
      operations[operation.index].adds.append(call)
    case (.addGroup, .operations(let operands)), (.addGroupWaiting, .operations(let operands)):
      queues[queue].adds.append(call)
      // A group may name an operation twice.
      for operand in operands where operations[operand.index].adds.last != call {
        operations[operand.index].adds.append(call)
      }
    default: break
    }
  }

  /// The `cancel-all` calls that may reach an operation, queue by queue.
  private func queueCancels(of adds: [Call]) -> [Call] {
    var found: [Call] = []
    for queue in HistoryReader.queues(of: adds) {
      let all = queues[queue.index].calls[.cancelAll]
      guard !all.isEmpty else { continue }
      let added = adds.first { $0.command.queue == queue }?.called ?? 0
      found += all.filter { !$0.returned(before: added) }
    }
    return found
  }

  private static func queues(of adds: [Call]) -> [QueueID] {
    guard adds.count > 1 else { return adds.compactMap(\.command.queue) }
    return Set(adds.compactMap(\.command.queue)).sorted()
  }

  /// The records of the queues.
  ///
  /// - Parameter records: those of the operations.
  /// - Returns: the records, in the order of their declarations.
  /// - Complexity: O(queues + adds).
  func closedQueues(
    _ records: [HistoryIndex.OperationRecord]
  ) -> [HistoryIndex.QueueRecord] {
    var drafts = queues
    for record in records {
      for queue in HistoryReader.queues(of: record.adds) {
        drafts[queue.index].members.append(record)
      }
    }
    return drafts.map { HistoryIndex.QueueRecord($0) }
  }
}

extension VerbSet {
  /// Whether a verb of the dispatch library belongs to it.
  var hasDispatch: Bool { !isDisjoint(with: VerbSet.dispatch) }

  private static let dispatch = VerbSet(Verb.allCases.lazy.filter(\.isDispatch))
}

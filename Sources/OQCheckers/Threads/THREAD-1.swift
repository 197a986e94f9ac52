import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// THREAD-1: queues execute tasks on threads of their own.
  ///
  /// An operation that was never started by hand is executed by its queue. A client lane is a plain
  /// thread of the harness that lives longer than every program. So its identity is no other
  /// thread's, and no queue provides it: a task that is entered there is executed by whoever the
  /// client has called.
  ///
  /// Client code that has not returned is still on its thread. A task that is entered on top of it
  /// is on a thread that adds or waits only if that lane is inside a call that adds the operation
  /// or waits for it. Elsewhere such a task is left alone.
  ///
  /// The checker leaves out operations of the main queue, which has the main thread; of a queue to
  /// which the client gave a queue of its own; and those whose isAsynchronous is true, which may
  /// decide on the thread (C-13).
  static let queueProvidesThreads = Checker(
    "THREAD-1", antecedent: [.add, .addGroup, .addGroupWaiting, .addBlock]
  ) { index, _, judgement in
    let others: Set<Program.Kind> = [.barrier, .flagged]
    for record in index.operations
    where record.hasDefaultStart && !others.contains(record.declaration.kind) {
      guard let add = record.possibleAdds.first, !index.mayBeInMain(record),
        record.manualStarts.allSatisfy(\.isRejected), !index.mayHaveUnderlyingQueue(record)
      else { continue }
      for run in record.bodies where add.called < run.begin {
        judge(run, add, record, index, &judgement)
      }
    }
  }

  private static func judge(
    _ run: Interval, _ add: Call, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    guard let thread = run.thread else { return }
    let contexts = cells(add.laneCell, record.kindCell, in: contextsOfThreads)
    var events = [add.called, run.begin]
    switch thread {
    case .elsewhere: return judgement.hold(add.called, run.begin, in: contexts)
    case .main, .lane(.setup), .lane(.client): break
    case .lane(let lane):
      guard let call = index.callThatLends(lane, to: record, at: run.begin) else { return }
      if call.id != add.id { events.append(call.called) }
    }
    judgement.violate(
      "the task of \(index.name(record.id)), added at \(add.called), began at \(run.begin)"
        + " \(index.place(thread))",
      events: events, in: contexts)
  }

  private static let contextsOfThreads = [
    "task", "one block", "several blocks", "added block", "conditional", "from client",
    "from body", "from completion",
  ]
}

extension HistoryIndex {
  /// Whether a client may have given an underlying queue to a queue that may hold an operation.
  ///
  /// - Complexity: O(adds of the operation × calls on its queues).
  fileprivate func mayHaveUnderlyingQueue(_ record: OperationRecord) -> Bool {
    record.possibleAdds.compactMap(\.command.queue).contains { queue in
      self[queue].calls(.setUnderlyingQueue).contains { !$0.hadNoEffect && $0.command.integer != 0 }
    }
  }

  /// The call in which a lane adds an operation or waits for it at a ticket.
  ///
  /// - Parameters:
  ///   - lane: a lane whose thread executes a task of the operation.
  ///   - record: the operation.
  ///   - ticket: the begin of the task.
  /// - Returns: the innermost call of the lane then, if it is one of these; nil otherwise, and
  ///   where calls are not recorded.
  /// - Complexity: O(calls).
  fileprivate func callThatLends(
    _ lane: Lane, to record: OperationRecord, at ticket: Ticket
  ) -> Call? {
    let open = calls.last { call in
      call.lane == lane && call.isRecorded && call.called < ticket
    }
    guard let open, !open.returned(before: ticket) else { return nil }
    let isAdd = open.command.verb.isAdd && open.command.operands.contains(record.id)
    let isWait = open.command.verb == .wait && open.command.operation == record.id
    let isQueueWait =
      open.command.verb == .waitAll
      && record.possibleAdds.contains { $0.command.queue == open.command.queue }
    return isAdd || isWait || isQueueWait ? open : nil
  }
}

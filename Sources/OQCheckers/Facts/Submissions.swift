import OQHistory
import OQJudging

/// One block that a single call submitted to a dispatch queue.
struct Submission {
  /// The block.
  let block: OperationID
  /// The queue.
  let queue: QueueID
  /// The call.
  let call: Call
  /// Its run; nil where it has not begun.
  let run: Interval?

  /// Whether the call hands the block to the queue at once, so that its place is that of the call.
  var isImmediate: Bool { call.command.verb != .asyncAfter && call.command.verb != .groupNotify }
}

/// What was submitted to dispatch queues, as far as it is certain which call a run belongs to.
struct Submissions {
  /// Blocks that exactly one call submitted and that began at most once, by call ticket.
  ///
  /// A block that is submitted again has runs of which nobody can tell to which call they belong.
  let all: [Submission]
  private let index: HistoryIndex

  /// Collects submissions.
  ///
  /// - Complexity: O(calls).
  init(_ index: HistoryIndex) {
    self.index = index
    var counts = [Int](repeating: 0, count: index.operations.count)
    let calls = index.calls.filter { $0.command.verb.isSubmission }
    for block in calls.compactMap(\.command.operands.last) { counts[block.index] += 1 }
    all = calls.compactMap { call in
      guard let queue = call.command.queue, let block = call.command.operands.last,
        counts[block.index] == 1, !call.hadNoEffect, index[block].bodies.count <= 1
      else { return nil }
      return Submission(block: block, queue: queue, call: call, run: index[block].bodies.first)
    }
  }

  /// Those to queues of a kind, by queue in the order of their declaration.
  ///
  /// - Complexity: O(queues × submissions).
  func queues(_ kind: DispatchKind) -> [(queue: QueueID, submissions: [Submission])] {
    index.queues.filter { $0.declaration.dispatch == kind }.map { record in
      (record.id, all.filter { $0.queue == record.id })
    }
  }

  /// The queue of the task that makes a call; nil for a client, and where it is not certain.
  func queue(of lane: Lane) -> QueueID? {
    guard let callback = lane.callback, callback.point == .body else { return nil }
    return all.first { $0.block == callback.operation }?.queue
  }
}

extension HistoryIndex {
  /// Every run of client code that may only happen on a dispatch queue, by begin.
  ///
  /// Blocks all of whose calls name the queue, and handlers of sources that were activated on it
  /// once, those of their registration and of their cancel among them.
  ///
  /// - Complexity: O(calls + runs × log runs).
  func runs(on queue: QueueID) -> [Interval] {
    var queues = [Set<QueueID>](repeating: [], count: operations.count)
    for call in calls where call.command.verb.isSubmission || call.command.verb == .activate {
      guard let target = call.command.queue, let code = call.command.operands.last else { continue }
      queues[code.index].insert(target)
    }
    return operations.filter { queues[$0.id.index] == [queue] }
      .flatMap { $0.bodies + $0.registrations + $0.cancellations }
      .sorted { $0.begin < $1.begin }
  }
}

/// What is certain of a dispatch library where nothing moves any more.
struct DispatchStall {
  /// The quiescence.
  let ticket: Ticket
  /// Whether it was confirmed that nothing will happen by itself.
  let isConfirmed: Bool
  /// Client code that has begun and not ended.
  let held: [Interval]
  /// Bodies that the subject was measured to begin while none returns.
  let bodies: Int

  /// Collects the facts; nil for a history that does not end in quiescence.
  ///
  /// - Complexity: O(operations + events).
  init?(_ index: HistoryIndex) {
    guard case .quiescent(let ticket, let stalled) = index.ending else { return nil }
    self.ticket = ticket
    isConfirmed = stalled
    bodies = index.history.bodies
    held = index.operations.flatMap { record in
      (record.bodies + record.registrations + record.cancellations).filter { $0.end == nil }
    }
  }
}

extension Judgement {
  /// Notes that something owed has not come: a violation where the quiescence is confirmed, else a
  /// case that the history does not decide.
  ///
  /// - Parameters:
  ///   - stall: the quiescence at which it is owed.
  ///   - message: a sentence that names blocks and tickets.
  ///   - events: tickets of the events that prove it; that of the quiescence is added.
  mutating func miss(at stall: DispatchStall, _ message: String, events: [Ticket?]) {
    if stall.isConfirmed {
      violate(message, events: events.prefix(4) + [stall.ticket])
    } else {
      leaveOpen("nothing moved any more, but it was not confirmed that nothing would")
    }
  }
}

import OQHistory

/// The operations of one queue that certainly are unfinished, asked for along its calls.
///
/// An operation counts from the return of its add on (``HistoryIndex/OperationRecord/acceptedAdd``)
/// for as long as ``HistoryIndex/OperationRecord/isUnfinished(at:)`` says so.
struct UnfinishedMembers {
  private struct Member {
    let record: HistoryIndex.OperationRecord
    let accepted: Ticket
    let over: Ticket
  }

  // By the return of the add.
  private let members: [Member]
  private var next = 0
  // Of the members so far: those that may be unfinished at the next call, by the return of the add.
  private var active: [Member] = []

  /// Collects the operations of a queue.
  ///
  /// - Parameter queue: what the history says of the queue.
  /// - Complexity: O(n log n) in the operations of the queue and their runs.
  init(of queue: HistoryIndex.QueueRecord) {
    members = queue.members.compactMap { record in
      guard let add = record.acceptedAdd, add.command.queue == queue.id, let accepted = add.returned
      else { return nil }
      return Member(record: record, accepted: accepted, over: record.certainlyOver)
    }.sorted { $0.accepted < $1.accepted }
  }

  /// The operations that were accepted before a call and unfinished at its end.
  ///
  /// - Parameters:
  ///   - call: a call not before the one that was asked for last.
  ///   - end: the end of the call.
  /// - Returns: the operations in order of declaration.
  /// - Complexity: O(n log n) in these operations and those that ended since the last call.
  mutating func records(during call: Call, to end: Ticket) -> [HistoryIndex.OperationRecord] {
    advance(to: call.called)
    active.removeAll { $0.over < call.called }
    return active.map(\.record).filter { $0.isUnfinished(at: end) }.sorted { $0.id < $1.id }
  }

  /// Whether an operation was accepted before a call and unfinished at its end.
  ///
  /// - Parameters:
  ///   - call: a call not before the one that was asked for last.
  ///   - end: the end of the call.
  ///   - operation: one that does not count.
  /// - Returns: whether there is another one.
  /// - Complexity: O(1) on average, but for operations that were cancelled while they ran.
  mutating func contain(
    during call: Call, to end: Ticket, except operation: OperationID? = nil
  ) -> Bool {
    advance(to: call.called)
    // What was added last ends last, as a rule.
    var position = active.count
    var isFound = false
    while position > 0, !isFound {
      position -= 1
      let member = active[position]
      isFound = member.record.id != operation && member.record.isUnfinished(at: end)
    }
    // What was passed over for good is passed over once.
    let kept = active[position...].filter { $0.over >= call.called }
    active.replaceSubrange(position..., with: kept)
    return isFound
  }

  private mutating func advance(to called: Ticket) {
    while next < members.count, members[next].accepted < called {
      if members[next].over >= called { active.append(members[next]) }
      next += 1
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// A ticket after which the operation is not certainly unfinished any more.
  ///
  /// - Complexity: O(runs of the operation).
  fileprivate var certainlyOver: Ticket {
    let ended = firstBodies.map { $0.end ?? .max }.max() ?? 0
    switch declaration.kind {
    case .asynchronous: return max(ended, min(firstCancel ?? .max, mayReadFinished ?? .max))
    case .task, .block, .closure, .conditional, .invocation, .procedure, .flagged:
      let blocks = declaration.blocks
      let ends = firstBodies.filter { $0.callback.index <= blocks }.compactMap(\.end)
      return max(ended, min(firstCancel ?? .max, ends.count >= blocks ? ended : .max))
    default: return ended
    }
  }
}

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
  // Of the members so far: those that may be unfinished at the next call, in order of declaration.
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

  /// The operations that were accepted before a call and unfinished at its end, in order of
  /// declaration.
  ///
  /// - Parameters:
  ///   - call: a call not before the one that was asked for last.
  ///   - end: the end of the call.
  /// - Returns: the operations.
  /// - Complexity: O(operations that are unfinished, and those that ended since the last call).
  mutating func records(during call: Call, to end: Ticket) -> [HistoryIndex.OperationRecord] {
    advance(to: call.called)
    return active.lazy.map(\.record).filter { $0.isUnfinished(at: end) }
  }

  /// Whether another operation than one was accepted before a call and unfinished at its end.
  ///
  /// - Parameters:
  ///   - call: a call not before the one that was asked for last.
  ///   - end: the end of the call.
  ///   - operation: the one that does not count.
  /// - Returns: whether there is one.
  /// - Complexity: O(1) where one is, else as ``records(during:to:)``.
  mutating func contain(
    during call: Call, to end: Ticket, except operation: OperationID
  ) -> Bool {
    advance(to: call.called)
    return active.contains { $0.record.id != operation && $0.record.isUnfinished(at: end) }
  }

  private mutating func advance(to called: Ticket) {
    if active.contains(where: { $0.over < called }) { active.removeAll { $0.over < called } }
    let known = active.count
    while next < members.count, members[next].accepted < called {
      if members[next].over >= called { active.append(members[next]) }
      next += 1
    }
    if active.count > known { active.sort { $0.record.id < $1.record.id } }
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
      let isOver = ends.count >= blocks
      return max(ended, min(firstCancel ?? .max, isOver ? ended : .max))
    default: return ended
    }
  }
}

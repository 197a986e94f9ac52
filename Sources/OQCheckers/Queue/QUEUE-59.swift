import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-59: changes of the properties of a queue are announced.
  ///
  /// A change is certain in three cases:
  ///
  /// - Calls of which none overlaps another set the limit, or the suspension, to another value than
  ///   before.
  /// - An add was accepted.
  /// - An operation that the queue had accepted has finished, and something shows it. The change
  ///   comes after the recorded end of its task.
  ///
  /// A notification that begins later is awaited. One may stand for several changes of the list
  /// that come before it.
  ///
  /// That a finished operation has left is owed as for QUEUE-8. Nothing is owed while its
  /// completion block runs (ND-19), by a queue with barrier blocks (ND-43) or a start by hand
  /// (ND-24), and by a queue that was dropped, which its last operation may free (QUEUE-54).
  static let queuePropertiesAreAnnounced = Checker("QUEUE-59", antecedent: [.observeQueue]) {
    index, profile, judgement in
    let feeds = index.feeds(
      of: .operations, .operationCount, .maxConcurrentOperationCount, .isSuspended)
    guard !feeds.isEmpty else { return }
    let stall = index.stall(profile)
    for feed in feeds {
      guard let queue = feed.attached.command.queue else { continue }
      let name = "\(feed.property.rawValue) of \(index.name(queue))"
      switch feed.property {
      case .maxConcurrentOperationCount, .isSuspended:
        feed.judge(settings(feed, index[queue], index), name, stall, &judgement)
      default:
        // One case for each change: the list may be announced once for several.
        for change in membership(feed, index[queue], stall, index) {
          feed.judge([change], name, stall, &judgement)
        }
      }
    }
  }

  private static func settings(
    _ feed: Feed, _ record: HistoryIndex.QueueRecord, _ index: HistoryIndex
  ) -> [Change] {
    let calls: [Call]
    if feed.property == .isSuspended {
      let sets = (record.calls(.suspend) + record.calls(.resume)).sorted { $0.called < $1.called }
      calls = index.changes(among: sets, from: record.declaration.suspended) {
        $0.command.verb == .suspend
      }
    } else {
      calls = index.changes(among: record.calls(.setLimit), from: record.declaration.limit ?? -1) {
        $0.command.integer.flatMap { $0 == -1 || $0 > 0 ? $0 : nil }
      }
    }
    return calls.filter { feed.attached.succeeded(before: $0.called) }.map { call in
      Change(
        called: call.called, done: call.returned ?? call.called,
        words: "'\(index.words.text(call.command))' was called at \(call.called)")
    }
  }

  private static func membership(
    _ feed: Feed, _ record: HistoryIndex.QueueRecord, _ stall: Stall?, _ index: HistoryIndex
  ) -> [Change] {
    var changes: [Change] = []
    for member in record.members {
      guard let add = member.acceptedAdd, add.command.queue == record.id,
        let returned = add.returned, member.declaration.kind.hasHandle
      else { continue }
      let x = index.name(member.id)
      if feed.attached.succeeded(before: add.called) {
        changes.append(
          Change(
            called: add.called, done: returned, words: "\(x) was added at \(add.called)",
            contexts: add.command.verb.isGroupAdd ? ["group"] : ["one operation"]))
      }
      if let end = member.endOfTask, let shown = member.finishShown, record.drops.isEmpty,
        feed.attached.succeeded(before: end), returned < end,
        stall?.hasCertainlyLeft(member.id, record) ?? true
      {
        changes.append(
          Change(
            called: end, done: shown, words: "\(x) had finished after \(end)",
            contexts: ["finished"]))
      }
    }
    return changes
  }
}

extension Stall {
  /// Whether an operation that a queue had accepted and that has finished must have left its list.
  fileprivate func hasCertainlyLeft(
    _ operation: OperationID, _ queue: HistoryIndex.QueueRecord
  ) -> Bool {
    isOver(operation) && !isDisturbed(queue.id) && queue.calls(.addBarrier).isEmpty
  }
}

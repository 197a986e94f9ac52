import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// WAIT-7: a wait blocks the thread that calls it, and neither other threads nor the queue.
  ///
  /// In a queue an operation waits for a dependency from before the call of a wait, for the queue
  /// or for an operation of it. So the wait cannot return meanwhile, for a reason that costs no
  /// thread. The rule held where another operation, added after that, began and ended before the
  /// wait returned and while the first one certainly was still waiting.
  ///
  /// At a confirmed quiescence with such a wait in progress two things are missed:
  ///
  /// - the begin of an operation that was added after the call of the wait, owed as for QUEUE-1;
  /// - the return of a call on the queue or on an operation of it that waits for nothing, as for
  ///   OP-52. The return of an add is QUEUE-19's.
  static let waitBlocksItsThreadOnly = Checker("WAIT-7", antecedent: [.wait, .waitAll]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for queue in index.queues {
      let blocked = BlockedOperations(in: queue.id, index)
      guard !blocked.isEmpty else { continue }
      let members = queue.members
      for wait in queue.calls(.waitAll) + members.flatMap({ $0.calls(.wait) }) {
        let done = members.lazy.compactMap { $0.wholeRun(after: wait) }.first {
          blocked.first(addedBefore: wait.called, until: $0.end) != nil
        }
        if let done { judgement.hold(wait.called, done.begin, done.end, wait.returned) }
      }
    }
    guard let stall else { return }
    let cases = index.startCases(stall).missingSinceAdd(index) { stall.waitedSince($0) != nil }
    let since = Dictionary(
      uniqueKeysWithValues: Set(cases.map(\.queue)).map { ($0, stall.waitedSince($0) ?? .max) })
    for one in cases where since[one.queue] ?? .max < one.add.called {
      judgement.miss(
        at: stall,
        index.missedBegin(one, stall, "is ready, while a wait for the queue is in progress"),
        events: [one.add.called, one.add.returned], missing: .begin(one.operation))
    }
    for call in index.calls where call.isOfClient && call.isPrompt && call.returned == nil {
      if stall.isBehindWaiter(call) { index.missedReturn(of: call, stall, in: [], &judgement) }
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// The first run of a task that was offered, began and ended during a wait.
  fileprivate func wholeRun(after wait: Call) -> (begin: Ticket, end: Ticket)? {
    guard let add = possibleAdds.first, add.called > wait.called, let run = firstBodies.first,
      let end = run.end, end < wait.returned ?? .max
    else { return nil }
    return (run.begin, end)
  }
}

extension Stall {
  /// Whether a call was made on a queue, or on an operation of it, behind which a wait is in
  /// progress for something that waits for a dependency.
  ///
  /// - Complexity: O(calls on the queue and its operations).
  fileprivate func isBehindWaiter(_ call: Call) -> Bool {
    let queue: QueueID? =
      switch call.command.target {
      case .queue(let queue): queue
      case .operation(let operation): self.queue(of: operation)
      }
    return queue.map { waitedSince($0) ?? .max < call.called } ?? false
  }
}

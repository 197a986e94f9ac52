import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// WAIT-4: a wait for a queue returns once the queue is empty.
  ///
  /// A missing return counts only at a confirmed quiescence where every operation that may ever
  /// have been added to the queue has certainly finished, or is cancelled or without a task so that
  /// its finish is owed in turn (``Stall/owesFinishInTurn(_:)``). Then no choice of what is awaited
  /// (ND-15) can keep the wait. Where something shows that such a finish has not come, the rules of
  /// finishes speak. Nothing is missed where a barrier is open, an operation may have been started
  /// by hand (ND-24), or a completion block is held. A wait for a queue that was empty when it was
  /// called belongs to WAIT-51.
  static let queueWaitReturns = Checker("WAIT-4", antecedent: [.waitAll]) {
    index, profile, judgement in
    judgeQueueWaits(ofEmptyQueues: false, index, profile, &judgement)
  }

  /// Judges the waits for queues that were empty when they were called, or the others.
  ///
  /// - Parameters:
  ///   - isEmpty: whether waits for empty queues are judged.
  ///   - index: the history, indexed.
  ///   - profile: the reading of the contract to judge by.
  ///   - judgement: receives the cases.
  static func judgeQueueWaits(
    ofEmptyQueues isEmpty: Bool, _ index: HistoryIndex, _ profile: Profile,
    _ judgement: inout Judgement
  ) {
    let stall = index.stall(profile)
    let mayCountOwed = stall.map { !$0.showsMissingFinish($0.openCalls(.wait)) } ?? false
    for queue in index.queues {
      let waits = queue.calls(.waitAll)
      guard !waits.isEmpty else { continue }
      let members = queue.members
      for wait in waits where wait.succeeded && wait.isForEmptyQueue(members) == isEmpty {
        let end = members.compactMap { $0.lastEnd(before: wait.returned) }.max()
        judgement.hold(
          end, wait.called, wait.returned,
          in: waitCells(wait, queue.id, members, index, isEmpty: isEmpty))
      }
      guard let stall,
        let wait = stall.owedQueueWait(queue.id, countingOwed: mayCountOwed),
        wait.isForEmptyQueue(members) == isEmpty
      else { continue }
      let end = members.compactMap { $0.lastEnd(before: stall.ticket) }.max()
      let state =
        isEmpty
        ? "it was empty"
        : "all its operations had finished\(end.map { " after \($0)" } ?? "")"
          + (members.allSatisfy { stall.isOver($0.id) } ? "" : ", or were to finish without a task")
      judgement.miss(
        at: stall,
        "a wait for \(index.name(queue.id)), called at \(wait.called), has not returned when nothing moved any more"
          + " at \(stall.ticket), although \(state)",
        events: [wait.called, end],
        in: waitCells(wait, queue.id, members, index, isEmpty: isEmpty),
        missing: .answer(wait.called))
    }
  }

  private static func waitCells(
    _ wait: Call, _ queue: QueueID, _ members: [HistoryIndex.OperationRecord],
    _ index: HistoryIndex, isEmpty: Bool
  ) -> [String] {
    if isEmpty {
      let isSuspended = index.suspensions(of: queue).containing(wait.called) != nil
      return cells(isSuspended ? "suspended" : "idle queue", in: ["suspended", "idle queue"])
    }
    let listed = members.filter { $0.isListed(in: queue, during: wait) }
    let isCancelled = members.contains { $0.cancelCell == "cancelled before start" }
    return cells(
      isCancelled ? "cancelled before start" : "not cancelled", listed.isEmpty ? nil : "busy queue",
      in: ["not cancelled", "cancelled before start", "busy queue"])
  }
}

extension Call {
  /// Whether the queue was certainly empty, or about to be, when a wait for it was called, and
  /// nothing was added before the wait returned.
  fileprivate func isForEmptyQueue(_ members: [HistoryIndex.OperationRecord]) -> Bool {
    members.allSatisfy { member in
      member.possibleAdds.allSatisfy { $0.called > returned ?? .max }
        || (member.finishShown ?? .max) < called
    }
  }
}

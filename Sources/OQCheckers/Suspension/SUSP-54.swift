import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// SUSP-54: a wait for a suspended queue does not return while an operation waits in it.
  ///
  /// The checker judges a wait called after the add of an operation had returned, add and wait in
  /// one span in which the queue is certainly suspended. Nothing started the operation in the span,
  /// no client called its start, and a class with its own `start` reported nothing: so it was
  /// unfinished until the call that resumes, and a return before it came too early. An operation
  /// that may have been cancelled may finish without its task meanwhile (ND-25) and counts in
  /// profile reference only.
  static let suspendedQueueIsAwaited = Checker("SUSP-54", antecedent: [.waitAll]) {
    index, profile, judgement in
    for queue in index.queues {
      let waits = queue.calls(.waitAll)
      let suspensions = index.suspensions(of: queue.id)
      guard !waits.isEmpty, !suspensions.isEmpty else { continue }
      for member in queue.members {
        guard let add = member.acceptedAdd, add.command.queue == queue.id,
          let span = suspensions.containing(add.called)
        else { continue }
        for wait in waits where add.succeeded(before: wait.called) && span.contains(wait.called) {
          judge(wait, member, add, span, profile, index, &judgement)
        }
      }
    }
  }

  private static func judge(
    _ wait: Call, _ member: HistoryIndex.OperationRecord, _ add: Call, _ span: SuspendedSpan,
    _ profile: Profile, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    guard let returned = wait.returned, wait.succeeded else { return }
    let seen = min(returned, span.end)
    let isCancelled = member.mayBeCancelled(before: seen)
    guard !member.mayBeStartedByHand(before: seen), profile == .reference || !isCancelled,
      member.mayReadFinished.map({ $0 > seen }) ?? true
    else { return }
    let contexts = [isCancelled ? "cancelled before start" : "not cancelled"]
    if returned < span.end {
      judgement.violate(
        "a wait for \(index.name(wait.command.queue ?? QueueID(0))), called at \(wait.called), returned"
          + " at \(returned) although \(index.name(member.id)), added at \(add.called), waited in it"
          + " and it was not resumed",
        events: [add.called, add.returned, wait.called, returned], in: contexts)
    } else {
      judgement.hold(add.returned, wait.called, span.end, returned, in: contexts)
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// SUSP-2: suspending does not pause operations that are executing.
  ///
  /// The checker judges operations whose recorded task ran across the call that suspended their
  /// queue. Their ends come from client code and are not demanded. But once the task has ended the
  /// operation finishes, suspended or not. The finish has four effects, each owed whatever the
  /// implementation is free to do: a wait for the operation or for the queue returns (WAIT-2,
  /// WAIT-4), the completion block begins (DONE-3), and an awaited read of isFinished gives true
  /// (STATE-10). A missing effect counts only at a confirmed quiescence at which the queue is still
  /// suspended.
  static let executingOperationsRunOn = Checker("SUSP-2", antecedent: [.suspend]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for (queue, spans) in zip(index.queues, index.occupancies) {
      for suspension in index.suspensions(of: queue.id) {
        guard let suspend = suspension.suspend else { continue }
        for span in spans where span.begin < suspend.called && span.contains(suspension.start) {
          guard let end = span.end, end < suspension.end else { continue }
          judge(span, end, suspension, stall, index, &judgement)
        }
      }
    }
  }

  private static func judge(
    _ span: Occupancy, _ end: Ticket, _ suspension: SuspendedSpan, _ stall: Stall?,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let record = index[span.operation]
    let contexts = cells(
      record.kindCell, in: ["one block", "several blocks", "task", "asynchronous"])
    let x = index.name(span.operation)
    if let stall, suspension.end == index.end,
      case let missing = missingEffects(of: span.operation, in: span.queue, stall),
      let first = missing.first
    {
      judgement.miss(
        at: stall,
        "\(x) was executing when \(index.name(span.queue)) was suspended at \(suspension.start), and its task ended at"
          + " \(end), but when nothing moved any more at \(stall.ticket) \(first.words)",
        events: [span.begin, suspension.start, end, first.at], in: contexts,
        missing: missing.map(\.charge))
    } else if let sign = index.firstFinishSign(of: span.operation),
      suspension.contains(sign.ticket)
    {
      judgement.hold(suspension.start, end, sign.ticket, in: contexts)
    }
  }

  private static func missingEffects(
    of operation: OperationID, in queue: QueueID, _ stall: Stall
  ) -> [(words: String, at: Ticket?, charge: Charge)] {
    var missing: [(words: String, at: Ticket?, charge: Charge)] = []
    if let wait = stall.owedWait(operation) {
      missing.append(
        (
          "a wait for it, called at \(wait.called), had not returned", wait.called,
          .answer(wait.called)
        ))
    }
    if stall.isOver(operation), stall.owesCompletion(operation) {
      missing.append(("its completion block had not begun", nil, .completion(operation)))
    }
    if let read = stall.missingFinish(operation) {
      missing.append(
        (
          "isFinished of it still read false at \(read.returned)", read.returned,
          .finish(operation)
        ))
    }
    if let wait = stall.owedQueueWait(queue) {
      missing.append(
        (
          "a wait for the queue, called at \(wait.called), had not returned", wait.called,
          .answer(wait.called)
        ))
    }
    return missing
  }
}

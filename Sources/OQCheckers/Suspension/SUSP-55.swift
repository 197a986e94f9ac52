import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// SUSP-55: a start by hand is not affected by the suspension of a queue.
  ///
  /// The checker judges the only start of an operation that is in no queue until it returns,
  /// certainly ready, and on which no cancel was called. Some queue is certainly suspended from
  /// before the call until after the answer. No document allows an error then. The default start
  /// runs the task and comes back after it. So when it has returned, the task has been entered and
  /// left, each recorded before.
  ///
  /// A missing return counts only at a confirmed quiescence where no code of the operation is
  /// inside, nothing that the harness holds may be the reason, and no block of a block operation
  /// may wait for a thread: even a single block may run on another thread than the caller's (ND-2,
  /// C-14).
  static let startIgnoresSuspension = Checker("SUSP-55", antecedent: [.start]) {
    index, profile, judgement in
    let suspensions = index.queues.map { index.suspensions(of: $0.id) }
    guard suspensions.contains(where: { !$0.isEmpty }) else { return }
    let stall = index.stall(profile)
    for record in index.operations where record.hasDefaultStart && record.hasTask {
      // Of an operation that it has dropped a subject may say that it does not know it.
      guard let start = record.manualStarts.first, record.manualStarts.count == 1,
        start.outcome != .unsupported
      else { continue }
      let until = start.returned ?? index.end
      guard record.isUnqueued(until: until), !record.mayBeCancelled(before: until),
        index.isCertainlyReady(record, at: start.called),
        let queue = suspensions.firstIndex(where: { spans in
          spans.contains { $0.contains(start.called) && $0.end >= until }
        })
      else { continue }
      let head =
        "the start of \(index.name(record.id)), in no queue, at \(start.called), while"
        + " \(index.name(QueueID(queue))) was suspended,"
      if let fault = fault(start, record) {
        judgement.violate(
          "\(head) \(fault)", events: [start.called, start.returned, record.begin])
      } else if start.succeeded {
        judgement.hold(start.called, record.begin, start.returned)
      } else if let stall, start.returned == nil, start.called < stall.ticket,
        record.isOutside, !stall.mayHoldUpCalls,
        record.declaration.kind != .block || !stall.isCrowded
      {
        judgement.miss(
          at: stall, "\(head) has not returned when nothing moved any more at \(stall.ticket)",
          events: [start.called])
      }
    }
  }

  private static func fault(_ start: Call, _ record: HistoryIndex.OperationRecord) -> String? {
    guard let returned = start.returned else { return nil }
    if start.isRejected { return "was answered by an error at \(returned)" }
    guard record.begin.map({ $0 < returned }) ?? false else {
      return "returned at \(returned) although its task had not begun"
    }
    return nil
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether no task and no completion block of the operation goes on.
  fileprivate var isOutside: Bool { (bodies + completions).allSatisfy { $0.end != nil } }
}

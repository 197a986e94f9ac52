import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DONE-1: the completion block runs only after the operation's task has ended.
  ///
  /// The end is recorded as the last statement of the task and the begin as the first of the block.
  /// So a block that is called after the task cannot have the smaller ticket, and no task begins
  /// once its operation has finished.
  ///
  /// - Blocks that a cancel has skipped leave no interval (ND-31).
  /// - An operation on which cancel may have been called can finish without its task. So a missing
  ///   task proves nothing then.
  /// - With an overridden `start` the finish cannot come before the call that reports or stores it;
  ///   a cancelled one may report unseen.
  /// - A completion block that was set while the task ran is DONE-7's.
  ///
  /// An operation of any kind finishes only if it is added, started, cancelled, or reports it
  /// itself. Before the first such call of a history without holes nothing has finished.
  static let completionFollowsTask = Checker("DONE-1") { index, _, judgement in
    for record in index.operations {
      for block in record.completions where !record.isSetInTask(block) {
        judge(block.begin, record, index, &judgement)
      }
    }
  }

  private static func judge(
    _ block: Ticket, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let contexts = cells(
      record.kindCell, record.starterCell(at: block),
      in: ["one block", "several blocks", "task", "asynchronous", "queued", "manual"])
    if record.declaration.kind == .asynchronous, record.firstOffer != nil {
      judgeReports(block, record, index, contexts, &judgement)
      return
    }
    if let late = record.firstBodies.first(where: { !$0.ended(before: block) }) {
      let task = late.begin < block ? "its task, begun at \(late.begin)," : "its task"
      let end = late.end.map { "ended only at \($0)" } ?? "had not ended"
      judgement.violate(
        "the completion block of \(x) began at \(block) although \(task) \(end)",
        events: [late.begin, block, late.end], in: contexts)
    } else if let end = record.firstBodies.last?.end {
      judgement.hold(end, block, in: contexts)
    } else if record.declaration.kind.hasBody, record.declaration.blocks > 0,
      let offer = record.firstOffer, offer < block, !record.mayBeCancelled(before: block)
    {
      judgement.violate(
        "the completion block of \(x) began at \(block) although its task had not begun",
        events: [offer, block], in: contexts)
    } else if index.isUntouched(record, until: block) {
      judgement.violate(
        "the completion block of \(x) began at \(block) although nothing had been called that could"
          + " finish the operation",
        events: [block, record.firstTouch], in: contexts)
    }
  }

  private static func judgeReports(
    _ block: Ticket, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ contexts: [String], _ judgement: inout Judgement
  ) {
    guard let offer = record.firstOffer, !record.mayBeCancelled(before: block) else { return }
    let reports = record.calls.filter {
      ($0.command.verb == .reportFinished || $0.command.verb == .storeFinished) && !$0.hadNoEffect
    }
    guard let report = reports.first, report.called < block else {
      judgement.violate(
        "the completion block of \(index.name(record.id)) began at \(block) although it had not reported that it finished",
        events: [offer, block, reports.first?.called], in: contexts)
      return
    }
    judgement.hold(report.called, block, in: contexts)
  }
}

extension HistoryIndex {
  /// Whether nothing had been called by a ticket that could lead to the finish of an operation.
  fileprivate func isUntouched(_ record: OperationRecord, until ticket: Ticket) -> Bool {
    let finishing: VerbSet = [.cancel, .reportFinished, .storeFinished, .notifyFinished]
    return isUnoffered(record, until: ticket)
      && !record.calls.contains { finishing.contains($0.command.verb) && $0.called < ticket }
  }
}

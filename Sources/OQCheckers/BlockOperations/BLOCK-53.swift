import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// BLOCK-53: a block operation without blocks finishes when it is started.
  ///
  /// The checker judges block operations that no call gave a block. In a queue the finish is owed
  /// as for QUEUE-1, to an operation without a task. The finish is missed only at a confirmed
  /// quiescence where a wait has not returned, or the last read of a lane that awaits the finish
  /// gave false. A start by hand is judged if it is the only one, and if the operation is in no
  /// queue, certainly ready and never cancelled. Such a start waits for nothing and comes back.
  static let emptyBlockOperationFinishes = Checker("BLOCK-53") { index, profile, judgement in
    let records = index.operations.filter {
      $0.declaration.kind == .block && $0.declaration.blocks == 0
        && $0.calls(.addExecutionBlock).isEmpty && $0.firstOffer != nil
    }
    guard !records.isEmpty else { return }
    let stall = index.stall(profile)
    for record in records {
      if let shown = record.finishShown {
        judgement.hold(
          record.firstOffer, shown,
          in: cells(record.starterCell(at: shown), in: ["queued", "manual"]))
      } else if let stall, stall.owesFinish(record.id),
        let sign = stall.unfinishedSign(of: record)
      {
        judgement.miss(
          at: stall,
          "\(index.name(record.id)), which has no blocks, has not finished when nothing moved any more"
            + " at \(stall.ticket), although it was added at \(record.firstOffer ?? 0)",
          events: [record.firstOffer, sign], in: ["queued"])
      } else if let stall, let start = record.manualStarts.first, start.returned == nil,
        record.manualStarts.count == 1, start.called < stall.ticket, !stall.mayHoldUpCalls,
        record.isUnqueued(until: index.end), !record.mayBeCancelled(before: index.end),
        index.isCertainlyReady(record, at: start.called)
      {
        judgement.miss(
          at: stall,
          "the start of \(index.name(record.id)), which has no blocks, at \(start.called) has not"
            + " returned when nothing moved any more at \(stall.ticket)",
          events: [start.called], in: ["manual"])
      }
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-10: operations added after cancel-all has returned are not affected by it.
  ///
  /// This is sound because every cancel-all on the queue had returned before the only add was
  /// called, and the operation is never cancelled by itself: it is not cancelled, so isCancelled
  /// reads false, it does not finish before its task has begun, and its begin is owed as that of
  /// any other. At a stall only operations without dependencies are judged, in queues that never
  /// ran out of slots; and none where another one that was added later has begun, which shows that
  /// the cancel-all keeps nothing.
  static let cancelAllSparesLaterOperations = Checker("CANCEL-10", antecedent: [.cancelAll]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for queue in index.queues {
      let cancels = queue.calls(.cancelAll).filter { !$0.hadNoEffect }
      guard let last = cancels.last, last.succeeded else { continue }
      let over = cancels.map { $0.returned ?? index.end }.max() ?? index.end
      let isBusy = index.runningTask(of: queue.id, at: last.called) != nil
      let later = queue.adds.filter { $0.called > over && !$0.hadNoEffect }
      let goesOn = later.contains { add in
        add.command.operands.contains { index[$0].begin != nil && index.onlyAdd(of: $0) == add }
      }
      for add in later {
        for operation in add.command.operands {
          let record = index[operation]
          guard index.onlyAdd(of: operation) == add,
            record.calls(.cancel).allSatisfy(\.isRejected)
          else { continue }
          judge(
            record, last, goesOn ? nil : stall, [isBusy ? "busy queue" : "idle queue"], index,
            &judgement)
        }
      }
    }
  }

  private static func judge(
    _ record: HistoryIndex.OperationRecord, _ cancel: Call, _ stall: Stall?,
    _ contexts: [String], _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let added = index.onlyAdd(of: record.id)?.called
    let words = "\(index.words.text(cancel.command)), called at \(cancel.called),"
    let hasTask = record.declaration.kind.hasBody && record.declaration.blocks > 0
    if let read = record.calls(.isCancelled).first(where: { $0.outcome?.boolean == true }) {
      judgement.violate(
        "isCancelled of \(x) read true at \(read.called) although \(words) had returned before "
          + "\(x) was added",
        events: [cancel.called, added, read.called, read.returned], in: contexts)
    } else if hasTask, let shown = record.finishShown, record.begin.map({ $0 > shown }) ?? true {
      judgement.violate(
        "\(x) finished by \(shown) without its task although \(words) had returned before \(x) "
          + "was added",
        events: [cancel.called, added, shown], in: contexts)
    } else if let begin = record.begin {
      judgement.hold(cancel.called, added, begin, in: contexts)
    } else if let stall, stall.owesBegin(record.id, isUncancelled: true),
      stall.obstacle(of: record.id) == .none, let queue = stall.queue(of: record.id),
      stall.hasUnusedSlot(queue)
    {
      judgement.miss(
        at: stall,
        "\(x) has not begun when nothing moved any more at \(stall.ticket) although \(words) had "
          + "returned before \(x) was added",
        events: [cancel.called, added], in: contexts)
    }
  }
}

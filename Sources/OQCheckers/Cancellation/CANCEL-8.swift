import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-8: cancel-all cancels every operation that is in the queue at the time of the call.
  ///
  /// This is sound because only operations count whose only add had returned before the call, that
  /// are never cancelled by themselves or started by hand, and that certainly were unfinished when
  /// the call returned: they were listed all the time. Such an operation reads isCancelled true
  /// from then on, and if it certainly had not been started, its task never runs (as CANCEL-1 and
  /// CANCEL-3).
  static let cancelAllReachesEveryOperation = Checker("CANCEL-8", antecedent: [.cancelAll]) {
    index, _, judgement in
    for record in index.operations {
      guard let add = index.onlyAdd(of: record.id), let queue = add.command.queue,
        record.calls(.cancel).allSatisfy(\.isRejected),
        record.manualStarts.allSatisfy(\.isRejected)
      else { continue }
      let certain = index.first(of: record.certainCancels) { index.unfinished(record.id, at: $0) }
      guard let (cancel, context) = certain else { continue }
      judge(
        record, cancel, context + index.limitContext(queue, except: "limit k"), index, &judgement)
    }
  }

  private static func judge(
    _ record: HistoryIndex.OperationRecord, _ cancel: Call, _ contexts: [String],
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let returned = cancel.returned ?? index.end
    let x = index.name(record.id)
    let words = index.words.text(cancel.command)
    let reads = record.calls(.isCancelled).filter {
      $0.called > returned && $0.outcome?.boolean != nil
    }
    let stage = index.stage(of: record.id, at: returned)
    if let read = reads.first(where: { $0.outcome?.boolean == false }) {
      judgement.violate(
        "isCancelled of \(x) read false at \(read.called) although \(words), called at "
          + "\(cancel.called) while \(x) was unfinished in the queue, had returned at \(returned)",
        events: [
          cancel.called, returned, read.called, read.returned, record.unfinishedProof(at: returned),
        ], in: contexts)
    } else if let stage, let begin = record.begin {
      judgement.violate(
        "\(x) began at \(begin) although \(words) was called at \(cancel.called), "
          + "\(stage.explanation)",
        events: [index.onlyAdd(of: record.id)?.called, cancel.called, returned, begin],
        in: contexts)
    } else if let read = reads.first {
      judgement.hold(cancel.called, returned, read.called, read.returned, in: contexts)
    } else if stage != nil, index.hasSettled(record) {
      judgement.hold(index.onlyAdd(of: record.id)?.called, cancel.called, returned, in: contexts)
    }
  }
}

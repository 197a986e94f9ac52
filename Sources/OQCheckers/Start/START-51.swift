import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-51: start of a cancelled operation whose dependencies are unfinished does not raise.
  ///
  /// The checker judges an x where all of this is certain:
  ///
  /// - It is in no queue (ND-24), and does not override isReady (ND-35).
  /// - A cancel of x returned before anything could start it.
  /// - A dependency obstructs it during the whole call.
  /// - No other start was called by the return.
  ///
  /// Once cancelled, x counts as ready in profile reference, or has finished at the cancel (ND-21).
  /// A start of a finished operation returns, too. So an error has no reason left. The other
  /// profiles accept the error (ND-36). A trap after a hole is not judged. That the task does not
  /// run is START-7's. What is read after a return tells how the operation ended.
  static let cancelledCountsAsReady = Checker("START-51", antecedent: [.start]) {
    index, profile, judgement in
    for record in index.operations where record.hasDefaultStart {
      guard record.declaration.kind != .conditional, let cancel = record.cancelBeforeStart,
        let cancelled = cancel.returned
      else { continue }
      let edges = index.simpleEdges(of: record.id)
      for start in index.endedStarts(of: record) where start.called > cancelled {
        guard let returned = start.returned ?? index.death(in: start)?.ticket,
          record.isUnqueued(until: returned),
          index.isOnlyStart(start, of: record),
          record.reads(.isFinished).first(true).map({ $0.returned > start.called }) ?? true,
          let edge = index.obstruction(among: edges, from: start.called, to: returned)
        else { continue }
        judge(start, returned, cancel, edge, record, index, profile, &judgement)
      }
    }
  }

  private static func judge(
    _ start: Call, _ returned: Ticket, _ cancel: Call, _ edge: Edge,
    _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex, _ profile: Profile,
    _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let contexts = ["manual", "cancelled before start", "blocked"]
    let words =
      "although it was cancelled at \(cancel.called), so that \(index.name(edge.dependency)), on"
      + " which it depends, no longer counts"
    let read = record.reads(.isFinished).first(false, after: returned)
    if profile != .reference {
      judgement.hold(cancel.called, start.called, returned, in: contexts)
    } else if start.returned == nil {
      judgement.leaveOpen("a start trapped after a hole in the history", in: contexts)
    } else if start.isRejected {
      judgement.violate(
        "the start of \(x) at \(start.called) was answered by an error at \(returned) \(words)",
        events: [cancel.called, cancel.returned, start.called, returned], in: contexts)
    } else if let read {
      judgement.violate(
        "isFinished of \(x) read false at \(read.returned), after its start at \(start.called) had"
          + " returned, \(words)",
        events: [cancel.called, start.called, returned, read.called, read.returned], in: contexts)
    } else {
      judgement.hold(cancel.called, start.called, returned, in: contexts)
    }
  }
}

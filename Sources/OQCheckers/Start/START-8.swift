import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-8: start of a cancelled operation moves it to finished.
  ///
  /// The checker judges the first start of an x that returned normally, where all of this is
  /// certain:
  ///
  /// - x is in no queue (ND-24).
  /// - A cancel returned before the start was called.
  /// - x has no unfinished dependency (ND-36) and does not override isReady (ND-35).
  /// - No other start was called by the return.
  ///
  /// So this start finished x, or x had finished before it (ND-21). A read of isFinished called
  /// after the return gives true. Where nobody reads it, the completion block and the begin of a
  /// dependent show the finish. Without them the finish is missed where nothing moves any more and
  /// they are owed.
  static let startOfCancelledFinishes = Checker("START-8", antecedent: [.start]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations where record.hasDefaultStart {
      guard record.declaration.kind != .conditional, let cancel = record.cancelBeforeStart,
        let start = record.manualStarts.first(where: { !$0.hadNoEffect }), start.succeeded,
        let returned = start.returned, record.isUnqueued(until: returned),
        record.manualStarts.allSatisfy({
          $0.id == start.id || $0.hadNoEffect || $0.called > returned
        }),
        index.links(of: record.id).allSatisfy({ link in
          link.isGone(before: start.called)
            || index[link.dependency].finishCertain.map { $0 < start.called } ?? false
        })
      else { continue }
      let facets = Facet.holding((record.isCancelledInNoQueue, .cancelledInNoQueue))
      let reads = record.reads(.isFinished).filter { $0.called > returned }
      if let read = reads.first(false) {
        judgement.violate(
          "isFinished of \(index.name(record.id)) read false at \(read.returned) although it was"
            + " cancelled at \(cancel.called) and its start returned at \(returned)",
          events: [cancel.called, start.called, returned, read.called, read.returned],
          in: cancelledCells, facets: facets)
      } else if let read = reads.first {
        judgement.hold(cancel.called, returned, read.returned, in: cancelledCells, facets: facets)
      } else {
        judgeEffects(record, cancel, returned, stall, index, &judgement)
      }
    }
  }

  private static let cancelledCells = ["manual", "cancelled before start"]

  private static func judgeEffects(
    _ record: HistoryIndex.OperationRecord, _ cancel: Call, _ returned: Ticket, _ stall: Stall?,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let facets = Facet.holding((record.isCancelledInNoQueue, .cancelledInNoQueue))
    if let run = record.completions.first {
      judgement.hold(cancel.called, returned, run.begin, in: cancelledCells, facets: facets)
      return
    }
    guard let stall, !stall.isFrozen, !stall.isCrowded else { return }
    let x = index.name(record.id)
    let missing: String
    if record.declaration.completion,
      record.calls(.setCompletion).allSatisfy(\.isRejected)
    {
      // One thread may run all completion blocks (DONE-52).
      guard !stall.holdsCompletion else { return }
      missing = "its completion block has not run"
    } else if let edge = index.certainDependents[record.id.index].first(where: {
      stall.owesBegin($0.dependent)
    }) {
      missing = "\(index.name(edge.dependent)), which depends on it, has not begun"
    } else {
      return
    }
    judgement.miss(
      at: stall,
      "\(x) was cancelled at \(cancel.called) and its start returned at \(returned), but \(missing)"
        + " and nothing moved any more at \(stall.ticket)",
      events: [cancel.called, returned], in: cancelledCells, facets: facets)
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// STATE-52: cancel makes an operation ready that waits for dependencies, and it stays ready
  /// until it is started.
  ///
  /// The checker judges an x in no queue or parked that does not override isReady. A certain
  /// dependency of x was unfinished when the cancel of x returned. Profile reference alone asks for
  /// readiness; a read that gives true is a case in every profile (ND-36).
  ///
  /// A read of isReady counts under these conditions:
  ///
  /// - No start overlaps it, and every start before it was refused (ND-3).
  /// - A false value counts only where a later read of isFinished gave false, too: x was not
  ///   started and not finished (ND-21) at the first read.
  /// - A false value behind a barrier, which may be a dependency, counts for nothing (ND-43).
  ///
  /// *Lost* is a readiness that an earlier read saw: it was called after the cancel had returned
  /// and gave true, and no `depend` may have come after it. *Missed* is a readiness only at a
  /// confirmed quiescence, by a read made at rest (ND-5), where every cancel had returned before
  /// isFinished read false: later nothing finishes x but its start.
  static let cancelMakesReady = Checker("STATE-52", antecedent: [.isReady]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations
    where record.hasDefaultStart && record.declaration.kind != .conditional {
      guard let cancel = record.calls(.cancel).first(where: \.succeeded),
        let cancelled = cancel.returned, index.isBlocked(record.id, at: cancelled),
        index.links(of: record.id).allSatisfy(\.isSimple)
      else { continue }
      let reads = record.readsOfReadiness.filter {
        $0.called > cancelled && index.waitingStage(record.id, at: $0.returned) != nil
      }
      judgeReads(reads, record, cancel, index, profile, &judgement)
      if let stall, profile == .reference, reads.first(true) == nil {
        judgeRest(record, cancel, stall, &judgement)
      }
    }
  }

  private static func judgeReads(
    _ reads: [Read], _ record: HistoryIndex.OperationRecord, _ cancel: Call,
    _ index: HistoryIndex, _ profile: Profile, _ judgement: inout Judgement
  ) {
    guard let rise = reads.first(true), let stage = index.waitingStage(record.id, at: rise.returned)
    else { return }
    let isQuiet = { (read: Read) in
      record.calls(.addDependency).allSatisfy {
        $0.hadNoEffect || $0.returned(before: rise.called) || $0.called > read.returned
      }
    }
    let fall = reads.first { read in
      !read.value && read.called > rise.returned && isQuiet(read)
        && record.reads(.isFinished).first(false, after: read.returned) != nil
    }
    let finished = fall.flatMap { record.reads(.isFinished).first(false, after: $0.returned) }
    if profile == .reference, !index.mayBeBehindBarrier(record.id), let fall, let finished {
      judgement.violate(
        "isReady of \(index.name(record.id)), cancelled at \(cancel.called), read true at"
          + " \(rise.returned) and false at \(fall.returned), and isFinished false at"
          + " \(finished.returned)",
        events: [
          cancel.called, rise.returned, fall.called, fall.returned, finished.returned,
        ], in: [stage])
    } else {
      judgement.hold(cancel.called, cancel.returned, rise.called, rise.returned, in: [stage])
    }
  }

  private static func judgeRest(
    _ record: HistoryIndex.OperationRecord, _ cancel: Call, _ stall: Stall,
    _ judgement: inout Judgement
  ) {
    let index = stall.index
    let cancels = record.cancels.filter { !$0.hadNoEffect }
    guard !stall.isFrozen, !stall.isCrowded, !index.mayBeBehindBarrier(record.id),
      let stage = index.waitingStage(record.id, at: stall.ticket),
      let read = stall.awaitedRead(.isReady, true, of: record.id),
      record.reads(.isFinished).contains(where: { finished in
        !finished.value && cancels.allSatisfy { $0.returned(before: finished.called) }
      })
    else { return }
    judgement.miss(
      at: stall,
      "isReady of \(index.name(record.id)), cancelled at \(cancel.called), still read false at"
        + " \(read.returned) when nothing moved any more",
      events: [cancel.called, cancel.returned, read.called, read.returned], in: [stage])
  }
}

extension HistoryIndex {
  /// `unqueued` or `parked`, where an operation certainly is it at a ticket.
  fileprivate func waitingStage(_ operation: OperationID, at ticket: Ticket) -> String? {
    switch stage(of: operation, at: ticket) {
    case .unqueued: "unqueued"
    case .parked: "parked"
    case .blocked, .heldSlots, nil: nil
    }
  }
}

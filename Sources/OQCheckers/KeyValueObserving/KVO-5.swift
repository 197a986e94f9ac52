import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-5: changes of readiness are announced.
  ///
  /// The checker judges an operation to the end of the history where all of this is certain:
  ///
  /// - The operation is in no queue, or parked.
  /// - It was never cancelled.
  /// - Its class does not override isReady, and reports nothing.
  /// - It is not behind a barrier, which may be a dependency (ND-43).
  /// - No reference to it or to its queue is dropped: what is gone announces nothing (DEP-56).
  ///
  /// *The fall.* The first dependency that the operation ever gets makes it unready if two things
  /// hold: the dependency is unfinished when the call returns, and nothing could have started the
  /// operation before. A later dependency may be ignored (ND-7). A notification that begins after
  /// the call is awaited.
  ///
  /// *The rise.* The operation was unready for certain, and now every dependency has finished or is
  /// gone for certain (``Stall/isReady(_:countingOwed:)``). So it has become ready in between. A
  /// notification is awaited that begins later and in which isReady does not read false.
  ///
  /// While a start is under way, even one that is refused, isReady may be false already (ND-3).
  /// Then nothing falls, and no dependency is known to be the reason. Absence counts at a confirmed
  /// quiescence only.
  static let readinessIsAnnounced = Checker("KVO-5", antecedent: [.observe]) {
    index, profile, judgement in
    let feeds = index.feeds(of: .isReady)
    guard !feeds.isEmpty else { return }
    let stall = index.stall(profile)
    for feed in feeds {
      guard let operation = feed.attached.command.operation,
        let attached = feed.attached.returned
      else { continue }
      let record = index[operation]
      let stage = index.stage(of: operation, at: index.end - 1)
      guard record.declaration.kind != .conditional, !record.mayBeCancelled(before: index.end),
        !record.mayHaveReported(before: index.end),
        stage == .unqueued || stage == .parked, !index.mayBeBehindBarrier(operation),
        record.drops.isEmpty,
        record.possibleAdds.compactMap(\.command.queue).allSatisfy({ index[$0].drops.isEmpty })
      else { continue }
      let contexts = stage.map { [$0.rawValue] } ?? []
      judgeLoss(feed, record, attached, contexts, index, stall, &judgement)
      judgeGain(feed, record, attached, contexts, index, stall, &judgement)
    }
  }

  private static func judgeLoss(
    _ feed: Feed, _ record: HistoryIndex.OperationRecord, _ attached: Ticket,
    _ contexts: [String], _ index: HistoryIndex, _ stall: Stall?, _ judgement: inout Judgement
  ) {
    let makings = record.calls(.addDependency).filter { !$0.hadNoEffect }
    guard record.declaration.dependencies.isEmpty, let first = makings.first, first.succeeded,
      first.called > attached, first.succeeded(before: record.firstTouch ?? index.end),
      let returned = first.returned, let d = first.command.operands.first,
      d != record.id, index[d].isUnfinished(at: returned),
      record.calls(.removeDependency).allSatisfy({ $0.called > returned }),
      record.manualStarts.allSatisfy({
        $0.returned(before: first.called) || $0.called > returned
      })
    else { return }
    let change = Change(
      called: first.called, done: returned,
      words: "\(index.name(d)), unfinished, became its dependency at \(first.called)",
      contexts: contexts)
    feed.judge([change], "isReady of \(index.name(record.id))", stall, &judgement)
  }

  private static func judgeGain(
    _ feed: Feed, _ record: HistoryIndex.OperationRecord, _ attached: Ticket,
    _ contexts: [String], _ index: HistoryIndex, _ stall: Stall?, _ judgement: inout Judgement
  ) {
    guard let unready = unready(record, attached, index),
      record.manualStarts.allSatisfy({ $0.returned(before: unready) })
    else { return }
    let x = index.name(record.id)
    let later = feed.notifications(after: unready).filter { $0.value(.isReady) != false }
    if let last = later.last {
      // Only what it read shows that this is the change.
      if last.value(.isReady) == true {
        judgement.hold(unready, last.begin, last.reads.last?.returned, in: contexts)
      }
    } else if let stall, stall.mayDeliver, stall.isReady(record.id) {
      judgement.miss(
        at: stall,
        "isReady of \(x) was not announced as true when nothing moved any more at \(stall.ticket), "
          + "although it had an unfinished dependency at \(unready) and has none any more",
        events: [feed.attached.returned, unready], in: contexts)
    }
  }

  /// A ticket after the observer was attached at which some dependency was certainly there and
  /// unfinished.
  private static func unready(
    _ record: HistoryIndex.OperationRecord, _ attached: Ticket, _ index: HistoryIndex
  ) -> Ticket? {
    index.firmEdges(of: record.id).compactMap { edge -> Ticket? in
      let ticket = max(attached, edge.made)
      guard edge.mayBeGone.map({ $0 > ticket }) ?? true,
        index[edge.dependency].isUnfinished(at: ticket)
      else { return nil }
      return ticket
    }.min()
  }
}

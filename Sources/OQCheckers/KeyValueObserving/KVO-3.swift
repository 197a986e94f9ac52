import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-3: the begin and the end of the execution are announced.
  ///
  /// The checker judges an operation with a task and the default start that may never have been
  /// cancelled (ND-4). The default start raises isExecuting, runs the task and lowers isExecuting
  /// on one thread, and announces each change there. So:
  ///
  /// - An observer attached before anything could start the operation has been called, once, with
  ///   the value true, before the recorded begin of the task.
  /// - An observer attached before the recorded end of the task is called once after it. Two calls
  ///   are one too many. A missing call counts at a confirmed quiescence, for an operation that
  ///   shows that it has finished.
  ///
  /// Which value the last call reads is KVO-13's.
  static let executionIsAnnounced = Checker("KVO-3", antecedent: [.observe]) {
    index, profile, judgement in
    let feeds = index.feeds(of: .isExecuting)
    guard !feeds.isEmpty else { return }
    let stall = index.stall(profile)
    for feed in feeds {
      guard let operation = feed.attached.command.operation else { continue }
      let record = index[operation]
      guard record.hasDefaultStart, record.hasTask, !record.mayBeCancelled(before: index.end),
        record.bodies.allSatisfy({ $0.callback.occurrence == 1 })
      else { continue }
      judgeBegin(feed, record, index, &judgement)
      judgeEnd(feed, record, index, stall, &judgement)
    }
  }

  private static func judgeBegin(
    _ feed: Feed, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    guard let begin = record.begin, let offer = record.firstOfferCalled,
      feed.attached.succeeded(before: offer)
    else { return }
    let x = index.name(record.id)
    let contexts = contexts(record, begin)
    let facets = Facet.holding((record.isStartedByHand, .startedByHand))
    let early = feed.notifications.filter { $0.begin < begin }
    if early.isEmpty {
      judgement.violate(
        "\(x) began at \(begin), and isExecuting had not been announced to the observer attached at"
          + " \(feed.attached.called)",
        events: [feed.attached.returned, begin], in: contexts, facets: facets)
    } else if early.count > 1 {
      judgement.violate(
        "isExecuting of \(x) was announced at \(early[0].begin) and again at \(early[1].begin), "
          + "before it began at \(begin)",
        events: [early[0].begin, early[1].begin, begin], in: contexts, facets: facets)
    } else if early[0].value(.isExecuting) == false {
      judgement.violate(
        "isExecuting of \(x), which began at \(begin), was announced at \(early[0].begin), and "
          + "read false in the observer",
        events: [early[0].begin, early[0].reads.last?.returned, begin], in: contexts,
        facets: facets)
    } else {
      judgement.hold(early[0].begin, begin, in: contexts, facets: facets)
    }
  }

  private static func judgeEnd(
    _ feed: Feed, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex, _ stall: Stall?,
    _ judgement: inout Judgement
  ) {
    guard let end = record.endOfTask, feed.attached.succeeded(before: end) else { return }
    let x = index.name(record.id)
    let contexts = contexts(record, end)
    let facets = Facet.holding((record.isStartedByHand, .startedByHand))
    let late = feed.notifications(after: end)
    if late.count > 1 {
      judgement.violate(
        "isExecuting of \(x), which ended at \(end), was announced at \(late[0].begin) and again "
          + "at \(late[1].begin)",
        events: [end, late[0].begin, late[1].begin], in: contexts, facets: facets)
    } else if let last = late.first {
      judgement.hold(end, last.begin, in: contexts, facets: facets)
    } else if let stall, stall.mayDeliver, let shown = record.finishShown {
      judgement.miss(
        at: stall,
        "isExecuting of \(x) was not announced after its end at \(end), although it had finished "
          + "by \(shown) and nothing moved any more at \(stall.ticket)",
        events: [feed.attached.returned, end, shown], in: contexts, facets: facets)
    }
  }

  private static func contexts(
    _ record: HistoryIndex.OperationRecord, _ ticket: Ticket
  ) -> [String] {
    cells(
      record.kindCell, record.starterCell(at: ticket),
      in: ["task", "one block", "several blocks", "queued", "manual"])
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-4: the finish is announced, once, after the end of the task, and isFinished reads true in
  /// the observer.
  ///
  /// The checker judges operations with the default start. isFinished never turns false again, and
  /// an observer is called after a change. So each of these is a notification without the change: a
  /// false value in it, a second call, and a call while a task of the operation runs.
  ///
  /// A missing notification counts only at a confirmed quiescence, for an operation that shows that
  /// it has finished. Its observer was attached before anything could start or cancel it, or before
  /// its task ended. The notification may come long after the finish (ND-16), and wait behind the
  /// completion block (ND-19).
  static let finishIsAnnounced = Checker("KVO-4", antecedent: [.observe]) {
    index, profile, judgement in
    let feeds = index.feeds(of: .isFinished)
    guard !feeds.isEmpty else { return }
    let stall = index.stall(profile)
    for feed in feeds {
      guard let operation = feed.attached.command.operation, index[operation].hasDefaultStart else {
        continue
      }
      judgeFinish(feed, index[operation], index, stall, &judgement)
    }
  }

  private static func judgeFinish(
    _ feed: Feed, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex, _ stall: Stall?,
    _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let contexts = cells(
      record.kindCell, record.cancelCell, record.begin.flatMap(record.starterCell),
      in: [
        "task", "one block", "several blocks", "queued", "manual", "not cancelled",
        "cancelled before start", "cancelled while executing",
      ])
    let isCancelled =
      record.cancelCell.hasPrefix("cancelled before")
      || record.cancelCell == "cancelled while executing"
    let facets = Facet.holding(
      (record.isStartedByHand, .startedByHand), (isCancelled, .cancelled))
    let all = feed.notifications
    if let untrue = all.first(where: { $0.value(.isFinished) == false }) {
      judgement.violate(
        "isFinished of \(x) was announced at \(untrue.begin), and read false in the observer",
        events: [untrue.begin, untrue.reads.last?.returned], in: contexts, facets: facets)
    } else if let early = all.first(where: { record.isExecuting(at: $0.begin) }) {
      judgement.violate(
        "isFinished of \(x) was announced at \(early.begin), while its task ran",
        events: [record.begin, early.begin, record.bodies.compactMap(\.end).max()],
        in: contexts, facets: facets)
    } else if all.count > 1 {
      judgement.violate(
        "isFinished of \(x) was announced at \(all[0].begin) and again at \(all[1].begin)",
        events: [all[0].begin, all[1].begin], in: contexts, facets: facets)
    } else if let only = all.first {
      judgement.hold(record.endOfTask, only.begin, in: contexts, facets: facets)
    } else if let stall, stall.mayDeliver, let shown = record.finishShown,
      stall.isOver(record.id), isAttachedInTime(feed, record)
    {
      judgement.miss(
        at: stall,
        "isFinished of \(x) was not announced when nothing moved any more at \(stall.ticket), "
          + "although it had finished by \(shown)",
        events: [feed.attached.returned, record.endOfTask, shown], in: contexts, facets: facets)
    }
  }

  /// Whether an observer was certainly attached while the operation was unfinished.
  private static func isAttachedInTime(
    _ feed: Feed, _ record: HistoryIndex.OperationRecord
  ) -> Bool {
    if let end = record.endOfTask, feed.attached.succeeded(before: end) { return true }
    let first = [record.firstOfferCalled, record.cancels.map(\.called).min()].compactMap(\.self)
    return first.min().map { feed.attached.succeeded(before: $0) } ?? false
  }
}

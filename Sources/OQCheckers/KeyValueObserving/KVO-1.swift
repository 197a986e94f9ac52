import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-1: a cancel is announced, and isCancelled reads true in the observer.
  ///
  /// A cancel of a finished operation may change nothing (ND-38) and be announced all the same. The
  /// checker judges a first cancel that certainly found the operation unfinished
  /// (``HistoryIndex/isEffective(_:on:)``). Then isCancelled turns true with whichever cancel takes
  /// effect first, and never turns false again. An observer is called after a change. So:
  ///
  /// - A false value in it is a notification without the change. So is one where no cancel has been
  ///   called at all.
  /// - With one cancel in the whole history there is one change. Two cancels may both announce it,
  ///   so further notifications mean nothing then.
  /// - A missing notification counts at a confirmed quiescence only, for an observer that was
  ///   attached before.
  static let cancelIsAnnounced = Checker("KVO-1", antecedent: [.observe]) {
    index, profile, judgement in
    let feeds = index.feeds(of: .isCancelled)
    guard !feeds.isEmpty else { return }
    let stall = index.stall(profile)
    for feed in feeds {
      guard let operation = feed.attached.command.operation else { continue }
      judge(feed, index[operation], index, stall, &judgement)
    }
  }

  private static func judge(
    _ feed: Feed, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex, _ stall: Stall?,
    _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let cancels = record.cancels.filter { !$0.hadNoEffect }.sorted { $0.called < $1.called }
    let isEffective = cancels.first.map { index.isEffective($0, on: record) } ?? false
    if let early = feed.notifications.first(where: { $0.value(.isCancelled) == false }),
      isEffective || cancels.allSatisfy({ $0.called > early.begin })
    {
      return judgement.violate(
        "isCancelled of \(x) was announced at \(early.begin), and read false in the observer",
        events: [feed.attached.returned, early.begin, early.reads.last?.returned])
    }
    guard let cancel = cancels.first, feed.attached.succeeded(before: cancel.called) else { return }
    let contexts = cells(
      record.kindCell, record.cancelCell,
      in: ["cancelled before start", "cancelled while executing"])
    if cancels.count == 1, isEffective, feed.notifications.count > 1 {
      let again = feed.notifications[1].begin
      judgement.violate(
        "isCancelled of \(x) was announced at \(feed.notifications[0].begin) and again at \(again),"
          + " although cancel was called once, at \(cancel.called)",
        events: [cancel.called, feed.notifications[0].begin, again], in: contexts)
    } else if let first = feed.notifications.first {
      judgement.hold(cancel.called, first.begin, in: contexts)
    } else if let stall, stall.mayDeliver, isEffective {
      judgement.miss(
        at: stall,
        "isCancelled of \(x) was not announced when nothing moved any more at \(stall.ticket), "
          + "although it was cancelled at \(cancel.called)",
        events: [feed.attached.returned, cancel.called, cancel.returned], in: contexts)
    }
  }
}

extension HistoryIndex {
  /// Whether the first cancel that may have reached an operation certainly found it unfinished.
  ///
  /// It returned, after an accepted add where it cancels a queue; and when it returned a task of
  /// the operation ran, or nothing but this cancel could have led to a start.
  func isEffective(_ cancel: Call, on record: OperationRecord) -> Bool {
    guard record.certainCancels.contains(where: { $0.id == cancel.id }),
      let returned = cancel.returned
    else { return false }
    if record.declaration.kind == .asynchronous, record.mayReadFinished != nil { return false }
    return record.isExecuting(at: returned) || stage(of: record.id, at: returned) != nil
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-13: at the finish isExecuting reads false in the observers.
  ///
  /// The checker judges operations with the default start. In an observer of isFinished the
  /// operation has finished, so that isExecuting is false for good. An observer of isExecuting that
  /// was called before the task began, and again after its recorded end, was called for the second
  /// change, after which isExecuting is false for good, too: cancelled operations may announce
  /// neither change, but not one of them (ND-4). In profile guide both values change before either
  /// is announced, so that isFinished reads true there as well (ND-40 is taken back).
  static let finalValuesAreObserved = Checker("KVO-13", antecedent: [.observe]) {
    index, profile, judgement in
    for feed in index.feeds(of: .isFinished, .isExecuting) {
      guard let operation = feed.attached.command.operation, index[operation].hasDefaultStart else {
        continue
      }
      let record = index[operation]
      let contexts = record.kindCell.map { [$0] } ?? []
      for notification in final(feed, record) {
        if notification.value(.isExecuting) == true {
          violate(notification, "isExecuting", "true", feed, index, contexts, &judgement)
        } else if profile == .guide, feed.property == .isExecuting,
          notification.value(.isFinished) == false
        {
          violate(notification, "isFinished", "false", feed, index, contexts, &judgement)
        } else if !notification.reads.isEmpty {
          judgement.hold(
            notification.begin, notification.reads.last?.returned, in: contexts)
        }
      }
    }
  }

  /// The notifications that are certainly about the finish of the operation or of its execution.
  private static func final(
    _ feed: Feed, _ record: HistoryIndex.OperationRecord
  ) -> [Notification] {
    if feed.property == .isFinished { return feed.notifications }
    guard let begin = record.begin, let end = record.endOfTask, record.hasTask,
      record.bodies.allSatisfy({ $0.callback.occurrence == 1 })
    else { return [] }
    // One attached while the task runs is called for the second change only.
    let isLate = feed.attached.called > begin && feed.attached.succeeded(before: end)
    guard isLate || feed.notifications.contains(where: { $0.begin < begin }) else { return [] }
    return feed.notifications(after: end)
  }

  private static func violate(
    _ notification: Notification, _ accessor: String, _ value: String, _ feed: Feed,
    _ index: HistoryIndex, _ contexts: [String], _ judgement: inout Judgement
  ) {
    let x = feed.attached.command.operation.map(index.name) ?? ""
    let property = feed.property == .isFinished ? "isFinished" : "isExecuting"
    judgement.violate(
      "\(accessor) of \(x) read \(value) in the observer of \(property) that was called at "
        + "\(notification.begin), for the finish",
      events: [notification.begin] + notification.reads.map(\.returned), in: contexts)
  }
}

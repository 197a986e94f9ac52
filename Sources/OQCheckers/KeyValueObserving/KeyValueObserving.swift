import OQJudging

extension Checkers {
  /// Checkers of the area KVO.
  static let keyValueObserving: [Checker] = [
    cancelIsAnnounced, asynchronyAcceptsObservers, executionIsAnnounced, finishIsAnnounced,
    readinessIsAnnounced, dependenciesAreAnnounced, priorityIsAnnounced,
    completionBlockIsAnnounced, finalValuesAreObserved, reportsAreAnnounced, reportReleases,
    repeatedReportIsHarmless, emptyNotificationHasNoEffect,
  ]
}

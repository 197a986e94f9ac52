extension Checkers {
  /// Checkers of the area KVO.
  static let keyValueObserving: [Checker] = [
    reportReleases, repeatedReportIsHarmless, emptyNotificationHasNoEffect,
  ]
}

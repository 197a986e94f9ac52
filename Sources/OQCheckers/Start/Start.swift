extension Checkers {
  /// Checkers of the area START.
  static let start: [Checker] = [
    startRefusesUnready, startRefusesExecuting, startOfFinishedDoesNothing,
    startOfCancelledRunsNothing, startOfCancelledFinishes, startOfCancelledDoesNotRaise,
    simultaneousStartsRunOnce,
  ]
}

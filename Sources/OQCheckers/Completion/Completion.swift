import OQJudging

extension Checkers {
  /// Checkers of the area DONE.
  static let completion: [Checker] = [
    completionFollowsTask, completionRunsAtMostOnce, completionRuns, completionRunsAfterCancel,
    finishedInsideCompletion, lastCompletionCounts, lateCompletionIsHarmless,
    completionMayAdd, completionIsTakenOut,
  ]
}

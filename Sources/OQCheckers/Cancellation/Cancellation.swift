import OQJudging

extension Checkers {
  /// Checkers of the area CANCEL.
  static let cancellation: [Checker] = [
    cancelMarks, cancelDoesNotInterrupt, cancelledNeverRuns, cancelledFinishes,
    cancelAllReachesEveryOperation, cancelAllDoesNotWait, cancelAllSparesLaterOperations,
    pollSeesCancel, cancelConcernsOneOperation, lateCancelHasNoEffect,
    cancelIsAlwaysAllowed, cancelAllRemovesNothing, cancelledIgnoresDependencies,
  ]
}

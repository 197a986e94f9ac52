import OQJudging

extension Checkers {
  /// Checkers of the area EXEC.
  static let execution: [Checker] = [
    taskRunsAtMostOnce, finishedTaskHasRun, begunTaskRunsToItsEnd,
  ]
}

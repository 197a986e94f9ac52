import OQJudging

extension Checkers {
  /// Checkers of the area THREAD.
  static let threads: [Checker] = [
    queueProvidesThreads, addDoesNotWait, threadPriorityIsReadBack, threadPriorityHoldsInMain,
    completionRunsAtUsualPriority,
  ]
}

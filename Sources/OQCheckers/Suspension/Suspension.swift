import OQJudging

extension Checkers {
  /// Checkers of the area SUSP.
  static let suspension: [Checker] = [
    suspendedQueueStartsNothing, executingOperationsRunOn, resumeStartsWaiting,
    suspendedReadsAsSet, newQueueIsNotSuspended, suspensionsDoNotNest,
    suspendedQueueKeepsCancelled, suspendedQueueIsAwaited, startIgnoresSuspension,
  ]
}

import OQJudging

extension Checkers {
  /// Checkers of the area WAIT.
  static let waiting: [Checker] = [
    waitOutlastsOperation, waitReturns, queueWaitOutlastsOperations, queueWaitReturns,
    emptyQueueWaitReturns, taskMayWait, waitBlocksItsThreadOnly,
  ]
}

import OQJudging

extension Checkers {
  /// Checkers of the area ASYNC.
  static let customOperations: [Checker] = [
    customExecutesUntilReport, queueCallsStartOnce, finishInsideStartCounts,
  ]
}

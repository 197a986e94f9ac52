import OQJudging

extension Checkers {
  /// Checkers of the area LIMIT.
  static let limit: [Checker] = [
    limitIsKept, finishFreesSlot, slotIsHeldUntilReport, limitReadsAsSet, newQueueHasNoLimit,
    loweredLimitHolds,
    raisedLimitStartsWaiting, negativeLimitIsHarmless, zeroStartsNothing, limitIsOfOneQueue,
  ]
}

import OQJudging

extension Checkers {
  /// Checkers of the area START.
  static let start: [Checker] = [
    startRunsOnCaller, startOutlastsTask, startRefusesUnready, startRefusesExecuting,
    startOfFinishedDoesNothing, startOfCancelledRunsNothing, startOfCancelledFinishes,
    startOfCancelledDoesNotRaise,
    simultaneousStartsRunOnce, notAsynchronousByDefault, cancelledCountsAsReady,
    refusedStartLeavesNoTrace, falseConditionRefusesStart, startInQueueRunsOnce,
    errorsHaveTheirName,
  ]
}

import OQJudging

extension Checkers {
  /// Checkers of the area STATE.
  static let lifecycle: [Checker] = [
    newOperationIsReady, executingWhileTaskRuns, notExecutingOutsideTheRun, statesComeInOrder,
    finishedIsFinal, notFinishedBeforeTaskEnds, neverExecutingAndFinished,
    cancelledRisesWithCancel, endedTaskFinishes,
    cancelMakesReady,
  ]
}

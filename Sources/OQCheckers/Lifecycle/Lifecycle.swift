extension Checkers {
  /// Checkers of the area STATE.
  static let lifecycle: [Checker] = [
    statesComeInOrder, finishedIsFinal, notFinishedBeforeTaskEnds, neverExecutingAndFinished,
    cancelledRisesWithCancel,
  ]
}

extension Checkers {
  /// Checkers of the area QUEUE.
  static let queue: [Checker] = [
    readyOperationIsStarted, finishedOperationLeaves, countIsRight, queueKeepsOperationsAlive,
    secondAddIsHarmless,
  ]
}

extension Checkers {
  /// Checkers of the area QUEUE.
  static let queue: [Checker] = [
    readyOperationIsStarted, countIsRight, queueKeepsOperationsAlive, secondAddIsHarmless,
  ]
}

extension Checkers {
  /// Checkers of the area QUEUE.
  static let queue: [Checker] = [countIsRight, secondAddIsHarmless]
}

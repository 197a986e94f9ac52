/// What a subject can do on this machine, measured in a worker that runs nothing else.
package struct Calibration: Equatable, Sendable {
  /// Bodies of one queue that are in progress at once though none returns.
  package var oneQueue: Int

  /// Bodies of two queues that are in progress at once though none returns.
  package var twoQueues: Int

  /// The longest time, in microseconds, that a canary took.
  package var canary: Int

  /// States measurements.
  ///
  /// - Parameters:
  ///   - oneQueue: bodies of one queue in progress at once.
  ///   - twoQueues: bodies of two queues in progress at once.
  ///   - canary: microseconds that the slowest canary took.
  package init(oneQueue: Int, twoQueues: Int, canary: Int) {
    self.oneQueue = oneQueue
    self.twoQueues = twoQueues
    self.canary = canary
  }
}

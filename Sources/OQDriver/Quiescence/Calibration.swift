/// What a subject can do on this machine, measured in a process that runs nothing else.
package struct Calibration: Equatable, Sendable {
  /// More bodies are not tried: programs hold no more at once and expect another one to begin.
  package static let most = 2

  /// Bodies of one queue that were in progress at once though none returned.
  package var oneQueue: Int

  /// Bodies of two queues that were in progress at once though none returned.
  package var twoQueues: Int

  /// The longest time, in microseconds, that a body took to begin or a canary to come back.
  package var delay: Int

  /// States measurements.
  ///
  /// - Parameters:
  ///   - oneQueue: bodies of one queue in progress at once.
  ///   - twoQueues: bodies of two queues in progress at once.
  ///   - delay: microseconds that the slowest body or canary took.
  package init(oneQueue: Int, twoQueues: Int, delay: Int) {
    self.oneQueue = oneQueue
    self.twoQueues = twoQueues
    self.delay = delay
  }

  /// What is assumed of a subject that could not be measured: the least that can be.
  package static let unknown = Calibration(oneQueue: 0, twoQueues: 0, delay: 0)

  /// The most that several measurements show; none is made once nothing more is asked for.
  ///
  /// - Parameters:
  ///   - trials: how many measurements there are at most.
  ///   - measure: makes one.
  package init(bestOf trials: Int, _ measure: () -> Calibration) {
    self = .unknown
    for _ in 0..<trials where bodies < Calibration.most {
      let measured = measure()
      oneQueue = max(oneQueue, measured.oneQueue)
      twoQueues = max(twoQueues, measured.twoQueues)
      delay = max(delay, measured.delay)
    }
  }

  /// Bodies that the subject certainly begins while none returns.
  ///
  /// The smaller of both measurements, so that it holds in whichever queues the bodies are; never
  /// less than one, which every subject owes that is asked for nothing else (QUEUE-1).
  package var bodies: Int { max(1, min(oneQueue, twoQueues, Calibration.most)) }
}

import OQDriver
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Ends a campaign when its budget is over or a signal asks for it.
package final class Watch: Sendable {
  private let isCancelled = Mutex(false)
  // Time that does not count, and since when it has not counted.
  private let idle = Mutex<(sum: Duration, since: ContinuousClock.Instant?)>((.zero, nil))
  private let budget: Duration?
  private let patience: Duration
  private let started = ContinuousClock.now
  private let stops: StopRequests?
  // When a signal was first seen by those who wait.
  private let asked = Mutex<ContinuousClock.Instant?>(nil)

  /// Watches from here on.
  ///
  /// - Parameters:
  ///   - budget: the time after which to stop; nil for no end.
  ///   - stops: requests to end.
  ///   - patience: how long after the budget there is time to wait for programs whose end is not
  ///     known; nil takes what suits the budget.
  ///   - isEnough: asked again and again whether to stop earlier, given the time so far.
  ///   - stop: called once, on a thread of its own.
  package init(
    budget: Duration?, stops: StopRequests?, patience: Duration? = nil,
    isEnough: @escaping @Sendable (Duration) -> Bool = { _ in false },
    stop: @escaping @Sendable () -> Void
  ) {
    self.budget = budget
    self.patience = patience ?? budget.map(TimeFrame.patience(after:)) ?? .zero
    self.stops = stops
    PlainThread.start(stack: nil) { [self] in
      HarnessThreads.addCurrent()
      while !isCancelled.withLock(\.self) {
        let time = time
        let isOver = budget.map { time >= $0 } ?? false || isEnough(time)
        if isOver || (stops?.current ?? StopRequest.none) != StopRequest.none { return stop() }
        Watch.wait(stops)
      }
    }
  }

  /// The budget does not count from here on.
  package func pause() { idle.withLock { $0.since = $0.since ?? .now } }

  /// The budget counts again.
  package func goOn() {
    idle.withLock { idle in
      if let since = idle.since { idle.sum += .now - since }
      idle.since = nil
    }
  }

  /// The time that counts.
  private var time: Duration {
    let idle = idle.withLock { idle in idle.sum + (idle.since.map { .now - $0 } ?? .zero) }
    return ContinuousClock.now - started - idle
  }

  /// Watches no longer.
  package func cancel() { isCancelled.withLock { $0 = true } }

  /// Whether there is time to wait for programs whose end is not known yet.
  ///
  /// With a budget, for a bounded time after it: a subject that sleeps may take hours for a large
  /// program. Without one, until a signal asks for the end, and a moment longer: a subject in which
  /// no clock runs is confirmed to stand still by then.
  package var hasTime: Bool {
    if let budget, time >= budget + patience { return false }
    guard (stops?.current ?? StopRequest.none) != StopRequest.none else { return true }
    let now = ContinuousClock.now
    let since = asked.withLock { asked in
      let since = asked ?? now
      asked = since
      return since
    }
    return now - since < .seconds(3)
  }

  /// Waits for a signal, or for a moment.
  private static func wait(_ stops: StopRequests?) {
    var descriptor = pollfd(fd: stops?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, 20)
  }
}

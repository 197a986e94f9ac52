import Foundation
import OQDriver
import Synchronization

/// Ends a campaign when its budget is over or a signal asks for it.
package final class Watch: Sendable {
  private let isCancelled = Mutex(false)
  private let stops: StopRequests?
  // When a signal was first seen by those who wait.
  private let asked = Mutex<ContinuousClock.Instant?>(nil)

  /// Watches from here on.
  ///
  /// - Parameters:
  ///   - budget: the time after which to stop; nil for no end.
  ///   - stops: requests to end.
  ///   - stop: called once, on a thread of its own.
  package init(budget: Duration?, stops: StopRequests?, stop: @escaping @Sendable () -> Void) {
    self.stops = stops
    let started = ContinuousClock.now
    let thread = Thread { [self] in
      HarnessThreads.addCurrent()
      while !isCancelled.withLock(\.self) {
        let isOver = budget.map { ContinuousClock.now - started >= $0 } ?? false
        if isOver || (stops?.current ?? StopRequest.none) != StopRequest.none { return stop() }
        Watch.wait(stops)
      }
    }
    thread.start()
  }

  /// Watches no longer.
  package func cancel() { isCancelled.withLock { $0 = true } }

  /// Whether there is time to wait for programs whose end is not known yet.
  ///
  /// Until a signal asks for the end, and a moment longer: a subject in which no clock runs is
  /// confirmed to stand still by then, and one that sleeps may take minutes.
  package var hasTime: Bool {
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

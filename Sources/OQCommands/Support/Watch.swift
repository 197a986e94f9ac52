import Foundation
import OQDriver
import Synchronization

/// Ends a campaign when its budget is over or a signal asks for it.
final class Watch: Sendable {
  private let isCancelled = Mutex(false)

  init(budget: Duration?, stops: StopRequests?, stop: @escaping @Sendable () -> Void) {
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
  func cancel() { isCancelled.withLock { $0 = true } }

  /// Waits for a signal, or for a moment.
  private static func wait(_ stops: StopRequests?) {
    var descriptor = pollfd(fd: stops?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, 20)
  }
}

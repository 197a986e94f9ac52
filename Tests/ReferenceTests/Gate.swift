import Dispatch
import OQReference

/// Opens once; everybody who waits, before or after, goes on then.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

/// Counts arrivals, and lets a test wait for a number of them.
final class Arrivals: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func arrive() { semaphore.signal() }

  func wait(for count: Int = 1) {
    for _ in 0..<count { semaphore.wait() }
  }
}

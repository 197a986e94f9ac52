import Dispatch
import Foundation

/// Opens once; everybody who waits, before or after, goes on then.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }

  /// Waits for some seconds at most.
  func wait(atMost seconds: Double) {
    if semaphore.wait(timeout: .now() + seconds) == .success { semaphore.signal() }
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

/// A client thread.
struct Client {
  private let end = Gate()

  init(_ work: @escaping @Sendable () -> Void) {
    let end = end
    Thread.detachNewThread {
      work()
      end.open()
    }
  }

  func join() { end.wait() }

  /// Waits for its end, for some seconds at most: it says nothing of whether it has come.
  func join(atMost seconds: Double) { end.wait(atMost: seconds) }
}

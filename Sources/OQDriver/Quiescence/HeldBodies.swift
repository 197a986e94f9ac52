import OQAdapters
import OQHistory

/// How many bodies a subject has in progress at once though none of them returns.
///
/// A measurement, not a verdict: what begins later than the patience does not count.
final class HeldBodies: Probe, @unchecked Sendable {
  // Safety: the variables are touched only under the monitor.
  private let monitor = Monitor()
  private var entered = 0
  private var left = 0
  private var isOpen = false

  /// More are not tried: programs hold no more.
  private static let most = 8

  /// Microseconds without a further body after which no more are expected.
  private static let patience = 100_000

  private init() {}

  /// Counts bodies.
  ///
  /// - Parameters:
  ///   - subject: where they run.
  ///   - queues: over how many queues they are spread.
  /// - Returns: how many were in progress at once, at most eight.
  static func count(on subject: any Subject, queues: Int) -> Int {
    let held = HeldBodies()
    let session = subject.session(held)
    for queue in 0..<queues { session.make(QueueID(queue)) }
    for index in 0..<most {
      let operation = OperationID(index)
      session.make(operation, kind: .task, blocks: 1)
      _ = session.perform(Command(.add, QueueID(index % queues), .operation(operation)))
    }
    return held.wait()
  }

  private func wait() -> Int {
    monitor.withLock {
      var seen = -1
      while entered != seen, entered < HeldBodies.most {
        seen = entered
        monitor.wait(microseconds: HeldBodies.patience)
      }
      let count = entered
      isOpen = true
      monitor.broadcast()
      // Let go of the session only when its bodies are done; one that never begins is left to it.
      let end = Monotonic.microseconds + 20 * HeldBodies.patience
      while left < HeldBodies.most, Monotonic.microseconds < end {
        monitor.wait(microseconds: HeldBodies.patience)
      }
      return count
    }
  }

  func enter(_ callback: Callback) -> Entry {
    guard callback.point == .body else { return Entry(nil) }
    monitor.withLock {
      entered += 1
      monitor.broadcast()
      while !isOpen { monitor.wait() }
    }
    return Entry(callback)
  }

  func leave(_ entry: Entry) {
    guard entry.callback != nil else { return }
    monitor.withLock {
      left += 1
      monitor.broadcast()
    }
  }
}

import OQReference
import Synchronization

/// What happened, in order.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  func write(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }

  func count(_ line: String) -> Int { all.count { $0 == line } }
}

extension ReferenceWorld {
  /// An operation that writes its name.
  func operation(_ name: String, _ log: Log) -> ReferenceOperation {
    makeOperation { _ in log.write(name) }
  }

  /// An operation that tells that it has begun, and ends when the gate opens.
  func operation(heldBy gate: Gate, _ begun: Arrivals) -> ReferenceOperation {
    makeOperation { _ in
      begun.arrive()
      gate.wait()
    }
  }

  /// A queue with a limit, suspended if wanted.
  func queue(limit: Int = -1, suspended: Bool = false) throws -> ReferenceQueue {
    let queue = makeQueue()
    try queue.setMaxConcurrentOperationCount(limit)
    queue.isSuspended = suspended
    return queue
  }
}

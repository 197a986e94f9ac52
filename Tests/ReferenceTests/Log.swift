import Foundation
import OQReference

/// A value that many threads share.
///
/// The lock is one that ThreadSanitizer knows; it does not see the order that `Mutex` makes.
final class Shared<Value: Sendable>: @unchecked Sendable {
  // Safety: the value is touched only under the lock.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}

/// What happened, in order.
final class Log: Sendable {
  private let lines = Shared<[String]>([])

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

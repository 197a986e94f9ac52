import Synchronization

/// What happened, in order.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  func write(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}

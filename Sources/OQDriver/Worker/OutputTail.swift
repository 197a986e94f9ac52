import Synchronization

/// Keeps the end of what a process writes to its standard streams.
///
/// A thread of its own reads as fast as it can, so that a process which writes without end neither
/// waits for long nor fills anything up.
final class OutputTail: Sendable {
  /// Bytes that are kept.
  static let limit = 4096

  private let core: TailCore

  /// Reads from a descriptor until its end.
  ///
  /// - Parameter reader: the end of a pipe.
  init(_ reader: consuming OwnedDescriptor) {
    let core = TailCore(reader)
    self.core = core
    let thread = LaneThread()
    thread.run { _ in core.read() }
    thread.finish()
  }

  /// What was written last, once nobody can write any more.
  ///
  /// - Parameter milliseconds: how long to wait for the end; what is there by then is given.
  /// - Returns: at most ``limit`` bytes, in whole lines if there is more than one; bytes that are
  ///   no UTF-8 are replaced.
  func text(within milliseconds: Int) -> String { core.text(within: milliseconds) }
}

// Safety: the variables are touched only under the waiting lock; the descriptor only by the reading
// thread.
private final class TailCore: @unchecked Sendable {
  private let reader: OwnedDescriptor
  private let waitingLock = WaitingLock()
  private var bytes: [UInt8] = []
  private var isCut = false
  private var isOver = false

  init(_ reader: consuming OwnedDescriptor) { self.reader = reader }

  func read() {
    while let more = try? reader.read(atMost: 1 << 16), !more.isEmpty {
      waitingLock.withLock {
        bytes += more.suffix(OutputTail.limit)
        if bytes.count > OutputTail.limit || more.count > OutputTail.limit {
          isCut = true
          bytes.removeFirst(max(0, bytes.count - OutputTail.limit))
        }
      }
    }
    waitingLock.withLock {
      isOver = true
      waitingLock.broadcast()
    }
  }

  func text(within milliseconds: Int) -> String {
    let (bytes, isCut) = waitingLock.withLock {
      let begin = Monotonic.milliseconds
      while !isOver, Monotonic.milliseconds - begin < milliseconds {
        waitingLock.wait(microseconds: 10_000)
      }
      return (self.bytes, self.isCut)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard isCut, let end = text.firstIndex(of: "\n"), text.index(after: end) < text.endIndex else {
      return text
    }
    return String(text[text.index(after: end)...])
  }
}

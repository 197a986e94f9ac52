import OQWire

/// The lines of an adapter, with the stamps of the program that runs.
///
/// A stamp is taken, and its line written, under one lock: the order of the lines is the order of
/// the stamps.
// Safety: the variables are touched only under the waiting lock.
final class StampedLines: @unchecked Sendable {
  private let waitingLock = WaitingLock()
  private let output: OwnedDescriptor
  private var program = 0
  private var stamp = 0

  init(_ output: consuming OwnedDescriptor) { self.output = output }

  /// Writes a line without a stamp.
  func tell(_ message: AdapterMessage) { waitingLock.withLock { write(message) } }

  /// Begins a program: stamps begin at 1.
  func begin(_ number: Int) {
    waitingLock.withLock {
      program = number
      stamp = 0
    }
  }

  /// Ends a program: what is told of it later is not written.
  func end(_ number: Int) {
    waitingLock.withLock {
      stamp += 1
      write(.ended(program: number, at: stamp))
      program = 0
    }
  }

  /// Takes a stamp; nil if the program is over.
  func take(for number: Int) -> Int? {
    waitingLock.withLock {
      guard program == number else { return nil }
      stamp += 1
      return stamp
    }
  }

  /// Takes a stamp and writes its line.
  ///
  /// - Returns: the stamp; nil if the program is over, and nothing was written.
  @discardableResult
  func tell(for number: Int, _ message: (Int) -> AdapterMessage) -> Int? {
    waitingLock.withLock {
      guard program == number else { return nil }
      stamp += 1
      write(message(stamp))
      return stamp
    }
  }

  private func write(_ message: AdapterMessage) {
    // A harness that is gone does not listen, and the end of the input follows.
    try? output.write(Array((message.line + "\n").utf8))
  }
}

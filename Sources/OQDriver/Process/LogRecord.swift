/// What an event occupies in the log beside its ticket: seven words whose meaning the log does
/// not know.
package struct LogRecord: BitwiseCopyable, Equatable, Sendable {
  /// The seven words, in the order in which they lie in memory.
  package var word1, word2, word3, word4, word5, word6, word7: UInt64

  /// Makes a record; words that are not given are 0.
  package init(
    _ word1: UInt64 = 0, _ word2: UInt64 = 0, _ word3: UInt64 = 0, _ word4: UInt64 = 0,
    _ word5: UInt64 = 0, _ word6: UInt64 = 0, _ word7: UInt64 = 0
  ) {
    self.word1 = word1
    self.word2 = word2
    self.word3 = word3
    self.word4 = word4
    self.word5 = word5
    self.word6 = word6
    self.word7 = word7
  }
}

/// The place of one event in the total order of all events of a log.
///
/// Tickets grow over the whole life of a log, also across its epochs, so two events never have
/// the same one.
package struct LogTicket: BitwiseCopyable, Comparable, Hashable, Sendable {
  /// Bits of `rawValue` that number the events of one epoch.
  ///
  /// 2³⁶ events outlast any program; the 2²⁸ epochs above them outlast any worker.
  package static let positionBits: UInt64 = 36

  /// The epoch in the upper bits, the position in the lower ones: never 0.
  package let rawValue: UInt64

  /// Makes a ticket from what a record's first word or the log's counter holds.
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Makes the ticket of a position in an epoch.
  ///
  /// - Parameters:
  ///   - epoch: From 1, below 2²⁸.
  ///   - position: From 0, below 2³⁶.
  package init(epoch: UInt64, position: UInt64) {
    precondition(epoch > 0 && epoch < 1 << 28, "epoch \(epoch) is not in 1 ..< 2^28")
    precondition(position < 1 << Self.positionBits, "position \(position) is not below 2^36")
    rawValue = epoch << Self.positionBits | position
  }

  /// The epoch in which the ticket was taken, from 1.
  package var epoch: UInt64 { rawValue >> Self.positionBits }

  /// The number of tickets that were taken before this one in its epoch.
  package var position: UInt64 { rawValue & (1 << Self.positionBits - 1) }

  /// The ticket at a position of the same epoch; not checked, for words that a broken process may
  /// have written.
  @inline(__always)
  func atPosition(_ position: UInt64) -> LogTicket {
    LogTicket(rawValue: rawValue & ~(1 << Self.positionBits - 1) | position)
  }

  /// Compares by the time at which the tickets were taken.
  package static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What the log knows about one ticket that was taken.
package enum LogSlot: Equatable, Sendable {
  /// The event with this content was recorded.
  case recorded(LogRecord)

  /// The ticket was taken and nothing was stored under it, or not yet: it may have been any event.
  case hole
}

/// The signal that ended a process, and the thread that got it.
package struct CrashRecord: Equatable, Sendable {
  /// The signal's number.
  package let signal: Int32

  /// The kernel's id of the thread.
  package let thread: UInt32

  /// Names a crash.
  package init(signal: Int32, thread: UInt32) {
    self.signal = signal
    self.thread = thread
  }

  /// Decodes the word that the signal handler stores; `nil` for 0, which says that none ran.
  package init?(word: UInt64) {
    guard word != 0 else { return nil }
    signal = Int32(truncatingIfNeeded: word >> 32)
    thread = UInt32(truncatingIfNeeded: word)
  }
}

/// What a thread was doing when it was looked at.
package enum ThreadWait: Equatable, Sendable {
  /// It ran, could run, was stopped, or waited for a device: it will go on by itself. Also when
  /// it cannot be known.
  case running

  /// It slept in a system call that only other threads or processes can end.
  case untimed

  /// It slept, and time may end that: the call has a bound, or is none of those known to be
  /// without.
  case timed

  /// It slept, and time ends that at this moment at the latest, but not before.
  case until(Deadline)

  /// It has ended and is not reaped: it never runs again.
  case ended

  /// Whether it does nothing until something happens.
  package var isAsleep: Bool { self != .running }

  /// Whether time alone may set it going.
  package var mayEndByTime: Bool { !isUntimed }

  /// Whether time alone sets it going no sooner than this.
  ///
  /// - Parameter microseconds: how long from here on.
  /// - Returns: false also when it cannot be known.
  package func lasts(_ microseconds: Int) -> Bool {
    if case .until(let deadline) = self { return deadline.microsecondsLeft >= microseconds }
    return isUntimed
  }

  private var isUntimed: Bool { self == .untimed || self == .ended }
}

/// The system call in which a thread sleeps, with its arguments as the kernel shows them.
package struct BlockedCall: Equatable, Sendable {
  /// The call's number, which depends on the processor.
  package var number: Int

  /// The six argument registers.
  package var arguments: [UInt64]

  /// Describes a call.
  package init(number: Int, arguments: [UInt64]) {
    precondition(arguments.count == 6, "a call has 6 arguments, not \(arguments.count)")
    self.number = number
    self.arguments = arguments
  }

  /// How long a call can last, told by its arguments alone.
  package enum Bound: Equatable, Sendable {
    /// Until other threads or processes act.
    case none

    /// Until then, or until some time has passed; also if the call is not known.
    case time

    /// Until then, or until a moment of this clock, which is at this address of the process.
    case moment(Deadline.Clock, address: UInt64)

    /// It reads this descriptor, whose kind decides.
    case descriptor(Int32)
  }

  /// The bound of the call.
  ///
  /// - Parameter table: The numbers of the processor on which the thread runs; `nil` if unknown.
  /// - Returns: `time` for every call that the table does not know to be without bound.
  package func bound(_ table: BlockingCalls?) -> Bound {
    guard let table else { return .time }
    switch number {
    case table.futex:
      // FUTEX_WAIT, LOCK_PI, WAIT_BITSET, WAIT_REQUEUE_PI, LOCK_PI2; the two flags are "private"
      // and "by the wall clock".
      let waits: Set<UInt64> = [0, 6, 9, 11, 13]
      let operation = arguments[1] & ~0x180
      guard waits.contains(operation) else { return .time }
      guard arguments[3] != 0 else { return .none }
      // Of these WAIT_BITSET alone, the wait of the C library, names a moment of a chosen clock.
      guard operation == 9 else { return .time }
      return .moment(
        arguments[1] & 0x100 == 0 ? .monotonic : .realtime, address: arguments[3])
    case table.futexWaitV, table.epollPWait2:
      return arguments[3] == 0 ? .none : .time
    case table.futexWait, table.select, table.pselect6:
      return arguments[4] == 0 ? .none : .time
    case table.epollWait, table.epollPWait:
      return Int32(truncatingIfNeeded: arguments[3]) < 0 ? .none : .time
    case table.poll:
      return Int32(truncatingIfNeeded: arguments[2]) < 0 ? .none : .time
    case table.ppoll:
      return arguments[2] == 0 ? .none : .time
    case table.read, table.readV:
      return .descriptor(Int32(truncatingIfNeeded: arguments[0]))
    default:
      return .time
    }
  }

  /// Whether reading a descriptor of this kind waits for other threads or processes only: pipes
  /// and event counters do, while sockets and terminals may have a bound and timers are one.
  ///
  /// - Parameter link: What the link in `/proc/PID/fd` says.
  /// - Returns: False for everything else.
  package static func readsWithoutBound(link: some Collection<UInt8>) -> Bool {
    link.starts(with: "pipe:[".utf8) || link.elementsEqual("anon_inode:[eventfd]".utf8)
  }
}

/// The numbers of the system calls that can be known to wait without bound; negative where there
/// is no such call.
package struct BlockingCalls: Equatable, Sendable {
  package let futex, futexWaitV, futexWait: Int
  package let epollWait, epollPWait, epollPWait2: Int
  package let poll, ppoll, select, pselect6: Int
  package let read, readV: Int

  /// The numbers on x86-64, from `arch/x86/entry/syscalls/syscall_64.tbl` of Linux.
  package static let x86_64 = BlockingCalls(
    futex: 202, futexWaitV: 449, futexWait: 455, epollWait: 232, epollPWait: 281,
    epollPWait2: 441, poll: 7, ppoll: 271, select: 23, pselect6: 270, read: 0, readV: 19)

  /// The numbers on 64-bit ARM, from `include/uapi/asm-generic/unistd.h` of Linux.
  package static let aarch64 = BlockingCalls(
    futex: 98, futexWaitV: 449, futexWait: 455, epollWait: -1, epollPWait: 22,
    epollPWait2: 441, poll: -1, ppoll: 73, select: -1, pselect6: 72, read: 63, readV: 65)

  /// The numbers of the processor for which this code was compiled; `nil` if there are none.
  package static var current: BlockingCalls? {
    #if arch(x86_64)
      x86_64
    #elseif arch(arm64)
      aarch64
    #else
      nil
    #endif
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The moment at which a wait ends, if nothing ends it before.
package struct Deadline: Equatable, Sendable {
  /// What tells the time.
  package enum Clock: Equatable, Sendable {
    /// The time of day.
    case realtime
    /// The time since the machine was started.
    case monotonic
  }

  /// What tells the time.
  package let clock: Clock
  /// Whole seconds of that clock.
  package let seconds: Int
  /// Further nanoseconds.
  package let nanoseconds: Int

  /// Names a moment.
  package init(_ clock: Clock, seconds: Int, nanoseconds: Int) {
    self.clock = clock
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Reads a moment from the memory of a process; nil where that cannot be read, is no moment, or
  /// is one of other clocks than those of this process.
  ///
  /// The caller has seen the thread asleep in a call with this address, and sees afterwards that it
  /// has not run since. The kernel has taken the moment over when the call began, and the memory
  /// lies on the stack of the thread, where nobody else writes.
  ///
  /// - Parameters:
  ///   - clock: what tells the time.
  ///   - address: where the process has put seconds and nanoseconds, eight bytes each.
  ///   - process: this one, or one that the same user may debug.
  init?(_ clock: Clock, at address: UInt64, of process: pid_t) {
    // A container may shift the time since the start.
    if process != getpid(),
      ProcFiles.link("/proc/\(process)/ns/time") != ProcFiles.link("/proc/self/ns/time")
    {
      return nil
    }
    let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { return nil }
    defer { _ = close(memory) }
    guard let place = off_t(exactly: address) else { return nil }
    var parts = [0, 0]
    let size = MemoryLayout<Int>.stride * parts.count
    let count = parts.withUnsafeMutableBytes { pread(memory, $0.baseAddress, size, place) }
    guard count == size, parts[0] >= 0, (0..<1_000_000_000).contains(parts[1]) else { return nil }
    self.init(clock, seconds: parts[0], nanoseconds: parts[1])
  }

  /// How long it is until then, in microseconds; negative where it is over.
  package var microsecondsLeft: Int {
    var now = timespec()
    guard clock_gettime(clock == .realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC, &now) == 0 else {
      return .min
    }
    let (left, isVast) = (seconds - now.tv_sec).multipliedReportingOverflow(by: 1_000_000)
    return isVast ? .max : left + (nanoseconds - now.tv_nsec) / 1000
  }
}

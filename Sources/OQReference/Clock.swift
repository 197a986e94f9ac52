#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The monotonic clock; for the slow variants of the reference queue alone.
enum Clock {
  /// Nanoseconds since some fixed moment.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The standard output and error of this process.
enum StandardStreams {
  /// Whether a thread that writes may wait for a reader.
  ///
  /// Such a thread sleeps without a bound and wakes up all the same, as soon as the reader is let
  /// run: nothing is quiescent meanwhile.
  static var areFull: Bool {
    var streams = [STDOUT_FILENO, STDERR_FILENO].map {
      pollfd(fd: $0, events: Int16(POLLOUT), revents: 0)
    }
    // A closed stream answers at once too: with an error.
    return poll(&streams, 2, 0) < 2
  }
}

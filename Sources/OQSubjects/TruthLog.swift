import OQReference

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that grows by a line with every deviation of a mutant, also one of a process that dies.
final class TruthLog: Sendable {
  private let descriptor: Int32

  /// Opens a log; nil if it cannot be written.
  ///
  /// - Parameter path: a file that exists.
  init?(path: String) {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Adds a line.
  ///
  /// - Parameter deviation: what the mutant did.
  func add(_ deviation: Deviation) {
    let line = "\(deviation.rule) \(deviation.decision)\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(descriptor, $0.baseAddress, $0.count) }
  }
}

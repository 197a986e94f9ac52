import OQReference

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file to which a mutant writes what it did wrong, a line for each word; also a process that dies
/// has written it.
package final class TruthLog: Sendable {
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
  /// - Parameter word: what the mutant tells.
  func add(_ word: Truth.Word) {
    let line =
      switch word {
      case .wrong(let what): "wrong \(what)\n"
      case .behind: "behind\n"
      case .level: "level\n"
      }
    _ = line.utf8.withContiguousStorageIfAvailable { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// What the lines of one program say: what was wrong in it, or what did not happen; nil if nothing
  /// was wrong.
  ///
  /// - Parameters:
  ///   - lines: what was written while the program ran.
  ///   - isStalled: whether the program ended because nothing happened any more; else what has not
  ///     happened may be under way.
  /// - Returns: the name of a decision, `behind` for something that never happened, or nil.
  package static func verdict(of lines: some StringProtocol, isStalled: Bool) -> String? {
    let words = lines.split(separator: "\n")
    if let wrong = words.first(where: { $0.hasPrefix("wrong ") }) {
      return String(wrong.dropFirst("wrong ".count))
    }
    return isStalled && words.last == "behind" ? "behind" : nil
  }
}

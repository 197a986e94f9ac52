/// How a process ended.
package enum ProcessStatus: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// It exited with this status, 0 to 255.
  case exited(Int32)

  /// This signal ended it.
  case signalled(Int32)

  /// Reads the status word of `waitpid` for a process that ended.
  package init(waitWord word: Int32) {
    let signal = word & 0x7f
    self = signal == 0 ? .exited(word >> 8 & 0xff) : .signalled(signal)
  }

  /// `exited 3` or `signalled 9`.
  package var description: String {
    switch self {
    case .exited(let code): "exited \(code)"
    case .signalled(let signal): "signalled \(signal)"
    }
  }

  /// Reads what `description` prints; `nil` for anything else.
  package init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let number = Int32(words[1]) else { return nil }
    switch words[0] {
    case "exited": self = .exited(number)
    case "signalled": self = .signalled(number)
    default: return nil
    }
  }
}

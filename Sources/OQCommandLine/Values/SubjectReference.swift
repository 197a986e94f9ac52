import OQText

/// What a command is to judge, as written on the command line.
///
/// Whether a named subject exists is for the caller to find out.
package enum SubjectReference: Hashable, Sendable, CustomStringConvertible {
  /// A bundled subject.
  case named(String)
  /// A deliberately broken reference queue.
  case mutant(String)
  /// A program that speaks the wire protocol: its path, then its arguments. Never empty.
  case exec([String])

  /// Reads `NAME`, `mutant:NAME` or `exec:WORDS`; the words are split by ``ShellWords``.
  ///
  /// - Parameter text: One argument of the command line.
  package init?(_ text: some StringProtocol) {
    if text.hasPrefix(Self.execPrefix) {
      let words = ShellWords.split(text.dropFirst(Self.execPrefix.count))
      guard let words, let subject = Self(program: words) else { return nil }
      self = subject
    } else if text.hasPrefix(Self.mutantPrefix) {
      let name = text.dropFirst(Self.mutantPrefix.count)
      guard !name.isEmpty else { return nil }
      self = .mutant(String(name))
    } else {
      guard !text.isEmpty else { return nil }
      self = .named(String(text))
    }
  }

  /// A program with its arguments; `nil` if it has no name.
  ///
  /// - Parameter words: Path and arguments.
  package init?(program words: [String]) {
    guard let path = words.first, !path.isEmpty else { return nil }
    self = .exec(words)
  }

  /// The form that is read back as the same value, in one argument.
  ///
  /// To print it as part of a shell
  /// command, quote it once more with ``ShellWords/quote(_:)``.
  package var description: String {
    switch self {
    case .named(let name): name
    case .mutant(let name): Self.mutantPrefix + name
    case .exec(let words):
      Self.execPrefix + words.map { ShellWords.quote($0) }.joined(separator: " ")
    }
  }

  static let execPrefix = "exec:"
  private static let mutantPrefix = "mutant:"
}

/// Splits and quotes words as a POSIX shell does, without expansion.
///
/// Blanks separate words; `'…'` is literal; in `"…"` a backslash escapes only `"`, `\`, `$`,
/// `` ` `` and the end of a line; elsewhere it escapes any character. `$`, `*`, `~`, `;`, `|`, `#`
/// and their like stand for themselves (XCU §2.2 lists the quoting rules).
package enum ShellWords {
  /// The words of a text.
  ///
  /// - Parameter text: One line, or several.
  /// - Returns: The words, or `nil` if a quotation or an escape is not finished.
  /// - Complexity: O(*n*).
  package static func split(_ text: some StringProtocol) -> [String]? {
    var scanner = Scanner()
    for character in text.unicodeScalars {
      scanner.take(character)
    }
    return scanner.finish()
  }

  /// A text that ``split(_:)`` and every POSIX shell read as exactly this word.
  ///
  /// - Parameter word: Any word, also an empty one.
  /// - Returns: The word itself where it needs no quotation.
  /// - Complexity: O(*n*).
  package static func quote(_ word: some StringProtocol) -> String {
    if !word.isEmpty, word.unicodeScalars.allSatisfy(isPlain) { return String(word) }
    var quoted = "'"
    for character in word.unicodeScalars {
      if character == "'" {
        quoted += "'\\''"
      } else {
        quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "'"
  }

  private static func isPlain(_ character: Unicode.Scalar) -> Bool {
    switch character {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case "_", "-", "+", ".", ",", "/", ":", "@", "%", "=": true
    default: false
    }
  }

  /// The state between two characters.
  private struct Scanner {
    private enum Quotation { case none, single, double }

    private var words: [String] = []
    /// The word being read, or `nil` between words; an empty quotation makes an empty word.
    private var word: String.UnicodeScalarView?
    private var quotation = Quotation.none
    private var isEscaped = false

    mutating func take(_ character: Unicode.Scalar) {
      if isEscaped {
        takeEscaped(character)
        return
      }
      switch (quotation, character) {
      case (.none, " "), (.none, "\t"), (.none, "\n"): endWord()
      case (.none, "\\"), (.double, "\\"): isEscaped = true
      case (.none, "'"): open(.single)
      case (.none, "\""): open(.double)
      case (.single, "'"), (.double, "\""): quotation = .none
      default: append(character)
      }
    }

    mutating func finish() -> [String]? {
      guard quotation == .none, !isEscaped else { return nil }
      endWord()
      return words
    }

    private mutating func takeEscaped(_ character: Unicode.Scalar) {
      isEscaped = false
      if character == "\n" { return }
      if quotation == .double, !["\"", "\\", "$", "`"].contains(character) { append("\\") }
      append(character)
    }

    private mutating func open(_ opened: Quotation) {
      quotation = opened
      word = word ?? String.UnicodeScalarView()
    }

    private mutating func append(_ character: Unicode.Scalar) {
      if word == nil { word = String.UnicodeScalarView() }
      word?.append(character)
    }

    private mutating func endWord() {
      if let word { words.append(String(word)) }
      word = nil
    }
  }
}

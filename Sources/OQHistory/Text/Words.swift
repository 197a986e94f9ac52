/// One line of a text file, cut into words that remember their columns.
///
/// A `#` at the beginning of a line or after a space begins a comment.
struct Words {
  /// A word and where it begins.
  struct Word {
    let text: Substring
    let column: Int
  }

  let line: Int
  let indentation: Int
  let words: [Word]
  private(set) var position = 0
  private let endColumn: Int

  init(_ text: Substring, line: Int) {
    self.line = line
    // Without a line feed, each byte of ASCII is a character, and bytes are read much faster.
    (words, indentation, endColumn) =
      text.utf8.allSatisfy { $0 < 0x80 }
      ? Words.cut(text.utf8, of: text, UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "#"))
      : Words.cut(text, of: text, " ", "\t", "#")
  }

  /// Cuts a line at its spaces and tabs, up to a remark.
  private static func cut<Characters: Collection>(
    _ characters: Characters, of text: Substring, _ space: Characters.Element,
    _ tab: Characters.Element, _ mark: Characters.Element
  ) -> (words: [Word], indentation: Int, endColumn: Int)
  where Characters.Index == Substring.Index, Characters.Element: Equatable {
    var words: [Word] = []
    var (column, indentation) = (1, 0)
    var start: (index: Substring.Index, column: Int)?
    var index = characters.startIndex
    while index < characters.endIndex {
      let character = characters[index]
      if character == space || character == tab {
        if let begun = start {
          words.append(Word(text: text[begun.index..<index], column: begun.column))
          start = nil
        } else if words.isEmpty {
          indentation += 1
        }
      } else if start == nil {
        if character == mark { break }
        start = (index, column)
      }
      index = characters.index(after: index)
      column += 1
    }
    if let begun = start {
      words.append(Word(text: text[begun.index..<index], column: begun.column))
    }
    return (words, indentation, column)
  }

  var isEmpty: Bool { words.isEmpty }
  var isAtEnd: Bool { position == words.count }
  var first: Substring? { words.first?.text }
  var column: Int { position < words.count ? words[position].column : endColumn }

  func peek() -> Substring? { position < words.count ? words[position].text : nil }

  /// Takes the next word.
  mutating func next(_ expected: String) throws(TextError) -> Word {
    guard position < words.count else {
      throw TextError(
        line: line, column: endColumn, message: "expected \(expected), found the end of the line")
    }
    defer { position += 1 }
    return words[position]
  }

  /// Refuses what is left of the line.
  func expectEnd() throws(TextError) {
    guard position < words.count else { return }
    throw fault(words[position], "the end of the line")
  }

  /// A fault at a word.
  func fault(_ word: Word, _ expected: String) -> TextError {
    TextError(
      line: line, column: word.column, message: "expected \(expected), found '\(word.text)'")
  }
}

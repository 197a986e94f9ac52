/// The words of the specification, the sources and the reports, with what each means.
package struct Glossary: Sendable, Hashable {
  /// One row of the page.
  package struct Entry: Sendable, Hashable {
    /// The words that it explains, without remarks in parentheses.
    package let words: [String]
    /// What they mean.
    package let meaning: String
    /// Where to look when a report says it; nil for words that are no answers.
    package let advice: String?
  }

  /// The rows, in the order of the page.
  package let entries: [Entry]

  /// Reads `Glossary.md`.
  ///
  /// - Parameter text: the whole file.
  /// - Throws: the first place that does not follow the form.
  package init(parsing text: String) throws(ChapterErrors) {
    let page = try Page(parsing: text, file: "Glossary.md")
    var entries: [Entry] = []
    for block in page.introduction + page.sections.flatMap(\.blocks) {
      guard case .table(let rows) = block.content else { continue }
      for row in rows.dropFirst() {
        guard row.count == 2 || row.count == 3 else {
          throw Page.fault(
            page.file, block.line,
            "expected rows '| word | meaning |', or with what to look at, found \(row)")
        }
        entries.append(
          Entry(
            words: Glossary.words(row[0]), meaning: row[1],
            advice: row.count == 3 ? row[2] : nil))
      }
    }
    self.entries = entries
  }

  /// The entry of a word, in whatever case it is written.
  ///
  /// - Parameter word: any text; hyphens may stand for spaces.
  /// - Returns: nil for a word that the page does not have.
  package func entry(of word: String) -> Entry? {
    let key = Glossary.key(word)
    return entries.first { $0.words.contains { Glossary.key($0) == key } }
  }

  /// The words of a cell such as `freedom (ND)` or `kill, survive`.
  private static func words(_ cell: String) -> [String] {
    var words: [String] = []
    for part in cell.split(separator: ",") {
      let bare = part.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ")
      words.append(bare)
    }
    return words
  }

  private static func key(_ word: String) -> String {
    String(word.lowercased().map { $0 == "-" ? " " : $0 })
  }
}

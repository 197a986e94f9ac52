import OQReports
import OQSpecification

/// Text in which the addresses of rules, freedoms and contested points become links.
struct References {
  private let known: [String: String]

  init(_ catalogue: Catalogue, _ book: Book, pages: SiteLinks) {
    var known: [String: String] = [:]
    for rule in catalogue.rules { known["\(rule.id)"] = "\(rule.id).html" }
    for entry in book.freedoms { known["\(entry.reference)"] = pages.address(of: entry.reference) }
    for point in book.contested { known["\(point.reference)"] = pages.address(of: point.reference) }
    self.known = known
  }

  /// Where an address leads; nil for a word that is none.
  func target(_ word: some StringProtocol) -> String? { known[String(word)] }

  /// A text as markup, with links; what stands between backquotes is code.
  ///
  /// - Complexity: O(length).
  func markup(_ text: String) -> String {
    var result = ""
    var word = ""
    var isCode = false
    let hasCode = text.count { $0 == "`" }.isMultiple(of: 2)
    func flush() {
      if !isCode, let target = known[word] {
        result += "<a href=\"\(target)\">\(word)</a>"
      } else {
        result += HTML.text(word)
      }
      word = ""
    }
    for character in text {
      if character.isLetter || character.isNumber || character == "-" {
        word.append(character)
      } else if character == "`", hasCode {
        flush()
        isCode.toggle()
        result += isCode ? "<code>" : "</code>"
      } else {
        flush()
        result += HTML.text(String(character))
      }
    }
    flush()
    return result
  }

  /// An address as a link with its own words.
  func link(_ address: String) -> String {
    known[address].map { "<a href=\"\($0)\">\(HTML.text(address))</a>" } ?? HTML.text(address)
  }
}

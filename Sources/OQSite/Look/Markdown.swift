import OQPages
import OQReports

/// Markdown as markup, as far as the pages of this package use it.
struct Markdown {
  private let lines: [Substring]
  private let definitions: [String: String]
  private let target: (String) -> String?
  private let plain: (String) -> String
  private var result: [String] = []
  private var slugs: [String: Int] = [:]
  private var place = 0
  /// The first heading, as text.
  private(set) var title = ""

  /// A page.
  ///
  /// - Parameters:
  ///   - text: the Markdown.
  ///   - target: where a link leads; nil leaves its words alone.
  ///   - plain: what is made of text without markup, where links may stand.
  init(
    _ text: String, target: @escaping (String) -> String?,
    plain: @escaping (String) -> String = { HTML.text($0) }
  ) {
    var kept: [Substring] = []
    var definitions: [String: String] = [:]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.wholeMatch(of: /\[([^\]]+)\]: (\S+)/) {
        definitions[String(match.1)] = String(match.2)
      } else if !line.hasPrefix("<!--") {
        kept.append(line)
      }
    }
    lines = kept
    self.definitions = definitions
    self.target = target
    self.plain = plain
  }

  /// The whole page as markup.
  mutating func markup() -> String {
    while place < lines.count { block() }
    return result.joined(separator: "\n")
  }

  private mutating func block() {
    let line = lines[place]
    if line.allSatisfy({ $0 == " " }) {
      place += 1
    } else if line.hasPrefix("```") {
      code()
    } else if line.hasPrefix("#") {
      heading(line)
    } else if line.hasPrefix("|") {
      table()
    } else if line.hasPrefix(">") {
      let text = take { $0.hasPrefix(">") }.map { $0.dropFirst(2) }.joined(separator: " ")
      result.append("<blockquote>\(inline(text))</blockquote>")
    } else if Markdown.item(line) != nil {
      list()
    } else {
      let text = take {
        !$0.isEmpty && !$0.hasPrefix("```") && !$0.hasPrefix("|") && Markdown.item($0) == nil
      }
      result.append("<p>\(inline(text.joined(separator: " ")))</p>")
    }
  }

  private mutating func take(_ isPart: (Substring) -> Bool) -> [Substring] {
    var taken: [Substring] = []
    while place < lines.count, taken.isEmpty || isPart(lines[place]) {
      taken.append(lines[place])
      place += 1
    }
    return taken
  }

  private mutating func code() {
    place += 1
    var code: [String] = []
    while place < lines.count, !lines[place].hasPrefix("```") {
      code.append(String(lines[place]))
      place += 1
    }
    place += 1
    result.append("<pre>\(HTML.lines(code))</pre>")
  }

  private mutating func heading(_ line: Substring) {
    let level = line.prefix { $0 == "#" }.count
    let text = String(line.dropFirst(level + 1))
    let slug = Slug.of(text)
    let count = slugs[slug, default: 0]
    slugs[slug] = count + 1
    let id = count == 0 ? slug : "\(slug)-\(count)"
    if title.isEmpty { title = text.replacing("`", with: "") }
    result.append(
      "<h\(level) id=\"\(HTML.text(id))\">\(inline(text, isLinking: false))</h\(level)>")
    place += 1
  }

  private mutating func table() {
    let rows = take { $0.hasPrefix("|") }.map { Markdown.cells($0) }
    guard rows.count > 1 else { return }
    let head = rows[0].map { "<th scope=\"col\">\(inline($0))</th>" }.joined()
    let body = rows.dropFirst(2).map { row in
      "<tr>" + row.map { "<td>\(inline($0))</td>" }.joined() + "</tr>"
    }
    result.append(
      "<div class=\"wide\"><table><tr>\(head)</tr>\n\(body.joined(separator: "\n"))</table></div>")
  }

  /// The cells of a row; a bar inside of code belongs to the cell.
  private static func cells(_ line: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isCode = false
    var isEscaped = false
    for character in line.dropFirst() {
      if character == "`", !isEscaped { isCode.toggle() }
      defer { isEscaped = character == "\\" }
      if character == "|", isEscaped {
        // The escape was for the table, not for what stands in the cell.
        cell.removeLast()
        cell.append(character)
      } else if character == "|", !isCode {
        cells.append(cell.trimmed)
        cell = ""
      } else {
        cell.append(character)
      }
    }
    return cell.trimmed.isEmpty ? cells : cells + [cell.trimmed]
  }

  /// The mark of an item with the blanks behind it; nil where a line begins none.
  private static func item(_ line: Substring) -> Substring? {
    line.prefixMatch(of: /(- |\* |[0-9]+\. )/).map { $0.0 }
  }

  private mutating func list() {
    let isOrdered = lines[place].first?.isNumber == true
    var items: [String] = []
    while place < lines.count {
      let line = lines[place]
      if let mark = Markdown.item(line) {
        items.append(String(line.dropFirst(mark.count)))
      } else if line.hasPrefix("  "), !items.isEmpty {
        items[items.count - 1] += " " + line.drop { $0 == " " }
      } else {
        break
      }
      place += 1
    }
    let tag = isOrdered ? "ol" : "ul"
    let body = items.map { "<li>\(inline($0))</li>" }.joined(separator: "\n")
    result.append("<\(tag)>\n\(body)\n</\(tag)>")
  }

  // MARK: Inside of a paragraph

  /// Code, links and emphasis; everything else is text.
  private func inline(_ text: some StringProtocol, isLinking: Bool = true) -> String {
    var result = ""
    var rest = Substring(text)
    while !rest.isEmpty {
      let words = rest.prefix { !"`![*<\\".contains($0) }
      result += isLinking ? plain(String(words)) : HTML.text(words)
      rest = rest[words.endIndex...]
      if rest.isEmpty { break }
      if let match = rest.prefixMatch(of: /<a id="([^"]+)"><\/a>/) {
        result += "<a id=\"\(HTML.text(match.1))\"></a>"
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: /`([^`]+)`/) {
        result += "<code>\(HTML.text(match.1))</code>"
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: /!\[([^\]]*)\]\(([^)\s]+)\)/) {
        let source = target(String(match.2)).map { HTML.text($0) }
        result += source.map { "<img src=\"\($0)\" alt=\"\(HTML.text(match.1))\">" } ?? ""
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: /\[([^\]]+)\]\(([^)\s]+)\)/) {
        result += link(String(match.1), to: String(match.2))
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: /\[([^\]]+)\]/),
        let definition = definitions[String(match.1)]
      {
        result += link(String(match.1), to: definition)
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: /\*\*(.+?)\*\*/) {
        result += "<strong>\(inline(match.1, isLinking: isLinking))</strong>"
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: /\*([^\s*][^*]*?)\*/) {
        result += "<em>\(inline(match.1, isLinking: isLinking))</em>"
        rest = rest[match.range.upperBound...]
      } else {
        // A backslash stands before what is no markup.
        if rest.first == "\\" { rest = rest.dropFirst() }
        result += HTML.text(rest.prefix(1))
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private func link(_ words: String, to address: String) -> String {
    guard let target = target(address) else { return inline(words) }
    return "<a href=\"\(HTML.text(target))\">\(inline(words, isLinking: false))</a>"
  }
}

extension String {
  /// The text without blanks at both ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

import OQSpecification

/// The text of a page: what people wrote in it, and what is generated into it.
package struct PageText: Sendable {
  /// The lines that people wrote.
  private var lines: [Substring]

  /// Takes the generated parts out of a page.
  ///
  /// - Parameter text: the whole page.
  package init(_ text: String) {
    var lines = Array(text.split(separator: "\n", omittingEmptySubsequences: false))
    if let mark = lines.firstIndex(where: { $0 == Page.linksMark }) {
      lines.removeSubrange(mark...)
    }
    var kept: [Substring] = []
    var isGenerated = false
    for line in lines {
      if Page.generatedLabels.contains(where: { line.hasPrefix("**\($0)**") }) {
        isGenerated = true
      }
      if !isGenerated { kept.append(line) }
      if isGenerated, line.isEmpty { isGenerated = false }
    }
    while kept.last?.isEmpty == true { kept.removeLast() }
    self.lines = kept
    fillRules { _, _ in "" }
  }

  /// Fills the last column of the tables that end in a column *rules*, but for cells in which a
  /// reason stands.
  ///
  /// - Parameter content: the cell for a row, given the heading above and the cells before it.
  package mutating func fillRules(_ content: (_ heading: String, _ row: [Substring]) -> String) {
    var heading = ""
    var isFilled = false
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      guard line.hasPrefix("|") else {
        isFilled = false
        continue
      }
      if line.hasSuffix("| rules |") { isFilled = true }
      guard isFilled, !line.hasSuffix("| rules |"), !line.hasPrefix("|--") else { continue }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard let last = cells.dropLast().last,
        !last.hasPrefix(" " + SourceDocument.reasonMark)
      else { continue }
      let row = cells.dropFirst().dropLast(2)
      let text = content(heading, Array(row))
      lines[index] = Substring(
        "|" + row.joined(separator: "|") + "| " + (text.isEmpty ? "" : text + " ") + "|")
    }
  }

  /// What people wrote, without empty lines at the end; without a final line break.
  package var handWritten: String { lines.joined(separator: "\n") }

  /// Adds paragraphs at the end of each section.
  ///
  /// - Parameter paragraphs: the paragraphs for the section with a heading, each on one line.
  package mutating func append(_ paragraphs: (_ heading: String) -> [String]) {
    var result: [Substring] = []
    var heading: String?
    func close() {
      guard let heading else { return }
      while result.last?.isEmpty == true { result.removeLast() }
      for paragraph in paragraphs(heading) {
        result.append("")
        result += PageText.wrapped(paragraph).map { Substring($0) }
      }
      result.append("")
    }
    for line in lines {
      if line.hasPrefix("## ") {
        close()
        heading = String(line.dropFirst(3))
      }
      result.append(line)
    }
    close()
    while result.last?.isEmpty == true { result.removeLast() }
    lines = result
  }

  /// Replaces what stands between two marks, each on a line of its own.
  ///
  /// - Parameters:
  ///   - name: the name in the marks, `<!-- name -->` and `<!-- end of name -->`.
  ///   - content: the new lines.
  /// - Returns: false if the page does not have both marks in this order.
  package mutating func replace(_ name: String, with content: [String]) -> Bool {
    guard let start = lines.firstIndex(of: "<!-- \(name) -->"),
      let end = lines[start...].firstIndex(of: "<!-- end of \(name) -->")
    else { return false }
    lines.replaceSubrange((start + 1)..<end, with: content.map { Substring($0) })
    return true
  }

  /// The whole page, with the definitions of its links.
  ///
  /// - Parameters:
  ///   - links: where things stand.
  ///   - folder: the way from the page's folder to `Spec`, such as `../`.
  /// - Returns: what the file holds.
  package func text(linkedBy links: LinkTable, folder: String = "") -> String {
    let definitions = links.definitions(for: handWritten, folder: folder)
    let body = handWritten + "\n"
    guard !definitions.isEmpty else { return body }
    return body + "\n" + Page.linksMark + "\n\n" + definitions.map { $0 + "\n" }.joined()
  }

  /// Breaks a paragraph at spaces into lines of at most 100 characters.
  static func wrapped(_ paragraph: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > 100 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}

/// One of the five documents from which the rules were first read, section by section.
package struct SourceDocument: Sendable, Hashable {
  /// A section of the document.
  package struct Section: Sendable, Hashable {
    /// Its lines, from 1.
    package let lines: ClosedRange<Int>
    /// Its subject.
    package let title: String
    /// What it says.
    package let text: String
    /// Why no rule comes from it, or nil where rules do.
    package let reason: String?
  }

  /// Which document.
  package let seed: Seed
  /// What it is.
  package let title: String
  /// Its sections, without gaps; none for a document that repeats another one.
  package let sections: [Section]

  /// The mark with which the last cell of a section without rules begins.
  package static let reasonMark = "none: "

  /// Reads a section of `Sources.md` whose heading begins with the code of a document.
  init?(_ section: Page.Section, in file: String) throws(ChapterErrors) {
    guard let space = section.heading.firstIndex(of: " "),
      let seed = Seed(section.heading[..<space])
    else { return nil }
    self.seed = seed
    title = String(section.heading[section.heading.index(after: space)...])
    var sections: [Section] = []
    for case (let line, .table(let rows)) in section.blocks.map({ ($0.line, $0.content) }) {
      for row in rows.dropFirst() {
        guard row.count == 4, let lines = SourceDocument.lines(row[0]) else {
          throw Page.fault(
            file, line, "expected rows '| 1-5 | title | text | rules |', found \(row)")
        }
        guard lines.lowerBound == (sections.last?.lines.upperBound ?? 0) + 1 else {
          throw Page.fault(file, line, "\(seed): lines \(row[0]) do not follow the row before")
        }
        let hasReason = row[3].hasPrefix(SourceDocument.reasonMark)
        sections.append(
          Section(
            lines: lines, title: row[1], text: row[2],
            reason: hasReason ? String(row[3].dropFirst(SourceDocument.reasonMark.count)) : nil))
      }
    }
    guard sections.isEmpty || sections.last?.lines.upperBound == seed.lineCount else {
      throw Page.fault(
        file, section.line, "\(seed): the sections end before line \(seed.lineCount)")
    }
    self.sections = sections
  }

  private static func lines(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-").compactMap { Int($0) }
    guard ends.count == 2, ends[0] <= ends[1] else { return nil }
    return ends[0]...ends[1]
  }

  /// The section that has a line, or nil.
  ///
  /// - Parameter line: the number of the line, from 1.
  /// - Returns: nil for a line that the document does not have, or one of a repeated document.
  package func section(at line: Int) -> Section? {
    sections.first { $0.lines.contains(line) }
  }
}

extension Catalogue {
  /// The rules that cite a line of some range, by ascending id.
  ///
  /// - Parameters:
  ///   - seed: the document.
  ///   - lines: the lines.
  /// - Returns: the rules, each once.
  /// - Complexity: O(*n*) in the number of citations.
  package func rules(citing seed: Seed, _ lines: ClosedRange<Int>) -> [Rule] {
    rules.filter { rule in
      rule.sources.contains { source in
        guard case .seed(seed, let line) = source else { return false }
        return lines.contains(line)
      }
    }
  }
}

/// Reads chapters in the strict form of `Spec/Rules`.
///
/// A chapter is a heading `# AREA: Title`, an introduction, and rules by ascending number. A rule
/// is a heading `## ID Title`, a block of fields, the statement as a block quote, and labelled
/// paragraphs. `Spec/README.md` describes the form for authors.
package enum ChapterParser {
  /// Reads one chapter; linear in the length of the text.
  ///
  /// - Parameters:
  ///   - text: the whole file.
  ///   - file: the name of the file, such as `Dependencies.md`, which must be that of the area.
  /// - Returns: the chapter, with each paragraph joined to one line.
  /// - Throws: every place that does not follow the form.
  package static func parse(_ text: String, file: String) throws(ChapterErrors) -> Chapter {
    var reader = ChapterReader(text: text, file: file)
    let chapter = reader.chapter()
    guard let chapter, reader.errors.isEmpty else {
      throw ChapterErrors(
        errors: reader.errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
    }
    return chapter
  }
}

/// The state of one parse: where it is, and what was wrong so far.
struct ChapterReader {
  let lines: [Substring]
  let file: String
  /// The index of the next line to read.
  var next = 0
  var errors: [ChapterError] = []

  init(text: String, file: String) {
    self.file = file
    var lines = text.utf8
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines
  }

  /// The next line, or `nil` at the end of the file.
  var current: Substring? { next < lines.count ? lines[next] : nil }

  /// Whether the next line begins another rule, or the file ends.
  var isAtRuleBoundary: Bool { current?.hasPrefix("## ") ?? true }

  /// Notes an error; the line counts from 0, the column from 1.
  mutating func report(_ message: String, at line: Int, column: Int = 1) {
    errors.append(ChapterError(file: file, line: line + 1, column: column, message: message))
  }

  /// Notes that the next line is not what the form wants there.
  mutating func reportExpected(_ expected: String) {
    report("expected \(expected), found \(quotedCurrent)", at: min(next, lines.count))
  }

  /// The next line as an error message names it.
  private var quotedCurrent: String {
    switch current {
    case nil: "the end of the file"
    case "": "an empty line"
    case let line?: "'\(line.prefix(60))'"
    }
  }

  mutating func chapter() -> Chapter? {
    reportStrayWhitespace()
    guard let area = chapterHeading() else { return nil }
    let introduction = introduction()
    var rules: [Rule] = []
    var lastNumber = 0
    while current != nil {
      guard let rule = rule(in: area, after: &lastNumber) else {
        skipToRuleBoundary()
        continue
      }
      rules.append(rule)
    }
    if rules.isEmpty, errors.isEmpty { reportExpected("a rule, '## \(area)-1 Title'") }
    return Chapter(area: area, introduction: introduction, rules: rules)
  }

  private mutating func reportStrayWhitespace() {
    for (number, line) in lines.enumerated() {
      let bytes = line.utf8
      if let stray = bytes.firstIndex(where: { $0 == 0x09 || $0 == 0x0D }) {
        let column = line.distance(from: line.startIndex, to: stray) + 1
        report("tab or carriage return", at: number, column: column)
      } else if bytes.last == 0x20 {
        report("trailing space", at: number, column: line.count)
      }
    }
  }

  private mutating func chapterHeading() -> Area? {
    guard let line = current, line.hasPrefix("# "),
      let colon = line.firstIndex(of: ":"),
      let area = Area(line[..<colon].dropFirst(2))
    else {
      reportExpected("a chapter heading such as '# DEP: \(Area.dep.title)'")
      return nil
    }
    let heading = "# \(area): \(area.title)"
    if line != heading { reportExpected("'\(heading)'") }
    if file != area.chapterFile {
      report("expected chapter \(area) in the file '\(area.chapterFile)'", at: 0)
    }
    next += 1
    return area
  }

  private mutating func introduction() -> [String] {
    defer { skipToRuleBoundary() }
    var paragraphs: [String] = []
    while !isAtRuleBoundary {
      guard expectEmptyLine() else { return paragraphs }
      if isAtRuleBoundary { break }
      guard let paragraph = paragraph() else {
        reportExpected("a paragraph of the introduction")
        return paragraphs
      }
      paragraphs.append(paragraph)
    }
    if paragraphs.isEmpty { reportExpected("an introduction of at least one paragraph") }
    return paragraphs
  }

  /// Goes to the next rule heading at or after the present line, or to the end.
  private mutating func skipToRuleBoundary() {
    while !isAtRuleBoundary { next += 1 }
  }

  /// Reads one empty line.
  mutating func expectEmptyLine() -> Bool {
    guard current == "" else {
      reportExpected("an empty line")
      return false
    }
    next += 1
    return true
  }

  /// Reads the lines up to the next empty line and joins them with single spaces.
  mutating func paragraph() -> String? {
    var parts: [Substring] = []
    while let line = current, !line.isEmpty, !line.hasPrefix("## ") {
      if line.hasPrefix(" ") { report("expected a line that begins with a word", at: next) }
      parts.append(line)
      next += 1
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

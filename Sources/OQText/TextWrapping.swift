/// Breaks text into lines of a limited width.
///
/// Widths count characters: text of the suite is in scripts whose characters take one column.
package enum TextWrapping {
  /// The lines of a text.
  ///
  /// Line breaks of the text are kept, runs of blanks become one, and a word that is wider than a
  /// line has a line to itself: paths and ids must stay whole to be copied.
  ///
  /// - Parameters:
  ///   - text: Paragraphs with line breaks between them, without styles.
  ///   - width: Columns of a line, indentation included; less than one character beside the
  ///     indentation counts as one.
  ///   - indent: Blanks before the first line of each paragraph.
  ///   - hanging: Blanks before its other lines; `nil` for as many as `indent`.
  /// - Returns: Lines without trailing blanks; an empty paragraph is an empty line.
  /// - Complexity: O(*n*).
  package static func lines(
    _ text: some StringProtocol, width: Int, indent: Int = 0, hanging: Int? = nil
  ) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      lines(
        words: paragraph.split(separator: " ").map { String($0) }, width: width, indent: indent,
        hanging: hanging ?? indent)
    }
  }

  /// The lines of one paragraph whose words are already apart; a word may contain blanks.
  ///
  /// - Parameters:
  ///   - words: What must not be broken.
  ///   - width: Columns of a line, indentation included.
  ///   - indent: Blanks before the first line.
  ///   - hanging: Blanks before the other lines.
  /// - Returns: At least one line.
  /// - Complexity: O(*n*).
  package static func lines(
    words: [String], width: Int, indent: Int, hanging: Int
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    var lineWidth = 0
    for word in words {
      let room = width - (lines.isEmpty ? indent : hanging)
      let wordWidth = word.count
      if !line.isEmpty, lineWidth + 1 + wordWidth > room {
        lines.append(blanks(lines.isEmpty ? indent : hanging) + line)
        (line, lineWidth) = ("", 0)
      }
      lineWidth += wordWidth + (line.isEmpty ? 0 : 1)
      line += line.isEmpty ? word : " " + word
    }
    let last = line.isEmpty ? "" : blanks(lines.isEmpty ? indent : hanging) + line
    return lines.isEmpty || !line.isEmpty ? lines + [last] : lines
  }
}

/// So many blanks; none for a number below 1.
func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }

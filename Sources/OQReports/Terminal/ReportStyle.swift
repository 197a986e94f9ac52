import OQText

/// How a report looks: width, styles, characters.
package struct ReportStyle: Sendable, Hashable {
  /// Columns of a line.
  package var width: Int
  /// Lines that are seen at once.
  package var height: Int
  /// How text is painted.
  package var palette: Palette
  /// The characters of pictures.
  package var glyphs: Glyphs

  /// A look.
  ///
  /// - Parameters:
  ///   - width: columns of a line; at least ``Terminal/leastWidth`` is used.
  ///   - height: lines that are seen at once.
  ///   - palette: how text is painted.
  ///   - glyphs: the characters of pictures.
  package init(
    width: Int = Terminal.standardWidth, height: Int = Terminal.standardHeight,
    palette: Palette = .plain, glyphs: Glyphs = .unicode
  ) {
    self.height = height
    self.width = max(width, Terminal.leastWidth)
    self.palette = palette
    self.glyphs = glyphs
  }

  /// The look of a terminal.
  ///
  /// - Parameters:
  ///   - terminal: the stream that shows the report.
  ///   - variables: the environment, for the characters.
  package init(_ terminal: Terminal, variables: [String: String]) {
    self.init(
      width: terminal.width, height: terminal.height, palette: terminal.palette,
      glyphs: Glyphs.fitting(variables))
  }

  /// A title.
  func title(_ text: String) -> String { palette.paint(text, .bold) }

  /// A paragraph, wrapped and indented; control characters are shown as escapes.
  func paragraph(_ text: String, indent: Int = 0, hanging: Int? = nil) -> [String] {
    TextWrapping.lines(
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map(\.printable).joined(separator: "\n"),
      width: width, indent: indent, hanging: hanging)
  }
}

/// A number with its noun: `1 rule`, `3 rules`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

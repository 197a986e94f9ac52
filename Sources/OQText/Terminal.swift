/// What an output stream can show.
package struct Terminal: Hashable, Sendable {
  /// The width that is assumed where it is not known.
  package static let standardWidth = 80
  /// The height that is assumed where it is not known: a log has no end, and people look at a page.
  package static let standardHeight = 60
  /// The narrowest width that text is laid out for.
  package static let leastWidth = 40

  /// Columns that text may take.
  package let width: Int
  /// Lines that are seen at once.
  package let height: Int
  /// Styles, if the stream shows them.
  package let palette: Palette
  /// Whether a line can be written over: a terminal that is not the log of a CI system.
  package let isInteractive: Bool

  /// Describes a stream.
  ///
  /// Styles need a terminal that is not `dumb` and an environment without `NO_COLOR`, which counts
  /// if it is not empty (no-color.org).
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the stream is a terminal.
  ///   - columns: Its width in columns, if the system knows it.
  ///   - lines: Its height in lines, if the system knows it.
  ///   - variables: The environment; `NO_COLOR`, `TERM`, `CI`, `COLUMNS` and `LINES` are looked at.
  package init(
    isTerminal: Bool, columns: Int? = nil, lines: Int? = nil, variables: [String: String]
  ) {
    func isSet(_ name: String) -> Bool { variables[name]?.isEmpty == false }
    let canMove = isTerminal && variables["TERM"] != "dumb"
    let known = columns ?? variables["COLUMNS"].flatMap { Int(digits: $0) }
    height = lines ?? variables["LINES"].flatMap { Int(digits: $0) } ?? Self.standardHeight
    width = max(known ?? Self.standardWidth, Self.leastWidth)
    palette = Palette(isEnabled: canMove && !isSet("NO_COLOR"))
    isInteractive = canMove && (!isSet("CI") || variables["CI"] == "false")
  }
}

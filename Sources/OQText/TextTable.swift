/// Rows of cells, laid out in columns.
package struct TextTable: Hashable, Sendable {
  /// On which side of its column a cell stands.
  package enum Alignment: Hashable, Sendable {
    /// Words.
    case leading
    /// Numbers.
    case trailing
  }

  /// The properties of one column.
  package struct Column: Hashable, Sendable {
    /// What stands above it; empty for nothing.
    package let title: String
    /// On which side its cells stand.
    package let alignment: Alignment

    /// A column.
    package init(_ title: String = "", _ alignment: Alignment = .leading) {
      self.title = title
      self.alignment = alignment
    }
  }

  /// A text with a style.
  package struct Cell: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text, without escape sequences.
    package let text: String
    /// How it is painted; the layout does not depend on it.
    package let styles: [Style]

    /// A cell.
    ///
    /// - Parameters:
    ///   - text: The text; control characters are shown as escapes.
    ///   - styles: How it is painted.
    package init(_ text: some StringProtocol, _ styles: Style...) {
      self.text = text.printable
      self.styles = styles
    }

    /// A cell without a style.
    ///
    /// - Parameter value: The text.
    package init(stringLiteral value: String) {
      self.init(value)
    }
  }

  /// The columns, from left to right.
  package let columns: [Column]
  /// The rows.
  ///
  /// Missing cells are empty, surplus ones are not shown.
  package var rows: [[Cell]]

  /// A table.
  package init(_ columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The lines of the table.
  ///
  /// Columns are as wide as their widest cell, with two blanks between them. A last column of words
  /// is wrapped to the width, if at least a third of it is left; otherwise lines are longer.
  ///
  /// - Parameters:
  ///   - width: Columns of a line; `nil` for no limit.
  ///   - indent: Blanks before every line.
  ///   - palette: How cells are painted.
  /// - Returns: The titles, unless all are empty, then the rows; no line has trailing blanks.
  /// - Complexity: O(*n*) in the size of the text.
  package func lines(
    width: Int? = nil, indent: Int = 0, palette: Palette = .plain
  ) -> [String] {
    let hasTitles = columns.contains { !$0.title.isEmpty }
    let titles = hasTitles ? [columns.map { Cell($0.title, .bold) }] : []
    let widths = columns.indices.map { place in
      (titles + rows).map { $0.indices.contains(place) ? $0[place].text.count : 0 }.max() ?? 0
    }
    let lastStart = indent + widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
    let room = width.flatMap { $0 - lastStart >= $0 / 3 ? $0 - lastStart : nil }
    return (titles + rows).flatMap {
      lines(of: $0, widths: widths, indent: indent, lastRoom: room, palette: palette)
    }
  }

  private static let gap = 2

  private func lines(
    of row: [Cell], widths: [Int], indent: Int, lastRoom: Int?, palette: Palette
  ) -> [String] {
    guard let last = columns.indices.last else { return [] }
    func cell(_ place: Int) -> Cell { row.indices.contains(place) ? row[place] : "" }
    var head = blanks(indent)
    var headWidth = indent
    for place in columns.indices.dropLast() {
      head += painted(cell(place), columns[place], widths[place], palette) + blanks(Self.gap)
      headWidth += widths[place] + Self.gap
    }
    guard columns[last].alignment == .leading, let lastRoom else {
      return [trimmed(head + painted(cell(last), columns[last], widths[last], palette))]
    }
    let wrapped = TextWrapping.lines(cell(last).text, width: lastRoom)
    return wrapped.enumerated().map { number, line in
      trimmed((number == 0 ? head : blanks(headWidth)) + palette.paint(line, cell(last).styles))
    }
  }

  private func painted(
    _ cell: Cell, _ column: Column, _ width: Int, _ palette: Palette
  ) -> String {
    let padding = blanks(width - cell.text.count)
    let text = palette.paint(cell.text, cell.styles)
    return column.alignment == .leading ? text + padding : padding + text
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}

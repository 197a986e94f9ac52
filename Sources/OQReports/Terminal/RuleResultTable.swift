import OQJudging
import OQReport
import OQSpecification
import OQText

/// The verdicts of a report, area by area.
struct RuleResultTable {
  let report: Report
  let catalogue: Catalogue
  let style: ReportStyle

  /// One table per area with a title above it; all tables have the same columns.
  var lines: [String] {
    let cells = report.rules.map(cells)
    let titles = ["rule", "verdict", "decided"] + optionalColumns.map(\.title)
    let widths = titles.indices.map { column in
      (cells.map { $0[column].text.count } + [titles[column].count]).max() ?? 0
    }
    var lines: [String] = []
    var area: Area?
    for (result, row) in zip(report.rules, cells) {
      if result.id.area != area {
        if area != nil { lines.append("") }
        area = result.id.area
        lines.append(heading(result.id.area, titles, widths, isFirst: lines.isEmpty))
      }
      lines.append(line(row, widths, title: catalogue[result.id]?.title ?? ""))
    }
    return lines
  }

  private typealias Cell = TextTable.Cell

  /// Columns that are shown only if some rule has a number other than 0 there.
  private var optionalColumns: [(title: String, value: @Sendable (RuleResult) -> Int)] {
    var columns: [(title: String, value: @Sendable (RuleResult) -> Int)] = []
    if report.rules.contains(where: { $0.undecided > 0 }) {
      columns.append(("undecided", { $0.undecided }))
    }
    if report.rules.contains(where: { $0.violations > 0 }) {
      columns.append(("violations", { $0.violations }))
    }
    return columns
  }

  private func cells(_ result: RuleResult) -> [Cell] {
    let styles: [Style] =
      switch result.verdict {
      case .satisfied: [.green]
      case .violated: report.isEnforced(result) ? [.red, .bold] : [.yellow]
      case .vacuous, .inconclusive: [.yellow]
      case .notApplicable: [.dim]
      }
    func number(_ value: Int) -> Cell {
      result.verdict == .notApplicable ? "-" : Cell("\(value)")
    }
    return [
      Cell("\(result.id)", .cyan), Cell(result.verdict.rawValue, styles: styles),
      number(result.exercised),
    ] + optionalColumns.map { number($0.value(result)) }
  }

  /// The title of an area; above the first one the titles of the columns too.
  private func heading(
    _ area: Area, _ titles: [String], _ widths: [Int], isFirst: Bool
  ) -> String {
    let name = style.title("\(area): \(area.title)")
    guard isFirst else { return name }
    let row = titles.map { Cell($0, .dim) }
    return line(row, widths, title: "") + "\n" + name
  }

  private func line(_ row: [Cell], _ widths: [Int], title: String) -> String {
    var line = " "
    var width = 1
    for (column, cell) in row.enumerated() {
      let padding = String(repeating: " ", count: widths[column] - cell.text.count)
      let text = style.palette.paint(cell.text, cell.styles)
      line += " " + (column < 2 ? text + padding : padding + text) + " "
      width += widths[column] + 2
    }
    let room = style.width - width - 1
    if room >= 12, !title.isEmpty { line += " " + style.glyphs.clipped(title, to: room) }
    return trimmed(line)
  }
}

extension TextTable.Cell {
  /// A cell with styles that are computed.
  init(_ text: String, styles: [Style]) {
    switch (styles.first, styles.dropFirst().first) {
    case (.some(let first), .some(let second)): self.init(text, first, second)
    case (.some(let first), nil): self.init(text, first)
    case (nil, _): self.init(text)
    }
  }
}

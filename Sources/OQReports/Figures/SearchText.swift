import OQReport
import OQText

/// How long programs search, as Markdown, for people and pages.
package struct SearchText {
  private let figures: SearchFigures

  /// Shows figures.
  ///
  /// - Parameter figures: what was measured.
  package init(_ figures: SearchFigures) { self.figures = figures }

  /// The figures as JSON, ending in a newline.
  ///
  /// - Returns: one JSON object.
  /// - Throws: `EncodingError`, in no case known.
  package func json() throws -> String { try JSONForm.text(figures) }

  /// The shares, then a row for each mutant, ending in a newline.
  package var text: String { shares + "\n" + mutants }

  private var shares: String {
    var lines = [
      "| killed within | composed and free programs | all programs |", "|---:|---:|---:|",
    ]
    for bound in figures.bounds {
      let shares = SearchFigures.Way.allCases.map {
        Percentage.text(of: figures.share(within: bound, $0))
      }
      lines.append("| \(bound) | \(shares.joined(separator: " | ")) |")
    }
    let noticed = SearchFigures.Way.allCases.map { Percentage.text(of: figures.noticed($0)) }
    lines.append("| noticed at all | \(noticed.joined(separator: " | ")) |")
    return lines.map { $0 + "\n" }.joined()
  }

  private var mutants: String {
    var lines = [
      "| mutant | breaks | median | worst | median of all | worst of all | by | what is broken |",
      "|---|---|---:|---:|---:|---:|---|---|",
    ]
    for row in figures.rows {
      let lengths = SearchFigures.Way.allCases.map(row.length).flatMap { length in
        [length.median, length.worst].map { $0.map { "\($0)" } ?? "-" }
      }
      let blames = Set((row.undirected + row.all).compactMap(\.blame)).sorted()
      let what = row.equivalence.map { "\(row.summary): equivalent, since \($0)" } ?? row.summary
      let cells =
        ["`\(row.name)`", row.rule ?? "-"] + lengths + [blames.joined(separator: ", "), what]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    let equivalent = figures.rows.count { $0.equivalence != nil }
    lines.append("")
    lines.append(
      "\(figures.tool); \(figures.rows.count) mutants, \(equivalent) of them equivalent; "
        + "\(figures.seeds.count) seeds, at most \(figures.limit) programs each")
    return lines.map { $0 + "\n" }.joined()
  }
}

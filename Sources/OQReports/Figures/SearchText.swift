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
    let heads = figures.ways.map(SearchText.title)
    var lines = [
      "| killed within | \(heads.joined(separator: " | ")) |",
      "|---:|" + heads.map { _ in "---:|" }.joined(),
    ]
    for bound in figures.bounds {
      let shares = figures.ways.map {
        Percentage.text(of: figures.share(within: bound, $0))
      }
      lines.append("| \(bound) | \(shares.joined(separator: " | ")) |")
    }
    let noticed = figures.ways.map { Percentage.text(of: figures.noticed($0)) }
    lines.append("| noticed at all | \(noticed.joined(separator: " | ")) |")
    return lines.map { $0 + "\n" }.joined()
  }

  private static func title(_ way: SearchFigures.Way) -> String {
    switch way {
    case .undirected: "composed and free programs"
    case .scanned: "the same, scanned"
    case .all: "all programs"
    }
  }

  private static func columns(_ way: SearchFigures.Way) -> [String] {
    switch way {
    case .undirected: ["median", "worst"]
    case .scanned: ["median scanned", "worst scanned", "runs"]
    case .all: ["median of all", "worst of all"]
    }
  }

  private var mutants: String {
    let heads = figures.ways.flatMap(SearchText.columns)
    var lines = [
      "| mutant | breaks | \(heads.joined(separator: " | ")) | by | what is broken |",
      "|---|---|" + heads.map { _ in "---:|" }.joined() + "---|---|",
    ]
    for row in figures.rows {
      let lengths = figures.ways.flatMap { way in
        let length = row.length(way)
        let runs = way == .scanned ? [row.medianRuns] : []
        return ([length.median, length.worst] + runs).map { $0.map { "\($0)" } ?? "-" }
      }
      let blames = Set(row.allHunts.compactMap(\.blame)).sorted()
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

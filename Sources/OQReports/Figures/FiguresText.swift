import OQReport

/// The figures of a bench as Markdown, for people and pages.
package struct FiguresText {
  private let list: FigureList

  /// Shows figures.
  ///
  /// - Parameter list: what was measured.
  package init(_ list: FigureList) { self.list = list }

  /// The text, ending in a newline.
  package var text: String {
    let rows = list.figures.map { figure in
      "| `\(figure.name)` | \(figure.what) | \(Self.short(figure.value)) \(figure.unit)"
        + " | \(Self.short(figure.ratio)) | \(Int((figure.spread * 100).rounded())) %"
        + " | \(figure.baseline) |\n"
    }
    let turns = list.figures.map(\.values.count).max() ?? 0
    let head = "| figure | what | cost | ratio | spread | against |\n|---|---|---:|---:|---:|---|\n"
    let foot = "\n\(list.tool); medians of \(turns) turns; smaller is better\n"
    return head + rows.joined() + foot
  }

  /// What became of the figures of an earlier run, ending in a newline.
  ///
  /// - Parameter before: the earlier run.
  /// - Returns: a table with one row for each figure of either run.
  package func text(since before: FigureList) -> String {
    let rows = FigureChange.changes(in: list, since: before).map { change in
      "| `\(change.name)` | \(change.verdict.rawValue)"
        + " | \(change.factor.map { "× " + Self.short($0) } ?? "") |\n"
    }
    return "| figure | since \(before.tool) | ratio |\n|---|---|---:|\n" + rows.joined()
  }

  /// Three digits that matter, without an exponent.
  static func short(_ number: Double) -> String {
    guard number.isFinite else { return "\(number)" }
    var digits = 2
    var bound = 10.0
    while digits > 0, abs(number) >= bound {
      digits -= 1
      bound *= 10
    }
    guard digits > 0 else { return "\(Int(number.rounded()))" }
    let scale = digits == 2 ? 100.0 : 10.0
    let scaled = Int((abs(number) * scale).rounded())
    let sign = number < 0 ? "-" : ""
    let rest = "\(scaled % Int(scale))"
    return sign + "\(scaled / Int(scale))."
      + String(repeating: "0", count: digits - rest.count) + rest
  }
}

/// The JSON form of figures.
package enum FiguresJSON {
  /// The text, ending in a newline.
  ///
  /// - Parameter list: what was measured.
  /// - Returns: one JSON object.
  /// - Throws: never for finite figures.
  package static func text(_ list: FigureList) throws -> String { try JSONForm.text(list) }

  /// Reads the text.
  ///
  /// - Parameter text: what ``text(_:)`` writes.
  /// - Returns: the figures.
  /// - Throws: the first fault, with its place.
  package static func read(_ text: String) throws(JSONFault) -> FigureList {
    try JSONForm.value(FigureList.self, in: text)
  }
}

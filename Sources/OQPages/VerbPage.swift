import OQHistory
import OQSpecification

/// The table of `Programs.md` that is generated from the table of verbs.
enum VerbPage {
  /// The name in the marks around the table.
  static let mark = "verbs"

  /// The lines that belong between the marks.
  static var lines: [String] {
    [
      "", "| verb | target | argument | returns | needs | waits | refused | what the call does |",
      "|---|---|---|---|---|---|---|---|",
    ] + VerbTable.entries.map(row) + [""]
  }

  private static func row(_ entry: VerbTable.Entry) -> String {
    func cell(_ text: String) -> String { text.isEmpty || text == "none" ? "–" : text }
    let cells = [
      "`\(entry.name)`",
      entry.family.rawValue,
      cell(entry.parameter.rawValue),
      cell(entry.result.rawValue),
      cell(entry.needs.map(\.rawValue).joined(separator: ", ")),
      entry.mayBlock ? "yes" : "no",
      entry.mayBeRejected ? "yes" : "no",
      entry.summary,
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}

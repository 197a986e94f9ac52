import OQReport
import OQText

/// What became of mutants, for people.
package struct MutantsText: Sendable {
  private let mutants: [JSONMutants.Mutant]
  private let style: ReportStyle

  /// The text of a kill matrix.
  ///
  /// - Parameters:
  ///   - matrix: what became of mutants.
  ///   - style: how it looks.
  package init(_ matrix: JSONMutants, style: ReportStyle = ReportStyle()) {
    mutants = matrix.mutants
    self.style = style
  }

  /// A table with a line for each mutant, and what they add up to; ends in a newline.
  package var text: String {
    (table.lines(palette: style.palette) + sums).map { $0 + "\n" }.joined()
  }

  private var table: TextTable {
    var table = TextTable([
      TextTable.Column("mutant"), TextTable.Column("rule"), TextTable.Column("grade"),
      TextTable.Column("status"), TextTable.Column("clean"),
      TextTable.Column("programs", .trailing), TextTable.Column("seconds", .trailing),
      TextTable.Column("steps", .trailing), TextTable.Column("blamed"),
    ])
    for mutant in mutants {
      table.rows.append([
        TextTable.Cell(mutant.name), TextTable.Cell(mutant.rule), TextTable.Cell(mutant.grade),
        TextTable.Cell(mutant.status.rawValue, mutant.status == .killed ? .green : .red),
        TextTable.Cell(mutant.clean ? "yes" : "no"),
        TextTable.Cell(mutant.programs.map { "\($0)" } ?? "-"),
        TextTable.Cell(mutant.seconds.map { "\($0)" } ?? "-"),
        TextTable.Cell(mutant.steps.map { "\($0)" } ?? "-"),
        TextTable.Cell(mutant.killedBy.joined(separator: " ")),
      ])
    }
    return table
  }

  private var sums: [String] {
    let killed = mutants.filter { $0.status == .killed }
    let clean = killed.count { $0.clean }
    let seconds = mutants.compactMap(\.seconds).sorted()
    let sum = "\(killed.count) of \(mutants.count) killed by their own rule, \(clean) of them clean"
    let times = seconds.last.map { ["median \(seconds[seconds.count / 2]) s, longest \($0) s"] }
    return [sum] + (times ?? []) + missing
  }

  /// A line for each mutant that was not killed: whoever reads the end of a log finds them there.
  private var missing: [String] {
    mutants.filter { $0.status != .killed }.map { mutant in
      let blamed =
        mutant.killedBy.isEmpty
        ? "no rule was violated" : "violated: \(mutant.killedBy.joined(separator: " "))"
      return "not killed: \(mutant.name), which breaks \(mutant.rule); \(blamed)"
    }
  }
}

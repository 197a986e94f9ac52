import OQHistory
import OQReports
import OQRunner
import OQText

/// The events of a failing run, each with the share of runs that fail where the order is followed
/// up to it.
enum CausalityText {
  /// Characters of the longest bar.
  private static let width = 20

  /// The lines about a curve.
  ///
  /// - Parameters:
  ///   - causality: what came of the runs.
  ///   - history: the failing run.
  ///   - style: how wide the lines may be.
  /// - Returns: the lines, without newlines.
  static func lines(
    of causality: Causality, _ history: History, _ style: ReportStyle
  ) -> [String] {
    let decision = causality.decision
    let words = StepPrinter(history.declarations)
    var table = TextTable([
      TextTable.Column("", .trailing), TextTable.Column(), TextTable.Column(), TextTable.Column(),
    ])
    table.rows = causality.stages.map { stage in
      let event = stage.event.map { history.events[$0] }
      let filled = Int((stage.rate * Double(width)).rounded())
      let isDecision = decision.map { $0.stage.event == stage.event } ?? false
      return [
        TextTable.Cell(event.map { "\($0.ticket)" } ?? ""),
        TextTable.Cell(event.map { $0.lane.map { words.text($0) } ?? "harness" } ?? "free"),
        TextTable.Cell(event.map { words.text($0.kind) } ?? ""),
        TextTable.Cell(
          String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
            + " \(stage.shown) of \(stage.runs)" + (isDecision ? " ← decides" : "")),
      ]
    }
    return ["The order is followed up to a line, then the run is free. It fails in:"]
      + table.lines(width: style.width, indent: 2, palette: style.palette)
      + [conclusion(causality, history)]
  }

  private static func conclusion(_ causality: Causality, _ history: History) -> String {
    if let (before, stage) = causality.decision, let event = stage.event {
      return "Event \(history.events[event].ticket) decides: before it \(before.shown) of "
        + "\(before.runs) runs fail, after it \(stage.shown) of \(stage.runs)."
    }
    let rates = causality.stages.map(\.rate)
    if let least = rates.min(), least > 0.5 {
      return "The program decides: most runs fail, whatever the order."
    }
    return "No event decides: the failure depends on what happens inside the subject. "
      + "Try --scan."
  }
}

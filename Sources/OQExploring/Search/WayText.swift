import OQHistory

/// A way through the states of a program, as lines of text.
package enum WayText {
  /// One line for each event, and one for each step of the model that changes what a reader can
  /// name.
  ///
  /// - Parameters:
  ///   - way: what happens, in order.
  ///   - program: the program whose names are used.
  /// - Returns: the lines, with numbers from 1.
  package static func lines(_ way: [Happening], _ program: Program) -> [String] {
    let printer = StepPrinter(program)
    var rows: [(lane: String, what: String, changes: String)] = []
    for happening in way {
      let changes = happening.changes.joined(separator: "; ")
      guard let event = happening.event, let lane = happening.lane else {
        if !changes.isEmpty { rows.append(("", "", changes)) }
        continue
      }
      rows.append((printer.text(lane), text(event, printer), changes))
    }
    let lanes = rows.map(\.lane.count).max() ?? 0
    let words = rows.map(\.what.count).max() ?? 0
    return rows.enumerated().map { place, row in
      let number = "\(place + 1)"
      let indent = String(repeating: " ", count: max(0, "\(rows.count)".count - number.count))
      let line =
        indent + number + "  " + padded(row.lane, lanes) + "  " + padded(row.what, words) + "  "
        + row.changes
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func text(_ event: Event.Kind, _ printer: StepPrinter) -> String {
    switch event {
    case .call(let command): printer.text(command)
    case .returned(.returned(.none)): "returns"
    case .returned(.returned(let value)): "returns \(printer.text(value))"
    case .returned: "is rejected"
    case .enter: "begins"
    case .leave: "ends"
    case .step(let step): printer.text(step)
    default: "\(event)"
    }
  }
}

import OQCheckers
import OQCommandLine
import OQCommands
import OQHistory
import OQModel
import OQRunner
import OQSpecification
import OQText

/// `oqcheck bench rejection`: what the oracles notice when one event of a legal history is moved or
/// deleted.
struct RejectionBench {
  /// Legal histories that one thread corrupts at a stretch.
  private static let stretch = 10
  /// The share of wrong histories that the checkers have to notice.
  static let wanted = 0.9

  let options: BenchOptions
  let seed: UInt64
  let console: Console

  func run(_ folder: FindingsFolder) throws(Failure) -> ExitStatus {
    let (histories, seed, bound) = (options.histories, seed, options.bound)
    let count = (histories + RejectionBench.stretch - 1) / RejectionBench.stretch
    let parts = Parts<RejectionPower>(jobs: options.jobs, console: console)
    parts.run(count) { part in
      let first = part * RejectionBench.stretch
      return RejectionPower.measure(
        first..<min(first + RejectionBench.stretch, histories), seed: seed,
        operations: BenchCommand.operations, steps: BenchCommand.steps, bound: bound,
        roster: .operations)
    }
    let power = parts.sum
    write(power)
    try write(power.falseAlarms, "false alarm", folder)
    try write(power.reducedMissed, "missed by the reduced acceptor", folder)
    try write(power.checkersMissed, "missed by the checkers", folder)
    let total = power.total
    if !power.falseAlarms.isEmpty || total.reduced < total.rejected { return .violated }
    guard parts.isComplete, let share = power.share else { return .inconclusive }
    return share >= RejectionBench.wanted ? .conformant : .violated
  }

  private func write(_ histories: [History], _ what: String, _ folder: FindingsFolder)
    throws(Failure)
  {
    for history in histories {
      let name = "\(Digest(of: history.text).description.prefix(8)).oqhistory"
      let path = try folder.store(history.text, as: name)
      console.write("\(what): oqcheck check \(path)\n")
    }
  }

  private func write(_ power: RejectionPower) {
    var table = TextTable(
      [TextTable.Column("corrupted histories")]
        + (RejectionPower.corruptions.map(\.rawValue) + ["in all"]).map {
          TextTable.Column($0, .trailing)
        })
    let columns = power.rows + [power.total]
    func row(_ name: String, _ value: (RejectionPower.Row) -> String) {
      table.rows.append([TextTable.Cell(name)] + columns.map { TextTable.Cell(value($0)) })
    }
    func share(_ part: Int, _ whole: Int) -> String {
      Percentage.text(of: whole > 0 ? Double(part) / Double(whole) : nil)
    }
    row("made") { "\($0.made)" }
    row("no history at all") { "\($0.malformed)" }
    row("beyond the bound") { "\($0.beyondBound)" }
    row("rejected by the unreduced acceptor") { "\($0.rejected)" }
    row("… by the reduced one too") { share($0.reduced, $0.rejected) }
    row("… by the checkers too") { share($0.checkers, $0.rejected) }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    console.write(
      "\(power.histories) legal histories, \(power.falseAlarms.count) false alarms\n")
  }
}

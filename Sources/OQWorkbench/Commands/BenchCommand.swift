import Foundation
import OQCheckers
import OQCommandLine
import OQCommands
import OQHistory
import OQJudging
import OQModel
import OQReport
import OQRunner
import OQSpecification
import OQText

/// `oqcheck bench`: measures the suite itself.
struct BenchCommand {
  /// Most operations of a random program.
  static let operations = 6
  /// Most steps of a client of a random program.
  static let steps = 4
  /// Histories of random programs that one thread compares at a stretch.
  private static let stretch = 250
  /// The largest share of histories that may be beyond the bound: one in this many.
  private static let tolerated = 10

  let options: BenchOptions
  let seed: UInt64
  let console: Console

  static func run(_ options: BenchOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let folder = FindingsFolder(path: options.findings, subject: "model", profile: .core)
    try folder.checkWritable()
    let seed = options.seed.resolved(console)
    let command = BenchCommand(options: options, seed: seed, console: console)
    switch options.benchmark {
    case .figures: return try FiguresBench(options: options, seed: seed, console: console).run()
    case .differential: return try command.compare(folder)
    case .alarms: return try command.searchAlarms(folder)
    case .rejection:
      return try RejectionBench(options: options, seed: seed, console: console).run(folder)
    case .reach: return try ReachBench(options: options, seed: seed, console: console).run()
    case .observability:
      return try ObservabilityBench(options: options, seed: seed, console: console).run(folder)
    case .minimality:
      return try MinimalityBench(options: options, seed: seed, console: console).run()
    case .search: return try SearchBench(options: options, console: console).run()
    case .explorer: return try ExplorerBench(options: options, console: console).run()
    case .throughput:
      return try ThroughputBench(options: options, seed: seed, console: console).run()
    }
  }

  /// Does all parts of a measurement on the programs that were asked for.
  private func measure<Count: PartialCount>(
    _ parts: Parts<Count>, random: @Sendable (Range<Int>) -> Count,
    enumerated: @Sendable (Program, Int) -> Count
  ) {
    let histories = options.histories
    switch options.source {
    case .random:
      let count = (histories + BenchCommand.stretch - 1) / BenchCommand.stretch
      parts.run(count) { part in
        let first = part * BenchCommand.stretch
        return random(first..<min(first + BenchCommand.stretch, histories))
      }
    case .enumerated:
      let family = SmallPrograms()
      parts.run(family.count) { enumerated(family[$0], $0) }
    }
  }

  // MARK: The acceptors

  private func compare(_ folder: FindingsFolder) throws(Failure) -> ExitStatus {
    let parts = Parts<Comparison>(jobs: options.jobs, console: console)
    let differential = Differential(bound: options.bound)
    let seed = seed
    measure(
      parts,
      random: { indices in
        differential.run(
          indices, seed: seed, operations: BenchCommand.operations, steps: BenchCommand.steps)
      }, enumerated: { program, index in differential.exhaust(program, index: index, seed: seed) })
    let comparison = parts.sum
    for finding in comparison.findings { try write(finding, folder) }
    write(comparison)
    if !comparison.findings.isEmpty { return .violated }
    let isDecided = comparison.openEnds * BenchCommand.tolerated <= comparison.compared
    return parts.isComplete && isDecided && comparison.cut == 0 && comparison.compared > 0
      ? .conformant : .inconclusive
  }

  /// Prints a finding and writes its history to the folder of findings.
  private func write(
    _ finding: Comparison.Finding, _ folder: FindingsFolder
  ) throws(Failure) {
    let text = finding.history.text
    let name = "\(finding.profile.rawValue)-\(Digest(of: text).description.prefix(8)).oqhistory"
    let path = try folder.store(text, as: name)
    console.write(
      """
      \(finding.fault.rawValue) at program \(finding.index), profile \(finding.profile.rawValue)
      unreduced: \(finding.unreduced)
      reduced: \(finding.reduced)
      \(text)oqcheck check \(path)


      """)
  }

  private func write(_ comparison: Comparison) {
    var table = TextTable([TextTable.Column("histories"), TextTable.Column("", .trailing)])
    func row(_ name: String, _ count: Int) {
      table.rows.append([TextTable.Cell(name), TextTable.Cell("\(count)")])
    }
    func fault(_ fault: Comparison.Finding.Fault) {
      let count = comparison.findings.count { $0.fault == fault }
      table.rows.append([
        TextTable.Cell(fault.rawValue), TextTable.Cell("\(count)", count == 0 ? .green : .red),
      ])
    }
    row("accepted by both", comparison.accepted)
    row("rejected by both", comparison.rejected)
    row("beyond the unreduced acceptor's bound alone", comparison.beyondUnreducedBound)
    row("beyond the reduced acceptor's bound alone", comparison.beyondReducedBound)
    row("beyond both bounds", comparison.beyondBound)
    fault(.disagreement)
    fault(.falseAlarm)
    row("in all", comparison.compared)
    for (place, corruption) in Corruption.allCases.enumerated() {
      row("corrupted by \(corruption.rawValue)", comparison.corrupted[place])
      row("… and rejected", comparison.noticed[place])
    }
    if options.source == .enumerated {
      row("programs with all histories compared", comparison.exhausted)
      row("programs left out", comparison.cut)
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
  }

  // MARK: False alarms

  /// Whether rules accuse legal histories.
  private func searchAlarms(_ folder: FindingsFolder) throws(Failure) -> ExitStatus {
    let parts = Parts<AlarmCount>(jobs: options.jobs, console: console)
    let search = AlarmSearch(of: .operations)
    let seed = seed
    measure(
      parts,
      random: { indices in
        search.run(
          indices, seed: seed, operations: BenchCommand.operations, steps: BenchCommand.steps)
      }, enumerated: { program, index in search.exhaust(program, index: index) })
    let count = parts.sum
    for alarm in count.examples.values.sorted(by: { $0.rule < $1.rule }) {
      let text = alarm.history.text
      let path = try folder.store(
        text, as: "\(alarm.rule)-\(alarm.profile.rawValue).oqhistory")
      console.write(
        """
        \(alarm.rule) accuses a legal history of program \(alarm.index), profile \(alarm.profile.rawValue)
        \(alarm.message)
        \(text)oqcheck check \(path)


        """)
    }
    write(count)
    if count.faults > 0 { return .violated }
    return parts.isComplete && count.cut == 0 && count.judged > 0 ? .conformant : .inconclusive
  }

  private func write(_ count: AlarmCount) {
    var table = TextTable([TextTable.Column("legal histories"), TextTable.Column("", .trailing)])
    func row(_ name: String, _ number: Int) {
      table.rows.append([TextTable.Cell(name), TextTable.Cell("\(number)")])
    }
    row("judged", count.judged)
    row("rules that decided a case", count.decided.count)
    row("rules that decided none", Roster.operations.checkers.count - count.decided.count)
    row("rules with a false alarm", count.alarms.count)
    if options.source == .enumerated { row("programs left out", count.cut) }
    for (rule, alarms) in count.alarms.sorted(by: { $0.key < $1.key }) {
      row("  \(rule)", alarms)
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
  }
}

import OQCommandLine
import OQCommands
import OQDriver
import OQMutants
import OQReport
import OQReports
import OQRunner
import OQSpecification
import OQText

/// `oqcheck mutants --keep`: brings a folder with the killers of mutants up to date.
///
/// A killer that is there and still kills stays byte for byte, so that the folder changes only
/// where mutants or rules do.
struct KeepCommand {
  /// Longest hunt of one mutant per seed, in seconds, the shrinking of its killers included.
  private static let patience = 90.0
  /// The share of runs that a kept killer must still kill to stay, if it nearly always did.
  private static let share = 0.75
  /// Runs on the reference queue, which has to pass every killer.
  private static let healthyRuns = 3

  let mutants: [Mutant]
  /// Whether these are all mutants, so that other files are stale.
  let isEverything: Bool
  let seeds: [UInt64]
  let folder: KillerFolder
  let console: Console

  /// What became of one mutant.
  private struct Entry: Sendable {
    let mutant: Mutant
    let killer: KeptKiller?
    let isNew: Bool
    /// What the reference queue was blamed for; then the suite is wrong.
    var fault: String?
  }

  func run() throws(Failure) -> ExitStatus {
    try folder.checkWritable()
    let stops = try? StopRequests.watch()
    let removed = isEverything ? try folder.removeStale() : []
    let entries = try Mutant.each(of: mutants, console, stops) { try entry($0, stops) }
    write(entries)
    for name in removed { console.write("\(name) removed: there is no such mutant\n") }
    if isEverything, entries.count == mutants.count {
      let rows = entries.compactMap { entry in
        entry.killer.map { KillerPage.Row(entry.mutant.entry, $0) }
      }
      try folder.write(KillerPage.text(rows), to: KillerFolder.page)
    }
    let faults = entries.compactMap(\.fault)
    for fault in faults { console.warn("oqcheck: \(fault)") }
    guard faults.isEmpty else { return .fault }
    guard entries.count == mutants.count else { return .inconclusive }
    return entries.allSatisfy { $0.killer != nil } ? .conformant : .violated
  }

  private func entry(_ mutant: Mutant, _ stops: StopRequests?) throws -> Entry {
    let bench = try MutantBench(mutant)
    defer { bench.executor.shutDown() }
    let reference = try MutantBench.healthy(mutant)
    defer { reference.executor.shutDown() }
    if let kept = try folder.killer(of: mutant), try stillKills(kept, bench),
      try isPassed(kept.file.finding, reference)
    {
      return Entry(mutant: mutant, killer: kept, isNew: false)
    }
    let begun = ContinuousClock.now
    let limit = KeepCommand.patience * Double(seeds.count)
    let row = try bench.hunt(
      mutant, seeds: seeds,
      mayGoOn: {
        (stops?.current ?? StopRequest.none) == .none
          && ContinuousClock.now - begun < .seconds(limit)
      }, measure: { try bench.stressed($0) })
    guard let finding = row.killer, finding.reproduced > 0 else {
      return Entry(mutant: mutant, killer: nil, isNew: true)
    }
    let killer = KeptKiller(finding, of: mutant.name, profile: mutant.profile)
    var entry = Entry(mutant: mutant, killer: killer, isNew: true)
    guard try isPassed(finding, reference) else {
      entry.fault = "\(mutant.name): the reference queue does not pass the killer"
      return entry
    }
    try folder.write(killer)
    return entry
  }

  /// Whether a killer shows its rule about as often as its file says.
  private func stillKills(_ killer: KeptKiller, _ bench: MutantBench) throws -> Bool {
    let finding = killer.file.finding
    guard finding.isSteady else {
      return try bench.firstReproduction(finding, for: finding.blame, times: killer.attempts) != nil
    }
    return try bench.stressed(finding).rate >= KeepCommand.share
  }

  private func isPassed(_ finding: Finding, _ reference: MutantBench) throws -> Bool {
    try reference.firstReproduction(finding, for: nil, times: KeepCommand.healthyRuns) == nil
  }

  private func write(_ entries: [Entry]) {
    var table = TextTable([
      TextTable.Column("mutant"), TextTable.Column("rule"), TextTable.Column("killer"),
      TextTable.Column("steps", .trailing), TextTable.Column("kills", .trailing),
    ])
    for entry in entries {
      let finding = entry.killer?.file.finding
      table.rows.append([
        TextTable.Cell(entry.mutant.name), TextTable.Cell(entry.mutant.breaks.description),
        entry.killer == nil
          ? TextTable.Cell("missing", .red) : TextTable.Cell(entry.isNew ? "new" : "kept"),
        TextTable.Cell(finding.map { "\($0.steps)" } ?? "-"),
        TextTable.Cell(finding.map { "\($0.reproduced)/\($0.attempts)" } ?? "-"),
      ])
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    let found = entries.count { $0.killer != nil }
    console.write("\(found) of \(entries.count) mutants have a killer\n")
  }
}

extension Mutant {
  /// The mutant as the page of killers tells it.
  var entry: KillerPage.Mutant {
    KillerPage.Mutant(
      name: name, rule: breaks, grade: grade.rawValue, profile: profile, summary: summary)
  }
}

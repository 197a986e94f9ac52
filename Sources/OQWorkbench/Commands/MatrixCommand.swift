import OQCommandLine
import OQCommands
import OQDriver
import OQMutants
import OQReport
import OQRunner
import OQText

/// `oqcheck mutants --matrix`: runs every kept killer on every mutant, and names mutants that no
/// killer tells apart.
///
/// A blame counts where every run of a killer shows it: one that chance shows once would tell two
/// mutants apart that do the same. Mutants that then look equal are looked at closer, because a
/// killer that does not kill in every run may still tell them apart: the killers of the group run
/// on each of its mutants as often as a killer has to run before it counts as one that does not
/// kill.
struct MatrixCommand {
  /// Runs of a killer on a mutant, all of which have to show a blame.
  private static let runs = 2

  let mutants: [Mutant]
  let folder: KillerFolder
  let console: Console

  func run() throws(Failure) -> ExitStatus {
    var killers: [KeptKiller] = []
    for name in folder.fileNames { killers.append(try folder.killer(named: name)) }
    guard !killers.isEmpty else {
      throw Failure(
        .missingInput, "\(folder.path): there are no killers",
        hint: "Write them with 'oqcheck mutants --keep \(folder.path)'.")
    }
    let stops = try? StopRequests.watch()
    let rows = try Mutant.each(of: mutants, console, stops) { [killers] mutant in
      try row(mutant, killers, stops, blames: steadyBlames)
    }
    let matrix = KillMatrix(rows)
    write(matrix, killers: killers.count)
    guard rows.count == mutants.count else { return .inconclusive }
    var equals: [[String]] = []
    for group in matrix.equals { equals += try equal(among: group, killers, stops) }
    for group in equals {
      console.write("no killer tells apart: \(group.joined(separator: ", "))\n")
    }
    guard (stops?.current ?? StopRequest.none) == .none else { return .inconclusive }
    return equals.isEmpty ? .conformant : .violated
  }

  /// Groups of mutants that their own killers do not tell apart either.
  private func equal(
    among group: [String], _ killers: [KeptKiller], _ stops: StopRequests?
  ) throws(Failure) -> [[String]] {
    let members = mutants.filter { group.contains($0.name) }
    let own = killers.filter { group.contains($0.mutant) }
    let rows = try Mutant.each(of: members, console, stops) { mutant in
      try row(mutant, own, stops, blames: everyBlame)
    }
    return KillMatrix(rows).equals
  }

  /// What one way of running killers blames in a mutant.
  private func row(
    _ mutant: Mutant, _ killers: [KeptKiller], _ stops: StopRequests?,
    blames: (KeptKiller, MutantBench) throws -> Set<Finding.Blame>
  ) throws -> KillMatrix.Row {
    let bench = try MutantBench(mutant)
    defer { bench.executor.shutDown() }
    var blamed: [String: Set<Finding.Blame>] = [:]
    for killer in killers where (stops?.current ?? StopRequest.none) == .none {
      blamed[killer.mutant] = try blames(killer, bench)
    }
    return KillMatrix.Row(mutant.name, blamed: blamed)
  }

  /// What every run of a killer blames.
  private func steadyBlames(
    _ killer: KeptKiller, _ bench: MutantBench
  ) throws -> Set<Finding.Blame> {
    let trial = Trial(killer.file.finding)
    var blames = try trial.blames(on: bench.executor, judge: bench.judge)
    for _ in 1..<MatrixCommand.runs where !blames.isEmpty {
      blames.formIntersection(try trial.blames(on: bench.executor, judge: bench.judge))
    }
    return blames
  }

  /// What any of the runs blames that a killer has before it counts as one that does not kill.
  private func everyBlame(
    _ killer: KeptKiller, _ bench: MutantBench
  ) throws -> Set<Finding.Blame> {
    let trial = Trial(killer.file.finding)
    var blames: Set<Finding.Blame> = []
    for _ in 0..<killer.attempts {
      blames.formUnion(try trial.blames(on: bench.executor, judge: bench.judge))
    }
    return blames
  }

  private func write(_ matrix: KillMatrix, killers: Int) {
    var table = TextTable([
      TextTable.Column("mutant"), TextTable.Column("killed", .trailing),
      TextTable.Column("also by the killers of"),
    ])
    for row in matrix.rows {
      let others = row.others
      let named = others.prefix(4).joined(separator: " ")
      table.rows.append([
        TextTable.Cell(row.mutant), TextTable.Cell("\(row.blamed.count)"),
        TextTable.Cell(others.count > 4 ? "\(named) and \(others.count - 4) more" : named),
      ])
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    console.write("\(killers) killers on \(matrix.rows.count) mutants\n")
  }
}

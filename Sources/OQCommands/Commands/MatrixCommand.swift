import OQCommandLine
import OQDriver
import OQMutants
import OQRunner

/// `oqcheck mutants --matrix`: runs every kept killer on every mutant, and names mutants that no
/// killer tells apart.
struct MatrixCommand {
  /// Runs of one killer on one mutant; what they blame is put together.
  private static let attempts = 2

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
      try row(mutant, killers, stops)
    }
    let matrix = KillMatrix(rows)
    write(matrix, killers: killers.count)
    guard rows.count == mutants.count else { return .inconclusive }
    return matrix.equals.isEmpty ? .conformant : .violated
  }

  private func row(
    _ mutant: Mutant, _ killers: [KeptKiller], _ stops: StopRequests?
  ) throws -> KillMatrix.Row {
    let bench = try MutantBench(mutant)
    defer { bench.executor.shutDown() }
    var blamed: [String: Set<Finding.Blame>] = [:]
    for killer in killers where (stops?.current ?? StopRequest.none) == .none {
      let finding = killer.file.finding
      let trial = Trial(finding)
      for _ in 0..<MatrixCommand.attempts {
        let blames = try trial.blames(on: bench.executor, judge: bench.judge)
        blamed[killer.mutant, default: []].formUnion(blames)
      }
    }
    return KillMatrix.Row(mutant.name, blamed: blamed)
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
    for group in matrix.equals {
      console.write("no killer tells apart: \(group.joined(separator: ", "))\n")
    }
  }
}

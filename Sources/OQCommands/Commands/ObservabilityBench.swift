import Foundation
import OQCheckers
import OQCommandLine
import OQDriver
import OQHistory
import OQMutants
import OQPrograms
import OQRunner
import OQSpecification

/// `oqcheck bench observability`: which share of the wrong decisions of mutants their histories
/// prove.
struct ObservabilityBench {
  /// The share of the programs with a wrong decision whose histories should prove it.
  static let wanted = 0.95

  let options: BenchOptions
  let seed: UInt64
  let console: Console

  func run() throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let mutants = try MeasuredMutants.select(options.mutants)
    let measured = try Mutant.each(of: mutants, console, stops) { try measure($0, stops) }
    write(zip(mutants, measured).map { ($0, $1) })
    let total = measured.reduce(into: Observability()) { $0.add($1) }
    guard measured.count == mutants.count, let share = total.gated.share else {
      return .inconclusive
    }
    return share >= ObservabilityBench.wanted ? .conformant : .violated
  }

  private func measure(_ mutant: Mutant, _ stops: StopRequests?) throws -> Observability {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "oqcheck-truth-\(UUID().uuidString)").path
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw Failure(.unwritableOutput, "\(path): cannot be written")
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bench = try MutantBench(mutant, tellingTruthTo: path)
    defer { bench.executor.shutDown() }
    // Judged among themselves, these rules leave nothing to others.
    let rules = Catalogue.current.family(of: mutant.breaks)
    let family = Panel(Checkers.all.filter { rules.contains($0.rule) })
    var result = Observability()
    var told = 0
    for index in 0..<options.histories where (stops?.current ?? StopRequest.none) == .none {
      let program = bench.program(at: UInt64(index), seed: seed)
      let execution = try bench.executor.executeQuickly(program)
      let sentence = bench.judge.judge(execution.history)
      let now = try size(of: path)
      var accused = Set(
        sentence.accusations.compactMap { accusation -> RuleID? in
          if case .rule(let id) = accusation.blame { id } else { nil }
        })
      let index = HistoryIndex(execution.history)
      for (checker, judgement) in zip(
        family.checkers, family.judge(index, profile: bench.judge.profile))
      where !judgement.violations.isEmpty { accused.insert(checker.rule) }
      result.add(program, breaking: mutant.breaks, isWrong: now > told, accused: accused)
      told = now
    }
    return result
  }

  private func size(of path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  private func write(_ rows: [(mutant: Mutant, result: Observability)]) {
    var table = TextTable(
      ["mutant", "rule"].map { TextTable.Column($0) }
        + ["wrong gated", "proved", "share", "wrong ungated", "proved", "share"].map {
          TextTable.Column($0, .trailing)
        })
    func add(_ name: String, _ rule: String, _ result: Observability) {
      table.rows.append(
        [TextTable.Cell(name), TextTable.Cell(rule)]
          + [result.gated, result.ungated].flatMap { count in
            [
              TextTable.Cell("\(count.wrong)"), TextTable.Cell("\(count.proved)"),
              TextTable.Cell(Percentage.text(of: count.share)),
            ]
          })
    }
    for (mutant, result) in rows { add(mutant.name, "\(mutant.breaks)", result) }
    for area in Area.allCases {
      let own = rows.filter { $0.mutant.breaks.area == area }
      guard !own.isEmpty else { continue }
      add("all", "\(area)-*", own.reduce(into: Observability()) { $0.add($1.result) })
    }
    let total = rows.reduce(into: Observability()) { $0.add($1.result) }
    add("all", "", total)
    for line in table.lines(width: console.output.width, palette: console.output.palette) {
      console.write(line + "\n")
    }
    let unannounced = total.gated.unannounced + total.ungated.unannounced
    console.write(
      "\(total.gated.programs) gated and \(total.ungated.programs) ungated programs; "
        + "\(unannounced) proved although no decision differed\n")
  }
}

import Foundation
import OQCheckers
import OQCommandLine
import OQCommands
import OQDriver
import OQHistory
import OQJudging
import OQModel
import OQMutants
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import OQText

/// `oqcheck bench observability`: which share of what mutants really do wrong their histories
/// prove.
struct ObservabilityBench {
  /// The share of the programs in which something was wrong whose histories should prove it.
  static let wanted = 0.95
  /// Most states in which the model may be while it follows an exact history.
  private static let states = 20_000

  let options: BenchOptions
  let seed: UInt64
  let console: Console

  func run(_ folder: FindingsFolder) throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let mutants = try MeasuredMutants.select(options.mutants)
    let control = try control(stops)
    let measured = try Mutant.each(of: mutants, console, stops) { try measure($0, stops) }
    let rows = zip(mutants, measured).map { (mutant: $0, result: $1) }
    write(rows)
    for row in rows { try write(row.result.examples, of: row.mutant.name, folder) }
    try write(control.examples, of: "reference", folder)
    let isSound = tell(of: control)
    let total = measured.reduce(into: Observability()) { $0.add($1) }
    guard measured.count == mutants.count, let gated = total.gated.share,
      let ungated = total.ungated.share
    else { return .inconclusive }
    let suffices = min(gated, ungated) >= ObservabilityBench.wanted
    return isSound && suffices ? .conformant : .violated
  }

  private func control(_ stops: StopRequests?) throws(Failure) -> Observability {
    do {
      return try measure(nil, stops)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.fault, "reference: \(error)")
    }
  }

  /// Says what the truth is about a correct queue, observed in the same way.
  private func tell(of control: Observability) -> Bool {
    let all = [control.gated, control.ungated]
    let wrong = all.map(\.wrong).reduce(0, +)
    let words = Self.text(of: all[0].unproved.merging(all[1].unproved, uniquingKeysWith: +))
    console.write(
      "reference: \(all.map(\.programs).reduce(0, +)) programs, wrong in \(wrong)"
        + (words.isEmpty ? "" : " (\(words))") + "\n")
    return wrong == 0
  }

  /// Writes the programs kept in which something was wrong and not proved.
  private func write(
    _ examples: [Observability.Example], of name: String, _ folder: FindingsFolder
  ) throws(Failure) {
    for example in examples {
      let text = example.history.text
      let file = Digest(of: text).description.prefix(8)
      let seen = try folder.store(text, as: "\(file).oqhistory")
      let path = try folder.store(example.exact.text, as: "\(file).exact.oqhistory")
      console.write("\(name), \(example.wrong): oqcheck check \(path) (seen: \(seen))\n")
    }
  }

  /// What was wrong, and how often, the most frequent first.
  private static func text(of words: [String: Int]) -> String {
    words.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  private func measure(_ mutant: Mutant?, _ stops: StopRequests?) throws -> Observability {
    let bench = try MutantBench(observing: mutant)
    defer { bench.executor.shutDown() }
    // Judged among themselves, these rules leave nothing to others.
    let rules = mutant.map { Catalogue.current.family(of: $0.breaks) } ?? []
    let family = Panel(
      Roster.operations.checkers.filter { rules.contains($0.rule) }, of: .operations)
    var result = Observability()
    for index in 0..<options.histories where (stops?.current ?? StopRequest.none) == .none {
      let program = bench.program(at: UInt64(index), seed: seed)
      let execution = try bench.executor.executeQuickly(program)
      var blames = Set(bench.judge.judge(execution.history).violations.map(\.blame))
      for (checker, judgement) in zip(
        family.checkers,
        family.judge(HistoryIndex(execution.history), profile: bench.judge.profile))
      where !judgement.counterexamples.isEmpty { blames.insert(.rule(checker.rule)) }
      let exact = execution.exact ?? execution.history
      result.add(
        program, execution.history, exact: exact, breaking: mutant?.breaks, blames: blames,
        truth: truth(of: exact, bench.judge))
    }
    return result
  }

  /// What the history shows of a mutant that tells when it does what.
  private func truth(of history: History, _ judge: Judge) -> Observability.Truth {
    if let violation = judge.judge(history).violations.first { return .wrong(violation.blame) }
    let acceptor = Acceptor(
      profile: judge.profile, bound: ObservabilityBench.states, concurrency: history.bodies)
    return switch acceptor.judge(history) {
    case .accepted: .right
    case .rejected: .wrong(.unexplained)
    case .inconclusive: .beyondBound
    }
  }

  private func write(_ rows: [(mutant: Mutant, result: Observability)]) {
    var table = TextTable(
      ["mutant", "rule"].map { TextTable.Column($0) }
        + ["gated", "proved", "named", "share", "ungated", "proved", "named", "share"].map {
          TextTable.Column($0, .trailing)
        } + [TextTable.Column("not proved")])
    func add(_ name: String, _ rule: String, _ result: Observability) {
      let counts = [result.gated, result.ungated]
      let unproved = counts[0].unproved.merging(counts[1].unproved, uniquingKeysWith: +)
      table.rows.append(
        [TextTable.Cell(name), TextTable.Cell(rule)]
          + counts.flatMap { count in
            [count.wrong, count.proved, count.named].map { TextTable.Cell("\($0)") }
              + [TextTable.Cell(Percentage.text(of: count.share))]
          } + [TextTable.Cell(Self.text(of: unproved))])
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
    let counts = [total.gated, total.ungated]
    console.write(
      "\(total.gated.programs) gated and \(total.ungated.programs) ungated programs; "
        + "\(counts.map(\.beyondBound).reduce(0, +)) beyond the bound, "
        + "\(counts.map(\.unannounced).reduce(0, +)) with a violation although nothing was wrong\n")
  }
}

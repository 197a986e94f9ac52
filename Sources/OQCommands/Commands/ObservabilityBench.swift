import Foundation
import OQCheckers
import OQCommandLine
import OQDriver
import OQHistory
import OQMutants
import OQPrograms
import OQRunner
import OQSpecification
import OQSubjects

/// `oqcheck bench observability`: which share of what mutants really do wrong their histories prove.
struct ObservabilityBench {
  /// The share of the programs in which something was wrong whose histories should prove it.
  static let wanted = 0.95

  let options: BenchOptions
  let seed: UInt64
  let console: Console

  func run() throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let mutants = try MeasuredMutants.select(options.mutants)
    let control = try control(stops)
    let measured = try Mutant.each(of: mutants, console, stops) { try measure($0, stops) }
    write(zip(mutants, measured).map { ($0, $1) })
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

  /// What was wrong, and how often, the most frequent first.
  private static func text(of words: [String: Int]) -> String {
    words.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  private func measure(_ mutant: Mutant?, _ stops: StopRequests?) throws -> Observability {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "oqcheck-truth-\(UUID().uuidString)").path
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw Failure(.unwritableOutput, "\(path): cannot be written")
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bench = try MutantBench(mutant, tellingTruthTo: path)
    defer { bench.executor.shutDown() }
    // Judged among themselves, these rules leave nothing to others.
    let rules = mutant.map { Catalogue.current.family(of: $0.breaks) } ?? []
    let family = Panel(Checkers.all.filter { rules.contains($0.rule) })
    var result = Observability()
    var told: UInt64 = 0
    for index in 0..<options.histories where (stops?.current ?? StopRequest.none) == .none {
      let program = bench.program(at: UInt64(index), seed: seed)
      let execution = try bench.executor.executeQuickly(program)
      let sentence = bench.judge.judge(execution.history)
      var blames = Set(sentence.accusations.map(\.blame))
      let index = HistoryIndex(execution.history)
      for (checker, judgement) in zip(
        family.checkers, family.judge(index, profile: bench.judge.profile))
      where !judgement.violations.isEmpty { blames.insert(.rule(checker.rule)) }
      let truth = TruthLog.verdict(
        of: try news(in: path, from: &told), isStalled: index.stalledAt != nil)
      result.add(program, breaking: mutant?.breaks, wrong: truth, blames: blames)
    }
    return result
  }

  /// What a file has grown by.
  private func news(in path: String, from offset: inout UInt64) throws -> String {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    try file.seek(toOffset: offset)
    let text = try file.readToEnd() ?? Data()
    offset += UInt64(text.count)
    return String(decoding: text, as: UTF8.self)
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
    let unannounced = total.gated.unannounced + total.ungated.unannounced
    console.write(
      "\(total.gated.programs) gated and \(total.ungated.programs) ungated programs; "
        + "\(unannounced) with a violation although nothing was wrong\n")
  }
}

import OQAdapters
import OQCommandLine
import OQCommands
import OQContracts
import OQDriver
import OQFacts
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQText
import Synchronization

/// `oqcheck bench reach`: which parts of the model, which contexts of the rules, and which facts
/// together programs bring about.
struct ReachBench {
  let options: BenchOptions
  let seed: UInt64
  let console: Console

  func run() throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let model = JudgedSubject(.model)
    let selection = try model.rules([], .core)
    let generator = model.generator(seed: seed, selection)
    let indices = Indices(programs: options.histories)
    let interactions = Mutex(InteractionCount())
    let campaign = Campaign(
      judge: Judge(selection, asksModel: false), indices: indices,
      notice: { reached, _ in interactions.withLock { $0.note(reached) } }
    ) { index in
      let made = generator.generate(at: index)
      return (made.program, made.reached)
    }
    let executors = (0..<options.jobs).map { _ in ModelExecutor(profile: .core, seed: seed) }
    let watch = Watch(budget: nil, stops: stops) { campaign.stop() }
    let result = campaign.run(on: executors)
    watch.cancel()
    if let fault = result.fault { throw Failure(.fault, fault) }
    guard let reach = ModelReach(executors) else { throw Failure(.fault, "no model ran") }
    let isWhole = write(reach)
    write(selection, result)
    if let composition = model.contract.composition?(generator.vocabulary) {
      write(interactions.withLock { $0 }, composition)
    }
    if !result.sightings.isEmpty { return .violated }
    guard indices.isExhausted else { return .inconclusive }
    return isWhole ? .conformant : .violated
  }

  /// Writes what of the model was taken; whether all of it was.
  private func write(_ reach: ModelReach) -> Bool {
    for (name, counts) in [("transitions", reach.transitions), ("outcomes", reach.outcomes)] {
      let missing = counts.filter { $0.count == 0 }.map(\.name)
      console.write("\(name): \(counts.count - missing.count) of \(counts.count) taken")
      console.write(missing.isEmpty ? "\n" : "; not \(missing.joined(separator: ", "))\n")
    }
    return (reach.transitions + reach.outcomes).allSatisfy { $0.count > 0 }
  }

  /// Writes which facts have met, which have not though they can, and which cannot.
  private func write(_ count: InteractionCount, _ composition: Composition) {
    let reach = count.reach(of: composition)
    let pairs = reach.map(\.pairs).reduce(.init(), +)
    let triples = reach.map(\.triples).reduce(.init(), +)
    console.write(
      "\(pairs.reached) of \(pairs.feasible) pairs and \(triples.reached) of "
        + "\(triples.feasible) triples of facts, of \(reach.count) verbs, reached by "
        + "\(count.programs) composed programs\n")
    let missing = count.missingPairs(of: composition)
    console.write("pairs that none reached: \(missing.count)\n")
    for cell in missing.prefix(Self.mostMissing) { console.write("  \(cell.text)\n") }
    if missing.count > Self.mostMissing {
      console.write("  and \(missing.count - Self.mostMissing) more\n")
    }
    var table = TextTable([
      TextTable.Column("pairs", .trailing), TextTable.Column("that cannot be reached, since"),
      TextTable.Column("such as"),
    ])
    for row in InfeasiblePairs(of: composition).rows {
      table.rows.append([
        TextTable.Cell("\(row.pairs)"), TextTable.Cell(row.reasons.joined(separator: "; ")),
        TextTable.Cell(row.example.text),
      ])
    }
    for line in table.lines(width: console.output.width, palette: console.output.palette) {
      console.write(line + "\n")
    }
  }

  /// Most pairs that are listed one by one.
  private static let mostMissing = 50

  private func write(_ selection: Selection, _ result: Campaign.Result) {
    var table = TextTable([
      TextTable.Column("rule"), TextTable.Column("decided", .trailing),
      TextTable.Column("undecided", .trailing), TextTable.Column("contexts", .trailing),
      TextTable.Column("never decided"),
    ])
    var (cells, decided) = (0, 0)
    for (rule, tally) in zip(selection.judged, result.tallies) {
      let missing = rule.contexts.filter { tally.contexts[$0, default: 0] == 0 }
      cells += rule.contexts.count
      decided += rule.contexts.count - missing.count
      table.rows.append([
        TextTable.Cell("\(rule.id)"),
        TextTable.Cell("\(tally.exercised)"),
        TextTable.Cell("\(tally.undecided)"),
        TextTable.Cell("\(rule.contexts.count - missing.count)/\(rule.contexts.count)"),
        TextTable.Cell(missing.joined(separator: ", ")),
      ])
    }
    for line in table.lines(width: console.output.width, palette: console.output.palette) {
      console.write(line + "\n")
    }
    let rules = result.tallies.count { $0.exercised > 0 }
    console.write(
      "\(rules) of \(result.tallies.count) rules and \(decided) of \(cells) contexts decided "
        + "by \(result.programs) programs\n")
  }
}

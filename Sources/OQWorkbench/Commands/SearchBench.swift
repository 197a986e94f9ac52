import OQCommandLine
import OQCommands
import OQDriver
import OQMutants
import OQReport
import OQReports
import OQRunner
import OQSpecification

/// `oqcheck bench search`: after how many programs mutants are found, by programs that know nothing
/// of rules and by all of them.
struct SearchBench {
  /// The share of the mutants that composed and free programs should kill.
  static let wanted = 0.95
  /// The share of the blind mutants that they should kill.
  static let wantedBlind = 0.9

  let options: BenchOptions
  let console: Console

  func run() throws(Failure) -> ExitStatus {
    for path in [options.json, options.markdown].compactMap(\.self) {
      try Files.checkWritable(path)
    }
    let targets = try targets()
    let stops = try? StopRequests.watch()
    let measured = try Work.each(
      of: targets, named: \.name, threads: options.jobs, console, stops
    ) { try measure($0, stops) }
    let rows = measured.compactMap(\.self)
    guard !rows.isEmpty else { return .inconclusive }
    let figures = SearchFigures(
      tool: Tool.version, seeds: options.seeds.map { "0x" + String($0, radix: 16) },
      limit: options.histories, rows)
    try write(figures)
    for row in figures.refuted {
      console.warn("oqcheck: \(row.name) is called equivalent, and was killed")
    }
    guard figures.refuted.isEmpty else { return .violated }
    guard rows.count == targets.count,
      let share = figures.share(within: figures.limit, .undirected)
    else { return .inconclusive }
    let wanted = options.blind == nil ? SearchBench.wanted : SearchBench.wantedBlind
    return share >= wanted ? .conformant : .violated
  }

  private func targets() throws(Failure) -> [SearchTarget] {
    guard let count = options.blind else {
      return try Mutant.select(options.mutants).map(SearchTarget.chosen)
    }
    return (1...count).map { .blind(BlindMutant($0, draw: options.draw)) }
  }

  /// Hunts a mutant; nil where the measurement was ended meanwhile.
  private func measure(_ target: SearchTarget, _ stops: StopRequests?) throws -> SearchRow? {
    let bench = try target.bench()
    defer { bench.executor.shutDown() }
    func hunts(_ way: SearchFigures.Way) throws -> [SearchRow.Hunt] {
      try options.seeds.compactMap { seed in
        try bench.search(
          for: target.rule, seed: seed, way, limit: options.histories
        ) { (stops?.current ?? StopRequest.none) == .none }
      }
    }
    let (undirected, all) = (try hunts(.undirected), try hunts(.all))
    let scanned = options.scansPoints ? try hunts(.scanned) : nil
    guard
      [undirected, all, scanned ?? all].allSatisfy({ $0.count == options.seeds.count })
    else { return nil }
    return SearchRow(
      target.name, breaks: target.rule?.description, target.summary,
      equivalence: target.equivalence, undirected: undirected, all: all,
      scanned: scanned)
  }

  private func write(_ figures: SearchFigures) throws(Failure) {
    let text = SearchText(figures)
    console.write(text.text)
    if let path = options.markdown { try Files.write(text.text, to: path) }
    guard let path = options.json else { return }
    do {
      try Files.write(try text.json(), to: path)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.fault, "the figures cannot be encoded: \(error)")
    }
  }
}

/// What is hunted.
private enum SearchTarget: Sendable {
  /// A mutant that somebody has written.
  case chosen(Mutant)
  /// A mutant that was drawn.
  case blind(BlindMutant)

  var name: String {
    switch self {
    case .chosen(let mutant): mutant.name
    case .blind(let mutant): mutant.name
    }
  }

  var summary: String {
    switch self {
    case .chosen(let mutant): mutant.summary
    case .blind(let mutant): mutant.summary
    }
  }

  /// The rule that has to be violated; nil where nobody knows which is broken.
  var rule: RuleID? {
    if case .chosen(let mutant) = self { mutant.breaks } else { nil }
  }

  var equivalence: String? {
    if case .blind(let mutant) = self { mutant.equivalence } else { nil }
  }

  func bench() throws -> MutantBench {
    switch self {
    case .chosen(let mutant): try MutantBench(mutant)
    case .blind(let mutant): try MutantBench(mutant)
    }
  }
}

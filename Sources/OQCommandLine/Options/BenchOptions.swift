import OQText

/// What `bench` is asked to do.
package struct BenchOptions: Hashable, Sendable {
  /// What is measured.
  package enum Benchmark: String, CaseIterable, Sendable {
    /// What each part of the suite costs.
    case figures
    /// The reduced acceptor of histories against the unreduced one.
    case differential
    /// The rules on legal histories, which they must not accuse.
    case alarms
    /// What the oracles notice of small corruptions of legal histories.
    case rejection
    /// How much of the model and of the contexts of the rules programs bring about.
    case reach
    /// How much of what mutants really do wrong their histories prove.
    case observability
    /// Shrunk killers against the smallest ones among all small programs.
    case minimality
    /// The explorer against itself without reductions, the simulator and the acceptor.
    case explorer
    /// Programs per second on a subject, in turns with the reference queue.
    case throughput
    /// How long programs search for mutants, with and without those that are written for rules.
    case search

    /// How many histories it takes, unless a number is given.
    package var histories: Int {
      switch self {
      case .observability: BenchOptions.programsPerMutant
      case .figures, .throughput: BenchOptions.programsPerTurn
      default: BenchOptions.historyCount
      }
    }
  }

  /// Which programs the compared histories come from.
  package enum Source: String, CaseIterable, Sendable {
    /// A history each of random programs, some of them corrupted.
    case random
    /// All histories of all programs of a fixed family, each with a corrupted sibling.
    case enumerated
  }

  /// What is compared with the explorer.
  package enum ExplorerPart: String, CaseIterable, Sendable {
    /// The explorer itself, where it leaves states out.
    case reductions
    /// The acceptor, on histories and on those that one change makes of them.
    case neighbours
    /// Simulator and acceptor, on all histories at once.
    case histories
    /// The model checker SPIN, by states and by speed.
    case spin
  }

  /// Histories of random programs, unless a number is given.
  static let historyCount = 10_000
  /// Programs that each mutant runs, unless a number is given.
  static let programsPerMutant = 200
  /// Programs that each subject runs in one turn, unless a number is given.
  static let programsPerTurn = 1_000

  /// What is measured.
  package let benchmark: Benchmark
  /// Which programs the histories come from.
  package let source: Source
  /// How many histories of random programs, at least 1; of each mutant where mutants are measured,
  /// and of each turn where subjects are.
  package let histories: Int
  /// The seed of programs, choices and corruptions.
  package let seed: SeedChoice
  /// How many threads compare at a time, at least 1; the result does not depend on it.
  package let jobs: Int
  /// Most states that an acceptor follows, at least 1.
  package let bound: Int
  /// The seeds with which every mutant is hunted, without duplicates; not empty.
  package let seeds: [UInt64]
  /// How many blind mutants are hunted, at least 1; `nil` for mutants that somebody has written.
  package let blind: Int?
  /// The number of the draw of blind mutants.
  package let draw: UInt64
  /// Whether scanned programs hunt, too.
  package let scansPoints: Bool
  /// The directory to write findings to.
  package let findings: String
  /// A mutant, a rule or an area, not yet looked up; `nil` for what the benchmark stands for.
  package let mutants: String?
  /// Most operations of the programs that are enumerated, from 1 to 4.
  package let operations: Int
  /// What is compared with the explorer; `nil` for everything but SPIN.
  package let explorerPart: ExplorerPart?
  /// What throughput is measured of; `nil` for the reference queue.
  package let subject: SubjectReference?
  /// The file of earlier figures; `nil` to compare with none.
  package let against: String?
  /// Where figures are written as JSON; `nil` for nowhere.
  package let json: String?
  /// Where figures are written as Markdown; `nil` for nowhere.
  package let markdown: String?

  init(_ arguments: Arguments) throws(UsageError) {
    benchmark = try arguments.given(CommandTable.benchmark) ?? .figures
    source = try arguments.value(CommandTable.historySource)
    histories = try arguments.given(CommandTable.histories) ?? benchmark.histories
    seed = try arguments.value(CommandTable.seed)
    jobs = try arguments.value(CommandTable.comparingJobs)
    bound = try arguments.value(CommandTable.stateBound)
    seeds = try arguments.value(CommandTable.searchSeeds)
    blind = try arguments.given(CommandTable.blindMutants)
    draw = UInt64(try arguments.value(CommandTable.blindDraw))
    scansPoints = arguments.has(CommandTable.searchScan)
    findings = try arguments.value(CommandTable.findings)
    mutants = try arguments.given(CommandTable.measuredMutants)
    operations = try arguments.value(CommandTable.enumeratedOperations)
    explorerPart = try arguments.given(CommandTable.explorerPart)
    subject = try arguments.given(CommandTable.timedSubject)
    against = try arguments.given(CommandTable.earlierFigures)
    json = try arguments.given(CommandTable.figuresFile)
    markdown = try arguments.given(CommandTable.figuresPage)
  }
}

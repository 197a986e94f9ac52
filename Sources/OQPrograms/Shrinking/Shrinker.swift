import OQHistory

/// Makes a failing program smaller, also when it fails only now and then.
///
/// The shrinker proposes, the caller runs and answers; it depends on the answers alone. A failing
/// run is proof, so a candidate is accepted at its first failure. A passing run proves little: a
/// candidate is rejected once it has passed as often as a program with the estimated rate would
/// pass with probability `risk`. Passes are counted for each program and topped up when the
/// estimate falls; they are never taken for a verdict.
///
///     var shrinker = Shrinker(program: failing, rate: 0.4)
///     while let attempt = shrinker.next() {
///       let outcome = run(attempt.program, atMost: attempt.runs)
///       shrinker.record(failed: outcome.failed, runs: outcome.runs)
///     }
package struct Shrinker: Sendable {
  /// A candidate, and how many runs to spend on it.
  package struct Attempt: Sendable, Hashable {
    /// A smaller program.
    package let program: Program
    /// Run it until it fails with the same rule, at most this often.
    package let runs: Int
  }

  /// The smallest program that failed so far.
  package private(set) var best: Program
  /// The estimated probability that a run of ``best`` fails.
  package private(set) var rate: Double
  /// Number of candidates accepted so far.
  package private(set) var accepted = 0

  /// Probability of rejecting a candidate that fails at the estimated rate, in the first rounds.
  static let risk = 0.05
  /// The same in the last round, after which nothing smaller is known.
  static let lastRisk = 0.002

  /// The rate less its standard error.
  ///
  /// What ends the shrinking must not rest on an estimate from few failures that happens to be
  /// high. A failure that always showed has no error.
  private var cautiousRate: Double {
    max(0.0001, rate - (rate * (1 - rate) / trials).squareRoot())
  }

  private let mostRuns: Int
  private let verbs: Set<Verb>
  private var dangling: Int
  private var cost: ProgramCost
  private var failures: Double
  private var trials: Double

  private var pass = ReductionPass.scripts
  private var reductions: [(reduction: Reduction, size: Int)] = []
  private var position = 0
  private var acceptedInRound = false
  private var isLastRound = false
  private var isDone = false
  private var pending: Attempt?
  // Looked up only, never iterated.
  private var passes: [Program: Int] = [:]

  /// A shrinker that has seen one program fail.
  ///
  /// - Parameters:
  ///   - program: a program that failed.
  ///   - rate: how often it failed: failures divided by runs, above 0 and at most 1.
  ///   - mostRuns: the most runs to spend on one candidate.
  ///   - verbs: verbs that candidates may use although the program does not.
  package init(
    program: Program, rate: Double, mostRuns: Int = 5_000, introducing verbs: Set<Verb> = []
  ) {
    best = program
    self.verbs = verbs
    self.rate = min(1, max(rate, 0.0001))
    self.mostRuns = max(1, mostRuns)
    dangling = program.danglingSteps
    cost = ProgramCost(program)
    trials = 20
    failures = 20 * self.rate
    load(upTo: .max)
  }

  /// How often a program must pass before it is believed to fail at less than a rate.
  ///
  /// - Parameters:
  ///   - rate: the rate, above 0 and at most 1.
  ///   - risk: the accepted probability of being wrong.
  /// - Returns: the smallest n with (1 - rate)ⁿ ≤ risk.
  /// - Complexity: O(n).
  package static func passesNeeded(rate: Double, risk: Double) -> Int {
    precondition(rate > 0 && risk > 0, "no number of passes is enough")
    // Multiplied out: logarithms differ in their last bit from one platform to the next.
    var passes = 1
    var probability = 1 - rate
    while probability > risk {
      probability *= 1 - rate
      passes += 1
    }
    return passes
  }

  /// The next candidate; nil when nothing smaller is left to try.
  ///
  /// - Returns: an attempt that must be answered by ``record(failed:runs:)``; the same one again
  ///   while it has not been answered.
  package mutating func next() -> Attempt? {
    if let pending { return pending }
    while !isDone {
      guard position < reductions.count else {
        advance()
        continue
      }
      defer { position += 1 }
      guard let candidate = reductions[position].reduction.apply(to: best),
        ProgramCost(candidate) < cost, candidate.danglingSteps <= dangling
      else { continue }
      let needed =
        isLastRound
        ? Shrinker.passesNeeded(rate: cautiousRate, risk: Shrinker.lastRisk)
        : Shrinker.passesNeeded(rate: rate, risk: Shrinker.risk)
      let open = min(mostRuns, needed) - passes[candidate, default: 0]
      guard open > 0 else { continue }
      pending = Attempt(program: candidate, runs: open)
      return pending
    }
    return nil
  }

  /// Answers the last attempt.
  ///
  /// - Parameters:
  ///   - failed: whether a run failed with the same rule; false: all runs passed.
  ///   - runs: how many runs it took; nil leaves the estimate of the rate alone.
  package mutating func record(failed: Bool, runs: Int? = nil) {
    guard let attempt = pending else { return }
    pending = nil
    guard failed else {
      passes[attempt.program, default: 0] += runs ?? attempt.runs
      return
    }
    if let runs {
      // Older runs are of larger programs and count less.
      failures = failures * 0.8 + 1
      // Without the passes that came before it, the estimate would rise with each candidate that
      // was given up too early: those that fail soon would be all it ever saw.
      let earlier = passes[attempt.program, default: 0]
      trials = trials * 0.8 + Double(max(1, runs + earlier))
      rate = min(1, max(failures / trials, 0.0001))
    }
    best = attempt.program
    cost = ProgramCost(best)
    dangling = best.danglingSteps
    accepted += 1
    acceptedInRound = true
    load(upTo: reductions[position - 1].size)
  }

  /// Lists the reductions of the present pass for the present program.
  private mutating func load(upTo size: Int) {
    reductions = pass.reductions(of: best, upTo: size, introducing: verbs)
    // In the other passes the list has lost what was accepted: go on at the same place.
    position = pass.isChunked || size == .max ? 0 : max(0, position - 1)
  }

  /// Goes to the next pass, and to another round as long as rounds make progress.
  private mutating func advance() {
    if let following = ReductionPass(rawValue: pass.rawValue + 1) {
      pass = following
    } else {
      if !acceptedInRound {
        if isLastRound {
          isDone = true
          return
        }
        isLastRound = true
      } else {
        isLastRound = false
      }
      acceptedInRound = false
      pass = .scripts
    }
    load(upTo: .max)
  }

  /// Shrinks a program with a function that runs it once.
  ///
  /// - Parameters:
  ///   - program: a program that failed.
  ///   - rate: how often it failed.
  ///   - mostRuns: the most runs to spend on one candidate.
  ///   - verbs: verbs that candidates may use although the program does not.
  ///   - fails: runs a program once; true when it fails with the same rule.
  /// - Returns: the smallest failing program found.
  /// - Throws: whatever `fails` throws.
  package static func shrink<Failure: Error>(
    _ program: Program, rate: Double = 1, mostRuns: Int = 5_000,
    introducing verbs: Set<Verb> = [], fails: (Program) throws(Failure) -> Bool
  ) throws(Failure) -> Program {
    var shrinker = Shrinker(
      program: program, rate: rate, mostRuns: mostRuns, introducing: verbs)
    while let attempt = shrinker.next() {
      var runs = 0
      var failed = false
      while runs < attempt.runs, !failed {
        runs += 1
        failed = try fails(attempt.program)
      }
      shrinker.record(failed: failed, runs: runs)
    }
    return shrinker.best
  }
}

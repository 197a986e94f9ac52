import OQCheckers
import OQHistory
import OQPrograms

/// Turns candidates into findings: seen again, made small, counted.
///
/// A failing run is proof, whatever the others say: the candidate's own history is kept when nothing
/// reproduces. Shrinking stops when `mayGoOn` says so, with what it has by then.
package struct Workshop {
  /// Attempts of the smallest program that are counted for the report.
  package static let attempts = 20
  /// Attempts of the original program from which its rate is estimated.
  package static let firstAttempts = 10

  /// Rate from which a program counts as one that always fails.
  private static let steady = 0.8
  /// Further runs in which a candidate for it must fail too.
  private static let repetitions = 2

  private let judge: Judge
  private let executor: any Executor
  private let seed: UInt64
  private let mayGoOn: () -> Bool

  /// A workshop.
  ///
  /// - Parameters:
  ///   - judge: judges the runs.
  ///   - executor: runs the programs.
  ///   - seed: the seed of the campaign.
  ///   - mayGoOn: whether there is time for another run.
  package init(
    judge: Judge, executor: any Executor, seed: UInt64, mayGoOn: @escaping () -> Bool
  ) {
    self.judge = judge
    self.executor = executor
    self.seed = seed
    self.mayGoOn = mayGoOn
  }

  /// Runs a program again, some number of times.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - blame: what has to show again.
  ///   - times: how often it runs.
  /// - Returns: how often it showed, and the last run that showed it.
  /// - Throws: a fault of the suite or of the machine.
  package func rerun(
    _ program: Program, for blame: Finding.Blame, times: Int
  ) throws -> (shown: Int, runs: Int, last: Proof?) {
    var shown = 0
    var runs = 0
    var last: Proof?
    while runs < times, runs < 1 || mayGoOn() {
      runs += 1
      if let proof = try fails(program, blame) {
        shown += 1
        last = proof
      }
    }
    return (shown, runs, last)
  }

  /// A run that showed what is blamed.
  package struct Proof: Sendable {
    /// What it showed.
    package let accusation: Judge.Accusation
    /// Its history.
    package let history: History

    /// Puts a proof together.
    ///
    /// - Parameters:
    ///   - accusation: what the run showed.
    ///   - history: its history.
    package init(accusation: Judge.Accusation, history: History) {
      self.accusation = accusation
      self.history = history
    }
  }

  /// Confirms and shrinks a candidate.
  ///
  /// - Parameters:
  ///   - candidate: what a campaign found.
  ///   - progress: told the number of steps of the smallest program so far.
  /// - Returns: the finding, with the smallest program that showed the same blame.
  /// - Throws: a fault of the suite or of the machine.
  package func finding(
    of candidate: Campaign.Candidate, progress: (Int) -> Void = { _ in }
  ) throws -> Finding {
    let blame = candidate.accusation.blame
    var finding = Finding(
      blame, kind: candidate.accusation.kind, candidate.accusation.counterexample,
      program: candidate.program, history: candidate.history, seed: seed, index: candidate.index)
    let first = try rerun(candidate.program, for: blame, times: Workshop.firstAttempts)
    guard first.shown > 0 else {
      finding.attempts = first.runs
      return finding
    }
    var shrinker = Shrinker(
      program: candidate.program, rate: Double(first.shown) / Double(first.runs), mostRuns: 200)
    var best = first.last
    while mayGoOn(), let attempt = shrinker.next() {
      var runs = 0
      var proof: Proof?
      while runs < attempt.runs, proof == nil, mayGoOn() {
        runs += 1
        proof = try fails(attempt.program, blame)
      }
      // A program that always fails is not given away for a smaller one that seldom does.
      if proof != nil, shrinker.rate >= Workshop.steady {
        for _ in 0..<Workshop.repetitions where proof != nil && mayGoOn() {
          proof = try fails(attempt.program, blame)
        }
      }
      shrinker.record(failed: proof != nil, runs: runs)
      if proof != nil {
        best = proof
        progress(attempt.program.steps)
      }
    }
    finding.program = shrinker.best
    let last = try rerun(shrinker.best, for: blame, times: Workshop.attempts)
    finding.reproduced = last.shown
    finding.attempts = last.runs
    if let proof = last.last ?? best {
      finding.kind = proof.accusation.kind
      finding.message = proof.accusation.counterexample.message
      finding.events = proof.accusation.counterexample.events
      finding.history = proof.history
    }
    return finding
  }

  private func fails(_ program: Program, _ blame: Finding.Blame) throws -> Proof? {
    let execution = try executor.executeQuickly(program)
    let accusation = judge.judge(execution.history).accusations.first { $0.blame == blame }
    return accusation.map { Proof(accusation: $0, history: execution.history) }
  }
}

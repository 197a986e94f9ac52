import OQHistory
import OQPrograms

/// Turns candidates into findings: seen again, made small, counted.
///
/// A failing run is proof, whatever the others say: the candidate's own history is kept when nothing
/// reproduces. Shrinking stops when `mayGoOn` says so, with what it has by then.
///
/// A death is tried again in fresh processes: with the program alone first, then with the programs that
/// its process had run before. Only what is needed stays in the finding; where neither shows the death
/// again, all of them stay.
package struct Workshop {
  /// Attempts of the smallest program that are counted for the report.
  package static let attempts = 20
  /// Attempts of the original program from which its rate is estimated.
  package static let firstAttempts = 10
  /// Attempts of a program after those that ran before it.
  package static let sequenceAttempts = 5

  /// Rate from which a program counts as one that always fails.
  private static let steady = 0.8
  /// Most runs of one candidate.
  private static let mostRuns = 200

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

  /// What came of several runs of the same.
  package struct Tries: Sendable {
    /// Runs that showed what is blamed.
    package fileprivate(set) var shown = 0
    /// All runs.
    package fileprivate(set) var runs = 0
    /// The last run that showed it.
    package fileprivate(set) var last: Proof?

    /// The share that showed it.
    package var rate: Double { runs == 0 ? 0 : Double(shown) / Double(runs) }
  }

  /// Runs a trial some number of times.
  ///
  /// - Parameters:
  ///   - trial: what runs.
  ///   - blame: what has to show again.
  ///   - times: how often it runs.
  /// - Returns: how often it showed, and the last run that showed it.
  /// - Throws: a fault of the suite or of the machine.
  package func rerun(_ trial: Trial, for blame: Finding.Blame, times: Int) throws -> Tries {
    var tries = Tries()
    while tries.runs < times, tries.runs < 1 || mayGoOn() {
      tries.runs += 1
      if let proof = try run(trial, blame) {
        tries.shown += 1
        tries.last = proof
      }
    }
    return tries
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
    var finding = Finding(candidate, seed: seed)
    let blame = finding.rule
    let alone = Trial([candidate.program], isAlone: finding.isOfDeath)
    let first = try rerun(alone, for: blame, times: Workshop.firstAttempts)
    var trial = alone
    var rate = first.rate
    var best = first.last
    if first.shown == 0 {
      finding.attempts = first.runs
      guard !finding.earlier.isEmpty, mayGoOn() else { return finding }
      let sequence = Trial(finding.sequence, isAlone: true)
      let again = try rerun(sequence, for: blame, times: Workshop.sequenceAttempts)
      finding.attempts += again.runs
      guard again.shown > 0 else { return finding }
      best = again.last
      (trial, rate) = try shorten(sequence, blame, rate: again.rate, &best)
    }
    // The failing program first: what the others have to do depends on it.
    for position in trial.programs.indices.reversed() {
      (trial, rate) = try shrink(trial, at: position, blame, rate: rate, &best, progress)
    }
    let last = try rerun(trial, for: blame, times: Workshop.attempts)
    finding.reproduced = last.shown
    finding.attempts = last.runs
    if let proof = last.last ?? best { finding.show(proof) }
    return finding
  }

  /// Drops whole programs from a sequence.
  private func shorten(
    _ trial: Trial, _ blame: Finding.Blame, rate: Double, _ best: inout Proof?
  ) throws -> (Trial, rate: Double) {
    var shrinker = SequenceShrinker(programs: trial.programs, rate: rate)
    while mayGoOn(), let attempt = shrinker.next() {
      let candidate = Trial(attempt.programs, isAlone: true)
      let (proof, runs) = try firstProof(of: candidate, blame, atMost: attempt.runs)
      if let proof { best = proof }
      shrinker.record(failedAfter: proof?.programs.count, runs: runs)
    }
    return (Trial(shrinker.best, isAlone: true), shrinker.rate)
  }

  /// Makes one program of a trial smaller while the others stay.
  private func shrink(
    _ trial: Trial, at position: Int, _ blame: Finding.Blame, rate: Double,
    _ best: inout Proof?, _ progress: (Int) -> Void
  ) throws -> (Trial, rate: Double) {
    var shrinker = Shrinker(
      program: trial.programs[position], rate: rate, mostRuns: Workshop.mostRuns)
    while mayGoOn(), let attempt = shrinker.next() {
      let candidate = trial.replacing(position, by: attempt.program)
      var (proof, runs) = try firstProof(of: candidate, blame, atMost: attempt.runs)
      // A death in an earlier program is another way of failing.
      if proof?.programs.count != candidate.programs.count { proof = nil }
      // A program that always fails is not given away for a smaller one that seldom does.
      if proof != nil, shrinker.rate >= Workshop.steady {
        proof = try steadyProof(of: candidate, blame)
      }
      shrinker.record(failed: proof != nil, runs: runs)
      if let proof {
        best = proof
        progress(candidate.steps)
      }
    }
    return (trial.replacing(position, by: shrinker.best), shrinker.rate)
  }

  /// Runs a trial until it shows what is blamed.
  private func firstProof(
    of trial: Trial, _ blame: Finding.Blame, atMost most: Int
  ) throws -> (Proof?, runs: Int) {
    var runs = 0
    while runs < most, mayGoOn() {
      runs += 1
      if let proof = try run(trial, blame) { return (proof, runs) }
    }
    return (nil, runs)
  }

  /// Runs a trial as often as tells one that always fails from one that seldom does.
  private func steadyProof(of trial: Trial, _ blame: Finding.Blame) throws -> Proof? {
    var tries = Tries()
    // Four in a row, or five of six: one that fails every other time comes through once in nine times.
    while tries.shown < (tries.shown == tries.runs ? 4 : 5), mayGoOn() {
      if tries.runs - tries.shown > 1 { return nil }
      tries.runs += 1
      guard let proof = try run(trial, blame) else { continue }
      tries.shown += 1
      tries.last = proof
    }
    return tries.last
  }

  private func run(_ trial: Trial, _ blame: Finding.Blame) throws -> Proof? {
    try trial.run(on: executor, judge: judge, for: blame)
  }
}

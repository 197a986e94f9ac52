import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQSpecification

/// Turns candidates into findings: seen again, made small, counted.
///
/// A failing run is reproduction, whatever the others say: the candidate's own history is kept when
/// nothing reproduces. Shrinking stops when `mayGoOn` says so, with what it has by then.
///
/// A death is tried again in fresh processes: with the program alone first, then with the programs
/// that its process had run before. Only what is needed stays in the finding; where neither shows
/// the death again, all of them stay.
package struct Workshop {
  /// Attempts of the smallest program that are counted for the report.
  package static let attempts = 20
  /// Attempts of the original program from which its rate is estimated.
  package static let firstAttempts = 10
  /// Attempts of a program after those that ran before it.
  package static let sequenceAttempts = 10

  /// Rate from which a program counts as one that always fails.
  private static let steady = 0.8
  /// Rate below which points of the subject are scanned for a hold that makes the failure steady.
  private static let flaky = 0.95
  /// What a rate must gain for a program that is longer, or that needs an order to follow.
  private static let gain = 0.15
  /// Most runs of one candidate.
  private static let mostRuns = 200

  let judge: Judge
  let executor: any Executor
  private let seed: UInt64
  private let verbs: Set<Verb>
  let mayGoOn: () -> Bool
  private let mayShrink: () -> Bool

  /// A workshop.
  ///
  /// - Parameters:
  ///   - judge: judges the runs.
  ///   - executor: runs the programs.
  ///   - seed: the seed of the campaign.
  ///   - capabilities: what the subject offers: a smaller program may make other calls.
  ///   - mayShrink: whether there is time for another candidate; nil asks `mayGoOn` only.
  ///   - mayGoOn: whether there is time for another run.
  package init(
    judge: Judge, executor: any Executor, seed: UInt64, capabilities: [Capability] = [],
    mayShrink: (() -> Bool)? = nil, mayGoOn: @escaping () -> Bool
  ) {
    self.judge = judge
    self.executor = executor
    self.seed = seed
    verbs = Set(Verb.allCases.filter { Set(capabilities).isSuperset(of: $0.entry.needs) })
    self.mayGoOn = mayGoOn
    self.mayShrink = { mayGoOn() && mayShrink?() ?? true }
  }

  /// What came of several runs of the same.
  package struct Tries: Sendable {
    /// Runs that showed what is blamed.
    package fileprivate(set) var shown = 0
    /// All runs.
    package fileprivate(set) var runs = 0
    /// The last run that showed it.
    package fileprivate(set) var last: Reproduction?

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
      if let reproduction = try run(trial, blame) {
        tries.shown += 1
        tries.last = reproduction
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
    of candidate: Campaign.Sighting, progress: (Int) -> Void = { _ in }
  ) throws -> Finding {
    var finding = Finding(candidate, seed: seed)
    let blame = finding.rule
    let alone = Trial([candidate.program], isAlone: finding.isOfDeath)
    // What ran before explains a death better than an order does.
    let ordered =
      candidate.pins.map { alone.following($0) }
      ?? (finding.earlier.isEmpty ? alone.following(candidate.history) : nil)
    var (trial, tries) = try better(of: alone, ordered, blame, times: Workshop.firstAttempts)
    var rate = tries.rate
    var best = tries.last
    if tries.shown == 0, !finding.isOfDeath, let held = try held(alone, blame, rate: 0) {
      (trial, tries) = held
      (rate, best) = (tries.rate, tries.last)
    }
    if tries.shown == 0 {
      finding.attempts = tries.runs
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
    (trial, tries) = try steadied(trial, blame, best)
    if !finding.isOfDeath, tries.rate < Workshop.flaky, mayGoOn(),
      let held = try held(trial, blame, rate: tries.rate)
    {
      (trial, tries) = held
    }
    finding.reproduced = tries.shown
    finding.attempts = tries.runs
    finding.pins = trial.pins
    if let reproduction = tries.last ?? best { finding.show(reproduction) }
    return finding
  }

  /// The one of two trials that shows the blame more often; the second is tried only where the
  /// first does not always show it.
  ///
  /// - Parameters:
  ///   - first: what runs first.
  ///   - second: what runs where there is time; nil for nothing else.
  ///   - blame: what has to show.
  ///   - times: how often each runs.
  /// - Returns: the better trial, with what came of it; runs of both where neither showed anything.
  /// - Throws: a fault of the suite or of the machine.
  package func better(
    of first: Trial, _ second: Trial?, _ blame: Finding.Blame, times: Int
  ) throws -> (Trial, Tries) {
    var tries = try rerun(first, for: blame, times: times)
    guard tries.rate < Workshop.steady, let second, mayGoOn() else { return (first, tries) }
    let others = try rerun(second, for: blame, times: times)
    let gain = tries.shown == 0 ? 0.001 : Workshop.gain
    if others.rate >= tries.rate + gain { return (second, others) }
    if tries.shown == 0 { tries.runs += others.runs }
    return (first, tries)
  }

  /// Counts how often a trial shows the blame, and looks for a way to run it that shows it more
  /// often: in the order of the run that showed it last, or with steps that wait for what proves
  /// it, which may come after the last step of all clients.
  private func steadied(
    _ trial: Trial, _ blame: Finding.Blame, _ reproduction: Reproduction?
  ) throws -> (Trial, Tries) {
    let history = reproduction?.history
    let free = trial.following(nil)
    var (best, tries) = try better(
      of: free, history.flatMap(trial.following) ?? (trial.pins == nil ? nil : trial), blame,
      times: Workshop.attempts)
    guard tries.rate < Workshop.steady, let reproduction, let history else { return (best, tries) }
    let waiting = trial.program.awaiting(reproduction.violation.counterexample.events, of: history)
    if let waiting, mayGoOn() {
      let free = free.replacing(free.programs.count - 1, by: waiting)
      let pinned = best.replacing(best.programs.count - 1, by: waiting)
      let (other, others) = try better(
        of: free, best.pins == nil ? nil : pinned, blame, times: Workshop.attempts)
      if others.rate >= tries.rate + Workshop.gain { (best, tries) = (other, others) }
    }
    return (best, tries)
  }

  /// Drops whole programs from a sequence.
  private func shorten(
    _ trial: Trial, _ blame: Finding.Blame, rate: Double, _ best: inout Reproduction?
  ) throws -> (Trial, rate: Double) {
    var shrinker = SequenceShrinker(programs: trial.programs, rate: rate)
    while mayShrink(), let attempt = shrinker.next() {
      let candidate = Trial(attempt.programs, isAlone: true)
      let (reproduction, runs) = try firstReproduction(of: candidate, blame, atMost: attempt.runs)
      if let reproduction { best = reproduction }
      shrinker.record(failedAfter: reproduction?.programs.count, runs: runs)
    }
    return (Trial(shrinker.best, isAlone: true), shrinker.rate)
  }

  /// Makes one program of a trial smaller while the others stay.
  private func shrink(
    _ trial: Trial, at position: Int, _ blame: Finding.Blame, rate: Double,
    _ lastReproduction: inout Reproduction?, _ progress: (Int) -> Void
  ) throws -> (Trial, rate: Double) {
    var best = trial
    var shrinker = Shrinker(
      program: trial.programs[position], rate: rate, mostRuns: Workshop.mostRuns,
      introducing: verbs)
    while mayShrink(), let attempt = shrinker.next() {
      let candidate = best.replacing(position, by: attempt.program)
      var (reproduction, runs) = try firstReproduction(of: candidate, blame, atMost: attempt.runs)
      // A death in an earlier program is another way of failing.
      if reproduction?.programs.count != candidate.programs.count { reproduction = nil }
      // A program that always fails is not given away for a smaller one that seldom does.
      if reproduction != nil, shrinker.rate >= Workshop.steady {
        reproduction = try steadyReproduction(of: candidate, blame)
      }
      shrinker.record(failed: reproduction != nil, runs: runs)
      if let reproduction {
        lastReproduction = reproduction
        // Holds stay where they are; an order is that of the run.
        let isOrdered = candidate.pins.map { !$0.order.isEmpty } ?? false
        best = isOrdered ? candidate.following(reproduction.history) ?? candidate : candidate
        progress(candidate.steps)
      }
    }
    return (best, shrinker.rate)
  }

  /// Runs a trial until it shows what is blamed.
  private func firstReproduction(
    of trial: Trial, _ blame: Finding.Blame, atMost most: Int
  ) throws -> (Reproduction?, runs: Int) {
    var runs = 0
    while runs < most, mayGoOn() {
      runs += 1
      if let reproduction = try run(trial, blame) { return (reproduction, runs) }
    }
    return (nil, runs)
  }

  /// Runs a trial as often as tells one that always fails from one that seldom does.
  private func steadyReproduction(of trial: Trial, _ blame: Finding.Blame) throws -> Reproduction? {
    var tries = Tries()
    // Four in a row, or five of six: one that fails every other time comes through once in nine
    // times.
    while tries.shown < (tries.shown == tries.runs ? 4 : 5), mayGoOn() {
      if tries.runs - tries.shown > 1 { return nil }
      tries.runs += 1
      guard let reproduction = try run(trial, blame) else { continue }
      tries.shown += 1
      tries.last = reproduction
    }
    return tries.last
  }

  private func run(_ trial: Trial, _ blame: Finding.Blame) throws -> Reproduction? {
    try trial.run(on: executor, judge: judge, for: blame)
  }
}

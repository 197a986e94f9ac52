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
/// A death is tried again in fresh processes: with the program alone first. What does not show
/// again alone is tried with the programs that its process had run before, and then more often.
/// Only what is needed stays in the finding; where nothing shows a death again, all of them stay.
package struct Workshop {
  /// Attempts of the smallest program that are counted for the report.
  package static let attempts = 20
  /// Attempts of the original program from which its rate is estimated.
  package static let firstAttempts = 10
  /// Attempts of a program after those that ran before it.
  package static let sequenceAttempts = 10
  /// Programs before a death that are tried again.
  private static let mostBefore = 64
  /// Further attempts of a program that has not shown again by then.
  package static let lastAttempts = 50

  /// Rate from which a program counts as one that always fails.
  static let steady = 0.8
  /// Rate below which points of the subject are scanned for a hold that makes the failure steady.
  static let flaky = 0.99
  /// What a rate must gain for a program that is longer, or that needs an order to follow.
  static let gain = 0.15
  /// Most runs of one candidate.
  private static let mostRuns = 200
  /// Probability of taking something for harmless that shows as often as the finding.
  static let riskOfPasses = 0.05

  let judge: Judge
  let executor: any Executor
  private let seed: UInt64
  private let verbs: Set<Verb>
  let mayGoOn: () -> Bool
  let pace: Pace
  /// Whether points of the subject are scanned for a hold that makes a failure steady.
  let scansPoints: Bool
  let mayShrink: () -> Bool
  let isOwn: (Trial, Judge.Violation) throws -> Bool

  /// A workshop.
  ///
  /// - Parameters:
  ///   - judge: judges the runs.
  ///   - executor: runs the programs.
  ///   - seed: the seed of the campaign.
  ///   - capabilities: what the subject offers: a smaller program may make other calls.
  ///   - scansPoints: whether points of the subject are scanned for a hold that makes a failure
  ///     steady.
  ///   - mayShrink: whether there is time for another candidate, and for counting after it, which
  ///     takes as long as it is told at least; nil asks `mayGoOn` only.
  ///   - isOwn: whether what a smaller program shows is the subject's doing.
  ///   - rest: the time that is left; nil for as much as it takes. Runs that wait begin only where
  ///     there is as much as the last ones took.
  ///   - mayGoOn: whether another run is wanted.
  package init(
    judge: Judge, executor: any Executor, seed: UInt64, capabilities: [Capability] = [],
    scansPoints: Bool = true, mayShrink: ((Duration) -> Bool)? = nil,
    isOwn: @escaping (Trial, Judge.Violation) throws -> Bool = { _, _ in true },
    rest: (() -> Duration)? = nil, mayGoOn: @escaping () -> Bool
  ) {
    self.judge = judge
    self.executor = executor
    self.seed = seed
    verbs = Set(Verb.allCases.filter { Set(capabilities).isSuperset(of: $0.entry.needs) })
    self.scansPoints = scansPoints
    self.isOwn = isOwn
    let pace = Pace()
    self.pace = pace
    let hasTime = { mayGoOn() && rest.map { $0() > pace.timeToWait } ?? true }
    self.mayGoOn = hasTime
    self.mayShrink = { hasTime() && mayShrink?(pace.timeToCount) ?? true }
  }

  /// What came of several runs of the same.
  package struct Tries: Sendable {
    /// Runs that showed what is blamed.
    package internal(set) var shown = 0
    /// All runs.
    package internal(set) var runs = 0
    /// The last run that showed it.
    package internal(set) var last: Reproduction?

    /// Takes note of a run.
    ///
    /// - Parameter reproduction: what it showed; nil where it missed.
    package mutating func note(_ reproduction: Reproduction?) {
      runs += 1
      guard let reproduction else { return }
      shown += 1
      last = reproduction
    }

    /// The share that showed it.
    package var rate: Double { runs == 0 ? 0 : Double(shown) / Double(runs) }
  }

  /// Runs a trial some number of times.
  ///
  /// - Parameters:
  ///   - trial: what runs.
  ///   - blame: what has to show again.
  ///   - times: how often it runs.
  ///   - mostMisses: how often it may miss before it is given up.
  /// - Returns: how often it showed, and the last run that showed it.
  /// - Throws: a fault of the suite or of the machine.
  package func rerun(
    _ trial: Trial, for blame: Finding.Blame, times: Int, mostMisses: Int = .max
  ) throws -> Tries {
    var tries = Tries()
    try series(trial, atMost: times, runner(blame)) { reproduction in
      tries.note(reproduction)
      return tries.runs - tries.shown <= mostMisses && mayGoOn()
    }
    return tries
  }

  /// Confirms and shrinks a candidate; where there is no time it stays as it was found.
  ///
  /// - Parameters:
  ///   - candidate: what a campaign found.
  ///   - others: triggers of other causes that its program holds, too: a smaller program that shows
  ///     the same for one of these is another finding.
  ///   - progress: told the number of steps of the smallest program so far.
  /// - Returns: the finding, with the smallest program that showed the same blame.
  /// - Throws: a fault of the suite or of the machine.
  package func finding(
    of candidate: Campaign.Sighting, avoiding others: [Trigger] = [],
    progress: (Int) -> Void = { _ in }
  ) throws -> Finding {
    var finding = Finding(candidate, seed: seed)
    guard mayGoOn() else { return finding }
    let blame = finding.blame
    let alone = Trial([candidate.program], isAlone: finding.isOfDeath).seen(
      unaided: candidate.history.isUnaided)
    let ordered =  // What ran before explains a death better than an order does.
      candidate.pins.map { alone.following($0) }
      ?? (finding.earlier.isEmpty ? alone.following(candidate.history) : nil)
    var (trial, tries) = try better(of: alone, ordered, blame, times: Workshop.firstAttempts)
    var (rate, best) = (tries.rate, tries.last)
    trial = trial.shown(by: best?.history)
    if tries.shown == 0, !finding.isOfDeath, let held = try held(alone, blame, rate: 0) {
      (trial, tries) = held
      (rate, best) = (tries.rate, tries.last)
    }
    let worn = try worn(trial, tries, of: finding, after: candidate.earlier)
    if let worn {
      (trial, tries) = worn
      (rate, best) = (tries.rate, tries.last)
    } else if tries.shown == 0 {
      finding.attempts = tries.runs
      // Of what is no death, the programs before have been tried.
      let earlier = finding.isOfDeath ? Array(candidate.earlier.suffix(Workshop.mostBefore)) : []
      let sequence = Trial(earlier + [candidate.program], isAlone: true).seen(
        unaided: alone.mayRunUnaided)
      let again =
        earlier.isEmpty || !mayGoOn()
        ? Tries() : try rerun(sequence, for: blame, times: Workshop.sequenceAttempts)
      finding.attempts += again.runs
      if again.shown > 0 {
        (tries, best) = (again, again.last)
        (trial, rate) = try shorten(sequence, blame, rate: again.rate, &best)
      } else {
        // One run in dozens is enough to shrink by, in the order that the campaign has shown.
        trial = alone.following(candidate.history) ?? alone
        let last = try rerunUntilShown(trial, blame, &finding.attempts)
        guard let last else {
          if finding.earlier.isEmpty { finding.pins = trial.pins }
          return finding
        }
        tries = Tries(shown: 1, runs: max(1, finding.attempts), last: last)
        (best, rate) = (last, tries.rate)
      }
    }
    // Where time is over, one run says all that can be said.
    guard mayGoOn() else { return told(finding, trial, tries, best) }
    // The failing program first: what the others have to do depends on it.
    var ladder: [Trial] = []
    for position in trial.positions.reversed() {
      (trial, rate) = try shrink(
        trial, at: position, blame, rate: rate, avoiding: others, &best, &ladder, progress)
    }
    if worn == nil {
      (trial, rate) = try standingAlone(
        trial, blame, rate: rate, ladder, avoiding: others, &best)
    }
    (trial, tries) = try counted(&finding, trial, best, ladder, avoiding: others)
    if tries.shown > 0 { finding.window = try window(of: trial, finding.blame) }
    return told(finding, trial, tries, best)
  }

  /// Counts how often the smallest program shows a finding, and looks for what shows it more often,
  /// and for a plainer rule that it breaks.
  private func counted(
    _ finding: inout Finding, _ smallest: Trial, _ best: Reproduction?, _ ladder: [Trial],
    avoiding others: [Trigger]
  ) throws -> (Trial, Tries) {
    var (trial, tries) = try steadied(smallest, finding.blame, best)
    (trial, tries) = try regained(trial, tries, finding.blame, ladder)
    if let plain = try plain(trial, tries, finding.blame, avoiding: others) {
      (finding.blame, trial, tries) = plain
    }
    if !finding.isOfDeath { tries = try doubted(trial, tries, finding.blame) }
    // A program that does not always die is scanned, too: some of its runs tell the points.
    if tries.rate < Workshop.flaky, mayGoOn(),
      let held = try held(trial, finding.blame, rate: tries.rate)
    {
      (trial, tries) = held
    }
    if let certain = try certain(trial, tries, finding.blame, ladder) { (trial, tries) = certain }
    return (trial, tries)
  }

  /// A finding with what came of its last trial.
  private func told(
    _ finding: Finding, _ trial: Trial, _ tries: Tries, _ last: Reproduction?
  ) -> Finding {
    var finding = finding
    finding.reproduced = tries.shown
    finding.attempts = tries.runs
    finding.pins = trial.pins
    if let reproduction = tries.last ?? last { finding.show(reproduction) }
    return finding
  }

  /// Runs a trial until it shows the blame, or often enough.
  private func rerunUntilShown(
    _ trial: Trial, _ blame: Finding.Blame, _ attempts: inout Int
  ) throws -> Reproduction? {
    guard mayGoOn() else { return nil }
    let (reproduction, runs) = try firstReproduction(
      of: trial, blame, atMost: Workshop.lastAttempts)
    attempts += runs
    return reproduction
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

  /// Drops whole programs from a sequence.
  func shorten(
    _ trial: Trial, _ blame: Finding.Blame, rate: Double, _ best: inout Reproduction?
  ) throws -> (Trial, rate: Double) {
    var shrinker = SequenceShrinker(programs: trial.programs, rate: rate)
    while mayShrink(), let attempt = shrinker.next() {
      let candidate = Trial(attempt.programs, isAlone: true).seen(unaided: trial.mayRunUnaided)
      let (reproduction, runs) = try firstReproduction(of: candidate, blame, atMost: attempt.runs)
      if let reproduction { best = reproduction }
      shrinker.record(failedAfter: reproduction?.programs.count, runs: runs)
    }
    return (
      Trial(shrinker.best, isAlone: true).seen(unaided: trial.mayRunUnaided), shrinker.rate
    )
  }

  /// Makes one program of a trial smaller while the others stay.
  func shrink(
    _ trial: Trial, at position: Int, _ blame: Finding.Blame, rate: Double,
    avoiding others: [Trigger], _ lastReproduction: inout Reproduction?,
    _ ladder: inout [Trial], _ progress: (Int) -> Void
  ) throws -> (Trial, rate: Double) {
    var best = trial
    ladder.append(best)
    let isSteady = rate >= Workshop.steady
    var shrinker = Shrinker(
      program: trial.programs[position], rate: rate, mostRuns: Workshop.mostRuns,
      introducing: verbs)
    var foreseen: [Program: Reproduction?] = [:]
    while mayShrink(), let attempt = shrinker.next() {
      let candidate = best.replacing(position, by: attempt.program)
      if foreseen[attempt.program] == nil {
        foreseen = try self.foreseen(shrinker, attempt, blame) {
          best.replacing(position, by: $0)
        }
      }
      var (reproduction, runs) =
        try foreseen[attempt.program].map { ($0, runs: 1) }
        ?? firstReproduction(of: candidate, blame, atMost: attempt.runs)
      // A death in an earlier program is another way of failing.
      if reproduction?.programs.count != candidate.programs.count { reproduction = nil }
      // A program that always fails is not given away for a smaller one that seldom does.
      if reproduction != nil, isSteady {
        reproduction = try steadyReproduction(of: candidate, blame)
      }
      if reproduction != nil, try shows(candidate, byAnyOf: others, rate: shrinker.rate) {
        reproduction = nil
      }
      if let shown = reproduction, try !isOwn(candidate, shown.violation) { reproduction = nil }
      shrinker.record(failed: reproduction != nil, runs: runs)
      pace.note(isAccepted: reproduction != nil)
      if let reproduction {
        lastReproduction = reproduction
        foreseen = [:]
        // Holds stay where they are; an order is that of the run.
        let isOrdered = candidate.pins.map { !$0.order.isEmpty } ?? false
        best = isOrdered ? candidate.following(reproduction.history) ?? candidate : candidate
        ladder.append(best)
        progress(candidate.steps)
      }
    }
    if !mayShrink() { pace.noteCut() }
    return (best, shrinker.rate)
  }

  /// Runs a trial until it shows what is blamed.
  func firstReproduction(
    of trial: Trial, _ blame: Finding.Blame, atMost most: Int
  ) throws -> (Reproduction?, runs: Int) {
    guard mayGoOn() else { return (nil, 0) }
    var (shown, runs): (Reproduction?, Int) = (nil, 0)
    try series(trial, atMost: most, runner(blame)) { reproduction in
      runs += 1
      shown = reproduction
      return reproduction == nil && mayGoOn()
    }
    return (shown, runs)
  }

  /// Runs a trial as often as tells one that always fails from one that seldom does.
  private func steadyReproduction(of trial: Trial, _ blame: Finding.Blame) throws -> Reproduction? {
    var tries = Tries()
    // Four in a row, or five of six: one that fails every other time comes through once in nine
    // times.
    guard mayGoOn() else { return nil }
    try series(trial, atMost: 6, first: 4, runner(blame)) { reproduction in
      tries.note(reproduction)
      let isEnough = tries.shown >= (tries.shown == tries.runs ? 4 : 5)
      return !isEnough && tries.runs - tries.shown <= 1 && mayGoOn()
    }
    return tries.runs - tries.shown > 1 ? nil : tries.last
  }

  /// Runs a trial and looks for a blame.
  func runner(
    _ blame: Finding.Blame
  ) -> @Sendable (Trial, any Executor) throws -> Reproduction? {
    let judge = judge
    return { try $0.run(on: $1, judge: judge, for: blame) }
  }
}

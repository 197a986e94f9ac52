import OQHistory
import OQJudging
import OQPrograms
import OQReport

/// Failures that need what a process keeps of the programs that it ran before.
///
/// Trials of one program share a process, and each of them wears it. So a failure that shows now
/// and then, or from some run on, may show in no process that has run nothing else: nobody can
/// replay it from the program alone.
extension Workshop {
  /// How often a program runs in one process, until it is believed to wear nothing.
  private static let repetitions = [48, 192]
  /// How often all programs that a process ran are run again: they are many.
  private static let sequences = 2
  /// Runs in fresh processes at least.
  private static let fewestFresh = 3

  /// Looks for the programs that wear a process, where a trial needs a worn one.
  ///
  /// - Parameters:
  ///   - trial: a trial of one program.
  ///   - tries: how often it showed what is blamed, in processes that ran other programs; not at
  ///     all where what wore the process was not among these.
  ///   - finding: what is blamed.
  ///   - earlier: programs that its process ran before it.
  /// - Returns: the program that is repeated, or those that come before it, with what came of
  ///   these; nil where a fresh process shows the same, and where nothing wears it.
  /// - Throws: a fault of the suite or of the machine.
  func worn(
    _ trial: Trial, _ tries: Tries, of finding: Finding, after earlier: [Program]
  ) throws -> (Trial, Tries)? {
    guard !finding.isOfDeath, trial.programs.count == 1, mayGoOn() else { return nil }
    let alone = trial.following(nil)
    if trial.pins != nil, tries.rate >= Workshop.gain { return nil }
    if tries.shown > 0, trial.pins == nil,
      try showsInFreshProcess(alone, finding.blame, rate: tries.rate)
    {
      return nil
    }
    if let repeated = try repeated(alone, finding.blame) { return repeated }
    guard !earlier.isEmpty, mayGoOn() else { return nil }
    let sequence = Trial(earlier + [trial.program], isAlone: true).seen(
      unaided: trial.mayRunUnaided)
    var (best, runs) = try firstReproduction(
      of: sequence, finding.blame, atMost: Workshop.sequences)
    guard best != nil else { return nil }
    let (shorter, _) = try shorten(sequence, finding.blame, rate: 1 / Double(runs), &best)
    return try counted(shorter, finding.blame)
  }

  /// Goes back to a larger program where the smallest one shows the blame only in a process that
  /// has run others: they left something behind of what was taken out, and nobody could replay it.
  ///
  /// - Parameters:
  ///   - trial: the smallest program.
  ///   - blame: what has to show.
  ///   - rate: how often it does.
  ///   - ladder: the programs that were accepted on the way to it, the largest first; whether one
  ///     of them shows the blame in a fresh process is taken to fall with its size.
  ///   - others: triggers of other causes.
  ///   - best: the last run that showed it.
  /// - Returns: the smallest program that shows it in a fresh process, if any does.
  /// - Throws: a fault of the suite or of the machine.
  func standingAlone(
    _ trial: Trial, _ blame: Finding.Blame, rate: Double, _ ladder: [Trial],
    avoiding others: [Trigger], _ best: inout Reproduction?
  ) throws -> (Trial, rate: Double) {
    guard !trial.isAlone, trial.pins == nil else { return (trial, rate) }
    func standsAlone(_ one: Trial) throws -> Bool {
      guard mayGoOn() else { return true }
      return try showsInFreshProcess(one, blame, rate: rate)
    }
    let rungs = ladder.filter { $0.steps > trial.steps }
    guard let largest = rungs.first, try !standsAlone(trial), try standsAlone(largest) else {
      return (trial, rate)
    }
    var (low, high) = (0, rungs.count)
    while high - low > 1, mayGoOn() {
      let middle = (low + high) / 2
      if try standsAlone(rungs[middle]) { low = middle } else { high = middle }
    }
    let alone = Trial(rungs[low].programs, isAlone: true).seen(unaided: trial.mayRunUnaided)
    var rest: [Trial] = []
    return try shrink(
      alone, at: alone.programs.count - 1, blame, rate: rate, avoiding: others, &best, &rest
    ) { _ in }
  }

  /// Whether a trial shows something in a process that has run nothing else.
  private func showsInFreshProcess(
    _ trial: Trial, _ blame: Finding.Blame, rate: Double
  ) throws -> Bool {
    let fresh = Trial(trial.programs, isAlone: true).seen(unaided: trial.mayRunUnaided)
    let runs = max(Workshop.fewestFresh, passes(rate: rate))
    return try firstReproduction(of: fresh, blame, atMost: runs).0 != nil
  }

  /// The program, as often in a row as it takes; nil where that shows nothing.
  private func repeated(_ trial: Trial, _ blame: Finding.Blame) throws -> (Trial, Tries)? {
    func row(_ count: Int) -> Trial {
      Trial(Array(repeating: trial.program, count: count), isAlone: true).seen(
        unaided: trial.mayRunUnaided)
    }
    for count in Workshop.repetitions where mayGoOn() {
      guard let shown = try firstReproduction(of: row(count), blame, atMost: 1).0 else { continue }
      // The first run shows nothing.
      var (few, many) = (1, shown.programs.count)
      while many - few > 1, mayShrink() {
        let middle = (few + many) / 2
        let less = try firstReproduction(of: row(middle), blame, atMost: 1).0
        if let less { many = min(middle, max(few + 1, less.programs.count)) } else { few = middle }
      }
      return try counted(row(many), blame)
    }
    return nil
  }

  private func counted(_ trial: Trial, _ blame: Finding.Blame) throws -> (Trial, Tries)? {
    let tries = try rerun(trial, for: blame, times: Workshop.sequenceAttempts)
    return tries.shown > 0 ? (trial, tries) : nil
  }
}

import OQHistory
import OQJudging
import OQPrograms
import OQReport

/// Programs that show a finding more often than the smallest one.
extension Workshop {
  /// Runs from which a failure that always shows is told from one that nearly always does.
  private static let doubtfulAttempts = 100
  /// Longest time for them.
  private static let doubt = Duration.seconds(3)
  /// Programs next to the smallest one that are tried where that misses now and then.
  private static let nearRungs = 3

  /// Counts how often a trial shows the blame, and looks for a way to run it that shows it more
  /// often: in the order of the run that showed it last, or with steps that wait for what proves
  /// it, which may come after the last step of all clients.
  func steadied(
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

  /// Goes back to a larger program, where it shows the blame clearly more often: a few lines more
  /// that keep a failure steady are worth it.
  ///
  /// The programs on the way to the smallest one are taken for a ladder on which steadiness rises,
  /// so that a few of them tell where it is lost.
  ///
  /// - Parameters:
  ///   - trial: the smallest program.
  ///   - tries: how often it shows the blame.
  ///   - blame: what has to show.
  ///   - ladder: the programs that were accepted on the way to it, the largest first.
  /// - Returns: the program to keep, with what came of it.
  /// - Throws: a fault of the suite or of the machine.
  func regained(
    _ trial: Trial, _ tries: Tries, _ blame: Finding.Blame, _ ladder: [Trial]
  ) throws -> (Trial, Tries) {
    let rungs = ladder.filter { $0.steps > trial.steps }
    guard tries.rate < Workshop.steady, let largest = rungs.first, mayGoOn() else {
      return (trial, tries)
    }
    let most = try rerun(largest, for: blame, times: Workshop.firstAttempts)
    guard most.rate >= tries.rate + Workshop.gain else { return (trial, tries) }
    // Nearly as steady as the largest one is steady enough.
    let wanted = max(tries.rate + Workshop.gain, min(Workshop.steady, most.rate - Workshop.gain))
    var (low, high) = (0, rungs.count)
    while high - low > 1, mayGoOn() {
      let middle = (low + high) / 2
      let some = try rerun(rungs[middle], for: blame, times: Workshop.firstAttempts)
      if some.rate >= wanted { low = middle } else { high = middle }
    }
    let again = try rerun(rungs[low], for: blame, times: Workshop.attempts)
    return again.rate >= tries.rate + Workshop.gain ? (rungs[low], again) : (trial, tries)
  }

  /// Looks for a way to run a finding that always shows it, where the best one so far misses.
  ///
  /// A finding that misses now and then is worth an order to follow, steps that wait for what
  /// proves it, or a few lines more: whoever mends it must see whether it is gone. So the same is
  /// tried as for one that seldom shows, and only what never misses is taken.
  ///
  /// - Parameters:
  ///   - trial: the best way so far, and a single program.
  ///   - tries: how often that shows the blame.
  ///   - blame: what has to show.
  ///   - ladder: the programs that were accepted on the way to it, the largest first.
  /// - Returns: what has shown it in each of twenty runs and in nearly all further ones; nil where
  ///   nothing has.
  /// - Throws: a fault of the suite or of the machine.
  package func certain(
    _ trial: Trial, _ tries: Tries, _ blame: Finding.Blame, _ ladder: [Trial]
  ) throws -> (Trial, Tries)? {
    guard tries.shown > 0, tries.rate < Workshop.flaky, trial.programs.count == 1,
      let reproduction = tries.last
    else { return nil }
    let history = reproduction.history
    let events = reproduction.violation.counterexample.events
    let waiting = trial.program.awaiting(events, of: history).map { trial.replacing(0, by: $0) }
    let larger = ladder.filter { $0.programs.count == 1 && $0.steps > trial.steps }
    let ways = [trial.following(history), waiting, waiting?.following(nil)].compactMap(\.self)
    let steps = larger.suffix(Workshop.nearRungs).reversed() + larger.prefix(1)
    for way in ways + steps where mayGoOn() {
      let some = try rerun(way, for: blame, times: Workshop.attempts, mostMisses: 0)
      guard some.shown >= Workshop.attempts else { continue }
      // Of several ways that nearly always show it, one shows it twenty times by luck.
      let all = try recounted(way, some, blame)
      if all.rate >= Workshop.flaky { return (way, all) }
    }
    return nil
  }

  /// Looks for a miss of what has shown in each of its runs so far.
  ///
  /// Twenty runs cannot tell what always shows from what misses once in twenty times, and the
  /// second needs a hold. What shows in nearly all further runs, too, keeps the count that it has:
  /// how many of them there is time for is not the same every time.
  ///
  /// - Parameters:
  ///   - trial: what runs.
  ///   - tries: what came of it so far.
  ///   - blame: what has to show.
  /// - Returns: what came of all runs where some have missed; else the same as before.
  /// - Throws: a fault of the suite or of the machine.
  package func doubted(
    _ trial: Trial, _ tries: Tries, _ blame: Finding.Blame
  ) throws -> Tries {
    guard scansPoints, trial.programs.count == 1, tries.shown == tries.runs,
      tries.runs >= Workshop.attempts
    else { return tries }
    return try recounted(trial, tries, blame)
  }

  /// Counts what has shown in each of its runs up to a hundred, or for some seconds.
  private func recounted(
    _ trial: Trial, _ tries: Tries, _ blame: Finding.Blame
  ) throws -> Tries {
    let begun = ContinuousClock.now
    let judge = judge
    var all = tries
    try series(
      trial, atMost: Workshop.doubtfulAttempts - tries.runs,
      { try $0.run(on: $1, judge: judge, for: blame) }
    ) { reproduction in
      all.note(reproduction)
      return mayGoOn() && ContinuousClock.now - begun < Workshop.doubt
    }
    return all.runs - all.shown > 1 ? all : tries
  }
}

import OQHistory
import OQReport

extension Workshop {
  /// A schedule with what came of running it again and again.
  package struct Held: Sendable {
    /// The schedule.
    package let showing: ScanOutcome.Showing
    /// How it runs: with holds, and with the order of harness points where that is steadier.
    package let trial: Trial
    /// What came of it.
    package let tries: Tries
  }

  /// Rate from which a schedule is taken without a look at the others.
  private static let certain = 0.99
  /// Schedules that are tried.
  private static let mostSchedules = 5
  /// Runs of a schedule by which it is compared with the others.
  private static let comparisons = 10

  /// The schedule that shows most often what it has shown once.
  ///
  /// - Parameters:
  ///   - showings: schedules of one program; those with fewer holds are tried first.
  ///   - trial: runs the program.
  ///   - times: how often the best one runs in the end.
  /// - Returns: the best schedule; nil where there is none.
  /// - Throws: a fault of the suite or of the machine.
  package func steadiest(
    of showings: [ScanOutcome.Showing], _ trial: Trial, times: Int
  ) throws -> Held? {
    var best: Held?
    let fewestFirst =
      showings.filter { $0.holds.count == 1 } + showings.filter { $0.holds.count > 1 }
    for showing in fewestFirst.prefix(Workshop.mostSchedules) {
      let held = trial.following(Pins([], holding: showing.holds))
      let (other, tries) = try better(
        of: held, held.following(showing.reproduction.history),
        showing.reproduction.violation.blame, times: min(times, Workshop.comparisons))
      if tries.rate > best?.tries.rate ?? 0 {
        best = Held(showing: showing, trial: other, tries: tries)
      }
      if tries.rate >= Workshop.certain { break }
    }
    guard let best, best.tries.runs < times else { return best }
    return Held(
      showing: best.showing, trial: best.trial,
      tries: try rerun(best.trial, for: best.showing.reproduction.violation.blame, times: times))
  }

  /// A way to run a program with lanes held that shows a blame more often than luck does.
  ///
  /// - Parameters:
  ///   - trial: a single program, and how it has run so far.
  ///   - blame: what has to show.
  ///   - rate: the share of runs in which it shows without a hold.
  /// - Returns: the steadier trial; nil where no schedule is.
  /// - Throws: a fault of the suite or of the machine.
  func held(_ trial: Trial, _ blame: Finding.Blame, rate: Double) throws -> (Trial, Tries)? {
    guard scansPoints, trial.programs.count == 1 else { return nil }
    let outcome = try Scanner(executor: executor, judge: judge, mayGoOn: mayGoOn).scan(
      trial.program, mostPairs: 60, mostPoints: 250
    ) { !$0.showings(of: blame).isEmpty && $0.runs % max(1, $0.tried) == 0 }
    guard
      let best = try steadiest(
        of: outcome.showings(of: blame), trial.following(nil), times: Workshop.attempts),
      best.tries.rate > rate
    else { return nil }
    return (best.trial, best.tries)
  }
}

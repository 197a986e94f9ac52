import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQSpecification

/// Mistakes that a rule speaks of by chance.
///
/// A rule that other rules leave faults to speaks of a call: where that call is made, it names what
/// follows. But the mistake may be there without the call.
extension Workshop {
  /// Runs of a program that always fails, from which it is seen that a rule has nothing to say
  /// about it.
  private static let glances = 2

  /// Looks for a rule that leaves faults to the blamed one, and shows as steadily in the program
  /// without any call of which the blamed one speaks.
  ///
  /// - Parameters:
  ///   - trial: the smallest program.
  ///   - tries: what came of it.
  ///   - blame: what it shows.
  ///   - others: triggers of other causes.
  /// - Returns: the other rule, and what came of the program without those calls; nil where the
  ///   mistake needs them.
  /// - Throws: a fault of the suite or of the machine.
  func plain(
    _ trial: Trial, _ tries: Tries, _ blame: Finding.Blame, avoiding others: [Trigger]
  ) throws -> (Finding.Blame, Trial, Tries)? {
    guard case .rule(let rule) = blame, trial.programs.count == 1,
      tries.rate >= Workshop.steady,
      let rest = trial.program.withoutCalls(judge.roster.checker(of: rule)?.antecedent ?? []),
      !others.contains(where: { $0.occurs(in: rest) })
    else { return nil }
    // A rule that the profile does not enforce may not take the place of one that it does.
    let plainer = judge.roster.precedence.table.filter { $0.value.contains(rule) }.map(\.key)
      .filter { Catalogue.current[$0]?.level.isEnforced(in: judge.profile) ?? false }
    let candidate = trial.replacing(0, by: rest)
    // What misses now and then could miss twice in a row.
    let glances = tries.shown == tries.runs ? Workshop.glances : Workshop.firstAttempts
    for other in plainer.sorted() where mayGoOn() {
      let blame = Finding.Blame.rule(other)
      let (first, _) = try firstReproduction(of: candidate, blame, atMost: glances)
      guard let first, try isOwn(candidate, first.violation) else { continue }
      let (best, again) = try steadied(candidate, blame, first)
      if again.rate >= Workshop.steady { return (blame, best, again) }
    }
    return nil
  }
}

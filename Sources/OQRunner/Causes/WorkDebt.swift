/// How much time the work on findings needs for what is open, by what it has taken so far.
///
/// A finding that there is no time for leaves as it was found: large, and shown once. So a campaign
/// that finds more than can be worked on waits, and leaves the machine to that work.
package struct WorkDebt: Sendable {
  /// What a campaign is to do, as seen from the work on findings.
  package enum Pace: Equatable {
    /// It goes on.
    case goesOn
    /// It waits until there is less to do.
    case waits
    /// It ends: what is known needs all the time that is left.
    case ends
  }

  /// Findings from which the time for one of them is estimated.
  private static let fewest = 3
  /// The part of the time that is left for findings: the rest goes into sorting them by cause.
  private static let share = 0.75
  /// How long a campaign finds as much as it can, whatever becomes of it: a run that is as short
  /// says what there is, and a longer one says more of each finding.
  package static let free = Duration.seconds(30)

  /// Findings that have been made.
  private var made = 0

  /// Owes nothing.
  package init() {}

  /// Takes note that a finding has been made.
  package mutating func note() { made += 1 }

  /// What the campaign is to do.
  ///
  /// - Parameters:
  ///   - time: how long it has run.
  ///   - rest: the time that is left for the work on findings.
  ///   - open: findings that are to be made.
  ///   - weak: findings that may be made again, since they may show more often.
  ///   - spent: the time that all findings so far have taken.
  /// - Returns: `goesOn`, too, as long as too few findings tell how long one of them takes.
  package func pace(
    after time: Duration, rest: Duration, open: Int, weak: Int, spent: Duration
  ) -> Pace {
    guard time >= WorkDebt.free, made >= WorkDebt.fewest,
      spent / made * (open + weak) > rest * WorkDebt.share
    else { return .goesOn }
    return open > 0 ? .waits : .ends
  }
}

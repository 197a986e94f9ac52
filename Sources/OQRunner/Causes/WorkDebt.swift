/// How much time the work on findings needs for what is open, by what it has taken so far.
///
/// A finding that there is no time for leaves as it was found: large, and shown once. So where time
/// is short, nothing else is done in it.
package struct WorkDebt: Sendable {
  /// Findings from which the time for one of them is estimated.
  private static let fewest = 3
  /// The part of the time that is left for findings: the rest goes into sorting them by cause.
  private static let share = 0.75

  /// Findings that have been made.
  private var made = 0

  /// Owes nothing.
  package init() {}

  /// Takes note that a finding has been made.
  package mutating func note() { made += 1 }

  /// Whether what is open needs more time than there is.
  ///
  /// - Parameters:
  ///   - rest: the time that is left for the work on findings.
  ///   - open: findings that are to be made.
  ///   - weak: findings that may be made again, since they may show more often.
  ///   - spent: the time that all findings so far have taken.
  /// - Returns: false, too, as long as too few findings tell how long one of them takes.
  package func exceeds(
    _ rest: Duration, open: Int, weak: Int, spent: Duration
  ) -> Bool {
    guard made >= WorkDebt.fewest else { return false }
    return spent / made * (open + weak) > rest * WorkDebt.share
  }
}

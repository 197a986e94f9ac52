/// How a budget of wall-clock time is divided where everything has to fit into it: programs, what
/// is waited for, the control, and the work on findings.
struct TimeFrame: Sendable {
  /// When the budget is over.
  let end: ContinuousClock.Instant
  private let budget: Duration

  /// The part of the budget after which no more programs begin, once something was found.
  private static let share = 0.6
  /// The part of the budget after which nobody waits for programs whose end is not confirmed, once
  /// something was found: what they would show is found again, or said of other programs.
  private static let waiting = 0.7
  /// Longest time beyond the budget for programs whose end is not confirmed, where nothing else was
  /// found: a little more than the longest step of most subjects.
  private static let grace = Duration.seconds(6)

  /// Longest time beyond the budget for the work on findings that came late.
  static let overtime = Duration.seconds(2)

  /// Part of a budget, and least time, that the work on findings may take after it where the budget
  /// is for programs alone.
  private static let further = (share: 0.5, least: Duration.seconds(12))

  /// How long the work on findings may take at most, where programs rest meanwhile.
  ///
  /// - Parameter budget: the time for programs.
  /// - Returns: as long as the budget, or the least time.
  static func workInTurns(for budget: Duration) -> Duration { max(budget, further.least) }

  /// The longest time for the work on findings where programs rest meanwhile, and where there is no
  /// budget to go by.
  static let mostInTurns = Duration.seconds(80)

  /// How long programs whose end is not known are waited for after a budget for programs alone, at
  /// least: more than a subject needs whose steps take a few seconds.
  private static let leastPatience = Duration.seconds(60)

  /// How long programs whose end is not known are waited for at most where the budget is for
  /// programs alone.
  ///
  /// - Parameter budget: the time for programs.
  /// - Returns: as long as the budget, or the least time.
  static func patience(after budget: Duration) -> Duration { max(budget, leastPatience) }

  /// When the work on findings is over where the budget is for programs alone.
  ///
  /// - Parameter budget: the time for programs.
  /// - Returns: the time from the beginning on.
  static func work(after budget: Duration) -> Duration {
    budget + max(budget * further.share, further.least)
  }

  /// Divides a budget.
  ///
  /// - Parameters:
  ///   - budget: the whole time.
  ///   - begin: when it began.
  init(_ budget: Duration, from begin: ContinuousClock.Instant) {
    self.budget = budget
    end = begin + budget
  }

  /// Whether enough programs have run for the rest to be left to what was found.
  func isEnough(_ time: Duration, findings: Int) -> Bool {
    findings > 0 && time >= budget * TimeFrame.share
  }

  /// Whether there is time to wait for programs whose end is not confirmed.
  func mayWait(findings: Int) -> Bool {
    ContinuousClock.now
      < (findings > 0 ? end - budget * (1 - TimeFrame.waiting) : end + TimeFrame.grace)
  }
}

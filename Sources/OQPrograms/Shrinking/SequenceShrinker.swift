import OQHistory

/// Drops whole programs from a sequence that fails in one process, also when it fails only now and
/// then.
///
/// Works as ``Shrinker`` does: it proposes, the caller runs and answers. The first candidate is the
/// last program alone, then come sequences without runs of halving length. The programs themselves
/// are left as they are.
///
///     var shrinker = SequenceShrinker(programs: failing, rate: 0.4)
///     while let attempt = shrinker.next() {
///       let outcome = run(attempt.programs, atMost: attempt.runs)
///       shrinker.record(failedAfter: outcome.ran, runs: outcome.runs)
///     }
package struct SequenceShrinker: Sendable {
  /// A candidate, and how many runs to spend on it.
  package struct Attempt: Sendable, Hashable {
    /// A shorter sequence.
    package let programs: [Program]
    /// Run it until it fails with the same rule, at most this often.
    package let runs: Int
  }

  /// The shortest sequence that failed so far.
  package private(set) var best: [Program]
  /// The estimated probability that a run of ``best`` fails.
  package private(set) var rate: Double

  private let mostRuns: Int
  /// Length of the runs that are dropped at present; 0 once all is done.
  private var size: Int
  /// Where the next run to drop begins, counted from the beginning.
  private var start = 0
  private var pending: Attempt?

  /// A shrinker that has seen one sequence fail.
  ///
  /// - Parameters:
  ///   - programs: at least one program; in the last of them the failure shows.
  ///   - rate: how often it failed: failures divided by runs, above 0 and at most 1.
  ///   - mostRuns: the most runs to spend on one candidate.
  package init(programs: [Program], rate: Double, mostRuns: Int = 100) {
    precondition(!programs.isEmpty, "a sequence has at least one program")
    best = programs
    self.rate = min(1, max(rate, 0.0001))
    self.mostRuns = max(1, mostRuns)
    size = programs.count - 1
  }

  /// The next candidate; nil when no single program can be dropped.
  ///
  /// - Returns: an attempt that must be answered by ``record(failedAfter:runs:)``; the same one
  ///   again while it has not been answered.
  package mutating func next() -> Attempt? {
    if let pending { return pending }
    while size > 0 {
      let droppable = best.count - 1
      guard start < droppable else {
        size = min(size / 2, droppable)
        start = 0
        continue
      }
      let end = min(start + size, droppable)
      var programs = best
      programs.removeSubrange(start..<end)
      let needed = Shrinker.passesNeeded(rate: rate, risk: Shrinker.risk)
      pending = Attempt(programs: programs, runs: min(mostRuns, needed))
      return pending
    }
    return nil
  }

  /// Answers the last attempt.
  ///
  /// - Parameters:
  ///   - ran: how many programs of the candidate ran when it failed, the failing one included; nil
  ///     if all its runs passed.
  ///   - runs: how many runs it took.
  package mutating func record(failedAfter ran: Int?, runs: Int) {
    guard let attempt = pending else { return }
    pending = nil
    guard let ran else {
      start += size
      return
    }
    // What comes after the failing program has no part in it.
    best = Array(attempt.programs.prefix(max(1, ran)))
    // As in `Shrinker`: older runs are of longer sequences and count less.
    rate = min(1, max(0.2 / Double(max(1, runs)) + 0.8 * rate, 0.0001))
  }
}

import OQCheckers
import OQHistory

/// What came of running a trial once.
package enum Attempt: Sendable {
  /// It showed what it was run for.
  case shown(Proof)
  /// It did not.
  case missed(Miss)

  /// What a run did that did not show what it was run for.
  package enum Miss: Sendable, Hashable {
    /// It came to its end, and nobody objects to it.
    case conformant
    /// It showed something else to be broken.
    case other([Finding.Blame])
    /// Nothing moved any more, and nobody objects to it.
    case stalled
    /// Neither an end nor a quiescence could be established, for this reason where one is known.
    case undecided(reason: String?, output: String)
    /// The subject could not be judged, for this reason.
    case unusable(String)
  }
}

extension Attempt.Miss {
  /// Says what a run did instead.
  ///
  /// - Parameters:
  ///   - execution: the run.
  ///   - accusations: what it shows to be broken.
  init(_ execution: Execution, _ accusations: [Judge.Accusation]) {
    let blames = accusations.filter { !$0.isDerived }.map(\.blame).sorted()
    self =
      if let unusable = execution.unusable {
        .unusable(unusable)
      } else if !blames.isEmpty {
        .other(blames)
      } else if execution.isUndecided {
        .undecided(reason: execution.doubt, output: execution.output)
      } else if HistoryIndex(execution.history).stalledAt != nil {
        .stalled
      } else {
        .conformant
      }
  }
}

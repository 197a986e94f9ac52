import OQHistory
import OQReport

/// What came of running a trial once.
package enum Attempt: Sendable {
  /// It showed what it was run for.
  case shown(Reproduction)
  /// It did not; the history of what ran last.
  case missed(Miss, History)
}

extension Miss {
  /// Says what a run did instead.
  ///
  /// - Parameters:
  ///   - execution: the run.
  ///   - violations: what it shows to be broken.
  init(_ execution: Execution, _ violations: [Judge.Violation]) {
    let blames = violations.filter { !$0.isDerived }.map(\.blame).sorted()
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

import OQHistory

/// How a program is run that is tried again.
package struct TrialMode: Sendable {
  /// What is held, and an order of harness points to follow as far as the subject permits; nil for
  /// a run that is left to itself.
  package var pins: Pins?
  /// What becomes of the points of the subject.
  package var points: PointMode
  /// Whether a program that moved while canaries were out runs once more without them.
  ///
  /// That run lasts for the step bound, and tells only of what moves at last since something else
  /// was added: of what was seen otherwise it tells nothing.
  package var mayRunUnaided: Bool
  /// Longest time for the run; nil for as long as something moves.
  ///
  /// A run that takes longer is given up, and is undecided.
  package var patience: Duration?
  /// Whether a history that may go on shows already what the run is for; nil for a run that goes on
  /// to its end.
  ///
  /// It is asked where a program rests, and it is not certain that nothing moves any more: idle
  /// threads of a pool wait for seconds. The run is undecided then, and its history has no end.
  package var isEnough: (@Sendable (History) -> Bool)?

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - pins: what is held, and an order of harness points.
  ///   - points: what becomes of the points of the subject.
  ///   - mayRunUnaided: whether a program that moved while canaries were out runs once more without
  ///     them.
  package init(
    following pins: Pins? = nil, points: PointMode = .off, mayRunUnaided: Bool = true
  ) {
    self.pins = pins
    self.points = points
    self.mayRunUnaided = mayRunUnaided
  }
}

extension History {
  /// Whether it is that of a run in which nothing was added beside the program.
  package var isUnaided: Bool {
    events.contains { event in
      guard case .quiescent(let evidence) = event.kind else { return false }
      return evidence.isWoken || evidence.canaries == 0 && !evidence.isSealed
    }
  }
}

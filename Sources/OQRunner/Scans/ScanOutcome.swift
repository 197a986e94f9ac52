import OQHistory
import OQReport

/// What the scan of one program has shown.
package struct ScanOutcome: Sendable {
  /// A schedule that showed a violation.
  package struct Showing: Sendable {
    /// Where lanes were held.
    package let holds: [Hold]
    /// The order of harness points that the run was to follow.
    package var order: [Pins.Pin] = []
    /// The run, once for each violation that it showed; at least one.
    let reproductions: [Reproduction]

    /// The run, with the first violation that it showed, or with the one that was asked for.
    package var reproduction: Reproduction { reproductions[0] }

    /// What the run showed, each once.
    package var blames: [Finding.Blame] { reproductions.map(\.violation.blame) }

    /// The same with what is blamed first; nil where the run did not show it.
    func showing(_ blame: Finding.Blame) -> Showing? {
      let place = reproductions.firstIndex { $0.violation.blame == blame }
      return place.map {
        Showing(holds: holds, order: order, reproductions: [reproductions[$0]])
      }
    }
  }

  /// The points of the program, as its undisturbed runs have shown them.
  package var points: [SubjectPoint] = []
  /// Points before a step that a hold may turn round with a later one of another lane, in any of
  /// these runs.
  package var contended: Set<SubjectPoint> = []
  /// Points beyond those that are kept.
  package var more = 0
  /// Points that are tried: fewer than there are where a bound is set.
  package var tried = 0
  /// Schedules before those of a single point.
  package var opening = 0
  /// Schedules that ran.
  package var runs = 0
  /// Schedules that there are.
  package var schedules = 0
  /// Runs in which every lane was held that was to be held, until it was meant to go on.
  package var held = 0
  /// Runs in which a hold was given up: something else had to go on first.
  package var givenUp = 0
  /// Runs in which no lane came to its point: nothing was tried.
  package var notReached = 0
  /// Runs in which the process died, which therefore do not say what was held, nor which points
  /// came.
  package var deaths = 0
  /// The schedules that showed a violation, in the order in which they were tried.
  package var showings: [Showing] = []

  /// Nothing was scanned.
  package init() {}

  /// Whether every point has been tried alone equally often.
  package var isRoundOver: Bool { runs > opening && (runs - opening) % max(1, tried) == 0 }

  /// The lanes of the program in which no point of the subject has come: nobody can be held there.
  ///
  /// - Parameter program: the program that was scanned.
  /// - Returns: the lanes, in the order of the program.
  package func lanesWithoutPoints(of program: Program) -> [Lane] {
    let seen = Set(points.map(\.lane))
    return program.scripts.map(\.lane).filter { !seen.contains($0) }
  }

  /// The schedules that showed what is blamed.
  ///
  /// - Parameter blame: what has to show; nil takes anything.
  /// - Returns: the schedules, in the order in which they were tried.
  package func showings(of blame: Finding.Blame?) -> [Showing] {
    guard let blame else { return showings }
    return showings.compactMap { $0.showing(blame) }
  }
}

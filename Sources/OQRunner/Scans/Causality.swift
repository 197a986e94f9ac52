import OQHistory

/// How often a failure shows where runs follow the order of one failing run up to an event, and are
/// free from there on.
///
/// An event after which the failure shows much more often than before it decides the failure: what
/// came before left it open.
package struct Causality: Sendable {
  /// The runs that follow the order up to one event.
  package struct Stage: Sendable {
    /// Position of the event in the history of the failing run; nil where nothing is followed.
    package let event: Int?
    /// Runs that showed the failure.
    package let shown: Int
    /// Runs.
    package let runs: Int

    /// Describes some runs.
    ///
    /// - Parameters:
    ///   - event: position of the last event that is followed; nil where nothing is followed.
    ///   - shown: runs that showed the failure.
    ///   - runs: runs.
    package init(event: Int?, shown: Int, runs: Int) {
      self.event = event
      self.shown = shown
      self.runs = runs
    }

    /// The share that showed it.
    package var rate: Double { runs == 0 ? 0 : Double(shown) / Double(runs) }
  }

  /// The smallest rise that is more than luck, at a hundred runs a stage.
  private static let leastRise = 0.25

  /// The stages, from nothing to the whole order.
  package let stages: [Stage]

  /// Describes the runs.
  ///
  /// - Parameter stages: the stages, from nothing to the whole order.
  package init(_ stages: [Stage]) { self.stages = stages }

  /// The stage that rises most above the one before it, the first of equal ones.
  ///
  /// It is nil where none rises by a quarter of the runs.
  package var decision: (before: Stage, stage: Stage)? {
    var best: (before: Stage, stage: Stage)?
    for (before, stage) in zip(stages, stages.dropFirst()) {
      let rise = stage.rate - before.rate
      guard rise >= Causality.leastRise else { continue }
      if let best, best.stage.rate - best.before.rate >= rise { continue }
      best = (before, stage)
    }
    return best
  }
}

extension Workshop {
  /// Runs a program again and again along the order of a failing run: up to each of its events in
  /// turn, and free from there on.
  ///
  /// No lane is held at points of the subject: what is asked is how far the order of harness points
  /// alone leads.
  ///
  /// - Parameters:
  ///   - reproduction: a run that showed the failure.
  ///   - trial: how it ran.
  ///   - times: how often each stage runs.
  ///   - progress: told the stages that have run, and how many there are.
  /// - Returns: what came of it; the last stages are missing where the workshop may not go on.
  /// - Throws: a fault of the suite or of the machine.
  package func causality(
    of reproduction: Reproduction, _ trial: Trial, times: Int,
    progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws -> Causality {
    let passed = Pins.passed(in: reproduction.history, trial.program)
    var stages: [Causality.Stage] = []
    for length in 0...passed.count where mayGoOn() {
      progress(length, passed.count + 1)
      let pins = length == 0 ? nil : Pins(passed.prefix(length).map(\.pin))
      let tries = try rerun(
        trial.following(pins), for: reproduction.violation.blame, times: times)
      stages.append(
        Causality.Stage(
          event: length == 0 ? nil : passed[length - 1].event, shown: tries.shown,
          runs: tries.runs))
    }
    return Causality(stages)
  }
}

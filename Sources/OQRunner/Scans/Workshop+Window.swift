import OQHistory
import OQReport

extension Workshop {
  /// Points on each side of a hold at which it is tried whether the failure shows there, too.
  private static let mostNeighbours = 12
  /// Runs of one point: a failure that needs luck beside the hold may miss once.
  private static let triesOfNeighbour = 2
  /// Runs until every held lane has come to its point.
  private static let triesOfTrace = 3

  /// The window in which the lanes of a trial have to stand.
  ///
  /// - Parameters:
  ///   - trial: a single program with holds.
  ///   - blame: what has to show.
  /// - Returns: the window; nil where no lane is held.
  /// - Throws: a fault of the suite or of the machine.
  package func window(of trial: Trial, _ blame: Finding.Blame) throws -> HeldWindow? {
    guard let pins = trial.pins, !pins.holds.isEmpty, trial.programs.count == 1 else { return nil }
    var window = HeldWindow(traces: try traces(of: trial, pins))
    if pins.holds.count == 1 { window.span = try span(of: trial, pins, pins.holds[0], blame) }
    return window
  }

  private func traces(of trial: Trial, _ pins: Pins) throws -> [[String]] {
    var traces = pins.holds.map { _ in [String]() }
    for _ in 0..<Workshop.triesOfTrace where mayGoOn() && traces.contains(where: \.isEmpty) {
      // A process that dies does not tell where its lanes stood.
      let run = try executor.executeQuickly(trial.program, TrialMode(following: pins))
      for (hold, names) in run.points?.traces ?? [:] where traces.indices.contains(hold) {
        traces[hold] = names
      }
    }
    return traces
  }

  /// The neighbours of a hold at which the failure shows, as far as they hang together.
  private func span(
    of trial: Trial, _ pins: Pins, _ hold: Hold, _ blame: Finding.Blame
  ) throws -> HeldWindow.Span? {
    guard mayGoOn() else { return nil }
    let points = try Scanner(executor: executor, judge: judge, mayGoOn: mayGoOn)
      .counted(trial.program).points.filter { $0.lane == hold.point.lane }
    guard let place = points.firstIndex(of: hold.point) else { return nil }
    func shows(_ place: Int) throws -> Bool {
      let other = Hold(at: points[place], until: hold.release)
      let neighbour = trial.following(Pins(pins.order, holding: [other]))
      return try firstReproduction(of: neighbour, blame, atMost: Workshop.triesOfNeighbour).0 != nil
    }
    var (first, last) = (place, place)
    while first > 0, place - first < Workshop.mostNeighbours, try shows(first - 1) { first -= 1 }
    while last + 1 < points.count, last - place < Workshop.mostNeighbours, try shows(last + 1) {
      last += 1
    }
    return HeldWindow.Span(first: first + 1, last: last + 1, points: points.count)
  }
}

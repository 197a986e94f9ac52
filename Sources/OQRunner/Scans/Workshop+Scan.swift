import OQHistory
import OQReport

extension Workshop {
  /// A schedule with what came of running it again and again.
  package struct Held: Sendable {
    /// The schedule.
    package let showing: ScanOutcome.Showing
    /// How it runs: with holds, and with the order of harness points where that is steadier.
    package let trial: Trial
    /// What came of it.
    package let tries: Tries
  }

  /// Rate from which a schedule is taken without a look at the others.
  private static let certain = 0.99
  /// Schedules with one hold that are tried, and the same of others.
  private static let mostSchedules = 24
  /// Points of a program that are tried at first, points that are tried where these show nothing,
  /// and schedules with two holds.
  private static let somePoints = 80
  private static let mostPoints = 250
  private static let mostPairs = 60
  /// Runs of each of them by which the first ones are chosen.
  private static let firstTries = 3
  /// Schedules that run until they have missed too often.
  private static let mostCompared = 24

  /// The schedule that shows most often what it has shown once.
  ///
  /// A hold decides where one lane stands, and luck decides the rest. So where even the best
  /// schedule does not always show it, all points are tried once more, in the order of a run that
  /// has shown it: a hold that shows it always may have had no luck before.
  ///
  /// - Parameters:
  ///   - showings: schedules of one program; those with fewer holds are tried first.
  ///   - trial: runs the program.
  ///   - times: how often the best one runs in the end.
  ///   - scan: scans the program again, in an order of harness points.
  /// - Returns: the best schedule; nil where there is none.
  /// - Throws: a fault of the suite or of the machine.
  package func steadiest(
    of showings: [ScanOutcome.Showing], _ trial: Trial, times: Int,
    scanningAgain scan: ([Pins.Pin]) throws -> ScanOutcome
  ) throws -> Held? {
    guard let best = try best(of: showings, trial, times: times) else { return nil }
    guard best.tries.rate < Workshop.certain, mayGoOn() else { return best }
    let seen = best.tries.last ?? best.showing.reproduction
    guard let order = best.trial.following(seen.history)?.pins?.order else { return best }
    let again = try self.best(
      of: scan(order).showings(of: seen.violation.blame), trial.following(Pins(order)),
      times: times)
    guard let again, again.tries.rate > best.tries.rate else { return best }
    return again
  }

  /// The schedule that shows most often what it has shown once.
  ///
  /// A few runs hardly tell schedules apart that show it nearly always. So each runs, the most
  /// promising first, until it has missed too often to be certain, and the first one that stays
  /// certain is taken.
  private func best(
    of showings: [ScanOutcome.Showing], _ trial: Trial, times: Int
  ) throws -> Held? {
    var promising: [Held] = []
    for showing in Workshop.candidates(showings) where mayGoOn() {
      let held = trial.following(Pins(showing.order, holding: showing.holds))
      let blame = showing.reproduction.violation.blame
      let tries = try rerun(held, for: blame, times: min(times, Workshop.firstTries))
      promising.append(Held(showing: showing, trial: held, tries: tries))
    }
    // Of equals the earlier one stays in front: it has fewer holds.
    let order = promising.indices.sorted {
      (promising[$1].tries.rate, $0) < (promising[$0].tries.rate, $1)
    }
    var tried: [Held] = []
    for place in order.prefix(Workshop.mostCompared) {
      let (showing, free) = (promising[place].showing, promising[place].trial)
      let ordered = trial.pins == nil ? free.following(showing.reproduction.history) : nil
      for one in [free, ordered].compactMap(\.self) where tried.isEmpty || mayGoOn() {
        let held = Held(
          showing: showing, trial: one,
          tries: try rerun(
            one, for: showing.reproduction.violation.blame, times: times,
            mostMisses: Int(Double(times) * (1 - Workshop.certain) + 0.5)))
        if held.tries.runs >= times, held.tries.rate >= Workshop.certain { return held }
        tried.append(held)
      }
    }
    guard let best = tried.max(by: { $0.tries.promise < $1.tries.promise }) else { return nil }
    guard mayGoOn() else { return best }
    return Held(
      showing: best.showing, trial: best.trial,
      tries: try rerun(best.trial, for: best.showing.reproduction.violation.blame, times: times))
  }

  /// Schedules to choose from: each once, those with fewer holds first, and of these the ones that
  /// have shown it in more rounds.
  private static func candidates(_ showings: [ScanOutcome.Showing]) -> [ScanOutcome.Showing] {
    var counts: [[Hold]: Int] = [:]
    for showing in showings { counts[showing.holds, default: 0] += 1 }
    var seen: Set<[Hold]> = []
    let distinct = showings.filter { seen.insert($0.holds).inserted }
    let places = distinct.indices.sorted { one, other in
      let (first, second) = (distinct[one].holds, distinct[other].holds)
      return (first.count, -(counts[first] ?? 0), one)
        < (second.count, -(counts[second] ?? 0), other)
    }
    let single = places.filter { distinct[$0].holds.count == 1 }
    let others = places.filter { distinct[$0].holds.count > 1 }
    return (single.prefix(mostSchedules) + others.prefix(mostSchedules)).map { distinct[$0] }
  }

  /// A way to run a program with lanes held that shows a blame more often than luck does.
  ///
  /// - Parameters:
  ///   - trial: a single program, and how it has run so far.
  ///   - blame: what has to show.
  ///   - rate: the share of runs in which it shows without a hold.
  /// - Returns: the steadier trial; nil where no schedule is.
  /// - Throws: a fault of the suite or of the machine.
  func held(_ trial: Trial, _ blame: Finding.Blame, rate: Double) throws -> (Trial, Tries)? {
    guard scansPoints, trial.programs.count == 1 else { return nil }
    let scanner = Scanner(executor: executor, judge: judge, mayGoOn: mayGoOn)
    func scan(_ order: [Pins.Pin]) throws -> ScanOutcome {
      func scan(_ points: Int, pairs: Int = 0) throws -> ScanOutcome {
        try scanner.scan(trial.program, following: order, mostPairs: pairs, mostPoints: points) {
          $0.isRoundOver && !$0.showings(of: blame).isEmpty
        }
      }
      // The best points come first, and mostly suffice.
      let some = try scan(Workshop.somePoints)
      guard some.showings(of: blame).isEmpty, mayGoOn() else { return some }
      return try scan(Workshop.mostPoints, pairs: order.isEmpty ? Workshop.mostPairs : 0)
    }
    guard
      let best = try steadiest(
        of: scan([]).showings(of: blame), trial.following(nil), times: Workshop.attempts,
        scanningAgain: scan),
      best.tries.rate > rate
    else { return nil }
    return (best.trial, best.tries)
  }
}

extension Workshop.Tries {
  /// The rate by which tries are compared that were given up after different numbers of runs.
  fileprivate var promise: Double { Double(shown + 1) / Double(runs + 2) }
}

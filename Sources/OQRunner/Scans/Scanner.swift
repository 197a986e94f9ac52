import OQHistory
import OQReport

/// Runs the schedules of a scan and judges what they show.
package struct Scanner {
  /// Undisturbed runs in which points are counted: which come depends on who is first.
  static let counts = 3

  /// Longest time for one run: most need a few milliseconds, and one that neither ends nor comes to
  /// rest would keep the campaign.
  private static let patience = Duration.seconds(4)

  private static func mode(_ mode: TrialMode) -> TrialMode {
    var mode = mode
    mode.patience = patience
    return mode
  }

  private let executor: any Executor
  private let judge: Judge
  private let mayGoOn: () -> Bool

  /// A scanner.
  ///
  /// - Parameters:
  ///   - executor: runs the programs; one that sees no points makes no scan.
  ///   - judge: judges the runs.
  ///   - mayGoOn: whether there is time for another run.
  package init(executor: any Executor, judge: Judge, mayGoOn: @escaping () -> Bool) {
    self.executor = executor
    self.judge = judge
    self.mayGoOn = mayGoOn
  }

  /// Scans a program.
  ///
  /// - Parameters:
  ///   - program: what runs.
  ///   - order: an order of harness points that every schedule follows.
  ///   - rounds: how often each point is tried alone.
  ///   - mostPairs: how many schedules with two holds are tried.
  ///   - mostPoints: points that are tried; of more, as many are taken (``PointOrder``).
  ///   - turn: which of them are taken: others the next time.
  ///   - fruitful: places whose points are tried before all others.
  ///   - isEnough: asked after every run whether the scan can stop.
  /// - Returns: what it showed; without points where the executor sees none.
  /// - Throws: a fault of the suite or of the machine.
  package func scan(
    _ program: Program, following order: [Pins.Pin] = [], rounds: Int = 1, mostPairs: Int = 0,
    mostPoints: Int = .max, turn: Int = 0,
    first fruitful: FruitfulPoints = FruitfulPoints(),
    until isEnough: (ScanOutcome) -> Bool = { _ in false }
  ) throws -> ScanOutcome {
    var outcome = try counted(program, following: order)
    let tried = fruitful.ordered(
      PointOrder.trying(
        outcome.points, contended: outcome.contended, of: program, atMost: mostPoints, turn: turn))
    outcome.tried = tried.count
    var scan = Scan(
      of: outcome.points.filter(Set(tried).contains), trying: tried, rounds: rounds,
      mostPairs: mostPairs)
    (outcome.opening, outcome.schedules) = (scan.opening, scan.count)
    while mayGoOn(), let holds = scan.nextSchedule() {
      let followed = order.isEmpty ? racing(program, holds) : order
      try run(program, Pins(followed, holding: holds), &outcome)
      if isEnough(outcome) { break }
    }
    return outcome
  }

  /// Some points of a program, which lie evenly among all of them: neighbours mostly lie in the
  /// same window.
  ///
  /// - Parameters:
  ///   - points: all points, in the order in which they came.
  ///   - most: how many are taken at most.
  /// - Returns: the points, in their order.
  package static func spread(_ points: [SubjectPoint], atMost most: Int) -> [SubjectPoint] {
    guard points.count > most else { return points }
    return (0..<most).map { points[$0 * points.count / most] }
  }

  /// Counts the points of a program.
  ///
  /// - Parameters:
  ///   - program: what runs.
  ///   - order: an order of harness points that the runs follow.
  /// - Returns: the points that any of some undisturbed runs has shown; nothing has been held.
  /// - Throws: a fault of the suite or of the machine.
  package func counted(
    _ program: Program, following order: [Pins.Pin] = []
  ) throws -> ScanOutcome {
    let pins = order.isEmpty ? nil : Pins(order)
    var outcome = ScanOutcome()
    var seen: Set<SubjectPoint> = []
    for _ in 0..<Scanner.counts where mayGoOn() {
      let run = try executor.executeQuickly(
        program,
        Scanner.mode(TrialMode(following: pins, points: .counted, mayRunUnaided: false)))
      // It would keep the next run as long.
      if run.isUndecided { break }
      guard let report = run.points else {
        if run.history.hasCrashed { outcome.deaths += 1 }
        continue
      }
      outcome.points += report.points.filter { seen.insert($0).inserted }
      outcome.contended.formUnion(PointOrder.contended(in: report, of: program))
      outcome.more = max(outcome.more, report.more)
    }
    return outcome
  }

  /// The order in which a held lane comes to its point first; empty where that is no question.
  private func racing(_ program: Program, _ holds: [Hold]) -> [Pins.Pin] {
    guard holds.count == 1, program.settings.recording == .full else { return [] }
    return RacingOrder.pins(for: holds[0].point, in: program)
  }

  private func run(
    _ program: Program, _ pins: Pins, _ outcome: inout ScanOutcome
  ) throws {
    let execution = try executor.executeQuickly(
      program, Scanner.mode(TrialMode(following: pins)))
    outcome.runs += 1
    if let report = execution.points {
      if report.held >= pins.holds.count {
        outcome.held += 1
      } else if report.held + report.givenUp > 0 {
        outcome.givenUp += 1
      } else {
        outcome.notReached += 1
      }
    } else {
      outcome.deaths += 1
    }
    let reproductions = judge.judge(execution.history).violations.map {
      Reproduction(
        violation: $0, programs: [program], history: execution.history, output: execution.output)
    }
    guard !reproductions.isEmpty else { return }
    outcome.showings.append(
      ScanOutcome.Showing(holds: pins.holds, order: pins.order, reproductions: reproductions))
  }
}

extension History {
  /// Whether the process died in it.
  fileprivate var hasCrashed: Bool {
    events.contains { if case .crashed = $0.kind { true } else { false } }
  }
}

import OQDriver
import OQHistory
import OQReport
import Synchronization

/// Scans programs of a campaign, one after the other, and counts what became of the schedules.
// Safety: the executor is used by one thread at a time, and the count lies in a mutex.
final class CampaignScans: @unchecked Sendable {
  /// Runs the schedules.
  let executor: any Executor
  private let judge: Judge
  private let share: HoldingExecutor.Share
  private let counted = Mutex(HoldCount())

  /// Schedules that show something, after which a program is not scanned any further: it is known
  /// by then to fail.
  private static let mostShowings = 3
  /// How often a schedule is tried again that has shown something once.
  private static let confirmations = 10

  /// Makes scans.
  ///
  /// - Parameters:
  ///   - executor: runs the schedules.
  ///   - judge: says which schedules break a rule.
  ///   - share: how far a program is scanned.
  init(_ executor: any Executor, judge: Judge, share: HoldingExecutor.Share) {
    self.executor = executor
    self.judge = judge
    self.share = share
  }

  /// What became of the schedules so far; callable from any thread.
  var count: HoldCount { counted.withLock(\.self) }

  /// Scans a program.
  ///
  /// - Parameters:
  ///   - order: what is scanned.
  ///   - mayGoOn: whether there is time for another run.
  /// - Returns: runs that have shown something, as additions to the program's own execution.
  /// - Throws: a fault of the suite or of the machine.
  func scan(
    _ order: ScanOrder, while mayGoOn: @escaping () -> Bool = { true }
  ) throws -> [Execution] {
    let program = order.program
    let begun = ContinuousClock.now
    let patience = share.patience
    let scanner = Scanner(executor: executor, judge: judge) {
      ContinuousClock.now - begun < patience && mayGoOn()
    }
    let outcome = try scanner.scan(
      program, mostPairs: share.mostPairs, mostPoints: share.mostPoints, turn: order.turn,
      first: share.fruitful
    ) { $0.showings.count >= CampaignScans.mostShowings }
    guard mayGoOn() || !outcome.showings.isEmpty else { return [] }
    counted.withLock { $0.add(outcome, program) }
    var known: Set<Finding.Blame> = []
    var additions: [Execution] = []
    for showing in outcome.showings {
      let blame = showing.reproduction.violation.blame
      guard !known.contains(blame) else { continue }
      switch try confirm(order, showing) {
      case .over(let execution): additions.append(execution)
      case .pending: break
      case .unseen:
        guard let execution = unconfirmed(order, showing) else { continue }
        additions.append(execution)
        // What needs its end is not known by that, and another schedule may confirm it.
        known.formUnion(judge.judge(execution.history).violations.map(\.blame))
        continue
      }
      known.insert(blame)
    }
    counted.withLock { $0.showings += additions.count }
    return additions
  }

  /// A schedule that has shown something once and not again, where its run proves it.
  ///
  /// A quick run takes the first quiescence for final, which a slow subject may only seem to be in:
  /// what needs that is no evidence. What a run has shown before is, however seldom it comes.
  private func unconfirmed(_ order: ScanOrder, _ showing: ScanOutcome.Showing) -> Execution? {
    let history = showing.reproduction.history.withoutConfirmation
    guard !judge.judge(history).violations.isEmpty else { return nil }
    var execution = Execution(order.program, history)
    execution.output = showing.reproduction.output
    execution.index = order.index
    execution.pins = Pins(showing.order, holding: showing.holds)
    execution.isAfterthought = true
    return execution
  }

  /// Gives schedules whose end has become final since the last time, without waiting for any.
  ///
  /// - Returns: runs that have shown something, as additions to their programs' own executions.
  /// - Throws: a fault of the suite or of the machine.
  func collect() throws -> [Execution] { additions(try executor.collect()) }

  /// The same as ``collect()``, and waits.
  ///
  /// - Parameter mayWait: asked again and again whether there is time to wait for more.
  /// - Returns: runs that have shown something, as additions to their programs' own executions.
  /// - Throws: a fault of the suite or of the machine.
  func settle(while mayWait: () -> Bool) throws -> [Execution] {
    additions(try executor.settle(while: mayWait))
  }

  /// The schedules among some executions; the others are what was left of runs that counted points.
  private func additions(_ executions: [Execution]) -> [Execution] {
    let additions = executions.filter { $0.index != nil && $0.pins != nil }.map {
      var addition = $0
      addition.isAfterthought = true
      return addition
    }
    for addition in additions { note(addition) }
    return additions
  }

  /// Counts a schedule that stood still, whose end has become final.
  func note(_ addition: Execution) {
    guard !judge.judge(addition.history).violations.isEmpty else { return }
    counted.withLock { $0.showings += 1 }
  }

  /// What became of a schedule that runs again until its end is final.
  private enum Confirmation {
    /// It has come to an end, and shows something.
    case over(Execution)
    /// It stands still, and is set aside until that is final: it comes from ``collect()``.
    case pending
    /// It showed nothing.
    case unseen
  }

  /// Runs a schedule again that has shown something, this time until its end is final.
  ///
  /// Whether the held lane comes to its point before the others go on is luck, so one that shows
  /// nothing is tried again, every other time in the order that has shown it.
  private func confirm(
    _ order: ScanOrder, _ showing: ScanOutcome.Showing
  ) throws -> Confirmation {
    let trial = Trial([order.program], isAlone: false)
      .following(Pins(showing.order, holding: showing.holds))
    let ordered = trial.following(showing.reproduction.history)
    return try run(order, following: [trial, ordered ?? trial].compactMap(\.pins))
  }

  /// Runs a program by one order after another, until one shows something or stands still.
  private func run(_ order: ScanOrder, following orders: [Pins]) throws -> Confirmation {
    guard !orders.isEmpty else { return .unseen }
    for attempt in 0..<CampaignScans.confirmations {
      let pins = orders[attempt % orders.count]
      var execution = try executor.execute(order.program, index: order.index, following: pins)
      if execution.isPending { return .pending }
      guard !judge.judge(execution.history).violations.isEmpty else { continue }
      execution.index = order.index
      execution.isAfterthought = true
      return .over(execution)
    }
    return .unseen
  }

  /// Runs a program by the pins of a file, as often as a schedule that is confirmed: whether lanes
  /// come to their points in time is luck.
  ///
  /// - Parameters:
  ///   - pins: what is followed.
  ///   - order: the program, with its index.
  /// - Returns: the run that has shown something, as an addition to the program's own execution.
  /// - Throws: a fault of the suite or of the machine.
  func follow(_ pins: Pins, in order: ScanOrder) throws -> [Execution] {
    let confirmation = try run(order, following: [pins])
    counted.withLock { count in
      var kept = count.kept ?? HoldCount.Kept()
      kept.programs += 1
      if case .over = confirmation { kept.showings += 1 }
      count.kept = kept
    }
    if case .over(let execution) = confirmation { return [execution] }
    return []
  }
}

extension HoldCount {
  /// Adds the scan of a program.
  fileprivate mutating func add(_ outcome: ScanOutcome, _ program: Program) {
    guard !outcome.points.isEmpty else {
      // Where the process always dies, nobody can say which points came.
      if outcome.deaths == 0 { blind += 1 }
      return
    }
    if outcome.points.count > outcome.tried { large += 1 }
    programs += 1
    points += outcome.points.count
    schedules += outcome.runs
    held += outcome.held
    givenUp += outcome.givenUp
    notReached += outcome.notReached
    deaths += outcome.deaths
    var counted = lanes ?? Lanes()
    counted.all += program.scripts.count
    counted.withoutPoints += outcome.lanesWithoutPoints(of: program).count
    lanes = counted
  }
}

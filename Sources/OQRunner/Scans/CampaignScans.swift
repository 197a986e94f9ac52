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
  ///   - program: what runs.
  ///   - index: its index.
  ///   - mayGoOn: whether there is time for another run.
  /// - Returns: runs that have shown something, as additions to the program's own execution.
  /// - Throws: a fault of the suite or of the machine.
  func scan(
    _ program: Program, _ index: UInt64, while mayGoOn: @escaping () -> Bool = { true }
  ) throws -> [Execution] {
    let begun = ContinuousClock.now
    let patience = share.patience
    let scanner = Scanner(executor: executor, judge: judge) {
      ContinuousClock.now - begun < patience && mayGoOn()
    }
    let outcome = try scanner.scan(
      program, mostPairs: share.mostPairs, mostPoints: share.mostPoints, first: share.fruitful
    ) { $0.showings.count >= CampaignScans.mostShowings }
    guard mayGoOn() || !outcome.showings.isEmpty else { return [] }
    counted.withLock { $0.add(outcome, program) }
    var blames: Set<Finding.Blame> = []
    var additions: [Execution] = []
    for showing in outcome.showings
    where blames.insert(showing.reproduction.violation.blame).inserted {
      if let confirmed = try confirm(program, index, showing) { additions.append(confirmed) }
    }
    return additions
  }

  /// Runs a schedule again that has shown something, this time until its end is final.
  private func confirm(
    _ program: Program, _ index: UInt64, _ showing: ScanOutcome.Showing
  ) throws -> Execution? {
    var execution = try executor.execute(
      program, index: index, following: Pins([], holding: showing.holds))
    guard !execution.isPending else { return nil }
    execution.index = index
    execution.isAfterthought = true
    return execution
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
    showings += outcome.showings.count
    var counted = lanes ?? Lanes()
    counted.all += program.scripts.count
    counted.withoutPoints += outcome.lanesWithoutPoints(of: program).count
    lanes = counted
  }
}

import OQDriver
import OQHistory

/// Scans programs on a thread of its own, while the campaign goes on.
///
/// Most of a scan is waiting: for lanes that are held, and until everything else is at rest.
// Safety: the variables are touched only under the condition; the executor belongs to the thread
// until that has ended.
final class ScanThread: @unchecked Sendable {
  /// Programs that wait for their turn at most.
  private static let mostWaiting = 2
  /// Microseconds between two questions whether there is time to wait.
  private static let glance = 50_000
  /// The part of the time that it may always use: what a window needs is that it is looked for, and
  /// a subject that is slow has few programs of which a share could be taken.
  private static let share = 0.25

  private let scans: CampaignScans
  private let mayLag: Bool
  private let condition = WaitingLock()
  private var waiting: [ScanOrder] = []
  private var isBusy = false
  private var isOver = false
  private var isRunning = false
  private let made = ContinuousClock.now
  /// How long it has scanned, without what it scans at this moment.
  private var worked = Duration.zero
  private var additions: [Execution] = []
  private var fault: (any Error)?

  /// Makes a thread, which begins with the first program.
  ///
  /// - Parameters:
  ///   - scans: scans the programs; its executor is used by nobody else.
  ///   - mayLag: whether a program is left out where others wait; otherwise its turn is waited for.
  init(_ scans: CampaignScans, mayLag: Bool) {
    self.scans = scans
    self.mayLag = mayLag
  }

  /// Whether it does nothing, and has scanned for less than its part of the time.
  var hasTime: Bool {
    condition.withLock {
      !isBusy && waiting.isEmpty && !isOver
        && worked < (ContinuousClock.now - made) * ScanThread.share
    }
  }

  /// How many programs it has to scan.
  var load: Int { condition.withLock { waiting.count + (isBusy ? 1 : 0) } }

  /// Has a program scanned.
  func scan(_ order: ScanOrder) {
    condition.withLock {
      while waiting.count >= ScanThread.mostWaiting, !isOver {
        if mayLag { return }
        condition.wait()
      }
      waiting.append(order)
      begin()
      condition.broadcast()
    }
  }

  /// Gives what scans have shown since the last time, without waiting for any.
  ///
  /// - Returns: additions to executions of programs.
  func collect() -> [Execution] {
    condition.withLock {
      defer { additions = [] }
      return additions
    }
  }

  /// Waits for programs whose scan has begun, and, where none is left out, for all others; then for
  /// schedules whose end is not final yet.
  ///
  /// - Parameter mayWait: whether there is time to wait; asked again and again.
  /// - Returns: what scans have shown since the last time.
  /// - Throws: a fault of the suite or of the machine.
  func settle(while mayWait: () -> Bool) throws -> [Execution] {
    let isIdle = condition.withLock {
      if mayLag { waiting = [] }
      while isBusy || !waiting.isEmpty, mayWait() {
        condition.wait(microseconds: ScanThread.glance)
      }
      return !isBusy && waiting.isEmpty
    }
    // The executor belongs to the thread as long as it scans, and nobody hands it more meanwhile.
    let settled = isIdle ? try scans.settle(while: mayWait) : []
    if let fault = condition.withLock({ fault }) { throw fault }
    return collect() + settled
  }

  /// Ends the thread and shuts its executor down.
  func shutDown() {
    condition.withLock {
      isOver = true
      waiting = []
      condition.broadcast()
      while isRunning { condition.wait() }
    }
    scans.executor.shutDown()
  }

  // MARK: The thread

  private func begin() {
    guard !isRunning, !isOver else { return }
    isRunning = true
    PlainThread.start { self.work() }
  }

  private func work() {
    while let order = next() {
      let begun = ContinuousClock.now
      let shown = Result {
        try scans.scan(order) { !self.isEnding } + scans.collect()
      }
      condition.withLock {
        isBusy = false
        worked += ContinuousClock.now - begun
        switch shown {
        case .success(let more): additions += more
        case .failure(let error): fault = fault ?? error
        }
        condition.broadcast()
      }
    }
    condition.withLock {
      isRunning = false
      condition.broadcast()
    }
  }

  private var isEnding: Bool { condition.withLock { isOver } }

  /// The next program; nil at the end.
  private func next() -> ScanOrder? {
    condition.withLock {
      while waiting.isEmpty, !isOver { condition.wait() }
      guard !isOver else { return nil }
      isBusy = true
      // Somebody may wait for the place.
      condition.broadcast()
      return waiting.removeFirst()
    }
  }
}

import OQAdapters
import OQHistory
import OQSystem

/// Establishes quiescence by the threads of this process and by canaries.
///
/// Clocks decide here only how long to try: what is concluded comes from threads that were all asleep
/// at one moment, and from a canary that passed in between.
final class ProcessObserver: QuiescenceObserver {
  /// How long the observer tries.
  struct Patience {
    /// Microseconds for threads to come to rest.
    var rest = 50_000
    /// Microseconds for a canary to come back.
    var canary = 15_000_000
    /// How many step bounds a confirmation may take while threads move and nothing comes of it.
    var bounds = 6.0
    /// The longest pause between two looks of a confirmation, in microseconds.
    var pause = 200_000
  }

  private let canary: Canary
  private let subject: any Subject
  private let patience: Patience

  /// The longest time, in microseconds, that a canary took so far.
  private(set) var longestCanary = 0

  init(subject: any Subject, patience: Patience = Patience()) {
    self.subject = subject
    self.patience = patience
    canary = Canary(subject: subject)
  }

  func look(excluding thread: UInt64, isStill: () -> Bool) -> Quiescence? {
    let own: Set<Int32> = [Int32(truncatingIfNeeded: thread)]
    guard rest(excluding: own, isStill: isStill) != nil else { return nil }
    var stuck = StuckCanary(own: own)
    let canaries: Int
    switch canary.fly(patience: patience.canary, isWanted: { isStill() && !stuck.isCertain() }) {
    case .passed(let time):
      longestCanary = max(longestCanary, time)
      canaries = Canary.count
    case .given(up: let passed):
      // A subject that cannot even run a canary is quiescent only if nothing at all can wake it.
      guard stuck.wasCertain else { return nil }
      canaries = passed
    case .impossible: return nil
    }
    guard let threads = rest(excluding: own, isStill: isStill) else { return nil }
    return Quiescence(threads: threads, canaries: canaries)
  }

  /// Waits until every thread is asleep.
  ///
  /// - Returns: how many slept at one moment; nil if some moved for as long as the observer tries, or
  ///   the log moved.
  private func rest(excluding own: Set<Int32>, isStill: () -> Bool) -> Int? {
    let begin = Monotonic.microseconds
    var pause = 50
    var before = ThreadCensus.take()
    repeat {
      guard isStill(), let first = before, let after = ThreadCensus.take() else { return nil }
      if ThreadCensus.isQuiet(before: first, after: after, excluding: own) {
        return isStill() ? after.samples.count - own.count : nil
      }
      before = after
      Monotonic.sleep(microseconds: pause)
      pause = min(pause * 2, 5_000)
    } while Monotonic.microseconds - begin < patience.rest
    return nil
  }

  func confirm(bound: Double, isStill: () -> Bool) -> Bool {
    let thread = oq_thread_id()
    let own: Set<Int32> = [Int32(truncatingIfNeeded: thread)]
    // Never less than three times the longest delay that was seen.
    let bound = max(Int(bound * 1_000_000), 3 * longestCanary)
    // A declared bound limits how long nothing can be seen of a step. Where it is only assumed, a
    // thread that moves may be a step that cannot be seen, and time starts again.
    let isDeclared = subject.description.stepBound != nil
    let begin = Monotonic.microseconds
    var stillSince = begin
    var pause = 1000
    var before = ThreadCensus.take(alarms: true)
    while isStill() {
      guard let first = before, let after = ThreadCensus.take(alarms: true) else { return false }
      let isQuiet = ThreadCensus.isQuiet(before: first, after: after, excluding: own)
      let now = Monotonic.microseconds
      if isQuiet, !first.hasTimedWaits(excluding: own), !after.hasTimedWaits(excluding: own) {
        return isStill()
      }
      if !isQuiet, !isDeclared { stillSince = now }
      // A canary says once more that the machine lets the subject run.
      if now - stillSince >= bound, look(excluding: thread, isStill: isStill) != nil {
        return isStill()
      }
      if Double(now - begin) >= patience.bounds * Double(bound) { return false }
      Monotonic.sleep(microseconds: pause)
      pause = min(pause * 2, patience.pause)
      before = after
    }
    return false
  }

  /// Measures what can be held and how long a canary takes.
  ///
  /// - Returns: the measurements, made in this process.
  func calibrate() -> Calibration {
    let oneQueue = HeldBodies.count(on: subject, queues: 1)
    let twoQueues = HeldBodies.count(on: subject, queues: 2)
    for _ in 0..<10 {
      guard case .passed(let time) = canary.fly(patience: patience.canary, isWanted: { true })
      else { break }
      longestCanary = max(longestCanary, time)
    }
    return Calibration(oneQueue: oneQueue, twoQueues: twoQueues, canary: longestCanary)
  }
}

/// Looks whether a canary that is out can never come back: every thread sleeps, none of them with a
/// bound, no timer is armed, and that over many looks without a gap.
private struct StuckCanary {
  private let own: Set<Int32>
  private var last: ThreadCensus?
  private var looks = 0

  /// Looks in a row: ten milliseconds apart, so that a timer which is armed a moment later shows.
  private static let enough = 30

  init(own: Set<Int32>) { self.own = own }

  private(set) var wasCertain = false

  mutating func isCertain() -> Bool {
    let look = ThreadCensus.take(alarms: true)
    if let last, let look, ThreadCensus.isQuiet(before: last, after: look, excluding: own),
      !look.hasTimedWaits(excluding: own)
    {
      looks += 1
    } else {
      looks = 0
    }
    last = look
    wasCertain = looks >= StuckCanary.enough
    return wasCertain
  }
}

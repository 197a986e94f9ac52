import OQAdapters
import OQHistory
import OQSystem

/// Establishes quiescence by the threads of this process and by canaries.
///
/// Clocks decide here only how long to try: what is concluded comes from threads that were all
/// asleep at one moment, and from canaries that passed in between, or from a process that is
/// sealed.
final class ProcessObserver: QuiescenceObserver {
  /// How long the observer tries.
  struct Patience {
    /// Microseconds for threads to come to rest.
    var rest = 50_000
    /// Microseconds for canaries to come back.
    var canary = 15_000_000
    /// Microseconds for canaries of a subject with a stand-in, before those of the stand-in fly.
    var ownCanary = 100_000
    /// Microseconds for the bodies of a calibration to begin: a class with a single thread never
    /// begins the second one, and no other evidence may come before idle threads have ended.
    var calibration = 2_000_000
    /// How many step bounds a confirmation may take while threads move and nothing comes of it.
    var bounds = 6.0
    /// The longest pause between two looks of a confirmation, in microseconds.
    ///
    /// Looks count what threads do in between, so fewer of them see as much.
    var pause = 1_000_000
    /// The longest pause in a confirmation between two questions whether anything was recorded.
    var glance = 50_000
  }

  private let canary: Canary
  /// Canaries of a correct subject, for one whose own do not come back.
  private let standIn: Canary?
  /// Whether canaries of the subject were waited for in vain while those of the stand-in passed.
  private var isOwnLost = false
  private let subject: any Subject
  private let patience: Patience

  /// The longest time, in microseconds, that a canary took so far.
  private(set) var longestCanary = 0

  /// The routes of what was awaited when the process was last found quiescent.
  private var routes = CanaryRoute.plain

  private(set) var isHopeless = false

  var isUnaided = false

  var wasWoken = false

  init(subject: any Subject, patience: Patience = Patience()) {
    self.subject = subject
    self.patience = patience
    canary = Canary(subject: subject)
    standIn = subject.standIn.map { Canary(subject: $0) }
  }

  /// Sends canaries: those of the subject, and those of its stand-in where they do not come back.
  ///
  /// What the subject owes is then only what it does within its step bound, which a confirmation
  /// waits for in any case.
  private func fly(
    _ routes: [CanaryRoute], patience most: Int, isWanted: () -> Bool
  ) -> Canary.Flight {
    guard let standIn else { return canary.fly(routes, patience: most, isWanted: isWanted) }
    if !isOwnLost {
      let own = canary.fly(routes, patience: min(most, patience.ownCanary), isWanted: isWanted)
      if case .passed = own { return own }
      guard isWanted() else { return own }
    }
    let flight = standIn.fly(routes, patience: most, isWanted: isWanted)
    if case .passed = flight { isOwnLost = true }
    return flight
  }

  func look(
    for awaited: () -> [CanaryRoute], excluding thread: UInt64, isStill: () -> Bool
  ) -> Quiescence? {
    let own = harness(thread)
    guard !isHopeless, rest(excluding: own, isStill: isStill) != nil else { return nil }
    routes = awaited()
    var seal = Seal(own: own)
    guard isFirstThreadThrough(&seal, isStill) else { return nil }
    // A canary is an add: it may make an implementation do what it has forgotten. So none flies
    // where nothing else can happen any more.
    if isUnaided || isSealed(own, isStill) {
      return rest(excluding: own, isStill: isStill).map {
        Quiescence(threads: $0, canaries: 0, isSealed: !isUnaided || isSealed(own, isStill))
      }
    }
    let begin = Monotonic.microseconds
    let canaries: Int
    var calls = 0
    defer { if !isStill() { wasWoken = true } }
    switch fly(
      routes, patience: patience.canary,
      isWanted: {
        if calls < ProcessObserver.mostCalls, let service = subject.firstThread {
          service.pass {}
          calls += 1
        }
        return isStill() && !seal.isCertain(since: begin)
      })
    {
    case .passed(let time):
      longestCanary = max(longestCanary, time)
      canaries = routes.count
    case .given(up: let passed):
      // A subject that cannot even run a canary is quiescent only if nothing at all can wake it.
      guard seal.wasCertain else {
        isHopeless = isStill() && Monotonic.microseconds - begin >= patience.canary
        return nil
      }
      canaries = passed
    case .impossible:
      isHopeless = true
      return nil
    }
    guard isFirstThreadThrough(&seal, isStill), let threads = rest(excluding: own, isStill: isStill)
    else { return nil }
    return Quiescence(threads: threads, canaries: canaries, isSealed: seal.wasCertain)
  }

  /// Whether nothing can set the process going any more.
  private func isSealed(_ own: Set<Int32>, _ isStill: () -> Bool) -> Bool {
    var seal = Seal(own: own)
    repeat {
      guard isStill() else { return false }
      if seal.isCertain() { return true }
    } while seal.isPossible
    return false
  }

  /// How often the first thread is called while canaries fly: what a canary hands to its run loop
  /// may wait for the loop to come round.
  private static let mostCalls = 5

  /// Whether nothing waits for the first thread that it could still do.
  ///
  /// A run loop may be handed a block without being woken. So a call is sent behind everything that
  /// does. Where it does not come back the thread is stuck in what it was handed, for good once the
  /// process is sealed; where nobody serves, nothing is known of what waits there.
  private func isFirstThreadThrough(_ seal: inout Seal, _ isStill: () -> Bool) -> Bool {
    guard let service = subject.firstThread else { return true }
    let passage = Passage()
    let begin = Monotonic.microseconds
    service.pass { passage.end() }
    while !passage.wait(microseconds: 10_000) {
      guard isStill() else { return false }
      if service.isServing, seal.isCertain(since: begin) { return true }
      if Monotonic.microseconds - begin >= patience.canary {
        isHopeless = isStill()
        return false
      }
    }
    return true
  }

  func isAtRest(excluding thread: UInt64, isStill: () -> Bool) -> Bool {
    rest(excluding: harness(thread), isStill: isStill) != nil
  }

  /// The threads of the harness: the one that observes, and others that never touch a subject.
  private func harness(_ thread: UInt64) -> Set<Int32> {
    HarnessThreads.all.union([Int32(truncatingIfNeeded: thread)])
  }

  /// Waits until every thread is asleep.
  ///
  /// - Returns: how many slept at one moment; nil if some moved for as long as the observer tries,
  ///   or the log moved.
  private func rest(excluding own: Set<Int32>, isStill: () -> Bool) -> Int? {
    let begin = Monotonic.microseconds
    var pause = 50
    var before = ThreadCensus.take(excluding: own, stopsAtWake: true)
    repeat {
      guard isStill(), let first = before,
        let after = ThreadCensus.take(excluding: own, stopsAtWake: true)
      else {
        return nil
      }
      if ThreadCensus.isQuiet(before: first, after: after, excluding: own) {
        return isStill() ? after.samples.count { !own.contains($0.thread) } : nil
      }
      before = after
      Monotonic.sleep(microseconds: pause)
      pause = min(pause * 2, 5_000)
    } while Monotonic.microseconds - begin < patience.rest
    return nil
  }

  func confirm(bound: Double, isStill: () -> Bool) -> Bool {
    let thread = oq_thread_id()
    let own = harness(thread)
    // Never less than three times the longest delay that was seen.
    let bound = max(Int(bound * 1_000_000), 3 * longestCanary)
    // A declared bound limits how long nothing can be seen of a step. Where it is only assumed, a
    // thread that moves may be a step that cannot be seen, and time starts again.
    let isDeclared = subject.description.stepBound != nil
    let begin = Monotonic.microseconds
    var stillSince = begin
    var pause = 1000
    var asleep = 0
    var before = ThreadCensus.take(alarms: true, excluding: own, stopsAtWake: true)
    while isStill() {
      guard let first = before,
        let after = ThreadCensus.take(alarms: true, excluding: own, stopsAtWake: true)
      else {
        return false
      }
      let isQuiet = ThreadCensus.isQuiet(before: first, after: after, excluding: own)
      let now = Monotonic.microseconds
      if isQuiet, !first.hasTimedWaits(excluding: own), !after.hasTimedWaits(excluding: own) {
        return isStill()
      }
      if !isQuiet, !isDeclared { stillSince = now }
      // Nothing can move before the bound is over: that needs no waiting.
      let isAsleep = isQuiet && [first, after].allSatisfy { $0.sleeps(for: bound, excluding: own) }
      asleep = isAsleep ? asleep + 1 : 0
      // A canary says once more that the machine lets the subject run; where none is to fly yet,
      // the driver sends some after this.
      if now - stillSince >= bound || asleep >= Seal.enough,
        look(for: { routes }, excluding: thread, isStill: isStill) != nil
      {
        return isStill()
      }
      if isHopeless || Double(now - begin) >= patience.bounds * Double(bound) { return false }
      // Not beyond the bound, where nothing but time is missing.
      let rest = max(1000, bound - (now - stillSince))
      sleep(microseconds: min(pause, rest), while: isStill)
      pause = min(pause * 4, patience.pause)
      before = after
    }
    return false
  }

  private func sleep(microseconds: Int, while isStill: () -> Bool) {
    var rest = microseconds
    while rest > 0, isStill() {
      Monotonic.sleep(microseconds: min(rest, patience.glance))
      rest -= patience.glance
    }
  }

  func calibrate() -> Calibration {
    let thread = oq_thread_id()
    func measure(queues: Int) -> HeldBodies.Measurement {
      HeldBodies.measure(on: subject, queues: queues, patience: patience.calibration) { isStill in
        look(for: { CanaryRoute.plain }, excluding: thread, isStill: isStill) != nil
      }
    }
    // A subject with a stand-in owes nothing while client code is held, so that nobody asks.
    let isAsked = standIn == nil
    let one = isAsked ? measure(queues: 1) : HeldBodies.Measurement(bodies: 1, delay: 0)
    let two = isAsked ? measure(queues: 2) : one
    let begin = Monotonic.microseconds
    var seal = Seal(own: harness(thread))
    for _ in 0..<10 where Monotonic.microseconds - begin < patience.calibration {
      guard
        case .passed(let time) = fly(
          CanaryRoute.plain, patience: patience.calibration,
          isWanted: { !seal.isCertain(since: begin) })
      else { break }
      longestCanary = max(longestCanary, time)
    }
    return Calibration(
      oneQueue: one.bodies, twoQueues: two.bodies,
      delay: max(one.delay, two.delay, longestCanary))
  }
}

/// The end of a call that was sent to another thread.
// Safety: the variable is touched only under the waiting lock.
private final class Passage: @unchecked Sendable {
  private let waitingLock = WaitingLock()
  private var isOver = false

  func end() {
    waitingLock.withLock {
      isOver = true
      waitingLock.broadcast()
    }
  }

  /// Waits until it is over, or for so long.
  func wait(microseconds: Int) -> Bool {
    waitingLock.withLock {
      if !isOver { waitingLock.wait(microseconds: microseconds) }
      return isOver
    }
  }
}

/// Looks whether a process is *sealed*: nothing can ever set it going again, so that canaries that
/// are out will never come back and no other evidence is needed.
///
/// The argument: two looks show a moment at which every thread but the harness' own observer slept
/// (see ``ThreadCensus/isQuiet(before:after:excluding:)``), and each slept in a wait that only
/// another thread or process ends. The timers are read between the samples of the first look and
/// those of the second, while all threads slept: none was armed, and none can have been armed
/// since. A timer that fired while it was read has made its reader runnable, which the second look
/// shows. No child is left that could act, and no descriptor through which somebody outside could.
/// So whatever happens next must be begun by the observer, which calls nothing of the subject.
///
/// One pair of looks proves it. More are asked for so that a mistake of the kernel's bookkeeping
/// would have to repeat itself.
private struct Seal {
  private let own: Set<Int32>
  private var last: ThreadCensus?
  private var looks = 0

  /// Pairs of looks in a row.
  static let enough = 3

  /// When the next look is due after one that spoke against it, in microseconds.
  private var due = 0
  /// The longest time between two looks, in microseconds.
  private static let longestPause = 500_000

  init(own: Set<Int32>) { self.own = own }

  private(set) var wasCertain = false
  /// Whether further looks may show it: none has spoken against it.
  private(set) var isPossible = true

  /// Looks, unless the last look spoke against it and was not long ago.
  ///
  /// Idle threads of a pool wait with a bound of seconds, and a look costs as much as a small
  /// program: so the pauses grow with the time that it has taken, by a quarter.
  ///
  /// - Parameter begin: since when the process is looked at, in microseconds.
  /// - Returns: whether it is certain; false, too, where nobody has looked.
  mutating func isCertain(since begin: Int) -> Bool {
    let now = Monotonic.microseconds
    guard isPossible || now >= due else { return false }
    due = now + min((now - begin) / 4, Seal.longestPause)
    return isCertain()
  }

  mutating func isCertain() -> Bool {
    let look = ThreadCensus.take(alarms: true, excluding: own, stopsAtWake: true)
    if let last, let look, ThreadCensus.isQuiet(before: last, after: look, excluding: own),
      !last.hasTimedWaits(excluding: own), !look.hasTimedWaits(excluding: own)
    {
      looks += 1
      isPossible = true
    } else {
      isPossible = last == nil && look.map { !$0.hasTimedWaits(excluding: own) } ?? false
      looks = 0
    }
    last = look
    wasCertain = looks >= Seal.enough
    return wasCertain
  }
}

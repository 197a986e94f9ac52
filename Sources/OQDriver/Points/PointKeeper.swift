import OQHistory
import OQPoints
import Synchronization

/// Counts the points of the subject in a run, and holds lanes there.
///
/// There is one in a process, since the calls that make points carry no context. It is off between
/// runs; what threads of an earlier run still do counts for nothing, because their places carry the
/// number of that run.
///
/// A held lane is a thread that has lost the processor between two instructions, as any thread may
/// at any time. So a hold can hide a failure and never invent one, as long as nothing is concluded
/// from what a held thread does not do: the driver has every hold given up before it takes
/// anything for quiescent (``drop()``).
// Safety: the variables are touched only under the waiting lock, but the atomics.
final class PointKeeper: @unchecked Sendable {
  static let shared = PointKeeper()

  /// Where calls are counted together.
  private struct Site: Hashable {
    let lane: UInt64
    let span: UInt32
    let function: Int32
    let caller: Int
  }

  private struct Place: Hashable {
    let site: Site
    let occurrence: Int
  }

  /// What a held lane waits for.
  private enum Wish: Equatable {
    case rest
    case passed(LaneCode, Pins.Moment)
    case time
  }

  private struct Moment: Hashable {
    let lane: LaneCode
    let moment: Pins.Moment
  }

  private let waitingLock = WaitingLock()
  private var names = PointNames()
  private let current = Atomic<UInt32>(0)
  private var mode = PointMode.off
  private var wishes: [Place: Wish] = [:]
  private var passed: Set<Moment> = []
  private var counts: [Site: Int] = [:]
  private var seen: [Place] = []
  /// What each of the seen places is about: the address of an object.
  private var objects: [UInt] = []
  /// A lane that stands at a point.
  private struct Stay {
    let wish: Wish
    /// The number of the hold in the schedule; nil for a random one.
    let hold: Int?
  }

  /// The lanes that stand, each by a number of its own: a thread of an earlier run may not have
  /// noticed yet that it was let go.
  private var held: [Int: Stay] = [:]
  private var nextHeld = 0
  private var report = PointReport()
  private var numbers: [Place: Int] = [:]
  private var reached: (@Sendable (_ hold: Int) -> Void)?
  private let heldForDriver = Atomic<Int>(0)
  private let pending = Atomic<Bool>(false)

  /// Points that are reported of one run.
  private static let most = 4096
  /// Microseconds of a random hold: longer than most calls take, and short beside a look.
  private static let randomHold = 300
  /// One of so many points is held at random.
  private static let randomShare: UInt64 = 50

  /// Whether this executable has points.
  static var isBuilt: Bool { oq_points_are_built() }

  /// Makes the names of points known to all copies of this process.
  static func prepare() { oq_points_prepare() }

  // MARK: Runs

  /// Switches points on for a run: what threads of an earlier one do counts for nothing.
  ///
  /// - Parameters:
  ///   - mode: what becomes of all points.
  ///   - holds: where lanes stay.
  ///   - reached: told the number of a hold once its lane stands there; wakes the driver.
  /// - Returns: the number of the run, by which its lanes are known.
  func begin(
    _ mode: PointMode, holding holds: [Hold], reached: @escaping @Sendable (_ hold: Int) -> Void
  ) -> UInt32 {
    var number: UInt32 = 0
    let references = holds.contains { $0.point.function.isOfReferences }
    waitingLock.withLock {
      number = current.load(ordering: .relaxed) &+ 1
      current.store(number, ordering: .relaxed)
      self.mode = mode
      self.reached = reached
      counts = [:]
      seen = []
      objects = []
      passed = []
      report = PointReport()
      wishes = [:]
      numbers = [:]
      for (number, hold) in holds.enumerated() {
        let place = place(of: hold.point)
        wishes[place] = PointKeeper.wish(hold.release)
        numbers[place] = number
      }
      pending.store(!wishes.isEmpty || mode.isRandom, ordering: .sequentiallyConsistent)
    }
    oq_points_start(
      { context, function, caller, object in
        guard let context, let caller else { return }
        Unmanaged<PointKeeper>.fromOpaque(context).takeUnretainedValue()
          .reach(function, caller, object)
      }, Unmanaged.passUnretained(self).toOpaque(), references)
    return number
  }

  /// Switches points off, lets everybody go, and says what there was.
  func end() -> PointReport {
    oq_points_stop()
    return waitingLock.withLock {
      giveUpAll()
      let report = wholeReport
      (seen, objects, counts, wishes) = ([], [], [:], [:])
      mode = .off
      reached = nil
      return report
    }
  }

  /// What there was so far.
  var reportSoFar: PointReport { waitingLock.withLock { wholeReport } }

  private var wholeReport: PointReport {
    var report = report
    var numbers = ObjectNumbers()
    for (place, object) in zip(seen, objects) {
      guard let point = point(place) else { continue }
      report.points.append(point)
      report.objects[point] = numbers.number(of: object)
    }
    return report
  }

  /// Whether a lane is held until something comes that the driver must see.
  var isHeld: Bool { heldForDriver.load(ordering: .sequentiallyConsistent) > 0 }

  /// Whether a lane is held or still to be held.
  var isPending: Bool { pending.load(ordering: .sequentiallyConsistent) || isHeld }

  /// Everything but the held lanes is at rest: lets the first of them go that waits for that.
  ///
  /// Each lane waits for all others, so the next one goes once everything is at rest again, and the
  /// order in which they go is that of the schedule. Where none waits for rest, nothing else can
  /// come any more, and all are let go.
  func rest() {
    waitingLock.withLock {
      let resting = held.filter { $0.value.wish == .rest }
      let first = resting.min { ($0.value.hold ?? .max, $0.key) < ($1.value.hold ?? .max, $1.key) }
      if let first {
        report.held += 1
        held[first.key] = nil
      } else {
        report.givenUp += held.count
        held = [:]
      }
      countHeld()
      waitingLock.broadcast()
    }
  }

  private func countHeld() {
    heldForDriver.store(
      held.values.count { $0.wish != .time }, ordering: .sequentiallyConsistent)
  }

  /// Lets the lanes go that are held, though what they wait for has not come.
  func giveUpHeld() {
    waitingLock.withLock {
      report.givenUp += held.count
      held = [:]
      heldForDriver.store(0, ordering: .sequentiallyConsistent)
      waitingLock.broadcast()
    }
  }

  /// Gives up every hold, also those to come.
  func drop() {
    waitingLock.withLock { giveUpAll() }
  }

  private func giveUpAll() {
    report.givenUp += held.count
    held = [:]
    wishes = [:]
    if mode.isRandom { mode = .off }
    pending.store(false, ordering: .sequentiallyConsistent)
    heldForDriver.store(0, ordering: .sequentiallyConsistent)
    waitingLock.broadcast()
  }

  /// A lane has passed a harness point.
  func pass(_ lane: LaneCode, _ moment: Pins.Moment) {
    guard isPending else { return }
    waitingLock.withLock {
      passed.insert(Moment(lane: lane, moment: moment))
      for (number, stay) in held where stay.wish == .passed(lane, moment) {
        report.held += 1
        held[number] = nil
      }
      countHeld()
      waitingLock.broadcast()
    }
  }

  // MARK: Lanes

  /// The calling thread goes into the hands of the subject.
  static func enter(_ lane: LaneCode, _ span: SubjectPoint.Span, run: UInt32) -> oq_point_place {
    oq_points_enter(
      oq_point_place(lane: lane.rawValue, span: UInt64(run) << 32 | UInt64(number(span))))
  }

  /// The calling thread comes back from the subject.
  static func leave() -> oq_point_place {
    oq_points_enter(oq_point_place(lane: 0, span: 0))
  }

  /// The calling thread goes back to where it was before client code was entered: into the call
  /// that runs it, or on to what the subject does after it.
  static func goBack(to place: oq_point_place, from lane: LaneCode, run: UInt32) {
    let isInCall =
      place.lane != 0 && UInt32(place.span >> 32) == run
      && UInt32(truncatingIfNeeded: place.span) != number(.after)
    _ = isInCall ? oq_points_enter(place) : enter(lane, .after, run: run)
  }

  private static func number(_ span: SubjectPoint.Span) -> UInt32 {
    switch span {
    case .call(let step): UInt32(truncatingIfNeeded: step)
    case .after: .max
    }
  }

  // MARK: Points

  /// The calling thread is at a point.
  private func reach(
    _ function: Int32, _ address: UnsafeRawPointer, _ object: UnsafeRawPointer?
  ) {
    let here = oq_points_here()
    waitingLock.lock()
    defer { waitingLock.unlock() }
    guard UInt32(here.span >> 32) == current.load(ordering: .relaxed),
      mode != .off || !wishes.isEmpty,
      let caller = names.number(of: address)
    else { return }
    let site = Site(
      lane: here.lane, span: UInt32(truncatingIfNeeded: here.span), function: function,
      caller: caller)
    let occurrence = counts[site, default: 0] + 1
    counts[site] = occurrence
    let place = Place(site: site, occurrence: occurrence)
    if mode == .counted {
      if seen.count < PointKeeper.most {
        seen.append(place)
        objects.append(UInt(bitPattern: object))
      } else {
        report.more += 1
      }
    }
    if let wish = wishes.removeValue(forKey: place) {
      if let number = numbers[place] { report.traces[number] = names.trace(from: address) }
      stay(wish, numbers[place])
    } else if case .random(let seed) = mode, isDrawn(place, seed) {
      stay(.time, nil)
    }
    if wishes.isEmpty, !mode.isRandom { pending.store(false, ordering: .sequentiallyConsistent) }
  }

  /// Holds the calling thread, which has the waiting lock.
  private func stay(_ wish: Wish, _ hold: Int?) {
    if case .passed(let lane, let moment) = wish,
      passed.contains(Moment(lane: lane, moment: moment))
    {
      report.held += 1
      tell(hold)
      return
    }
    let number = nextHeld
    nextHeld += 1
    held[number] = Stay(wish: wish, hold: hold)
    if wish == .time {
      waitingLock.wait(microseconds: PointKeeper.randomHold)
      if held.removeValue(forKey: number) != nil { report.held += 1 }
      return
    }
    heldForDriver.add(1, ordering: .sequentiallyConsistent)
    tell(hold)
    while held[number] != nil { waitingLock.wait() }
  }

  /// Says that the lane of a hold stands there, without the waiting lock meanwhile.
  private func tell(_ hold: Int?) {
    guard let hold, let reached else { return }
    waitingLock.unlock()
    reached(hold)
    waitingLock.lock()
  }

  private func isDrawn(_ place: Place, _ seed: UInt64) -> Bool {
    var mixed = seed
    for word in [
      place.site.lane, UInt64(place.site.span), UInt64(place.site.function),
      PointKeeper.hash(names.text(place.site.caller)), UInt64(place.occurrence),
    ] {
      // SplitMix64's finisher over the words: the same point is drawn in every process.
      mixed = (mixed ^ word) &+ 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      mixed ^= mixed >> 31
    }
    return mixed % PointKeeper.randomShare == 0
  }

  private static func hash(_ text: String) -> UInt64 {
    // FNV-1a: the standard library's hash differs from process to process.
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private func place(of point: SubjectPoint) -> Place {
    Place(
      site: Site(
        lane: LaneCode(point.lane).rawValue, span: PointKeeper.number(point.span),
        function: point.function.rawValue, caller: names.number(of: point.caller)),
      occurrence: point.occurrence)
  }

  private func point(_ place: Place) -> SubjectPoint? {
    guard let lane = LaneCode(rawValue: place.site.lane).lane,
      let function = PointFunction(rawValue: place.site.function)
    else { return nil }
    let span: SubjectPoint.Span =
      place.site.span == PointKeeper.number(.after) ? .after : .call(Int(place.site.span))
    return SubjectPoint(
      lane, span, function, caller: names.text(place.site.caller), occurrence: place.occurrence)
  }

  private static func wish(_ release: Hold.Release) -> Wish {
    switch release {
    case .rest: .rest
    case .passed(let pin): .passed(LaneCode(pin.lane), pin.moment)
    }
  }
}

extension PointMode {
  fileprivate var isRandom: Bool { if case .random = self { true } else { false } }
}

extension PointFunction {
  /// Whether it counts a reference: these points are many, and off unless they are asked for.
  fileprivate var isOfReferences: Bool { self == .retain || self == .release }
}

import OQHistory
import OQPoints
import OQWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Counts the points of an adapter's process, and holds lanes there.
///
/// A library in that process does it, which ``PreloadLibrary`` makes. Both sides see one page of
/// memory. Like ``PointKeeper`` it lets every hold go before anything is taken for quiescent.
///
/// Used by one thread.
package final class AdapterPoints {
  /// Why no point can be seen.
  package enum Blindness: Sendable, Hashable {
    /// The library was not loaded into the process.
    case notLoaded
    /// The adapter does not say which call a thread makes.
    case notTold
  }

  private let path: String
  private let page: UnsafeMutablePointer<oq_page>
  private var holds: [Hold] = []
  /// Spans of the holds that are known.
  private var armed: Set<Int> = []
  /// Holds that were told to the run.
  private var told: Set<Int> = []
  private var isDropped = false
  private var report = PointReport()

  /// Makes a page.
  ///
  /// - Parameter path: a file that does not exist.
  /// - Throws: where it cannot be made.
  init(path: String) throws(SystemError) {
    guard let page = oq_page_make(path) else { throw SystemError("open") }
    self.path = path
    self.page = page
  }

  deinit {
    releaseAll()
    oq_page_unmap(page)
    unlink(path)
  }

  /// Why no point can be seen; nil where points can.
  package var blindness: Blindness? {
    guard oq_page_is_loaded(page) else { return .notLoaded }
    return oq_page_is_told(page) ? nil : .notTold
  }

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - mode: what becomes of all points; none is held at random.
  ///   - holds: where lanes stay.
  func begin(_ mode: PointMode, holding holds: [Hold]) {
    releaseAll()
    self.holds = Array(holds.prefix(Int(OQ_PAGE_HOLDS)))
    armed = []
    told = []
    isDropped = false
    report = PointReport()
    let isCounted = mode == .counted
    guard isCounted || !self.holds.isEmpty else { return oq_page_end(page) }
    oq_page_begin(page, UInt32(isCounted ? OQ_PAGE_COUNTED : OQ_PAGE_HELD))
    for hold in self.holds {
      let point = hold.point
      oq_page_add(
        page, UInt32(point.function.rawValue), point.caller, UInt32(clamping: point.occurrence))
    }
  }

  /// Says which message stands for the call of a hold, before it is sent.
  func arm(_ run: WireRun) {
    guard armed.count < holds.count, !isDropped else { return }
    for (number, hold) in holds.enumerated() where !armed.contains(number) {
      guard let span = AdapterPoints.span(of: hold.point, in: run) else { continue }
      armed.insert(number)
      oq_page_arm(page, UInt32(number), span)
    }
  }

  private static func span(of point: SubjectPoint, in run: WireRun) -> UInt64? {
    switch point.span {
    case .after: point.lane.callback.map { oq_page_span(run.name(of: $0)) }
    case .call(let step):
      run.spans.first { $0.value.lane == point.lane && $0.value.step == step }
        .map { UInt64($0.key) }
    }
  }

  /// Whether a lane stands at its point.
  var isHeld: Bool { held.isEmpty == false }

  private var held: [Int] {
    isDropped ? [] : holds.indices.filter { state($0) == OQ_HOLD_STANDS }
  }

  /// Whether a lane stands at its point, or is still to come to it.
  var isPending: Bool {
    !isDropped && holds.indices.contains { state($0) != OQ_HOLD_OVER }
  }

  private func state(_ hold: Int) -> Int { Int(oq_page_state(page, UInt32(hold))) }

  /// The holds whose lanes have come to their points, each once.
  func takeArrivals() -> [Int] {
    let arrivals = held.filter { told.insert($0).inserted }
    for hold in arrivals { report.traces[hold] = trace(hold) }
    return arrivals
  }

  private func trace(_ hold: Int) -> [String] {
    String(cString: oq_page_trace(page, UInt32(hold))).split(separator: " ").map(String.init)
  }

  /// Lets those go for whom what they wait for has come.
  func release(where hasPassed: (Pins.Pin) -> Bool) {
    for hold in held {
      guard case .passed(let pin) = holds[hold].release, hasPassed(pin) else { continue }
      report.held += 1
      _ = oq_page_release(page, UInt32(hold))
    }
  }

  /// Notes that everything but the held lanes is at rest: lets the first of them go that waits for
  /// that, or all where none does; whether a lane was let go.
  func rest() -> Bool {
    let held = held
    if let first = held.first(where: { holds[$0].release == .rest }) {
      report.held += 1
      _ = oq_page_release(page, UInt32(first))
    } else {
      giveUpHeld()
    }
    return !held.isEmpty
  }

  /// Lets the lanes go that are held, though what they wait for has not come.
  func giveUpHeld() {
    for hold in held where oq_page_release(page, UInt32(hold)) { report.givenUp += 1 }
  }

  /// Gives up every hold, also those to come.
  func drop() {
    guard !isDropped else { return }
    releaseAll()
    isDropped = true
  }

  private func releaseAll() {
    for hold in holds.indices where state(hold) != OQ_HOLD_OVER {
      if oq_page_release(page, UInt32(hold)) { report.givenUp += 1 }
    }
  }

  /// Ends the run, and says what there was.
  ///
  /// - Parameter run: the run.
  /// - Returns: its points, as far as they belong to lanes of its program.
  func end(_ run: WireRun) -> PointReport {
    drop()
    oq_page_end(page)
    var counts: [Site: Int] = [:]
    var objects = ObjectNumbers()
    let callbacks = Dictionary(
      run.enteredCallbacks.map { (oq_page_span(run.name(of: $0)), $0) },
      uniquingKeysWith: { first, _ in first })
    for number in 0..<oq_page_points(page) {
      let point = oq_page_get(page, number)
      guard let caller = oq_page_caller(page, point).map({ String(cString: $0) }),
        let function = PointFunction(rawValue: Int32(bitPattern: point.function))
      else { continue }
      let occurrence =
        counts[Site(span: point.span, function: function, caller: caller), default: 0] + 1
      counts[Site(span: point.span, function: function, caller: caller)] = occurrence
      let place: (lane: Lane, span: SubjectPoint.Span)
      if let callback = callbacks[point.span] {
        place = (.callback(callback), .after)
      } else if let span = run.spans[Int(truncatingIfNeeded: point.span)] {
        place = (span.lane, .call(span.step))
      } else {
        continue
      }
      let found = SubjectPoint(
        place.lane, place.span, function, caller: caller, occurrence: occurrence)
      report.points.append(found)
      report.objects[found] = objects.number(of: UInt(truncatingIfNeeded: point.object))
    }
    return report
  }

  private struct Site: Hashable {
    let span: UInt64
    let function: PointFunction
    let caller: String
  }
}

import OQHistory

/// An order of harness points that a run over the wire follows, as far as the adapter permits.
///
/// The harness has lanes in its hands only between messages: it holds back a call, a harness step
/// and a release until the points before it have been passed. A point at which client code is
/// entered, or a call returns, is passed when the adapter tells of it. A call that was sent counts
/// as begun once it was answered, or once every thread of the adapter is at rest: then its lane is
/// inside it, or has nothing to do.
///
/// A point that never comes would hold the others for ever. Once everything else is at rest, the
/// order is given up as far as the first point that is held, and after some such concessions as a
/// whole.
struct WireOrder: Sendable {
  private var places: [Pins.Pin: Int] = [:]
  private var passed: [Bool]
  /// The point that has to come next: those up to it are free to go.
  private var next = 0
  /// Points that are held.
  private var held: Set<Int> = []
  /// Calls that were sent and may not have begun.
  private var sent: Set<Int> = []
  private var concessions = 0

  /// Concessions after which an order is given up as a whole.
  private static let mostConcessions = 3

  /// An order to follow.
  ///
  /// - Parameter pins: the order; the ends of clients are no points over the wire.
  init(_ pins: Pins) {
    let order = pins.order.filter { $0.lane.callback != nil || $0.moment != .end }
    for (position, pin) in order.enumerated() { places[pin] = position }
    passed = Array(repeating: false, count: order.count)
  }

  /// Whether nothing will be held any more.
  var isOver: Bool { next >= passed.count }

  /// Whether it is a point's turn.
  mutating func isTurn(_ lane: Lane, _ moment: Pins.Moment) -> Bool {
    guard let place = places[Pins.Pin(lane, moment)], place > next else { return true }
    held.insert(place)
    return false
  }

  /// Notes that a call was sent.
  mutating func send(_ lane: Lane, _ moment: Pins.Moment) {
    guard let place = places[Pins.Pin(lane, moment)] else { return }
    held.remove(place)
    sent.insert(place)
  }

  /// Notes that a point has been passed.
  mutating func pass(_ lane: Lane, _ moment: Pins.Moment) {
    guard let place = places[Pins.Pin(lane, moment)] else { return }
    pass(place)
  }

  private mutating func pass(_ place: Int) {
    held.remove(place)
    sent.remove(place)
    passed[place] = true
    while next < passed.count, passed[next] { next += 1 }
  }

  /// Notes that everything is at rest: what was sent has begun; where that changes nothing, the
  /// order is given up as far as the first point that is held.
  mutating func rest() {
    let before = next
    for place in sent { pass(place) }
    guard next == before else { return }
    concessions += 1
    next = concessions >= WireOrder.mostConcessions ? passed.count : held.min() ?? passed.count
    while next < passed.count, passed[next] { next += 1 }
  }
}

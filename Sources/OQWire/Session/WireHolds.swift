import OQHistory

/// The holds of a run over the wire.
///
/// A lane that is on its way to its point goes first: what the others are to do is sent once it
/// stands there. Where it does not come, it is waited for until everything is at rest.
package struct WireHolds: Sendable {
  private let lanes: [Lane]
  private var beginnings: [Pins.Pin: [Int]] = [:]
  private var ends: [Pins.Pin: [Int]] = [:]
  private var onTheWay: Set<Int> = []
  private var over: Set<Int> = []
  /// The moments that have passed.
  private(set) var passed: Set<Pins.Pin> = []

  package init(_ holds: [Hold], in program: Program) {
    lanes = holds.map(\.point.lane)
    for (number, hold) in holds.enumerated() {
      for moment in hold.point.approach(in: program) {
        beginnings[moment, default: []].append(number)
      }
      if let end = hold.point.end { ends[end, default: []].append(number) }
    }
  }

  /// Whether some lane is waited for.
  package var isWaiting: Bool { !onTheWay.isEmpty }

  /// Whether nobody has to go before a lane.
  package func isFree(_ lane: Lane) -> Bool { onTheWay.allSatisfy { lanes[$0] == lane } }

  /// Notes that a message was sent for a moment: the lane is about to come to it, and what is sent
  /// behind it follows.
  package mutating func send(_ lane: Lane, _ moment: Pins.Moment) { begin(Pins.Pin(lane, moment)) }

  /// Notes that a lane has passed a moment.
  package mutating func pass(_ lane: Lane, _ moment: Pins.Moment) {
    let pin = Pins.Pin(lane, moment)
    passed.insert(pin)
    begin(pin)
    for hold in ends[pin] ?? [] { reach(hold) }
  }

  private mutating func begin(_ pin: Pins.Pin) {
    for hold in beginnings[pin] ?? [] where !over.contains(hold) { onTheWay.insert(hold) }
  }

  /// Notes that a lane stands at its point, or will not come to it.
  package mutating func reach(_ hold: Int) {
    over.insert(hold)
    onTheWay.remove(hold)
  }

  /// Notes that everything is at rest: nobody is waited for any longer.
  package mutating func rest() {
    over.formUnion(onTheWay)
    onTheWay = []
  }
}

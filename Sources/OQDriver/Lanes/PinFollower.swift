import OQHistory
import OQSystem
import Synchronization

/// Holds lanes at their harness points until the points before them have been passed, and until a
/// lane that is to be held at a point of the subject stands there.
///
/// A point that never comes would hold the others for ever. Once everything else is at rest, the
/// driver gives up the order as far as the first point that is held. After some such concessions it
/// gives up the whole order. It takes nothing for quiescent before the order is over.
final class PinFollower: Sendable {
  private struct Place: Hashable {
    let lane: LaneCode
    let moment: Pins.Moment
  }

  private struct State {
    var passed: [Bool]
    /// The point that has to come next: those up to it are free to go.
    var next = 0
    /// Points that are held.
    var held: [Int] = []
    var concessions = 0
    /// Holds whose lane is on its way to its point, with the lane's thread, 0 where it is not
    /// known: the others wait.
    var onTheWay: [Int: (lane: LaneCode, thread: UInt64)] = [:]
    /// Holds whose lane has come to its point: nobody waits for it any more, whoever passes the
    /// beginning of its way after that.
    var reached: Set<Int> = []

    /// Whether a lane need not wait for one that is on its way.
    func isFree(_ lane: LaneCode, _ thread: UInt64) -> Bool {
      onTheWay.values.allSatisfy { $0.lane == lane || $0.thread == thread }
    }
  }

  /// Concessions after which an order is given up as a whole.
  private static let mostConcessions = 3

  private let places: [Place: Int]
  /// The lanes of the holds.
  private let holds: [LaneCode]
  /// The holds whose lanes are on their way once a place has been passed.
  private let beginnings: [Place: [Int]]
  /// The holds that can no longer come once a place has been passed.
  private let ends: [Place: [Int]]
  private let board: Board
  private let points: PointKeeper?
  private let state: Mutex<State>

  init(_ pins: Pins, of program: Program, board: Board, points: PointKeeper?) {
    var places: [Place: Int] = [:]
    for (position, pin) in pins.order.enumerated() {
      places[PinFollower.place(pin)] = position
    }
    var beginnings: [Place: [Int]] = [:]
    var ends: [Place: [Int]] = [:]
    for (number, hold) in pins.holds.enumerated() {
      for moment in hold.point.approach(in: program) {
        beginnings[PinFollower.place(moment), default: []].append(number)
      }
      if let end = hold.point.end { ends[PinFollower.place(end), default: []].append(number) }
    }
    self.holds = pins.holds.map { LaneCode($0.point.lane) }
    self.places = places
    self.beginnings = beginnings
    self.ends = ends
    self.board = board
    self.points = points
    state = Mutex(State(passed: Array(repeating: false, count: pins.order.count)))
  }

  private static func place(_ pin: Pins.Pin) -> Place {
    Place(lane: LaneCode(pin.lane), moment: pin.moment)
  }

  /// Waits until it is a point's turn; false if the program is over first.
  func arrive(_ lane: LaneCode, _ moment: Pins.Moment) -> Bool {
    let place = places[Place(lane: lane, moment: moment)]
    let thread = oq_thread_id()
    func isFree(_ state: borrowing State) -> Bool {
      state.isFree(lane, thread) && place.map { $0 <= state.next } ?? true
    }
    let isFreeAtOnce = state.withLock { state in
      let isFreeAtOnce = isFree(state)
      if !isFreeAtOnce, let place { state.held.append(place) }
      return isFreeAtOnce
    }
    if isFreeAtOnce { return true }
    let isOpen = board.wait { state.withLock { isFree($0) } }
    if let place {
      state.withLock { state in
        if let position = state.held.firstIndex(of: place) { state.held.remove(at: position) }
      }
    }
    return isOpen
  }

  /// Notes that a point has been passed.
  func pass(_ lane: LaneCode, _ moment: Pins.Moment) {
    points?.pass(lane, moment)
    let named = Place(lane: lane, moment: moment)
    let place = places[named]
    let (beginning, ending) = (beginnings[named] ?? [], ends[named] ?? [])
    guard place != nil || !beginning.isEmpty || !ending.isEmpty else { return }
    let thread = oq_thread_id()
    let isNews = state.withLock { state in
      for hold in beginning where !state.reached.contains(hold) && points?.isPending ?? false {
        let isOwn = holds[hold] == lane
        if isOwn || state.onTheWay[hold] == nil {
          state.onTheWay[hold] = (holds[hold], isOwn ? thread : 0)
        }
      }
      for hold in ending { state.onTheWay[hold] = nil }
      let before = state.next
      if let place { state.passed[place] = true }
      while state.next < state.passed.count, state.passed[state.next] { state.next += 1 }
      return state.next != before || !ending.isEmpty
    }
    if isNews { board.signal() }
  }

  /// A lane stands at the point of a hold.
  func reach(_ hold: Int) {
    state.withLock { state in
      state.onTheWay[hold] = nil
      state.reached.insert(hold)
    }
  }

  /// Whether nothing will be held any more for the order's sake.
  var isOver: Bool {
    state.withLock { $0.next >= $0.passed.count && $0.onTheWay.isEmpty }
  }

  /// Gives the order up as far as the first point that is held; wholly, where none is.
  ///
  /// Nobody waits any longer for a lane that is on its way.
  func concede() {
    state.withLock { state in
      state.onTheWay = [:]
      state.concessions += 1
      let isOver = state.concessions >= PinFollower.mostConcessions
      state.next = isOver ? state.passed.count : state.held.min() ?? state.passed.count
    }
    board.signal()
  }
}

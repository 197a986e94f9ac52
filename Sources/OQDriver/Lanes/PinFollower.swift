import OQHistory
import Synchronization

/// Holds lanes at their points until the points before them have been passed.
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
  }

  /// Concessions after which an order is given up as a whole.
  private static let mostConcessions = 3

  private let places: [Place: Int]
  private let board: Board
  private let state: Mutex<State>

  init(_ pins: Pins, board: Board) {
    var places: [Place: Int] = [:]
    for (position, pin) in pins.order.enumerated() {
      places[Place(lane: LaneCode(pin.lane), moment: pin.moment)] = position
    }
    self.places = places
    self.board = board
    state = Mutex(State(passed: Array(repeating: false, count: pins.order.count)))
  }

  /// Waits until it is a point's turn; false if the program is over first.
  func arrive(_ lane: LaneCode, _ moment: Pins.Moment) -> Bool {
    guard let place = places[Place(lane: lane, moment: moment)] else { return true }
    let isFree = state.withLock { state in
      if place > state.next { state.held.append(place) }
      return place <= state.next
    }
    if isFree { return true }
    let isOpen = board.wait { state.withLock { place <= $0.next } }
    state.withLock { state in
      if let position = state.held.firstIndex(of: place) { state.held.remove(at: position) }
    }
    return isOpen
  }

  /// Notes that a point has been passed.
  func pass(_ lane: LaneCode, _ moment: Pins.Moment) {
    guard let place = places[Place(lane: lane, moment: moment)] else { return }
    let isNews = state.withLock { state in
      state.passed[place] = true
      let before = state.next
      while state.next < state.passed.count, state.passed[state.next] { state.next += 1 }
      return state.next != before
    }
    if isNews { board.signal() }
  }

  /// Whether nothing will be held any more.
  var isOver: Bool { state.withLock { $0.next >= $0.passed.count } }

  /// Gives the order up as far as the first point that is held; wholly, where none is.
  func concede() {
    state.withLock { state in
      state.concessions += 1
      let isOver = state.concessions >= PinFollower.mostConcessions
      state.next = isOver ? state.passed.count : state.held.min() ?? state.passed.count
    }
    board.signal()
  }
}

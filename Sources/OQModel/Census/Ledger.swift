/// Which outcomes every run of the model takes on its way to each state of a search.
///
/// A state that is reached in several ways keeps what all of them have in common. So the outcomes
/// that all final states share are those that no run with the same history does without.
struct Ledger {
  /// By position of the state.
  private var current: [OutcomeSet] = []
  /// The same of the states before the event that is consumed.
  private var previous: [OutcomeSet] = []
  /// States that were followed before another way to them was found, by position.
  private(set) var outdated: [Int] = []

  /// A search that begins in one state.
  init() { current = [OutcomeSet()] }

  /// The outcomes on every way to a state.
  ///
  /// - Parameter position: position of the state.
  subscript(_ position: Int) -> OutcomeSet { current[position] }

  /// The outcomes on every way to a state before the event.
  ///
  /// - Parameter position: position of that state.
  /// - Returns: the outcomes.
  func before(_ position: Int) -> OutcomeSet { previous[position] }

  /// An event is consumed: the states become those before it.
  mutating func turn() {
    swap(&current, &previous)
    current.removeAll(keepingCapacity: true)
    outdated.removeAll(keepingCapacity: true)
  }

  /// A way to a state was found.
  ///
  /// - Parameters:
  ///   - position: position of the state; one more than all others for a new state.
  ///   - outcomes: what every run on this way has taken.
  mutating func note(_ position: Int, _ outcomes: OutcomeSet) {
    guard position < current.count else { return current.append(outcomes) }
    if current[position].formIntersection(outcomes) { outdated.append(position) }
  }

  /// Adds what the last event shows to every way to a state.
  mutating func add(_ outcomes: OutcomeSet, to position: Int) {
    current[position].formUnion(outcomes)
  }

  /// Takes out a state that has to be followed again.
  mutating func popOutdated() -> Int? { outdated.popLast() }

  /// What the states of some positions have in common; nil without a state.
  func common(_ positions: some Sequence<Int>) -> OutcomeSet? {
    var result: OutcomeSet?
    for position in positions {
      if result == nil { result = current[position] }
      _ = result?.formIntersection(current[position])
    }
    return result
  }
}

import OQHistory

/// A small change to a history that usually makes it illegal.
package enum Corruption: String, Sendable, Hashable, CaseIterable {
  /// Two neighbouring events of different lanes change places.
  case swap
  /// An event disappears.
  case deletion
  /// An event is repeated elsewhere.
  case insertion
  /// A returned value, or the way a call ended, is another one.
  case value

  /// Changes a history, with consecutive tickets.
  ///
  /// - Parameters:
  ///   - history: a history with at least two events.
  ///   - choose: given a bound, returns a number below it.
  /// - Returns: another history of the same program, or nil where the change does not apply.
  /// - Complexity: O(events).
  package func applied(to history: History, _ choose: (Int) -> Int) -> History? {
    var events = history.events
    guard events.count >= 2 else { return nil }
    switch self {
    case .swap:
      let places = events.indices.dropLast().filter { events[$0].lane != events[$0 + 1].lane }
      guard !places.isEmpty else { return nil }
      let place = places[choose(places.count)]
      events.swapAt(place, place + 1)
    case .deletion: events.remove(at: choose(events.count - 1))
    case .insertion:
      events.insert(events[choose(events.count - 1)], at: choose(events.count))
    case .value:
      let places = events.indices.filter { Corruption.other(events[$0].kind) != nil }
      guard !places.isEmpty else { return nil }
      let place = places[choose(places.count)]
      guard let kind = Corruption.other(events[place].kind) else { return nil }
      events[place] = Event(
        events[place].ticket, events[place].lane, kind, on: events[place].thread)
    }
    let numbered = events.enumerated().map {
      Event($0.offset + 1, $0.element.lane, $0.element.kind, on: $0.element.thread)
    }
    return History(of: history.declarations, events: numbered)
  }

  /// Every history that one swap, or one deletion, makes of a history.
  ///
  /// - Parameter history: a history with consecutive tickets.
  /// - Returns: the changed histories, by the place of the change; none for other corruptions. The
  ///   last event is never deleted: a history may end anywhere.
  /// - Complexity: O(events²).
  package func everywhere(in history: History) -> [History] {
    let places = history.events.indices.dropLast()
    return places.compactMap { place in
      switch self {
      case .swap where history.events[place].lane == history.events[place + 1].lane: return nil
      case .swap, .deletion:
        var isFirst = true
        return applied(to: history) { bound in
          defer { isFirst = false }
          guard isFirst else { return 0 }
          guard self == .swap else { return place }
          let earlier = history.events.indices.prefix(place)
          return min(
            earlier.count { history.events[$0].lane != history.events[$0 + 1].lane }, bound - 1)
        }
      case .insertion, .value: return nil
      }
    }
  }

  /// The same observation with another value.
  private static func other(_ kind: Event.Kind) -> Event.Kind? {
    guard case .returned(let outcome) = kind else { return nil }
    switch outcome {
    case .returned(.boolean(let value)): return .returned(.returned(.boolean(!value)))
    case .returned(.integer(let value)): return .returned(.returned(.integer(value + 1)))
    case .returned(.operations(let list)):
      return .returned(.returned(.operations(Array(list.dropFirst()))))
    case .returned(.priority(let priority)):
      return .returned(.returned(.priority(priority == .high ? .low : .high)))
    case .returned(.none): return .returned(.rejected(.raised))
    case .rejected: return .returned(.done)
    case .unsupported: return nil
    }
  }
}

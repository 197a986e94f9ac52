import OQHistory

/// What the explorer looks out for: whether events come, and which of two comes first.
///
/// Runs that have shown different things are told apart, even where nothing else differs.
package struct Lookout: Sendable, Hashable {
  /// An event that a run shows or does not show.
  package enum Sight: Sendable, Hashable {
    /// Client code is entered.
    case begin(Callback)
    /// Client code returns.
    case end(Callback)
    /// A call is made, by its number.
    case call(Int)
    /// A call comes back, however it ended.
    case returned(Int)
    /// A call comes back in this way.
    case answered(Int, Outcome)
    /// A call comes back with an error.
    case rejected(Int)
  }

  /// Most events and orders together.
  package static let most = 60

  /// The events; each has the bit of its place.
  package private(set) var sights: [Sight] = []
  /// Pairs of places: whether the first event came while the second had not; the bits that follow.
  package private(set) var orders: [[Int]] = []

  /// Looks out for nothing.
  package init() {}

  /// Looks out for every begin of client code.
  ///
  /// - Parameter stage: the stage whose code is meant.
  package init(beginsOf stage: Stage) {
    for entrances in stage.entrances {
      for entrance in entrances where entrance.callback.point != .isReady {
        guard sights.count < Lookout.most else { return }
        _ = place(of: .begin(entrance.callback))
      }
    }
  }

  /// Number of bits.
  package var count: Int { sights.count + orders.count }

  /// The place of an event, which is added where it is new.
  package mutating func place(of sight: Sight) -> Int {
    if let place = sights.firstIndex(of: sight) { return place }
    sights.append(sight)
    return sights.count - 1
  }

  /// The place of an order among ``orders``, which is added where it is new.
  package mutating func place(ofOrder first: Int, _ second: Int) -> Int {
    if let place = orders.firstIndex(of: [first, second]) { return place }
    orders.append([first, second])
    return orders.count - 1
  }

  /// Whether the event at a place has been seen.
  package func has(_ place: Int, in seen: UInt64) -> Bool { seen >> UInt64(place) & 1 == 1 }

  /// Whether the first event of an order has been seen before the second.
  package func hasOrder(_ place: Int, in seen: UInt64) -> Bool {
    has(sights.count + place, in: seen)
  }

  /// Adds an event to what has been seen.
  ///
  /// - Parameters:
  ///   - matches: says of each event whether it is the one that came.
  ///   - seen: what has been seen.
  package func note(_ matches: (Sight) -> Bool, in seen: inout UInt64) {
    var bits: UInt64 = 0
    for (place, sight) in sights.enumerated() where !has(place, in: seen) && matches(sight) {
      bits |= 1 << UInt64(place)
    }
    add(bits, to: &seen)
  }

  /// Adds events that come at once to what has been seen.
  ///
  /// - Parameters:
  ///   - bits: the bits of the events.
  ///   - seen: what has been seen.
  func add(_ bits: UInt64, to seen: inout UInt64) {
    let before = seen
    let fresh = bits & ~before
    guard fresh != 0 else { return }
    seen |= fresh
    for (place, order) in orders.enumerated() where fresh >> UInt64(order[0]) & 1 == 1 {
      // One event can be both, such as a return and its value; it does not come before itself.
      if !has(order[1], in: seen) { seen |= 1 << UInt64(sights.count + place) }
    }
  }
}

extension Play {
  /// The bits of the events that a signal shows.
  func bits(_ signal: Signal, _ lookout: Lookout) -> UInt64 {
    var bits: UInt64 = 0
    for (place, sight) in lookout.sights.enumerated() where matches(sight, signal) {
      bits |= 1 << UInt64(place)
    }
    return bits
  }

  private func matches(_ sight: Lookout.Sight, _ signal: Signal) -> Bool {
    switch (sight, signal.kind) {
    case (.begin(let callback), .enter), (.end(let callback), .leave):
      stage.parts[signal.part].callback == callback
    case (.call(let number), .call), (.returned(let number), .returned): number == signal.number
    case (.answered(let number, let outcome), .returned):
      number == signal.number && outcomes[signal.outcome] == outcome
    case (.rejected(let number), .returned):
      number == signal.number && outcomes[signal.outcome].isRejection
    default: false
    }
  }
}

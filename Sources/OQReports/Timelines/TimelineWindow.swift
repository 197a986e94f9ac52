import OQHistory

/// Which events of a long history are drawn: those around the ones that matter.
///
/// With one end of a call the other is drawn, too, wherever it is: a call whose return is left out
/// would seem to return with what another call of its lane returns.
package struct TimelineWindow: Sendable, Hashable {
  /// A part of a history.
  package enum Piece: Sendable, Hashable {
    /// Positions of events that are drawn.
    case drawn(Range<Int>)
    /// Positions of events that are left out.
    case leftOut(Range<Int>)
  }

  /// Positions of the events to draw, as ascending ranges with at least one event between them.
  package let ranges: [Range<Int>]
  /// How many events the history has.
  private let total: Int

  /// Chooses events.
  ///
  /// The events that matter are the marked ones and, for calls and returns, their counterparts;
  /// without marks, the last event. As many events on both sides of each are added as fit.
  ///
  /// - Parameters:
  ///   - events: events by ascending ticket.
  ///   - marks: tickets of the marked events.
  ///   - most: how many events are drawn at most, unless more than that matter.
  /// - Complexity: O(events + (marks + most) × most).
  package init(_ events: [Event], marks: Set<Ticket>, most: Int) {
    total = events.count
    guard events.count > most else {
      ranges = events.isEmpty ? [] : [0..<events.count]
      return
    }
    let others = TimelineWindow.counterparts(events)
    let marked = events.indices.filter { marks.contains(events[$0].ticket) }
    let centers =
      marked.isEmpty
      ? [events.count - 1] : Set(marked + marked.compactMap { others[$0] }).sorted()
    func around(_ radius: Int) -> [Range<Int>] {
      let wanted = TimelineWindow.ranges(around: centers, radius: radius, count: events.count)
      let ends = wanted.flatMap { $0 }.compactMap { others[$0] }.map { $0..<$0 + 1 }
      return TimelineWindow.joined(wanted + ends)
    }
    var chosen = around(0)
    for radius in 1...max(most, 1) {
      let wider = around(radius)
      guard wider.reduce(0, { $0 + $1.count }) <= most else { break }
      chosen = wider
    }
    ranges = chosen
  }

  /// How many events are drawn.
  package var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The history in its order: what is drawn, and what is left out around it.
  package var pieces: [Piece] {
    var pieces: [Piece] = []
    var next = 0
    for range in ranges {
      if next < range.lowerBound { pieces.append(.leftOut(next..<range.lowerBound)) }
      pieces.append(.drawn(range))
      next = range.upperBound
    }
    if next < total { pieces.append(.leftOut(next..<total)) }
    return pieces
  }

  /// The other end of each call of which both are there, by position.
  private static func counterparts(_ events: [Event]) -> [Int?] {
    var others = [Int?](repeating: nil, count: events.count)
    var open: [Lane: Int] = [:]
    for (position, event) in events.enumerated() {
      guard let lane = event.lane else { continue }
      switch event.kind {
      case .call: open[lane] = position
      case .returned:
        guard let call = open.removeValue(forKey: lane) else { continue }
        others[call] = position
        others[position] = call
      default: break
      }
    }
    return others
  }

  private static func ranges(around centers: [Int], radius: Int, count: Int) -> [Range<Int>] {
    joined(centers.map { max(0, $0 - radius)..<min(count, $0 + radius + 1) })
  }

  /// The same positions as ascending ranges that do not touch.
  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}

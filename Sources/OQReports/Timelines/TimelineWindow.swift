import OQHistory

/// Which events of a long history are drawn: those around the ones that matter.
struct TimelineWindow {
  /// Positions of the events to draw, as ascending ranges with at least one event between them.
  let ranges: [Range<Int>]

  /// Chooses events.
  ///
  /// The events that matter are the marked ones and, for calls and returns, their counterparts;
  /// without marks, the last event. As many events on both sides of each are added as fit.
  ///
  /// - Parameters:
  ///   - events: events by ascending ticket.
  ///   - marks: tickets of the marked events.
  ///   - most: how many events are drawn at most, unless more than that matter.
  /// - Complexity: O(events + marks × most).
  init(_ events: [Event], marks: Set<Ticket>, most: Int) {
    guard events.count > most else {
      ranges = events.isEmpty ? [] : [0..<events.count]
      return
    }
    let centers = TimelineWindow.centers(events, marks)
    var chosen = TimelineWindow.ranges(around: centers, radius: 0, count: events.count)
    for radius in 1...most {
      let wider = TimelineWindow.ranges(around: centers, radius: radius, count: events.count)
      guard wider.reduce(0, { $0 + $1.count }) <= most else { break }
      chosen = wider
    }
    ranges = chosen
  }

  /// Positions of the events that matter, ascending.
  private static func centers(_ events: [Event], _ marks: Set<Ticket>) -> [Int] {
    var centers: Set<Int> = []
    var open: [Lane: Int] = [:]
    for (position, event) in events.enumerated() {
      let isMarked = marks.contains(event.ticket)
      if isMarked { centers.insert(position) }
      guard let lane = event.lane else { continue }
      switch event.kind {
      case .call: open[lane] = position
      case .returned:
        guard let call = open.removeValue(forKey: lane) else { continue }
        if isMarked { centers.insert(call) }
        if centers.contains(call) { centers.insert(position) }
      default: break
      }
    }
    return centers.isEmpty ? [events.count - 1] : centers.sorted()
  }

  private static func ranges(around centers: [Int], radius: Int, count: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for center in centers {
      let range = max(0, center - radius)..<min(count, center + radius + 1)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}

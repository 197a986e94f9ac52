import OQHistory

/// The order of harness points in which a task that was under way before clients met has ended
/// before these clients call anything.
///
/// What the subject does on the thread of a task once that has ended races with what clients call
/// meanwhile. A thread has to be woken first, so that calls would nearly always be over by then.
/// For a point in a client's own call no order is needed: the harness lets nobody act before the
/// held client stands there (``SubjectPoint/approach(in:)``).
package enum RacingOrder {
  /// The order for a hold.
  ///
  /// - Parameters:
  ///   - point: where a lane is held.
  ///   - program: the program.
  /// - Returns: the end of the task, then the calls of clients; empty where they do not race.
  /// - Complexity: O(steps).
  package static func pins(for point: SubjectPoint, in program: Program) -> [Pins.Pin] {
    guard point.span == .after, let callback = point.lane.callback,
      let number = program.onlyMeeting, program.hasBegun(callback, before: number)
    else { return [] }
    let calls = program.deeds(at: number).compactMap(\.self)
    return calls.isEmpty ? [] : [Pins.Pin(point.lane, .end)] + calls
  }
}

extension Program {
  /// What clients do next at a meeting, those left out that only wait: a call, or nil for a step of
  /// the harness.
  fileprivate func deeds(at number: Int) -> [Pins.Pin?] {
    clients.flatMap { script -> [Pins.Pin?] in
      guard let meeting = script.steps.firstIndex(of: .meet(number)),
        script.steps.indices.contains(meeting + 1)
      else { return [] }
      switch script.steps[meeting + 1] {
      case .command: return [Pins.Pin(script.lane, .call(meeting + 1))]
      case .open, .drop: return [nil]
      case .hold, .meet, .until: return []
      }
    }
  }

  /// Whether a client has seen some client code begin before it meets others.
  fileprivate func hasBegun(_ callback: Callback, before number: Int) -> Bool {
    clients.contains { script in
      script.steps.prefix { $0 != .meet(number) }.contains(.until(.began(callback)))
        && script.steps.contains(.meet(number))
    }
  }

  /// The meeting at which several clients act next; nil where there are none, or several.
  fileprivate var onlyMeeting: Int? {
    let all = Set(
      clients.flatMap(\.steps).compactMap { if case .meet(let number) = $0 { number } else { nil } }
    ).filter { deeds(at: $0).count > 1 }
    return all.count == 1 ? all.first : nil
  }
}

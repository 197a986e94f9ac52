import OQHistory

/// The order of harness points in which a lane that is held at a point comes there before the
/// others act with which it races.
///
/// Clients that meet go on at the same moment, and each is first about as often as the other. A
/// hold shows a race where the others act while the lane is held. So they begin to act only once
/// the lane has begun what it is to be held in.
///
/// An order that the program cannot follow is given up by the harness as soon as nothing moves.
package enum RacingOrder {
  /// The order for a hold.
  ///
  /// - Parameters:
  ///   - point: where a lane is held.
  ///   - program: the program.
  /// - Returns: what the lane does first, then what others do; empty where nobody races with it.
  /// - Complexity: O(steps).
  package static func pins(for point: SubjectPoint, in program: Program) -> [Pins.Pin] {
    switch (point.lane, point.span) {
    case (.client, .call(let step)):
      guard let steps = program.clients.first(where: { $0.lane == point.lane })?.steps,
        steps.indices.contains(step), step > 0, case .meet(let number) = steps[step - 1]
      else { return [] }
      return ordered(Pins.Pin(point.lane, .call(step)), number, program) { _ in true }
    case (.client, .after), (_, .call): return []
    case (_, .after):
      guard let number = program.onlyMeeting, let callback = point.lane.callback,
        program.hasBegun(callback, before: number)
      else { return [] }
      // A lane that needs a step to come to its end cannot come before it.
      return ordered(Pins.Pin(point.lane, .end), number, program) {
        if case .command = $0 { true } else { false }
      }
    }
  }

  private static func ordered(
    _ first: Pins.Pin, _ number: Int, _ program: Program, _ counts: (Step) -> Bool
  ) -> [Pins.Pin] {
    let others = program.deeds(at: number).filter { $0.lane != first.lane && counts($0.step) }
    return others.isEmpty ? [] : [first] + others.map(\.pin)
  }
}

extension Program {
  /// What a client does next once it has met others.
  fileprivate struct Deed {
    let lane: Lane
    let step: Step
    let pin: Pins.Pin
  }

  /// What clients do next at a meeting, those left out that only wait.
  fileprivate func deeds(at number: Int) -> [Deed] {
    clients.compactMap { script in
      guard let meeting = script.steps.firstIndex(of: .meet(number)),
        script.steps.indices.contains(meeting + 1)
      else { return nil }
      let step = script.steps[meeting + 1]
      let moment: Pins.Moment
      switch step {
      case .command: moment = .call(meeting + 1)
      case .open, .drop: moment = .step(meeting + 1)
      case .hold, .meet, .until: return nil
      }
      return Deed(lane: script.lane, step: step, pin: Pins.Pin(script.lane, moment))
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

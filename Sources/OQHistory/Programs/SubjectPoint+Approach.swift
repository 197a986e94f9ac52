extension SubjectPoint {
  /// The moments from which on the point's lane is on its way to it.
  ///
  /// They are the last step of the lane before the call at which it meets other lanes, and the call
  /// itself. A lane that goes through a meeting first waits behind it.
  ///
  /// - Parameter program: the program of the lane.
  /// - Returns: the moments; those of other lanes are their side of a meeting.
  /// - Complexity: O(size of the program).
  package func approach(in program: Program) -> [Pins.Pin] {
    guard case .call(let call) = span else { return [Pins.Pin(lane, .end)] }
    let steps = program.scripts.first { $0.lane == lane }?.steps ?? []
    var moments = [Pins.Pin(lane, .call(call))]
    guard let last = steps.prefix(call).lastIndex(where: { $0.command == nil }) else {
      return moments
    }
    moments.append(Pins.Pin(lane, .step(last)))
    guard case .meet(let number) = steps[last] else { return moments }
    for script in program.scripts where script.lane != lane {
      guard let step = script.steps.firstIndex(of: .meet(number)) else { continue }
      moments.append(Pins.Pin(script.lane, .step(step)))
    }
    return moments
  }

  /// The moment after which the point can no longer come; nil where nobody can say.
  package var end: Pins.Pin? {
    guard case .call(let step) = span else { return nil }
    return Pins.Pin(lane, .returned(step))
  }
}

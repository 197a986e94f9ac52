import OQHistory

extension Stage {
  /// What a history has shown of what somebody looks out for.
  ///
  /// - Parameters:
  ///   - history: a history of the program, maybe with steps behind those of the program.
  ///   - lookout: events, and orders of them.
  /// - Returns: the bits of the lookout.
  /// - Complexity: O(events × events looked out for).
  package func seen(in history: History, _ lookout: Lookout) -> UInt64 {
    var seen: UInt64 = 0
    // The calls of each lane in order, and the one that it made last.
    var calls: [Lane: [Int]] = [:]
    for (number, caller) in callers.enumerated() {
      calls[parts[caller].lane, default: []].append(number)
    }
    var latest: [Lane: Int] = [:]
    var places: [Lane: Int] = [:]
    for event in history.events {
      guard let lane = event.lane else { continue }
      if case .call(let command) = event.kind {
        let numbers = calls[lane, default: []]
        let from = places[lane, default: 0]
        latest[lane] = nil
        if let place = numbers.indices.dropFirst(from).first(where: {
          commands[numbers[$0]] == command
        }) {
          places[lane] = place + 1
          latest[lane] = numbers[place]
        } else if from > 0, commands[numbers[from - 1]] == command {
          // A value is read again and again until it is the one that is waited for.
          latest[lane] = numbers[from - 1]
        }
      }
      lookout.note({ matches($0, event, lane, latest[lane]) }, in: &seen)
    }
    return seen
  }

  private func matches(
    _ sight: Lookout.Sight, _ event: Event, _ lane: Lane, _ number: Int?
  ) -> Bool {
    switch (sight, event.kind) {
    case (.begin(let callback), .enter), (.end(let callback), .leave):
      return lane == .callback(callback)
    case (.call(let call), .call): return call == number
    case (.returned(let call), .returned): return call == number
    case (.rejected(let call), .returned(let outcome)):
      return call == number && outcome.isRejection
    case (.answered(let call, let expected), .returned(let outcome)):
      guard call == number else { return false }
      if commands[call].verb == .dependencies {
        return expected.operations?.sorted() == outcome.operations?.sorted()
      }
      return expected == outcome
    default: return false
    }
  }
}

import OQHistory

extension Program {
  /// The program with steps at the end of its last client that wait for what some events show.
  ///
  /// A breach may show in a callback that comes when all clients have reached their end; then most
  /// runs end before it.
  ///
  /// - Parameters:
  ///   - tickets: the events to wait for.
  ///   - history: a history of the program with these events.
  /// - Returns: the longer program; nil where no event is the begin or end of a callback, or the
  ///   program waits for all of them already.
  /// - Complexity: O(size of program and history).
  package func awaiting(_ tickets: [Ticket], of history: History) -> Program? {
    let marks = Set(tickets)
    var wanted: [Step] = []
    for event in history.events where marks.contains(event.ticket) {
      guard let callback = event.lane?.callback?.first else { continue }
      let step: Step
      switch event.kind {
      case .enter: step = .until(.began(callback))
      case .leave: step = .until(.ended(callback))
      default: continue
      }
      if !wanted.contains(step), !allSteps.contains(step) { wanted.append(step) }
    }
    guard !wanted.isEmpty, let client = clients.last?.lane else { return nil }
    var longer = self
    for index in longer.scripts.indices where longer.scripts[index].lane == client {
      longer.scripts[index].steps += wanted
    }
    return longer
  }
}

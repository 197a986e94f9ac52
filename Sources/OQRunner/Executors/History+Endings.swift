import OQHistory

extension History {
  /// The history of a run after whose last event the process died.
  func crashed(_ crash: Crash) -> History {
    let before = events.filter { $0.kind != .ended }
    return History(
      of: declarations,
      events: before + [Event((events.last?.ticket ?? 0) + 1, nil, .crashed(crash))])
  }

  /// The history with its quiescence confirmed.
  var stalled: History {
    History(
      of: declarations, events: events + [Event((events.last?.ticket ?? 0) + 1, nil, .stalled)])
  }

  /// The history as it was before its quiescence was confirmed.
  var withoutConfirmation: History {
    guard case .stalled? = events.last?.kind else { return self }
    return History(of: declarations, events: Array(events.dropLast()))
  }
}

import OQHistory

extension History {
  /// What each lane observed, without tickets; of reads repeated by `until` only the last one.
  package var views: [Lane: [Event.Kind]] {
    var views: [Lane: [Event.Kind]] = [:]
    for event in events {
      guard let lane = event.lane else { continue }
      var view = views[lane, default: []]
      if case .call(let command) = event.kind, view.count >= 2, command.verb.isRead,
        view[view.count - 2] == event.kind
      {
        view.removeLast(2)
      }
      view.append(event.kind)
      views[lane] = view
    }
    return views
  }
}

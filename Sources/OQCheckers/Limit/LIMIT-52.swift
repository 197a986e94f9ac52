import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-52: a lowered limit applies to the operations started afterwards.
  ///
  /// A call lowers the limit to *m*. An operation begins after the return of the call and before
  /// the next set is called, beside so many others that more than *m* execute. If one of those
  /// executing had been started after the new limit took effect, the last of them would have been
  /// started beyond it. So all were started before.
  ///
  /// Then all of them, and every operation whose recorded task was running from the call to the
  /// return, held slots at the instant of the change. They are within the largest limit that may
  /// have been in force until then. Stragglers of the old limit (ND-20) are within that bound.
  static let loweredLimitHolds = Checker("LIMIT-52", antecedent: [.setLimit]) {
    index, _, judgement in
    for (queue, spans) in zip(index.queues, index.occupancies) {
      let sets = queue.calls(.setLimit).filter { !$0.hadNoEffect }
      guard sets.contains(where: \.succeeded) else { continue }
      let timeline = index.limits(of: queue.id)
      let overlaps = spans.overlaps
      for (position, set) in sets.enumerated() {
        guard let change = LimitChange(set, timeline, spans),
          sets[..<position].allSatisfy({ $0.returned(before: set.called) })
        else { continue }
        let until = position + 1 < sets.count ? sets[position + 1].called : index.end
        judge(change, spans, overlaps, until: until, index, &judgement)
      }
    }
  }

  private static func judge(
    _ change: LimitChange, _ spans: [Occupancy], _ overlaps: [Int], until: Ticket,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let later = spans.indices.filter {
      spans[$0].begin > change.returned && spans[$0].begin < until
    }
    for position in later where overlaps[position] > change.limit {
      let active = spans.active(at: position)
      let slots = Set((change.held + active).map(\.operation)).count
      guard slots > change.former else { continue }
      let next = spans[position]
      judgement.violate(
        "\(index.name(next.operation)) began at \(next.begin) as one of \(active.count) operations"
          + " that were executing in \(index.name(next.queue)), although its limit was lowered to"
          + " \(change.limit) at \(change.returned) while \(change.held.count) of \(change.former)"
          + " slots were taken",
        events: [change.called, change.returned] + active.proof(at: next.begin, most: 3))
      return
    }
    if let first = later.first, change.held.count >= change.former {
      judgement.hold(change.called, change.returned, spans[first].begin)
    }
  }
}

/// A lower limit that was set while more operations than it allows were executing for certain.
private struct LimitChange {
  let called: Ticket
  let returned: Ticket
  /// The limit set.
  let limit: Int
  /// The largest limit that may have been in force before.
  let former: Int
  /// The operations that held slots during the whole call.
  let held: [Occupancy]

  init?(_ set: Call, _ timeline: LimitTimeline, _ spans: [Occupancy]) {
    guard set.succeeded, let returned = set.returned, let limit = set.command.integer, limit >= 0,
      let first = spans.map(\.added).min()
    else { return nil }
    called = set.called
    self.returned = returned
    self.limit = limit
    former = timeline.largest(from: min(first, set.called), to: returned)
    held = spans.filter { $0.begin < set.called && $0.contains(returned) }
    guard former < Int.max, limit < former, held.count > limit else { return nil }
  }
}

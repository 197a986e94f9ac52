import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-54: a limit of zero is refused, or no operation is started until it is raised.
  ///
  /// An error is legal; that it leaves the limit as it was is LIMIT-6's. After a return the limit
  /// is 0 from that return up to the call of the next set, where every earlier set had returned
  /// before. An operation whose first possible add was called in this span, and that its queue
  /// started, was therefore started after the span, and so its recorded begin comes after the call
  /// that ends it. A task of a cancelled operation never begins, and an overridden `start` of one,
  /// which may be called early (ND-25), is left out.
  static let zeroStartsNothing = Checker("LIMIT-54", antecedent: [.setLimit]) {
    index, _, judgement in
    for (queue, spans) in zip(index.queues, index.occupancies) {
      let sets = queue.calls(.setLimit).filter { !$0.hadNoEffect }
      for set in queue.calls(.setLimit) where set.command.integer == 0 {
        if set.isRejected {
          judgement.hold(set.called, set.returned, in: zeroCells(set, queue, index))
          continue
        }
        let earlier = sets.filter { $0.id != set.id && $0.called <= set.called }
        guard let returned = set.returned,
          earlier.allSatisfy({ $0.returned(before: set.called) })
        else { continue }
        let next = sets.first { $0.id != set.id && $0.called > set.called }
        let end = next?.called ?? index.end
        for span in spans where span.added > returned && span.added < end {
          judge(span, set, until: end, queue, index, &judgement)
        }
      }
    }
  }

  private static func judge(
    _ span: Occupancy, _ set: Call, until end: Ticket, _ queue: HistoryIndex.QueueRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let contexts = zeroCells(set, queue, index)
    guard span.begin < end else {
      judgement.hold(set.returned, span.added, end, span.begin, in: contexts)
      return
    }
    judgement.violate(
      "\(index.name(span.operation)) began at \(span.begin) although it was added to "
        + "\(index.name(queue.id)) at \(span.added), whose limit was set to 0 at \(set.called) and"
        + " not raised before",
      events: [set.called, set.returned, span.added, span.begin], in: contexts)
  }

  private static func zeroCells(
    _ set: Call, _ queue: HistoryIndex.QueueRecord, _ index: HistoryIndex
  ) -> [String] {
    if queue.members.contains(where: { $0.isListed(in: queue.id, during: set) }) {
      return ["busy queue"]
    }
    let isIdle = queue.members.allSatisfy { member in
      member.possibleAdds.allSatisfy { $0.called > set.returned ?? index.end }
        || (member.finishShown ?? .max) < set.called
    }
    return isIdle ? ["idle queue"] : []
  }
}

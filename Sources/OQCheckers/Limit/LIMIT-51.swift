import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-51: a new queue has no limit, and -1 restores this.
  ///
  /// This is sound as LIMIT-6: nothing had set the limit when the read returned, or the last set,
  /// which overlaps nothing, gave -1. That the queue is then unlimited is LIMIT-53's.
  static let newQueueHasNoLimit = Checker("LIMIT-51", antecedent: [.limit]) { index, _, judgement in
    for queue in index.queues {
      let sets = Settings(queue.calls(.setLimit))
      for read in queue.calls(.limit) where read.succeeded {
        guard let value = read.outcome?.integer, let (expected, set) = queue.limit(at: read, sets),
          expected == -1
        else { continue }
        let facets = Facet.holding((set == nil, .newQueue))
        if value == -1 {
          judgement.hold(set?.called, read.called, read.returned, facets: facets)
        } else {
          judgement.violate(
            "the limit of \(index.name(queue.id)) read \(value) at \(read.called), although it was "
              + (set.map { "set to -1 at \($0.called)" } ?? "never set"),
            events: [set?.called, set?.returned, read.called, read.returned], facets: facets)
        }
      }
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-6: the limit reads as it was set.
  ///
  /// A read counts if the last set returned before it was called and no other set overlaps either:
  /// then the value of that set is in force during the whole read. A declared limit was set before
  /// the first event. That of the main queue is fixed (MAIN-51). Limits of 0, of -1 and below
  /// belong to LIMIT-54, LIMIT-51 and LIMIT-55.
  static let limitReadsAsSet = Checker("LIMIT-6", antecedent: [.limit]) { index, _, judgement in
    for queue in index.queues where !queue.declaration.isMain {
      let sets = Settings(queue.calls(.setLimit))
      for read in queue.calls(.limit) where read.succeeded {
        guard let value = read.outcome?.integer, let (expected, set) = queue.limit(at: read, sets),
          expected > 0
        else { continue }
        let contexts = [expected == 1 ? "limit 1" : "limit k"]
        if value == expected {
          judgement.hold(set?.called, read.called, read.returned, in: contexts)
        } else {
          judgement.violate(
            "the limit of \(index.name(queue.id)) read \(value) at \(read.called), although it was set to \(expected) "
              + (set.map { "at \($0.called)" } ?? "at the beginning"),
            events: [set?.called, set?.returned, read.called, read.returned], in: contexts)
        }
      }
    }
  }
}

extension HistoryIndex.QueueRecord {
  /// The limit that was certainly in force during a read, with the call that set it.
  ///
  /// Nil where it is uncertain; without any set the call is nil.
  ///
  /// - Complexity: O(calls on the queue).
  func limit(at read: Call, _ sets: Settings) -> (value: Int, set: Call?)? {
    switch sets.last(at: read) {
    case .initial: (declaration.limit ?? -1, nil)
    case .set(let set): set.command.integer.map { ($0, set) }
    case .uncertain: nil
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-55: a negative limit other than -1 is rejected or leaves the limit unchanged.
  ///
  /// An error is legal. After a return the limit must read as before: as it would if the call had
  /// not been made, by the reading of LIMIT-6. Where nothing reads it before another set, or that
  /// value is uncertain, the history does not tell.
  static let negativeLimitIsHarmless = Checker("LIMIT-55", antecedent: [.setLimit]) {
    index, _, judgement in
    for queue in index.queues {
      let sets = queue.calls(.setLimit)
      let valid = Settings(sets.filter { $0.command.integer ?? -1 >= -1 })
      for set in sets where set.returned != nil && set.command.integer ?? -1 < -1 {
        if set.isRejected {
          judgement.hold(set.called, set.returned)
          continue
        }
        guard let (read, expected) = firstRead(after: set, valid, queue) else {
          judgement.leaveOpen("nothing shows which limit is in force after the call")
          continue
        }
        if read.outcome?.integer == expected {
          judgement.hold(set.called, set.returned, read.called, read.returned)
        } else {
          judgement.violate(
            "the limit of \(index.name(queue.id)) was \(expected) and read \(read.outcome?.integer ?? 0) at "
              + "\(read.called), after it was set to \(set.command.integer ?? 0) at \(set.called)",
            events: [set.called, set.returned, read.called, read.returned])
        }
      }
    }
  }

  /// The first read after a set, with the limit that the valid sets before it left in force.
  private static func firstRead(
    after set: Call, _ valid: Settings, _ queue: HistoryIndex.QueueRecord
  ) -> (read: Call, expected: Int)? {
    let reads = queue.calls(.limit)
    guard
      let read = reads.first(where: {
        $0.outcome?.integer != nil && set.returned(before: $0.called)
      })
    else { return nil }
    switch valid.last(at: read) {
    case .initial: return (read, queue.declaration.limit ?? -1)
    case .set(let last):
      guard last.returned(before: set.called) else { return nil }
      return last.command.integer.map { (read, $0) }
    case .uncertain: return nil
    }
  }
}

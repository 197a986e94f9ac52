import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-53: raising the limit lets waiting operations start without a finish.
  ///
  /// A missing begin counts only at a confirmed quiescence, of an operation whose begin is owed as
  /// for QUEUE-1, so with fewer bodies held than any subject lets run. The rule is broken rather
  /// than another one where the operation had been added, all slots were held by running tasks when
  /// the limit was raised, and no later event let it go ahead.
  static let raisedLimitStartsWaiting = Checker("LIMIT-53", antecedent: [.setLimit]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    let occupancies = index.occupancies
    for one in index.startCases(stall) {
      guard case .raise(let set) = one.release else { continue }
      let limit = set.command.integer ?? -1
      let contexts = [limit == -1 ? "limit none" : "limit k"]
      if let begin = one.begin {
        // Once a task has ended the begin no longer shows that the higher limit was noticed.
        let held = occupancies[one.queue.index].filter { $0.contains(set.called) }
        guard held.allSatisfy({ $0.contains(begin) }) else { continue }
        judgement.hold(one.add.returned, set.called, set.returned, begin, in: contexts)
      } else if let stall {
        judgement.miss(
          at: stall,
          index.missedBegin(
            one, stall,
            "the limit was raised to \(limit) at \(set.called) while all slots were held"),
          events: [one.add.called, one.add.returned, set.called, set.returned], in: contexts,
          missing: .begin(one.operation))
      }
    }
  }
}

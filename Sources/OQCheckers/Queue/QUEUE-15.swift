import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-15: a queue without a limit, or with limit 2, executes two operations at a time.
  ///
  /// The rule is judged in profile reference alone. The rule held where two recorded tasks of a
  /// queue overlap. A missing begin counts only at a confirmed quiescence, of the only other
  /// operation of a queue in which one task goes on, owed as for QUEUE-1 but for what was measured:
  /// that two bodies begin while none returns is what the rule asks, so a subject that was measured
  /// to let one run is not excused. What else is held may use up the second one, and then nothing
  /// is owed.
  static let queueIsConcurrent = Checker("QUEUE-15") { index, profile, judgement in
    guard profile == .reference else { return }
    for (queue, spans) in zip(index.queues, index.occupancies) where spans.count > 1 {
      let timeline = index.limits(of: queue.id)
      for (position, overlap) in spans.overlaps.enumerated() where overlap > 1 {
        let begin = spans[position].begin
        let limit = timeline.only(from: begin, to: begin)
        let first = spans.active(at: position)[0]
        judgement.hold(first.begin, begin, first.end, in: concurrencyCells(limit))
      }
    }
    guard let stall = Stall(index, profile, bodies: 2) else { return }
    let missing = index.startCases(stall).missingSinceAdd(index) {
      // The operation that is missed has no run of its own.
      index[$0].members.count == 2 && stall.isBusy($0)
    }
    for one in missing {
      judgement.miss(
        at: stall,
        index.missedBegin(one, stall, "only one other task was executing in the queue"),
        events: [one.add.called, one.add.returned],
        in: concurrencyCells(stall.leastLimit(one.queue)), missing: .begin(one.operation))
    }
  }

  private static func concurrencyCells(_ limit: Int?) -> [String] {
    limit.map { [$0 == .max ? "limit none" : "limit k"] } ?? []
  }
}

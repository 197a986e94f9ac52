import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-56: the limit of a queue concerns that queue only.
  ///
  /// The rule held where an operation of a queue with a limit began while tasks held every slot of
  /// another queue with a limit. A missing begin counts only at a confirmed quiescence where it is
  /// owed as for QUEUE-1, so with fewer bodies held than any subject lets run, in a queue that
  /// never used one of its slots while tasks hold every slot of another one
  /// (``Charge/otherLimit``).
  static let limitIsOfOneQueue = Checker("LIMIT-56") { index, profile, judgement in
    let limited = index.queues.filter(\.isEverLimited)
    guard limited.count > 1 else { return }
    let stall = index.stall(profile)
    let cases = index.startCases(stall)
    let slots = index.occupancies
    let usages = limited.map { queue in
      SlotUsage(queue, slots[queue.id.index], index.limits(of: queue.id))
    }
    for one in cases {
      guard let begin = one.begin,
        let own = usages.first(where: { $0.queue == one.queue }), own.isLimited(at: begin),
        usages.contains(where: { $0.queue != one.queue && $0.isFull(at: begin) })
      else { continue }
      judgement.hold(one.add.called, begin)
    }
    guard let stall else { return }
    for one in cases.charged(to: .otherLimit, at: stall) {
      judgement.miss(
        at: stall,
        index.missedBegin(one, stall, "only the slots of another queue are taken"),
        events: [one.add.called, one.add.returned])
    }
  }
}

/// How many slots of a queue are certainly held, and its limit.
private struct SlotUsage {
  let queue: QueueID
  private let begins: [Ticket]
  private let ends: [Ticket]
  private let timeline: LimitTimeline

  /// - Complexity: O(n log n) in the tasks of the queue.
  init(_ queue: HistoryIndex.QueueRecord, _ spans: [Occupancy], _ timeline: LimitTimeline) {
    self.queue = queue.id
    self.timeline = timeline
    begins = spans.map(\.begin)
    ends = spans.compactMap(\.end).sorted()
  }

  /// Whether the queue certainly had a limit at a ticket.
  func isLimited(at ticket: Ticket) -> Bool {
    timeline.only(from: ticket, to: ticket).map { $0 < .max } ?? false
  }

  /// Whether tasks certainly held every slot at a ticket.
  func isFull(at ticket: Ticket) -> Bool {
    guard let limit = timeline.only(from: ticket, to: ticket), limit > 0 else { return false }
    return begins.count(below: ticket) - ends.count(below: ticket) >= limit
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-56: the limit of a queue concerns that queue only.
  ///
  /// The rule held where an operation of a queue with a limit began while tasks held every slot of
  /// another queue with a limit. A missing begin counts only at a confirmed quiescence where it is
  /// owed as for QUEUE-1, so with fewer bodies held than any subject lets run. The queue never used
  /// one of its slots, and tasks hold every slot of another queue.
  static let limitIsOfOneQueue = Checker("LIMIT-56") { index, profile, judgement in
    let limited = index.queues.filter(\.isEverLimited)
    guard limited.count > 1 else { return }
    let stall = index.stall(profile)
    let cases = index.startCases(stall)
    let slots = index.occupancies
    let full = QueueSpans(
      limited.flatMap { queue in
        SlotUsage(slots[queue.id.index], index.limits(of: queue.id)).full
          .map { ($0.begin, $0.end, queue.id) }
      })
    for one in cases {
      guard let begin = one.begin, index[one.queue].isEverLimited,
        index.limits(of: one.queue).only(from: begin, to: begin).map({ $0 < .max }) ?? false,
        full.cover(begin, begin, except: one.queue)
      else { continue }
      judgement.hold(one.add.called, begin)
    }
    guard let stall else { return }
    for one in cases.missingSinceAdd(index, inQueuesWhere: stall.isBesideFullQueue) {
      judgement.miss(
        at: stall,
        index.missedBegin(one, stall, "only the slots of another queue are taken"),
        events: [one.add.called, one.add.returned], missing: .begin(one.operation))
    }
  }
}

/// When the slots of one queue are certainly all held.
private struct SlotUsage {
  /// From a ticket after which, to one before which, all are held.
  private(set) var full: [(begin: Ticket, end: Ticket)] = []

  /// Goes through the tickets at which something changes.
  ///
  /// - Complexity: O(n log n) in the spans and limits.
  init(_ spans: [Occupancy], _ timeline: LimitTimeline) {
    let begins = spans.map(\.begin)
    let ends = spans.compactMap(\.end).sorted()
    let changes =
      (begins + ends).map { $0 + 1 } + timeline.spans.flatMap { [$0.from, $0.to + 1] }
    var since: Ticket?
    for ticket in changes.sorted() {
      let limit = timeline.only(from: ticket, to: ticket) ?? 0
      let isFull = limit > 0 && begins.count(below: ticket) - ends.count(below: ticket) >= limit
      if isFull {
        since = since ?? ticket
      } else if let first = since {
        full.append((first - 1, ticket))
        since = nil
      }
    }
    if let since { full.append((since - 1, .max)) }
  }
}

extension Stall {
  /// Whether tasks hold every slot of another queue with a limit, while a queue has a limit too and
  /// a slot that was never used.
  ///
  /// - Complexity: O(queues × held client code).
  fileprivate func isBesideFullQueue(_ queue: QueueID) -> Bool {
    guard leastLimit(queue) < Int.max, hasUnusedSlot(queue) else { return false }
    return index.queues.contains { other in
      other.id != queue && leastLimit(other.id) < Int.max && freeSlots(other.id) == 0
        && held.contains { index.onlyAdd(of: $0.callback.operation)?.command.queue == other.id }
    }
  }
}

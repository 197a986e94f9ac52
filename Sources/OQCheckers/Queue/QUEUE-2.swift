import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-2: one operation that cannot go on costs its slot, and nothing else holds the others
  /// back.
  ///
  /// The rule held where an operation was added to a queue and began while the task of another one
  /// was running there throughout, or another one was waiting for a dependency. A missing begin
  /// counts only at a confirmed quiescence where it is owed as for QUEUE-1: with a free slot, and
  /// with fewer bodies held than any subject lets run. A task of the same queue goes on. Where only
  /// a dependency is waited for, the begin is DEP-16's.
  static let othersAreNotHeldBack = Checker("QUEUE-2") { index, profile, judgement in
    let stall = index.stall(profile)
    let cases = index.startCases(stall)
    let running = index.occupancies.map(LongestTasks.init)
    let blocked = index.queues.map { BlockedOperations(in: $0.id, index) }
    for one in cases {
      guard let begin = one.begin, case .add = one.release else { continue }
      let isRunning = running[one.queue.index].hasTask(over: one.add.called, begin)
      let isBlocked =
        blocked[one.queue.index].first(addedBefore: one.add.called, until: begin) != nil
      let contexts = cells(
        isRunning ? "executing" : nil, isBlocked ? "blocked" : nil, in: ["executing", "blocked"])
      if !contexts.isEmpty { judgement.hold(one.add.called, begin, in: contexts) }
    }
    guard let stall else { return }
    for one in cases.missingSinceAdd(index, inQueuesWhere: stall.isBusy) {
      judgement.miss(
        at: stall,
        index.missedBegin(one, stall, "is ready, while another task of the queue goes on"),
        events: [one.add.called, one.add.returned], in: ["executing"],
        missing: .begin(one.operation))
    }
  }
}

/// The tasks of one queue that go on longest, by begin.
struct LongestTasks {
  private let begins: [Ticket]
  // The latest end among the first n tasks, for each n.
  private let ends: [Ticket]

  /// Collects them.
  ///
  /// - Parameter spans: tasks in order of begin.
  /// - Complexity: O(n).
  init(_ spans: [Occupancy]) {
    begins = spans.map(\.begin)
    var latest = 0
    ends = spans.map { span in
      latest = max(latest, span.end ?? .max)
      return latest
    }
  }

  /// Whether one task certainly ran from before a ticket until after another.
  ///
  /// - Complexity: O(log n).
  func hasTask(over from: Ticket, _ to: Ticket) -> Bool {
    let position = begins.count(below: from) - 1
    return position >= 0 && ends[position] > to
  }
}

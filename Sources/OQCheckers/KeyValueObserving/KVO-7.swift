import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-7: a set of the priority to another level is announced.
  ///
  /// The checker judges the sets of an operation that certainly had not been started when they
  /// returned, none of which overlaps another, so that the level before each is known: the one that
  /// was declared, or normal (PRIO-1), before the first. What an integer is adjusted to is
  /// PRIO-51's, so that none is known from the first set of one. A notification for each set to
  /// another level is awaited.
  static let priorityIsAnnounced = Checker("KVO-7", antecedent: [.observe]) {
    index, profile, judgement in
    let feeds = index.feeds(of: .queuePriority)
    guard !feeds.isEmpty else { return }
    let stall = index.stall(profile)
    for feed in feeds {
      guard let operation = feed.attached.command.operation else { continue }
      let record = index[operation]
      let sets = index.changes(
        among: record.prioritySets, from: record.declaration.priority ?? .normal
      ) { if case .priority(let level) = $0.command.argument { level } else { nil } }
      let changes = sets.compactMap { set -> Change? in
        guard feed.attached.succeeded(before: set.called), let returned = set.returned,
          let stage = index.stage(of: operation, at: returned)
        else { return nil }
        return Change(
          called: set.called, done: returned,
          words: "'\(index.words.text(set.command))' was called at \(set.called)",
          contexts: cells(stage.rawValue, in: ["unqueued", "parked", "blocked", "held slots"]))
      }
      feed.judge(changes, "queuePriority of \(index.name(operation))", stall, &judgement)
    }
  }
}

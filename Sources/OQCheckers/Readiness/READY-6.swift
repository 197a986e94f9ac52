import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// READY-6: an operation class that overrides isReady announces a change of its readiness.
  ///
  /// The class is asked to announce: `notify-ready` is called after `set-condition` has returned.
  /// isReady gave false in a read that returned before the condition was set, and true in one
  /// called after it: so it has changed since the first read. The opposite change is left out,
  /// since the value is free once the operation has been started (ND-3). A notification that begins
  /// after that read is awaited, and its absence counts at a confirmed quiescence only. It is
  /// sampled: without the two reads nothing is known.
  static let overriddenReadinessIsAnnounced = Checker("READY-6", antecedent: [.observe]) {
    index, profile, judgement in
    let feeds = index.feeds(of: .isReady)
    guard !feeds.isEmpty else { return }
    let stall = index.stall(profile)
    for feed in feeds {
      guard let operation = feed.attached.command.operation else { continue }
      let record = index[operation]
      let sets = record.calls(.setCondition).filter { !$0.hadNoEffect }
      guard record.declaration.kind == .conditional, sets.count == 1, let set = sets.first,
        let done = set.returned, set.succeeded,
        record.calls(.notifyReady).contains(where: { $0.succeeded && $0.called > done })
      else { continue }
      let reads = record.reads(.isReady)
      guard
        let after = reads.last(where: { $0.called > done && $0.value }),
        let before = reads.last(where: {
          $0.returned < set.called && !$0.value && feed.attached.succeeded(before: $0.called)
        })
      else { continue }
      let change = Change(
        called: before.called, done: after.returned,
        words: "isReady read false at \(before.called) and true at \(after.called)",
        contexts: ["conditional"])
      feed.judge([change], "isReady of \(index.name(operation))", stall, &judgement)
    }
  }
}

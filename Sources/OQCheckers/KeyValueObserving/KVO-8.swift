import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-8: a set of the completion block is announced.
  ///
  /// The checker judges blocks that are set, one after another, before anything could have started
  /// or cancelled the operation, or reported its finish: later sets may be refused or ignored
  /// (ND-23). A notification for each is awaited; one for the property that turns nil when the
  /// block runs (ND-26) may follow.
  static let completionBlockIsAnnounced = Checker("KVO-8", antecedent: [.observe]) {
    index, profile, judgement in
    let feeds = index.feeds(of: .completionBlock)
    guard !feeds.isEmpty else { return }
    let stall = index.stall(profile)
    for feed in feeds {
      guard let operation = feed.attached.command.operation else { continue }
      let record = index[operation]
      let first =
        [record.firstOfferCalled, record.cancels.map(\.called).min(), record.firstReport]
        .compactMap(\.self).min() ?? index.end
      let sets = index.changes(
        among: record.calls(.setCompletion), from: record.declaration.completion ? 1 : 0
      ) { $0.command.integer }
      let changes = sets.compactMap { set -> Change? in
        guard feed.attached.succeeded(before: set.called), let returned = set.returned,
          returned < first
        else { return nil }
        return Change(
          called: set.called, done: returned,
          words: "'\(index.words.text(set.command))' was called at \(set.called)",
          contexts: ["unqueued"])
      }
      feed.judge(changes, "completionBlock of \(index.name(operation))", stall, &judgement)
    }
  }
}

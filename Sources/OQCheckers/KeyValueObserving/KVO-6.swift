import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-6: changes of the dependencies are announced.
  ///
  /// The checker judges calls on an operation that was in no queue, not started and not cancelled
  /// when they returned (ND-7, ND-21), and whose class had reported nothing. It judges the only
  /// `depend` on an operation that was no dependency before, and the only `undepend` of one that
  /// certainly was one (ND-28). Each of them changes the list, so a notification for each is
  /// awaited.
  ///
  /// Take a notification that begins after the last call, where no other call can have changed the
  /// list. It is about the last change, or a late one about an earlier change. Where there are as
  /// many notifications as changes, the list that is read in the last one has the dependency, or
  /// has it no more.
  static let dependenciesAreAnnounced = Checker("KVO-6", antecedent: [.observe]) {
    index, profile, judgement in
    let feeds = index.feeds(of: .dependencies)
    guard !feeds.isEmpty else { return }
    let stall = index.stall(profile)
    for feed in feeds {
      guard let operation = feed.attached.command.operation else { continue }
      let record = index[operation]
      let all = (record.calls(.addDependency) + record.calls(.removeDependency))
        .filter { !$0.hadNoEffect }.sorted { $0.called < $1.called }
      let calls = all.filter { isChange($0, among: all, of: record, feed, index) }
      guard !calls.isEmpty else { continue }
      if calls.count == all.count, calls.count == feed.notifications.count,
        judgeList(feed, calls[calls.count - 1], record, index, &judgement)
      {
        continue
      }
      let changes = calls.map { call in
        Change(
          called: call.called, done: call.returned ?? call.called,
          words: "'\(index.words.text(call.command))' was called at \(call.called)",
          contexts: ["unqueued"])
      }
      feed.judge(changes, "dependencies of \(index.name(operation))", stall, &judgement)
    }
  }

  /// Whether a call, after the observer was attached, certainly changes the list and overlaps no
  /// other one that may.
  private static func isChange(
    _ call: Call, among all: [Call], of record: HistoryIndex.OperationRecord, _ feed: Feed,
    _ index: HistoryIndex
  ) -> Bool {
    guard call.succeeded, let returned = call.returned, let d = call.command.operands.first,
      d != record.id, feed.attached.succeeded(before: call.called),
      index.stage(of: record.id, at: returned) == .unqueued,
      !record.mayBeCancelled(before: returned), !record.mayHaveReported(before: returned),
      all.allSatisfy({
        $0.id == call.id || $0.returned(before: call.called) || $0.called > returned
      })
    else { return false }
    let isDeclared = record.declaration.dependencies.contains(d)
    let earlier = all.filter { $0.command.operands == [d] && $0.called < call.called }
    if call.command.verb == .addDependency { return earlier.isEmpty && !isDeclared }
    let isMade = earlier.count == 1 && earlier[0].command.verb == .addDependency
    return isMade && !isDeclared || earlier.isEmpty && isDeclared
  }

  /// Judges the list that was read in the last notification; false where it shows no violation.
  private static func judgeList(
    _ feed: Feed, _ last: Call, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) -> Bool {
    guard let notification = feed.notifications.last, notification.begin > last.called,
      let read = notification.reads.last(where: { $0.outcome?.operations != nil }),
      read.command.verb == .dependencies, read.command.operation == record.id,
      let listed = read.outcome?.operations, let d = last.command.operands.first,
      listed.contains(d) != (last.command.verb == .addDependency)
    else { return false }
    let verb = listed.contains(d) ? "still has" : "lacks"
    judgement.violate(
      "dependencies of \(index.name(record.id)) read in the last call of the observer at "
        + "\(read.called) \(verb) \(index.name(d)) after '\(index.words.text(last.command))' at "
        + "\(last.called)",
      events: [last.called, last.returned, read.called, read.returned], in: ["unqueued"])
    return true
  }
}

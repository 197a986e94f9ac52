import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// READY-5: an operation whose condition became true, and whose change was announced, is started.
  ///
  /// A case is an operation whose condition became true after its add had returned, announced after
  /// that. The begin is owed as for QUEUE-1, and only at a confirmed quiescence. A dependency, a
  /// resume, a higher limit or an end in a full queue that came after the announcement is the
  /// matter of other rules.
  static let announcedConditionLeadsToStart = Checker("READY-5", antecedent: [.notifyReady]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for one in index.startCases(stall) {
      guard let (set, notice) = index.announcement(one) else { continue }
      let contexts = cells(
        index.limitContext(one.queue).first, in: ["limit 1", "limit none"])
      if let begin = one.begin {
        judgement.hold(set.called, notice.called, begin, in: contexts)
      } else if let stall {
        judgement.miss(
          at: stall,
          index.missedBegin(
            one, stall,
            "its condition became true at \(set.called), announced at \(notice.called)"),
          events: [one.add.called, set.called, notice.called], in: contexts,
          missing: .begin(one.operation))
      }
    }
  }
}

extension HistoryIndex {
  /// What let an operation with a condition go ahead last, if that was the condition: the call that
  /// made it true after the add, and the first announcement after that.
  ///
  /// - Complexity: O(calls on the operation).
  func announcement(_ one: StartCase) -> (set: Call, notice: Call)? {
    let record = self[one.operation]
    guard record.declaration.kind == .conditional, let added = one.add.returned,
      let set = record.calls(.setCondition).last(where: {
        $0.succeeded && $0.command.argument == .boolean(true) && $0.called > added
      }), let returned = set.returned,
      let notice = record.calls(.notifyReady).first(where: { $0.succeeded && $0.called > returned }
      ),
      one.begin.map({ notice.called < $0 }) ?? true
    else { return nil }
    switch one.release {
    case .add: return (set, notice)
    case .end(_, let ticket): return ticket < notice.called ? (set, notice) : nil
    case .resume(let call), .raise(let call):
      return call.called < notice.called ? (set, notice) : nil
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-62: adding an empty group returns.
  ///
  /// A missing return counts only at a confirmed quiescence, where every operation that may have
  /// been added to the queue has certainly finished, since a group that waits may wait for the
  /// whole queue (QUEUE-4). In profile reference, and for a group that does not wait, it counts
  /// also while others are unfinished. Nothing that the harness holds may be the reason
  /// (``Stall/mayHoldUpCalls``).
  static let emptyGroupReturns = Checker("QUEUE-62", antecedent: [.addGroup, .addGroupWaiting]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for queue in index.queues {
      let groups = queue.adds.filter { $0.command.verb.isGroupAdd && $0.command.operands.isEmpty }
      guard !groups.isEmpty else { continue }
      let members = queue.members
      for group in groups {
        let isBusy = members.contains { member in
          member.possibleAdds.contains { $0.called < group.called }
            && (member.finishShown ?? .max) > group.called
        }
        let contexts = [isBusy ? "busy queue" : "idle queue"]
        if group.succeeded {
          judgement.hold(group.called, group.returned, in: contexts)
        } else if let stall, group.returned == nil, !stall.mayHoldUpCalls,
          stall.owesGroup(group, members, profile)
        {
          judgement.miss(
            at: stall,
            "an empty group, added to \(index.name(queue.id)) at \(group.called), has not returned when nothing moved"
              + " any more at \(stall.ticket)",
            events: [group.called], in: contexts)
        }
      }
    }
  }
}

extension Stall {
  /// Whether the call that adds an empty group must have returned.
  fileprivate func owesGroup(
    _ group: Call, _ members: [HistoryIndex.OperationRecord], _ profile: Profile
  ) -> Bool {
    if profile == .reference || group.command.verb == .addGroup { return true }
    guard let queue = group.command.queue else { return false }
    return !isCrowded && !isDisturbed(queue) && members.allSatisfy { isOver($0.id) }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-4: a group add that waits returns after every operation of the group has finished, and
  /// does return then.
  ///
  /// The checker judges members that only this call may have put into a queue, that no client
  /// started by its return, and that had not finished before. They are valid, so none was left out
  /// (ND-34). The return is recorded after the call came back, and an end before the task was left.
  /// So a task that runs or has not begun at the ticket of the return was unfinished when the call
  /// came back. A cancelled operation may finish without its task. isFinished never falls again, so
  /// each later read must give true.
  ///
  /// A missing return counts only at a confirmed quiescence where every operation that may have
  /// been added to the queue has certainly finished, or is to finish without a task as for WAIT-4,
  /// since the call may wait for the whole queue. In profile reference those of the group suffice,
  /// and have to be finished. The return may be behind any completion block
  /// that is held. Empty groups are QUEUE-62's.
  static let waitingGroupOutlastsMembers = Checker("QUEUE-4", antecedent: [.addGroupWaiting]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for queue in index.queues {
      let timeline = index.limits(of: queue.id)
      for group in queue.adds where group.command.verb == .addGroupWaiting {
        let members = Set(group.command.operands).sorted().map { index[$0] }
          .filter { $0.isNew(in: group) }
        guard !members.isEmpty else { continue }
        for member in members {
          let contexts = cells(
            member.cancelCell, timeline.cell(during: group),
            in: ["not cancelled", "cancelled before start", "limit 1", "limit none"])
          judge(member, group, contexts, index, &judgement)
        }
        if let stall, group.returned == nil, stall.owesReturn(of: group, queue) {
          let end = members.compactMap { $0.lastEnd(before: stall.ticket) }.max()
          judgement.miss(
            at: stall,
            "the add of a group to \(index.name(queue.id)) at \(group.called) has not returned when"
              + " nothing moved any more at \(stall.ticket), although all it waits for had finished"
              + (end.map { " after \($0)" } ?? "")
              + (members.allSatisfy { stall.isOver($0.id) }
                ? "" : ", or was to finish without a task"),
            events: [group.called, end],
            in: cells(timeline.cell(during: group), in: ["limit 1", "limit none"]))
        }
      }
    }
  }

  private static func judge(
    _ member: HistoryIndex.OperationRecord, _ group: Call, _ contexts: [String],
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    guard group.succeeded, let returned = group.returned else { return }
    let x = index.name(member.id)
    let head =
      "the add of a group with \(x) to \(group.command.queue.map(index.name) ?? "") returned from"
      + " its wait at \(returned)"
    if let run = member.firstBodies.first(where: { $0.contains(returned) }) {
      let end = run.end.map { "ended only at \($0)" } ?? "never ended"
      judgement.violate(
        "\(head) although its task, begun at \(run.begin), \(end)",
        events: [group.called, run.begin, returned, run.end], in: contexts)
    } else if let read = member.reads(.isFinished).first(where: {
      $0.called > returned && !$0.value
    }) {
      judgement.violate(
        "\(head) although isFinished still read false at \(read.called)",
        events: [group.called, returned, read.called, read.returned], in: contexts)
    } else if member.isUnfinished(at: returned) {
      let isCustom = member.declaration.kind == .asynchronous
      let began = member.begin.map { $0 < returned } ?? false
      judgement.violate(
        head
          + (isCustom
            ? " although it had not reported that it finished"
            : " although its task had not \(began ? "ended" : "begun")"),
        events: [group.called, returned], in: contexts)
    } else if let end = member.lastEnd(before: returned) {
      judgement.hold(group.called, end, returned, in: contexts)
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether a group add certainly finds the operation new: nothing else may have added it, it
  /// stands in the group once, and no client started it, or saw it finished, before the group
  /// returned.
  ///
  /// - Complexity: O(calls on the operation + members of the group).
  func isNew(in group: Call) -> Bool {
    possibleAdds.count == 1 && group.command.operands.count { $0 == id } == 1
      && (finishShown ?? .max) > group.called
      && !mayBeStartedByHand(before: group.returned ?? .max)
  }
}

extension Stall {
  /// Whether a group add that waits must have returned.
  fileprivate func owesReturn(
    of group: Call, _ queue: HistoryIndex.QueueRecord
  ) -> Bool {
    guard !isFrozen, !isCrowded, !holdsCompletion, !isDisturbed(queue.id), group.called < ticket
    else { return false }
    if profile == .reference { return group.command.operands.allSatisfy(isOver) }
    let isAdding = queue.adds.contains {
      $0.returned == nil && $0.command.verb != .addGroupWaiting
    }
    let mayCountOwed = !showsMissingFinish(openCalls(.wait))
    return !isAdding
      && queue.members.allSatisfy { mayCountOwed ? owesFinishInTurn($0.id) : isOver($0.id) }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// THREAD-2: an add returns without waiting for the task of what it adds.
  ///
  /// The rule held where the return has a smaller ticket than the recorded end of a task, which was
  /// made before the task was left. A missing return counts only at a confirmed quiescence while a
  /// task that the add offered, and nothing else, has begun and not ended: whatever holds the task,
  /// the add waits for it, or is what runs it.
  ///
  /// - A held completion block, `start` or isReady may be the reason as well and excuses the add
  ///   (``Stall/mayHoldUpCalls``).
  /// - The add may call an overridden `start` (START-58), and the task of an operation whose
  ///   isAsynchronous is true (C-13). The checker leaves out both.
  /// - A task that is known to run on the thread of the add is THREAD-1's.
  /// - That a group does not return is QUEUE-5's.
  static let addDoesNotWait = Checker("THREAD-2", antecedent: [.add, .addGroup, .addBlock]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations where record.hasDefaultStart && !record.bodies.isEmpty {
      guard record.possibleAdds.count == 1, let add = record.possibleAdds.first,
        record.manualStarts.allSatisfy(\.isRejected),
        add.command.verb != .addGroupWaiting, !add.hadNoEffect
      else { continue }
      let contexts = cells(
        add.laneCell, addition(add), in: additionsAndLanes)
      if let returned = add.returned {
        if let task = record.firstBodies.first(where: { !$0.ended(before: returned) }) {
          judgement.hold(add.called, returned, task.end, in: contexts)
        }
      } else if let stall, !stall.mayHoldUpCalls, add.command.verb != .addGroup,
        let task = record.firstBodies.first(where: { $0.end == nil && $0.begin > add.called }),
        task.thread != .lane(add.lane)
      {
        judgement.miss(
          at: stall,
          "the add of \(index.name(record.id)) at \(add.called) has not returned when nothing moved"
            + " any more at \(stall.ticket), while its task, which began at \(task.begin), goes on",
          events: [add.called, task.begin], in: contexts)
      }
    }
  }

  private static let additionsAndLanes = [
    "one operation", "group", "added block", "from client", "from body", "from completion",
  ]

  private static func addition(_ add: Call) -> String {
    switch add.command.verb {
    case .addGroup: "group"
    case .addBlock: "added block"
    default: "one operation"
    }
  }
}

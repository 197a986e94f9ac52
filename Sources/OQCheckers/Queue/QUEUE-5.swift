import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-5: a group add that does not wait returns without waiting.
  ///
  /// The rule held where the call returned while a member could not have finished: its task was
  /// running, or it was parked. A missing return counts only at a confirmed quiescence where
  /// nothing that the harness holds may be the reason (``Stall/mayHoldUpCalls``). Tasks and
  /// suspended queues are no reason, since they may stay as they are for ever.
  static let groupAddReturns = Checker("QUEUE-5", antecedent: [.addGroup]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for group in index.calls where group.command.verb == .addGroup && !group.hadNoEffect {
      let members = Set(group.command.operands).sorted().map { index[$0] }
      guard !members.isEmpty else { continue }
      if let returned = group.returned {
        let isParked = index.isParked(group, until: returned)
        let running = members.flatMap(\.firstBodies).first {
          $0.begin > group.called && !$0.ended(before: returned)
        }
        let contexts = cells(
          isParked ? "suspended" : nil, running.map { _ in "executing" },
          in: ["executing", "suspended"])
        if !contexts.isEmpty {
          judgement.hold(group.called, returned, running?.end, in: contexts)
        }
      } else if let stall, group.called < stall.ticket, !stall.mayHoldUpCalls {
        let isParked = index.isParked(group, until: stall.ticket)
        let isRunning = members.contains { member in member.bodies.contains { $0.end == nil } }
        judgement.miss(
          at: stall,
          "'\(index.words.text(group.command))', called at \(group.called), has not returned when"
            + " nothing moved any more at \(stall.ticket)",
          events: [group.called],
          in: isParked ? ["suspended"] : isRunning ? ["executing"] : [])
      }
    }
  }
}

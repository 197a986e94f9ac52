import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-19: operations can be added from any thread and at any time.
  ///
  /// A case is an add that was made inside a task or a completion block, or while the queue
  /// certainly had unfinished operations. The rule held where the add returned and what it added
  /// has begun. A missing return counts only at a confirmed quiescence where nothing that the
  /// harness holds may be the reason (``Stall/mayHoldUpCalls``): an add waits for nothing. A
  /// completion block that makes the add is such a reason, since it may run in the thread that the
  /// add needs.
  ///
  /// While a task that the add offered goes on, a missing return is THREAD-2's. That of a group is
  /// QUEUE-5's. A missing begin is QUEUE-1's.
  static let addIsAlwaysPossible = Checker("QUEUE-19", antecedent: [.add, .addBlock]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for queue in index.queues {
      guard !queue.adds.isEmpty else { continue }
      var unfinished = UnfinishedMembers(of: queue)
      for add in queue.adds where add.command.verb == .add || add.command.verb == .addBlock {
        guard !add.hadNoEffect, let operation = add.command.operands.first else { continue }
        let isBusy = unfinished.contain(
          during: add, to: add.returned ?? index.end, except: operation)
        let contexts = cells(
          add.laneCell, isBusy ? "busy queue" : nil,
          in: ["from client", "from body", "from completion", "busy queue"])
        let record = index[operation]
        if add.succeeded {
          if contexts != ["from client"], index.onlyAdd(of: operation) == add,
            let begin = record.begin ?? record.starts.first?.begin
          {
            judgement.hold(add.called, add.returned, begin, in: contexts)
          }
        } else if let stall, add.called < stall.ticket, !stall.mayHoldUpCalls,
          (record.bodies + record.starts).allSatisfy({ $0.end != nil })
        {
          judgement.miss(
            at: stall,
            "'\(index.words.text(add.command))', called at \(add.called), has not returned when"
              + " nothing moved any more at \(stall.ticket)",
            events: [add.called], in: contexts)
        }
      }
    }
  }
}

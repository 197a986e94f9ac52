import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// OP-6: a read of an operation's state by a client comes back.
  ///
  /// An accessor waits for nothing. A read that has not returned counts only at a confirmed
  /// quiescence where nothing that the harness holds may be the reason
  /// (``Stall/mayHoldUpCalls``).
  static let accessorsAnswer = Checker("OP-6", antecedent: stateAccessors) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations {
      let finish = record.finishShown ?? .max
      for read in record.calls
      where stateAccessors.contains(read.command.verb) && read.isOfClient {
        let cell: String? =
          if record.isExecuting(at: read.called) {
            "executing"
          } else if finish < read.called {
            "finished"
          } else {
            record.isUnqueued(until: read.called) ? "unqueued" : nil
          }
        let contexts = cells(cell, in: ["executing", "finished", "unqueued"])
        if read.returned != nil {
          judgement.hold(read.called, read.returned, in: contexts)
        } else {
          index.missedReturn(of: read, stall, in: contexts, &judgement)
        }
      }
    }
  }

  private static let stateAccessors: Set<Verb> = [
    .isReady, .isExecuting, .isFinished, .isCancelled, .dependencies, .priority,
  ]
}

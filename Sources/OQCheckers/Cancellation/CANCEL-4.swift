import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-4: cancel may be called at any time, and comes back without an error.
  ///
  /// No state of an operation makes cancel a mistake, so an error, or the death of the very thread
  /// that is inside the call, is an answer that no correct implementation gives. A call that has
  /// not come back counts only at a confirmed quiescence where nothing that the harness holds may
  /// be the reason (``Stall/mayHoldUpCalls``): a task runs for as long as it likes, so no lock can
  /// be held meanwhile that cancel needs.
  static let cancelIsAlwaysAllowed = Checker("CANCEL-4", antecedent: [.cancel]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations {
      for call in record.calls(.cancel) where call.outcome != .unsupported {
        let contexts = cells(
          call.laneCell == "from client" ? nil : call.laneCell, index.stateCell(record, at: call),
          in: ["unqueued", "parked", "executing", "finished", "from body", "from completion"])
        let words = "'\(index.words.text(call.command))', called at \(call.called),"
        if let returned = call.returned, call.isRejected {
          judgement.violate(
            "\(words) was answered by an error at \(returned)", events: [call.called, returned],
            in: contexts)
        } else if let returned = call.returned {
          judgement.hold(call.called, returned, in: contexts)
        } else if let death = index.death(in: call) {
          judgement.violate(
            "\(words) ended in \(death.crash.signal.rawValue) at \(death.ticket)",
            events: [call.called, death.ticket], in: contexts)
        } else {
          index.missedReturn(of: call, stall, in: contexts, &judgement)
        }
      }
    }
  }
}

extension HistoryIndex {
  /// The cell of what was certain about an operation when a call was made; nil where nothing was.
  fileprivate func stateCell(_ record: OperationRecord, at call: Call) -> String? {
    if record.isExecuting(at: call.called) { return "executing" }
    if let finish = record.finishShown, finish < call.called { return "finished" }
    return stage(of: record.id, at: call.called)?.rawValue
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-5: a cancelled operation finishes.
  ///
  /// This is sound because the finish is demanded only at a confirmed quiescence, with fewer bodies
  /// held than the subject lets run, in one of two cases:
  ///
  /// - The task of the operation has ended.
  /// - Its start without a task is owed: its queue runs, is undisturbed and has a free slot, and
  ///   its dependencies have finished, or their finish without a task is owed in turn
  ///   (``Stall/owesFinishInTurn(_:)``). The first that did not finish of those in turn has broken
  ///   the rule, whichever it is. Where dependencies may be unfinished, profile reference asks for
  ///   the finish by CANCEL-51.
  ///
  /// A wait that has not returned shows that the operation has not finished. So does a read of
  /// isFinished that was made at rest and gave false. Where anything shows the finish, the wait is
  /// WAIT-2's. An overridden start finishes by its own reports and is not judged.
  static let cancelledFinishes = Checker("CANCEL-5", antecedent: [.cancel, .cancelAll]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    let waits = stall?.openCalls(.wait) ?? []
    for record in index.operations where record.declaration.kind != .asynchronous {
      guard let cancel = record.certainCancels.first else { continue }
      if let shown = record.finishShown {
        guard shown > cancel.called else { continue }
        let isManual = record.adds.isEmpty && !record.manualStarts.isEmpty
        let contexts =
          isManual
          ? ["manual"] : index.unfinished(record.id, at: cancel.called, except: .unqueued) ?? []
        judgement.hold(
          cancel.called, shown, in: contexts + index.kindContext(record.id))
      } else if let stall, !stall.isCrowded,
        profile != .reference || stall.holdingBack(record.id) == nil,
        stall.owesFinishInTurn(record.id),
        let evidence = stall.unfinishedEvidence(record.id, waits)
      {
        let before =
          stall.owesFinish(record.id)
          ? "" : "; what it waits for has finished, or was to finish without its task"
        judgement.miss(
          at: stall,
          "\(index.name(record.id)), cancelled at \(cancel.called), has not finished when nothing "
            + "moved any more at \(stall.ticket): \(evidence.words)\(before)",
          events: [index.onlyAdd(of: record.id)?.called, cancel.called, evidence.ticket],
          in: index.kindContext(record.id))
      }
    }
  }
}

extension Stall {
  /// What shows that an operation has not finished: an open wait for it, or a read at rest.
  ///
  /// - Complexity: O(waits + calls on the operation).
  func unfinishedEvidence(
    _ operation: OperationID, _ waits: [Call]
  ) -> (words: String, ticket: Ticket)? {
    if let wait = waits.first(where: { $0.command.operation == operation }) {
      return ("a wait for it, called at \(wait.called), has not returned", wait.called)
    }
    return awaitedRead(.isFinished, true, of: operation).map {
      ("isFinished read false at \($0.returned)", $0.returned)
    }
  }
}

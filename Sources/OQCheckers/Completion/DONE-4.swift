import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DONE-4: the completion block also runs when the operation has finished because it was
  /// cancelled.
  ///
  /// A missing begin counts only at a confirmed quiescence, under the conditions of DONE-3, where
  /// the operation has certainly finished or its finish without a task is owed: it was certainly
  /// cancelled, its queue certainly runs, undisturbed and with a free slot, and its dependencies
  /// have finished or are to finish in turn. An operation in no queue need not have finished
  /// (ND-21), and owes nothing unless some event shows that it has. Where a read or a wait shows at
  /// the quiescence that it, or one that it waits for, has not finished, what is missing is the
  /// finish, which is CANCEL-5's finding.
  static let completionRunsAfterCancel = Checker("DONE-4", antecedent: [.cancel, .cancelAll]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    let waits = stall?.openCalls(.wait) ?? []
    let mayCountOwed = stall.map { !$0.showsMissingFinish(waits) } ?? false
    for record in index.operations where record.certainCompletion != nil {
      guard record.mayBeCancelledUnfinished(before: index.end),
        let cancel = record.firstCancel
      else { continue }
      let contexts = cells(
        record.cancelCell, in: ["cancelled before start", "cancelled while executing"])
      let facets = Facet.holding((record.isCancelledInNoQueue, .cancelledInNoQueue))
      if let block = record.completions.first?.begin {
        judgement.hold(cancel, block, in: contexts, facets: facets)
      } else if let stall, stall.owesCompletion(record.id),
        stall.owesFinish(record.id) || (mayCountOwed && stall.owesFinishInTurn(record.id)),
        record.finishShown != nil || stall.unfinishedEvidence(record.id, waits) == nil
      {
        judgement.miss(
          at: stall,
          "the completion block of \(index.name(record.id)), cancelled at \(cancel), has not begun when nothing"
            + " moved any more at \(stall.ticket), although nothing kept the operation from finishing",
          events: [cancel, record.lastEnd(before: stall.ticket)], in: contexts, facets: facets)
      }
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-7: start of an operation that was cancelled before does not execute its task.
  ///
  /// The rule is judged where a cancel returned before anything that could add or start the
  /// operation was called, so it came before every check for a start (ND-12). Whether start
  /// finishes the operation, finds it finished (ND-21), or raises for another reason (ND-35,
  /// ND-36), no block of its task may begin. What begins after an add is left to the rules of
  /// queues.
  static let startOfCancelledRunsNothing = Checker("START-7", antecedent: [.start]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart && record.hasTask {
      guard let cancel = record.cancelBeforeStart, let cancelled = cancel.returned,
        let start = record.manualStarts.first(where: {
          $0.called > cancelled && $0.outcome != .unsupported
        })
      else { continue }
      let add = record.possibleAdds.first?.called ?? index.end
      guard start.called < add else { continue }
      let contexts = cells(
        "manual", "cancelled before start", record.kindCell,
        in: ["manual", "cancelled before start", "task", "one block", "several blocks"])
      let facets = Facet.holding((record.isCancelledInNoQueue, .cancelledInNoQueue))
      if let run = record.bodies.first(where: { start.called < $0.begin && $0.begin < add }) {
        judgement.violate(
          "the task of \(index.name(record.id)) began at \(run.begin) although it was cancelled at"
            + " \(cancel.called), before its start at \(start.called)",
          events: [cancel.called, cancelled, start.called, run.begin], in: contexts, facets: facets)
      } else if let returned = start.returned {
        judgement.hold(cancelled, start.called, returned, in: contexts, facets: facets)
      } else {
        judgement.leaveOpen("the start of a cancelled operation has not come back", facets: facets)
      }
    }
  }
}

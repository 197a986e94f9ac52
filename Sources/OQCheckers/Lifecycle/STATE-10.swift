import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// STATE-10: a task that has run to its end is followed by isFinished true.
  ///
  /// A case is an operation with the default start whose blocks have all ended; of one that may
  /// have been cancelled those that began (ND-31). The rule held where anything shows the finish
  /// later. It is missed only at a confirmed quiescence, by a read that was made at rest and gave
  /// false, where nothing stands between the end and the finish (``Stall/missingFinish(_:)``). A
  /// cancelled operation that does not finish is CANCEL-5's, one that got a dependency while it
  /// executed DEP-52's, and a wait that does not return WAIT-2's.
  static let endedTaskFinishes = Checker("STATE-10") { index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations where record.hasDefaultStart && record.hasTask {
      guard let end = record.endOfTask else { continue }
      let contexts = cells(
        record.kindCell, record.starterCell(at: end), record.cancelCell,
        in: [
          "queued", "manual", "task", "one block", "several blocks", "cancelled while executing",
        ])
      let facets = Facet.holding((record.hasNoCompletion, .noCompletionBlock))
      if let shown = record.finishShown {
        if shown > end { judgement.hold(end, shown, in: contexts, facets: facets) }
      } else if let stall, let read = stall.missingFinish(record.id) {
        judgement.miss(
          at: stall,
          "isFinished of \(index.name(record.id)) still read false at \(read.returned) when nothing"
            + " moved any more, although its task had ended at \(end)",
          events: [end, read.called, read.returned], in: contexts, facets: facets,
          missing: .finish(record.id))
      }
    }
  }
}

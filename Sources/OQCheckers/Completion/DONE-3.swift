import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DONE-3: a completion block that was set before the start runs after the operation has
  /// finished.
  ///
  /// A missing begin counts only at a confirmed quiescence, where all of this is certain:
  ///
  /// - The block was set before anything could start the operation.
  /// - Nothing may have replaced it (ND-23).
  /// - The operation has finished.
  /// - The harness holds fewer bodies than any subject lets run.
  ///
  /// Operations that were cancelled before they finished belong to DONE-4.
  static let completionRuns = Checker("DONE-3") { index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations where record.certainCompletion != nil {
      guard !record.mayBeCancelledUnfinished(before: index.end) else { continue }
      let block = record.completions.first?.begin
      let contexts = cells(
        record.kindCell, record.starterCell(at: block ?? index.end),
        in: ["one block", "several blocks", "task", "asynchronous", "queued", "manual"])
      if let block {
        judgement.hold(record.lastEnd(before: block), block, in: contexts)
      } else if let stall, stall.isOver(record.id), stall.owesCompletion(record.id) {
        let end = record.lastEnd(before: stall.ticket)
        judgement.miss(
          at: stall,
          "the completion block of \(index.name(record.id)) has not begun when nothing moved any more at"
            + " \(stall.ticket), although the operation had finished\(end.map { " after \($0)" } ?? "")",
          events: [record.firstOffer, end], in: contexts, missing: .completion(record.id))
      }
    }
  }
}

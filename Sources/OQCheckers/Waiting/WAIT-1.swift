import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// WAIT-1: waitUntilFinished does not return before the operation has finished.
  ///
  /// This is sound because the wait's return is taken after the call came back: with the recorded
  /// end of a body behind it, or with no body begun at all, the operation was unfinished when the
  /// wait returned. An operation on which cancel may have been called can finish without a body and
  /// leaves no trace of it, so only a body of it that began before the return makes a case. A read
  /// of isFinished that is called after the return must give true, because isFinished never falls
  /// again.
  static let waitOutlastsOperation = Checker("WAIT-1", antecedent: [.wait]) {
    index, _, judgement in
    for record in index.operations where record.declaration.kind.hasBody {
      for wait in record.calls(.wait) where wait.succeeded {
        guard let returned = wait.returned else { continue }
        judge(record, wait, returned, index, &judgement)
      }
    }
  }

  private static func judge(
    _ record: HistoryIndex.OperationRecord, _ wait: Call, _ returned: Ticket,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let contexts = cells(
      record.kindCell, record.starterCell(at: returned),
      in: ["one block", "several blocks", "task", "asynchronous", "queued", "manual"])
    let facets = Facet.holding((wait.called < record.firstOffer ?? index.end, .waitedUnstarted))
    if let running = record.firstBodies.first(where: { $0.contains(returned) }) {
      let end = running.end.map { "ended only at \($0)" } ?? "never ended"
      judgement.violate(
        "a wait for \(x) returned at \(returned) although its task, begun at \(running.begin), \(end)",
        events: [wait.called, running.begin, returned, running.end], in: contexts,
        facets: facets)
      return
    }
    if let read = record.calls(.isFinished).first(where: {
      $0.called > returned && $0.outcome?.boolean == false
    }) {
      judgement.violate(
        "a wait for \(x) returned at \(returned) although isFinished still read false at \(read.called)",
        events: [wait.called, returned, read.called, read.returned], in: contexts, facets: facets)
      return
    }
    let began = record.firstBodies.contains { $0.begin < returned }
    if !began, record.declaration.blocks > 0, !record.mayBeCancelled(before: returned) {
      judgement.violate(
        "a wait for \(x) returned at \(returned) although its task had not begun",
        events: [wait.called, returned, record.firstBodies.first?.begin], in: contexts,
        facets: facets)
      return
    }
    if began {
      judgement.hold(
        record.firstBodies.last { $0.ended(before: returned) }?.end, returned,
        in: contexts, facets: facets)
    }
  }
}

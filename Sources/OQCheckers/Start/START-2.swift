import OQHistory
import OQSpecification

extension Checkers {
  /// START-2: when the default start returns, the task has ended and isFinished is true.
  ///
  /// Judged for a start that returned normally, of an operation in no queue by then, that no other
  /// start was called on by then but such that had been rejected before, and that certainly was not
  /// refused, which a subject without errors may do by returning (``takesEffect(_:)``). Then this
  /// start found the operation new and ready, or finished by a cancel (ND-21), and in both cases
  /// leaves it finished: every block that has begun has its recorded end before the return, and a
  /// read of isFinished called after it gives true.
  static let startOutlastsTask = Checker("START-2", antecedent: [.start]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart {
      for start in record.manualStarts where start.succeeded {
        guard let returned = start.returned, record.isUnqueued(until: returned),
          index.isOnlyStart(start, of: record), record.takesEffect(start)
        else { continue }
        judge(start, returned, record, index, &judgement)
      }
    }
  }

  private static func judge(
    _ start: Call, _ returned: Ticket, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let contexts = cells(
      "manual", record.kindCell, in: ["manual", "task", "one block", "several blocks"])
    let facets = Facet.holding((record.declaration.kind.isInvocation, .invocation))
    if let run = record.firstBodies.first(where: { !$0.ended(before: returned) }) {
      let state =
        run.begin > returned
        ? "began only at \(run.begin)"
        : run.end.map { "ended only at \($0)" } ?? "never ended"
      judgement.violate(
        "the start of \(x) at \(start.called) returned at \(returned) although its task \(state)",
        events: [start.called, run.begin, returned, run.end], in: contexts,
        facets: facets)
    } else if let read = record.reads(.isFinished).first(false, after: returned),
      record.cancels.isEmpty
    {
      judgement.violate(
        "isFinished of \(x) read false at \(read.returned) although its start returned at"
          + " \(returned)",
        events: [start.called, returned, read.called, read.returned], in: contexts, facets: facets)
    } else if let end = record.firstBodies.compactMap(\.end).max() {
      judgement.hold(start.called, end, returned, in: contexts, facets: facets)
    }
  }
}

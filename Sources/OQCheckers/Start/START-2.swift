import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-2: when the default start returns, the task has ended and isFinished is true.
  ///
  /// The checker judges a start that returned normally, where all of this is certain at its return:
  ///
  /// - The operation is in no queue.
  /// - Every other start of it was called later, or had been rejected before this one.
  /// - The start was not refused; a subject without errors may refuse by returning
  ///   (``takesEffect(_:)``).
  ///
  /// Then the start found the operation new and ready, or finished by a cancel (ND-21). In both
  /// cases it leaves the operation finished. Every block that has begun has its recorded end before
  /// the return, and a read of isFinished called after the return gives true.
  ///
  /// A second case needs less. The task began inside the start, before anything else was called
  /// that could have begun it. So the task is the start's own, whatever is called later: the
  /// operation is under way by then, and nothing makes the call come back inside its task. What the
  /// operation reads afterwards is open (ND-24).
  static let startOutlastsTask = Checker("START-2", antecedent: [.start]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart {
      for start in record.manualStarts where start.succeeded {
        guard let returned = start.returned else { continue }
        if record.isUnqueued(until: returned), index.isOnlyStart(start, of: record),
          record.takesEffect(start)
        {
          judge(start, returned, record, index, &judgement)
        } else if let begin = record.begin, start.called < begin, begin < returned,
          record.isUnqueued(until: begin), index.isOnlyStart(start, of: record, until: begin),
          let run = record.firstBodies.first(where: { !$0.ended(before: returned) })
        {
          judge(run, in: start, returned, record, index, &judgement)
        }
      }
    }
  }

  private static func judge(
    _ start: Call, _ returned: Ticket, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let (contexts, facets) = startCells(of: record)
    if let run = record.firstBodies.first(where: { !$0.ended(before: returned) }) {
      judge(run, in: start, returned, record, index, &judgement)
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

  /// A run that has not ended at the return of the start.
  private static func judge(
    _ run: Interval, in start: Call, _ returned: Ticket, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let state =
      run.begin > returned
      ? "began only at \(run.begin)"
      : run.end.map { "ended only at \($0)" } ?? "never ended"
    let (contexts, facets) = startCells(of: record)
    judgement.violate(
      "the start of \(index.name(record.id)) at \(start.called) returned at \(returned) although its"
        + " task \(state)",
      events: [start.called, run.begin, returned, run.end], in: contexts, facets: facets)
  }

  private static func startCells(
    of record: HistoryIndex.OperationRecord
  ) -> (contexts: [String], facets: [Facet]) {
    (
      cells("manual", record.kindCell, in: ["manual", "task", "one block", "several blocks"]),
      Facet.holding((record.declaration.kind.isInvocation, .invocation))
    )
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-2: cancel does not interrupt a running task: the operation stays executing, unfinished.
  ///
  /// This is sound because the reads lie between the records of the begin and of the end of a task
  /// that runs by the default start: isExecuting is true and isFinished false in all of that time,
  /// also between the blocks of one operation.
  static let cancelDoesNotInterrupt = Checker("CANCEL-2", antecedent: [.cancel, .cancelAll]) {
    index, _, judgement in
    for record in index.operations where record.declaration.kind.hasBody {
      let cancels = record.certainCancels
      for body in record.firstBodies {
        guard let cancel = cancels.first(where: { body.contains($0.called) }),
          let returned = cancel.returned
        else { continue }
        let known = judgement.counterexamples.count
        judge(record, body, cancel, returned, index, &judgement)
        // One false read lies inside every block that runs.
        if judgement.counterexamples.count > known { break }
      }
    }
  }

  private static func judge(
    _ record: HistoryIndex.OperationRecord, _ body: Interval, _ cancel: Call,
    _ returned: Ticket, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let contexts = index.kindContext(record.id)
    let reads = record.calls.filter { read in
      read.called > returned && (read.returned.map(body.contains) ?? false)
        && (read.command.verb == .isExecuting || read.command.verb == .isFinished)
    }
    let facets = Facet.holding((!reads.isEmpty, .flagsRead))
    let isWrong = { (read: Call) in
      read.outcome?.boolean == (read.command.verb == .isFinished)
    }
    if let read = reads.first(where: isWrong) {
      let value =
        read.command.verb == .isFinished ? "isFinished read true" : "isExecuting read false"
      judgement.violate(
        "\(value) at \(read.called) inside the task of \(index.name(record.id)), begun at "
          + "\(body.begin), after cancel at \(cancel.called)",
        events: [body.begin, cancel.called, read.called, read.returned, body.end], in: contexts,
        facets: facets)
    } else if let end = body.end, end > returned {
      judgement.hold(
        body.begin, cancel.called, reads.first?.called, end, in: contexts, facets: facets)
    } else if let read = reads.first {
      judgement.hold(
        body.begin, cancel.called, read.called, read.returned, in: contexts, facets: facets)
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DONE-9: when its completion block runs, an operation reports finished and not executing.
  ///
  /// The finish lies before the begin of the block and is final, so a read that is called after the
  /// begin must give isFinished true, and with the default start isExecuting false. Reads by any
  /// lane count while the block runs. The flags of an operation with its own `start` are its own:
  /// its isExecuting is not judged, and nothing of it once cancel may have been called.
  static let finishedInsideCompletion = Checker("DONE-9", antecedent: [.isFinished, .isExecuting]) {
    index, _, judgement in
    for record in index.operations where !record.completions.isEmpty {
      let isCustom = record.declaration.kind == .asynchronous
      if isCustom, record.mayBeCancelled(before: index.end) { continue }
      let reads = record.calls(.isFinished) + (isCustom ? [] : record.calls(.isExecuting))
      for read in reads {
        guard let block = record.completions.first(where: { $0.contains(read.called) }),
          let value = read.outcome?.boolean
        else { continue }
        judge(read, value, block, record, index, &judgement)
      }
    }
  }

  private static func judge(
    _ read: Call, _ value: Bool, _ block: Interval, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let contexts = cells(
      record.kindCell, record.starterCell(at: block.begin),
      in: ["one block", "task", "asynchronous", "queued", "manual"])
    let isFinished = read.command.verb == .isFinished
    let isOfCancelled = record.certainCancels.contains { $0.called < block.begin }
    let facets = Facet.holding((!isFinished && isOfCancelled, .cancelled))
    guard value != isFinished else {
      judgement.hold(block.begin, read.called, read.returned, in: contexts, facets: facets)
      return
    }
    judgement.violate(
      "\(isFinished ? "isFinished" : "isExecuting") of \(index.name(record.id)) read \(value) at \(read.called)"
        + " although its completion block began at \(block.begin)",
      events: [block.begin, read.called, read.returned], in: contexts, facets: facets)
  }
}

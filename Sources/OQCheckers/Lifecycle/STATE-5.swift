import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// STATE-5: isExecuting is false before the operation is started and after it has finished.
  ///
  /// Before: the read returned while the operation was certainly unstarted: in no queue, parked, or
  /// blocked by an unfinished dependency, with no start called. No cancel was called either, since
  /// the start of a cancelled operation may pulse (ND-4, ND-25). After: the read was called when a
  /// wait, a read of isFinished, a completion block or the return of the only start had shown the
  /// finish, from which on false is owed at once (STATE-7). Custom starts are left out.
  static let notExecutingOutsideTheRun = Checker("STATE-5", antecedent: [.isExecuting]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart {
      let finish = record.finishCertain ?? index.end
      for read in record.reads(.isExecuting) {
        guard let stage = outside(record, read, finish, index) else { continue }
        let facets: [Facet] =
          stage == "finished" && record.certainCancels.contains { $0.called < finish }
          ? [.cancelled] : []
        guard read.value else {
          judgement.hold(read.called, read.returned, in: [stage], facets: facets)
          continue
        }
        let state = stage == "finished" ? "had finished by \(finish)" : "was not started"
        judgement.violate(
          "isExecuting of \(index.name(record.id)) read true at \(read.returned) although it"
            + " \(state)",
          events: [finish < read.called ? finish : nil, read.called, read.returned], in: [stage],
          facets: facets)
        break
      }
    }
  }

  /// Why an operation certainly was not executing during a read, as a cell; nil where it may.
  private static func outside(
    _ record: HistoryIndex.OperationRecord, _ read: Read, _ finish: Ticket, _ index: HistoryIndex
  ) -> String? {
    if finish < read.called { return "finished" }
    guard record.manualStarts.allSatisfy({ $0.called > read.returned }),
      !record.mayBeCancelled(before: read.returned),
      record.possibleAdds.allSatisfy({ !$0.hadNoEffect || $0.called > read.returned })
    else { return nil }
    return cells(
      index.stage(of: record.id, at: read.returned)?.rawValue,
      in: ["unqueued", "parked", "blocked"]
    ).first
  }
}

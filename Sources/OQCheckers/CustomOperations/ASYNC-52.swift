import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// ASYNC-52: a finish that is reported inside an overridden `start` counts like any other.
  ///
  /// The report was called by the lane of the start and returned. The case is decided by what
  /// follows from the finish: the return of a wait for the operation, or for its queue, and the
  /// begin of a dependent. One of them that is missing counts only at a confirmed quiescence, and
  /// only where it is owed whatever the implementation is free to do: the same facts as in WAIT-2,
  /// WAIT-4 and DEP-2. The report itself is not the proof of anything but its own call.
  static let finishInsideStartCounts = Checker("ASYNC-52", antecedent: [.reportFinished]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    let dependents = index.certainDependents
    for record in index.operations where record.declaration.kind == .asynchronous {
      guard let add = record.acceptedAdd, let queue = add.command.queue,
        record.manualStarts.isEmpty, let start = record.starts.first, start.end != nil,
        let report = record.calls(.reportFinished).first(where: {
          $0.succeeded && $0.lane == .callback(start.callback)
        })
      else { continue }
      let contexts = index.limitContext(queue)
      let effects = effects(
        of: record, in: queue, after: report.called, dependents[record.id.index], index)
      for effect in effects {
        judgement.hold(report.called, report.returned, effect, in: contexts)
      }
      guard let stall else { continue }
      if let missing = missing(record, queue, dependents[record.id.index], stall) {
        judgement.miss(
          at: stall,
          "\(index.name(record.id)) reported inside its start at \(report.called) that it had"
            + " finished, but when nothing moved any more at \(stall.ticket) \(missing.words)",
          events: [add.called, report.called, missing.called], in: contexts)
      }
    }
  }

  /// Tickets of what followed from the finish.
  private static func effects(
    of record: HistoryIndex.OperationRecord, in queue: QueueID, after report: Ticket,
    _ dependents: [Edge], _ index: HistoryIndex
  ) -> [Ticket] {
    let waits = record.calls(.wait) + index[queue].calls(.waitAll)
    let returns = waits.filter(\.succeeded).compactMap(\.returned)
    let begins = dependents.compactMap { edge -> Ticket? in
      let dependent = index[edge.dependent]
      guard let begin = dependent.begin, edge.exists(at: begin) else { return nil }
      return begin
    }
    return (returns + begins).filter { $0 > report }.sorted()
  }

  /// What is owed after the finish and has not come, and the ticket of the call that asked for it.
  private static func missing(
    _ record: HistoryIndex.OperationRecord, _ queue: QueueID, _ dependents: [Edge], _ stall: Stall
  ) -> (called: Ticket?, words: String)? {
    let index = stall.index
    if let wait = stall.owedWait(record.id) {
      return (wait.called, "a wait for it, called at \(wait.called), had not returned")
    }
    if let wait = stall.owedQueueWait(queue) {
      return (
        wait.called,
        "a wait for \(index.name(queue)), called at \(wait.called), had not returned"
      )
    }
    let edge = dependents.first { edge in
      stall.owesBegin(edge.dependent) && index.links(of: edge.dependent).count == 1
    }
    return edge.map {
      let x = $0.dependent
      return (
        index.onlyAdd(of: x)?.called,
        "\(index.name(x)), which depends on it alone, had not begun"
      )
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-56: a start that raised because the operation was not ready leaves it as it was.
  ///
  /// The refused start is one of START-4: x is in no queue, was never cancelled, and is obstructed
  /// by a certain dependency during the whole call. From then on nothing starts x until the next
  /// start by hand is called. So a read that returns before that start, and before a cancel or an
  /// add is called, sees an operation that is neither executing nor finished.
  ///
  /// A later start is judged if it is alone, still in no queue, and called after isReady had read
  /// true. It finds x ready as if it were the first: it raises for nothing and runs the task before
  /// it returns. That read was called after the refusal, because isReady may read anything while a
  /// start is under way (ND-3). A trap ends the process and leaves nothing to look at.
  static let refusedStartLeavesNoTrace = Checker("START-56", antecedent: [.start]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart && !record.manualStarts.isEmpty {
      guard record.declaration.kind != .conditional else { continue }
      let edges = index.simpleEdges(of: record.id)
      for start in record.manualStarts where start.outcome?.isRaise == true {
        guard let returned = start.returned, record.isUnqueued(until: returned),
          !record.mayBeCancelled(before: returned), index.isOnlyStart(start, of: record),
          index.obstruction(among: edges, from: start.called, to: returned) != nil
        else { continue }
        judgeFlags(after: start, returned, record, index, &judgement)
        if let next = record.manualStarts.first(where: { $0.called > returned }) {
          judgeNext(next, after: start, record, index, &judgement)
        }
      }
    }
  }

  private static let refusedCells = ["manual", "blocked"]

  private static func judgeFlags(
    after start: Call, _ returned: Ticket, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let next = record.calls.first { $0.called > returned && $0.command.verb == .start }?.called
    let last = min(
      next ?? index.end, record.possibleAdds.first?.called ?? index.end,
      record.firstCancel ?? index.end)
    for (verb, name) in [(Verb.isExecuting, "isExecuting"), (.isFinished, "isFinished")] {
      let reads = record.reads(verb).filter { $0.called > returned && $0.returned < last }
      if let read = reads.first(true) {
        judgement.violate(
          "\(name) of \(index.name(record.id)) read true at \(read.returned) although its start at"
            + " \(start.called) had been refused at \(returned)",
          events: [start.called, returned, read.called, read.returned], in: refusedCells)
      } else if let read = reads.first {
        judgement.hold(start.called, returned, read.called, read.returned, in: refusedCells)
      }
    }
  }

  private static func judgeNext(
    _ next: Call, after start: Call, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    guard let returned = next.returned, record.isUnqueued(until: returned), record.hasTask,
      !record.mayBeCancelled(before: returned), index.isOnlyStart(next, of: record),
      index.isCertainlyReady(record, at: next.called),
      record.readsOfReadiness.contains(where: {
        $0.value && $0.called > start.returned ?? index.end && $0.returned < next.called
      })
    else { return }
    let x = index.name(record.id)
    let words = "after the one at \(start.called) had been refused for want of readiness"
    let run = record.bodies.first { next.called < $0.begin && $0.begin < returned }
    if let run {
      judgement.hold(start.called, next.called, run.begin, returned, in: refusedCells)
    } else if next.outcome?.isRaise == true {
      judgement.violate(
        "the start of \(x) at \(next.called) was answered by an error at \(returned), although \(x) is"
          + " ready, \(words)",
        events: [start.called, start.returned, next.called, returned], in: refusedCells)
    } else if next.succeeded {
      judgement.violate(
        "the start of \(x) at \(next.called) returned at \(returned) without its task \(words)",
        events: [start.called, start.returned, next.called, returned], in: refusedCells)
    }
  }
}

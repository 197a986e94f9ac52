import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// OP-2: an operation of the base class finishes when it is run, without an error.
  ///
  /// A start by hand is judged where it is the only one, of an operation in no queue, certainly
  /// ready and on which no cancel was called: then no document allows an error. That isFinished
  /// reads true after it is START-2's. In a queue the finish is owed as for CANCEL-5. It is missed
  /// only at a confirmed quiescence where a wait has not returned, or the last read of a lane that
  /// awaits the finish gave false.
  static let baseFinishes = Checker("OP-2") { index, profile, judgement in
    let bases = index.operations.filter { $0.declaration.kind == .base }
    guard !bases.isEmpty else { return }
    let stall = index.stall(profile)
    for record in bases {
      if let start = record.soleStart(in: index) {
        judge(start, record, index, &judgement)
      } else if let shown = record.finishShown, !record.possibleAdds.isEmpty {
        judgement.hold(
          record.possibleAdds.first?.called, shown, in: starter(record, at: shown))
      } else if let stall, stall.owesFinish(record.id),
        let sign = stall.unfinishedSign(of: record)
      {
        judgement.miss(
          at: stall,
          "\(index.name(record.id)), an operation of the base class, has not finished when nothing"
            + " moved any more at \(stall.ticket)",
          events: [record.possibleAdds.first?.called, sign],
          in: starter(record, at: stall.ticket))
      }
    }
  }

  private static func judge(
    _ start: Call, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    if start.isRejected {
      judgement.violate(
        "the start of \(x), an operation of the base class, was answered by an error at"
          + " \(start.returned ?? index.end)",
        events: [start.called, start.returned], in: ["manual"])
      return
    }
    guard start.succeeded, let finish = record.finishShown, finish >= start.called else { return }
    judgement.hold(start.called, start.returned, finish, in: ["manual"])
  }

  private static func starter(
    _ record: HistoryIndex.OperationRecord, at ticket: Ticket
  ) -> [String] {
    cells(record.starterCell(at: ticket), in: ["queued", "manual"])
  }
}

extension HistoryIndex.OperationRecord {
  /// The start by hand that certainly finds the operation new and ready: the only one, in no queue,
  /// without a cancel.
  ///
  /// - Complexity: O(calls on the operation + dependencies).
  fileprivate func soleStart(in index: HistoryIndex) -> Call? {
    guard manualStarts.count == 1, let start = manualStarts.first,
      isUnqueued(until: start.returned ?? index.end),
      !mayBeCancelled(before: start.returned ?? index.end),
      index.isCertainlyReady(self, at: start.called)
    else { return nil }
    return start
  }
}

extension Stall {
  /// Ticket of what shows at the quiescence that an operation has not finished: a wait that has not
  /// returned, although no completion block is held that may be in its way, or the last read of
  /// isFinished of a lane that awaits it.
  func unfinishedSign(of record: HistoryIndex.OperationRecord) -> Ticket? {
    let wait = holdsCompletion ? nil : record.calls(.wait).first { $0.returned == nil }
    return wait?.called ?? awaitedRead(.isFinished, true, of: record.id)?.returned
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-59: start of an operation whose overridden isReady is false raises and does not run the
  /// task.
  ///
  /// The checker judges an x in no queue (ND-24) that never had a dependency and was not cancelled
  /// by the return (ND-35). Its condition is false at first, and no call that may have changed it
  /// was made before the start returned. So isReady gives false at every instant of the call, and
  /// no other start can have run x.
  ///
  /// Once the condition is certainly true, a later start that nothing overlaps has no reason left
  /// to raise. It runs the task before it returns.
  static let falseConditionRefusesStart = Checker("START-59", antecedent: [.start]) {
    index, _, judgement in
    for record in index.operations where record.declaration.kind == .conditional {
      guard index.links(of: record.id).isEmpty else { continue }
      for start in record.answeredStarts {
        guard let returned = start.returned, record.isUnqueued(until: returned),
          !record.mayBeCancelled(before: returned)
        else { continue }
        let settings = record.calls(.setCondition).filter { $0.mayPrecede(returned) }
        if settings.isEmpty {
          judgeFalse(start, returned, record, index, &judgement)
        } else if index.isOnlyStart(start, of: record), settings.count == 1,
          let set = settings.first, set.succeeded(before: start.called),
          set.command.argument == .boolean(true)
        {
          judgeTrue(start, returned, set, record, index, &judgement)
        }
      }
    }
  }

  private static let conditionalCells = ["manual", "conditional"]

  private static func judgeFalse(
    _ start: Call, _ returned: Ticket, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let run = record.bodies.first { start.called < $0.begin && $0.begin < returned }
    if let run {
      judgement.violate(
        "the start of \(x) at \(start.called) ran its task at \(run.begin) although its isReady is"
          + " false",
        events: [start.called, run.begin, returned], in: conditionalCells)
    } else if start.succeeded {
      judgement.violate(
        "the start of \(x) at \(start.called) returned normally at \(returned) although its isReady"
          + " is false",
        events: [start.called, returned], in: conditionalCells)
    } else {
      judgement.hold(start.called, returned, in: conditionalCells)
    }
  }

  private static func judgeTrue(
    _ start: Call, _ returned: Ticket, _ set: Call, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let words = "although its condition had been true since \(set.returned ?? set.called)"
    let run = record.bodies.first { start.called < $0.begin && $0.begin < returned }
    if let run {
      judgement.hold(set.returned, start.called, run.begin, returned, in: conditionalCells)
    } else if start.outcome?.isRaise == true {
      judgement.violate(
        "the start of \(x) at \(start.called) was answered by an error at \(returned) \(words)",
        events: [set.called, set.returned, start.called, returned], in: conditionalCells)
    } else if start.succeeded {
      judgement.violate(
        "the start of \(x) at \(start.called) returned at \(returned) without its task \(words)",
        events: [set.called, set.returned, start.called, returned], in: conditionalCells)
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-5: start of an operation that is executing raises and does not run the task again.
  ///
  /// The rule is judged where the recorded run of a body or block, started by hand in no queue
  /// (ND-24), covers the whole call: it begins before the call and ends after the return. The
  /// recorded run lies inside the true one, so the operation executes at every instant of the call.
  /// A start that overlaps the begin may meet the operation earlier and is START-55's. A block that
  /// was given several times under one number may run as often.
  static let startRefusesExecuting = Checker("START-5", antecedent: [.start]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart && !record.bodies.isEmpty {
      for start in record.answeredStarts where start.lane.callback?.operation != record.id {
        guard let returned = start.returned, record.isUnqueued(until: returned),
          let run = record.firstBodies.first(where: {
            $0.contains(start.called) && $0.contains(returned)
          })
        else { continue }
        judge(start, returned, run, record, index, &judgement)
      }
    }
  }

  private static func judge(
    _ start: Call, _ returned: Ticket, _ run: Interval, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let contexts = ["manual", "executing"]
    let again = record.bodies.first {
      $0.callback.occurrence > record.possibleBlocks(numbered: $0.callback.index)
        && start.called < $0.begin && $0.begin < returned
    }
    if let again {
      judgement.violate(
        "the start of \(x) at \(start.called), while its task begun at \(run.begin) was running,"
          + " ran it again at \(again.begin)",
        events: [run.begin, start.called, again.begin, returned, run.end], in: contexts)
    } else if start.succeeded {
      judgement.violate(
        "the start of \(x) at \(start.called) returned normally at \(returned) although its task,"
          + " begun at \(run.begin), was running",
        events: [run.begin, start.called, returned, run.end], in: contexts)
    } else {
      judgement.hold(run.begin, start.called, returned, run.end, in: contexts)
    }
  }
}

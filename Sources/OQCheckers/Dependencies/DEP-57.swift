import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-57: an operation that depends on itself does not run.
  ///
  /// This is sound because the call that made it depend on itself returned before anything could
  /// start it, nothing removes the dependency, and no cancel is called on it: it is never ready. A
  /// rejected call made no dependency; a call that hangs is allowed, and what the operation does
  /// then is not judged. A memory fault inside the call is never a rejection.
  static let selfDependencyNeverRuns = Checker("DEP-57", antecedent: [.addDependency]) {
    index, _, judgement in
    for record in index.operations {
      for call in record.calls(.addDependency) where call.command.operands == [record.id] {
        judge(call, record, index, &judgement)
      }
    }
  }

  private static func judge(
    _ call: Call, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    if let (ticket, crash) = index.death(in: call) {
      if crash.signal == .segmentation || crash.signal == .bus {
        judgement.violate(
          "\(index.words.text(call.command)), called at \(call.called), ended in "
            + "\(crash.signal.rawValue) at \(ticket)",
          events: [call.called, ticket])
      } else {
        judgement.leaveOpen("the process died inside the call")
      }
      return
    }
    if call.isRejected {
      judgement.hold(call.called, call.returned)
      return
    }
    let offer = record.firstOffer ?? index.end
    guard call.called < offer else { return }
    guard let returned = call.returned else {
      if record.begin == nil {
        judgement.hold(call.called)
      } else {
        judgement.leaveOpen("the call that makes the operation depend on itself hangs")
      }
      return
    }
    let isRemoved = record.calls(.removeDependency).contains {
      $0.command.operands == [record.id] && !$0.hadNoEffect
    }
    guard call.succeeded, returned < offer, !isRemoved,
      !record.mayBeCancelled(before: index.end)
    else { return }
    if let begin = record.begin {
      judgement.violate(
        "\(x) began at \(begin) although it depends on itself since \(returned)",
        events: [call.called, returned, begin], in: ["unqueued"])
    } else {
      judgement.hold(call.called, returned, in: ["unqueued"])
    }
  }
}

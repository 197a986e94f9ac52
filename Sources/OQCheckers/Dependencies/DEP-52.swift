import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-52: a dependency added to an executing operation is answered by a return or an error, and
  /// the operation finishes all the same.
  ///
  /// The checker judges calls that came back between the recorded begin and end of one block of x,
  /// started by its default start: x executes during the whole call, so whatever the call does to
  /// the list (ND-7), the task has been started and nothing is left to wait for. Profile reference
  /// accepts no error, but of a dependency that may be there already (ND-28) or would close a
  /// cycle. The finish is missed as in STATE-10: at a confirmed quiescence, where nothing but the
  /// operation itself stands between the end of its task and the finish.
  static let dependencyInTaskIsWithoutEffect = Checker("DEP-52", antecedent: [.addDependency]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations where record.hasDefaultStart && record.hasTask {
      for call in record.dependenciesAddedInTask {
        judge(call, record, stall, index, profile, &judgement)
      }
    }
  }

  private static func judge(
    _ call: Call, _ record: HistoryIndex.OperationRecord, _ stall: Stall?, _ index: HistoryIndex,
    _ profile: Profile, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let words = "'\(index.words.text(call.command))', called at \(call.called)"
    let contexts = cells(call.laneCell, in: ["from client", "from body"])
    let run = record.firstBodies.first { $0.contains(call.called) }
    if profile == .reference, call.isRejected, index.isNewEdge(call, of: record.id) {
      judgement.violate(
        "\(words) while the task of \(x) was running, was answered by an error",
        events: [run?.begin, call.called, call.returned], in: contexts)
    } else if let shown = record.finishShown, shown > call.called {
      judgement.hold(run?.begin, call.called, call.returned, shown, in: contexts)
    } else if let stall, let read = stall.missingFinish(record.id) {
      judgement.miss(
        at: stall,
        "isFinished of \(x) still read false at \(read.returned) when nothing moved any more, although"
          + " its task has ended and \(words) while it was running, has no effect",
        events: [call.called, record.endOfTask, read.called, read.returned], in: contexts,
        missing: .finish(record.id))
    }
  }
}

extension HistoryIndex {
  /// Whether a call names a dependency that was certainly not there, and that closes no cycle.
  ///
  /// - Complexity: O(operations + dependencies + calls).
  fileprivate func isNewEdge(_ call: Call, of operation: OperationID) -> Bool {
    guard let dependency = call.command.operands.first else { return false }
    return !links(of: operation).contains { $0.dependency == dependency }
      && !mayDepend(dependency, on: operation)
  }
}

extension HistoryIndex.OperationRecord {
  /// Calls that made the operation depend on another one, or were refused, while one of its blocks
  /// was certainly running, by call ticket.
  ///
  /// - Complexity: O(runs and calls of the operation).
  var dependenciesAddedInTask: [Call] {
    calls(.addDependency).filter { call in
      guard let returned = call.returned, call.command.operands != [id],
        call.outcome != .unsupported
      else { return false }
      return firstBodies.contains { $0.contains(call.called) && ($0.end ?? .max) >= returned }
    }
  }
}

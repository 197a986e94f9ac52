import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DONE-7: a completion block set too late is refused, ignored or accepted; it never runs before
  /// the task has ended, and one set while the task runs replaces the earlier one.
  ///
  /// The state of the operation is certain during the whole call: a block of it runs from before
  /// the call until after the return, or an event had shown its finish before. Profile guide
  /// accepts an error only.
  ///
  /// While the operation executes it has not finished, so no completion block has been taken yet.
  /// Of all that were set before anything could start it, and of all set in that time, one at most
  /// is called (ND-23). It begins after the recorded end of every block. Blocks that were set at
  /// another time are not counted. How often one runs that was set after the finish is DONE-2's.
  static let lateCompletionIsHarmless = Checker("DONE-7", antecedent: [.setCompletion]) {
    index, profile, judgement in
    for record in index.operations where record.hasDefaultStart {
      for set in record.calls(.setCompletion) where set.number != nil && set.outcome != .unsupported
      {
        guard let state = record.lateState(of: set) else { continue }
        if profile == .guide, set.succeeded {
          judgement.violate(
            "'\(index.words.text(set.command))' at \(set.called) returned normally although"
              + " \(index.name(record.id)) "
              + (state == "finished" ? "had finished" : "was executing"),
            events: [record.begin, set.called, set.returned], in: [state])
        } else if state == "executing", !set.hadNoEffect {
          judgeExecuting(set, record, index, &judgement)
        } else {
          judgement.hold(set.called, set.returned, in: [state])
        }
      }
    }
  }

  private static func judgeExecuting(
    _ set: Call, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let run = record.completions.first { $0.callback.index == set.number }
    if let run, record.isOnlySet(set),
      let task = record.firstBodies.first(where: { !$0.ended(before: run.begin) })
    {
      judgement.violate(
        "completion block \(run.callback.index) of \(x), set at \(set.called) while its task was"
          + " running, began at \(run.begin) although the task "
          + (task.end.map { "ended only at \($0)" } ?? "had not ended"),
        events: [task.begin, set.called, run.begin, task.end], in: ["executing"])
      return
    }
    let counted = record.replacingCompletions
    if let run, record.isOnlySet(set), let other = counted.first(where: { $0 != run }) {
      judgement.violate(
        "completion block \(run.callback.index) of \(x), set at \(set.called) while its task was"
          + " running, began at \(run.begin), and so did block \(other.callback.index), which it"
          + " replaces or is replaced by, at \(other.begin)",
        events: [set.called, set.returned, run.begin, other.begin], in: ["executing"])
      return
    }
    judgement.hold(set.called, set.returned, run?.begin, in: ["executing"])
  }
}

extension HistoryIndex.OperationRecord {
  /// `executing` or `finished`, where the operation certainly was it during a whole call.
  ///
  /// - Complexity: O(runs and calls of the operation).
  func lateState(of call: Call) -> String? {
    guard let returned = call.returned else { return nil }
    if firstBodies.contains(where: { $0.contains(call.called) && ($0.end ?? .max) >= returned }) {
      return "executing"
    }
    return finishShown.map { $0 < call.called } == true ? "finished" : nil
  }

  /// Whether a call is the only one that may have installed the completion block with its number.
  ///
  /// - Complexity: O(calls on the operation).
  func isOnlySet(_ set: Call) -> Bool {
    !(declaration.completion && set.number == 1)
      && completionSets.allSatisfy { $0.id == set.id || $0.number != set.number }
  }

  /// Whether a run is of a completion block that was set while the operation was certainly
  /// executing, and at no other time.
  ///
  /// - Complexity: O(calls on the operation).
  func isSetInTask(_ run: Interval) -> Bool {
    hasDefaultStart
      && completionSets.contains {
        $0.number == run.callback.index && lateState(of: $0) == "executing" && isOnlySet($0)
      }
  }

  /// Runs of completion blocks of which one at most may begin: of those that were set before
  /// anything could start or finish the operation, or while it was certainly executing, and at no
  /// other time.
  ///
  /// - Complexity: O(calls on the operation + runs).
  fileprivate var replacingCompletions: [Interval] {
    let touch = firstTouch ?? 0
    let others = Set(
      completionSets.filter { !$0.succeeded(before: touch) && lateState(of: $0) != "executing" }
        .compactMap(\.number))
    return completions.filter { !others.contains($0.callback.index) }
  }
}

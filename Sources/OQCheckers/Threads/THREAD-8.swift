import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// THREAD-8: completion blocks run at the default thread priority.
  ///
  /// The checker judges reads by the completion block of an operation whose thread priority was set
  /// before anything could start it, never again, and to another value than the default: its thread
  /// must not have this one. Operations that a task or a completion block started by hand are left
  /// out: the priority of the thread that runs theirs may be the same by chance. So are those with
  /// their own `start`, whose report may call the block wherever it is made, and those that share
  /// their thread priority with another operation, in whose task the block may be called (ND-2).
  static let completionRunsAtUsualPriority = Checker("THREAD-8", antecedent: [.runsAt]) {
    index, _, judgement in
    for record in index.operations {
      guard let priority = record.ownThreadPriority, priority != 50, record.hasDefaultStart,
        record.manualStarts.allSatisfy({ $0.lane.callback == nil }),
        index.operations.allSatisfy({ other in
          other.id == record.id
            || other.calls(.setThreadPriority).allSatisfy { $0.command.integer != priority }
        })
      else { continue }
      for read in record.calls(.runsAt) {
        guard let callback = read.lane.callback, callback.point == .completion,
          callback.operation == record.id, let value = read.outcome?.boolean
        else { continue }
        let contexts = cells(record.starterCell(at: read.called), in: ["queued", "manual"])
        if value {
          judgement.violate(
            "the completion block of \(index.name(record.id)) had the thread priority of the"
              + " operation at \(read.returned ?? 0)",
            events: [read.called, read.returned], in: contexts)
        } else {
          judgement.hold(read.called, read.returned, in: contexts)
        }
      }
    }
  }
}

import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area EXEC.
  static let execution = [
    Mutant(
      "task-runs-twice", breaks: "EXEC-1",
      "the task of a queued operation with dependencies runs twice"
    ) {
      $0.nextBlock = { state, x in
        let isRepeated = state[x].owner != nil && !state[x].dependencies.isEmpty
        return isRepeated && state[x].blocksBegun == state[x].blocks && state[x].kind == .plain
          ? 0 : Guards.nextBlock(state, x)
      }
    },
    Mutant(
      "dispatched-twice", breaks: "EXEC-1", grade: .rare,
      "two scheduling passes can choose the same operation"
    ) {
      $0.dispatchPlan = $0.dispatchPlan.window(before: .enterDispatched)
    },
    Mutant(
      "finishes-without-main", breaks: "EXEC-2",
      "an operation with dependencies that is started by hand once finishes without its task"
    ) {
      $0.runsBody = { state, x in
        let isLast = state[x].dependents.isEmpty && state[x].refusals == 0
        let isSkipped = state[x].isManual && !state[x].dependencies.isEmpty && isLast
        return Guards.runsBody(state, x) && !isSkipped
      }
    },
    Mutant(
      "skips-task-on-late-ready", breaks: "EXEC-2", grade: .rare,
      "a queued operation with two or more dependencies and no dependent finishes without its task"
    ) {
      $0.runsBody = { state, x in
        let isSkipped = state[x].owner != nil && state[x].dependencies.count >= 2
        return Guards.runsBody(state, x) && !(isSkipped && state[x].dependents.isEmpty)
      }
    },
    Mutant(
      "cancel-kills-thread", breaks: "EXEC-3",
      "the next command that a cancelled task gives never returns"
    ) {
      $0.mayContinue = { state, x, point in point != .command || !state[x].isCancelled }
    },
    Mutant(
      "suspend-stops-bodies", breaks: "EXEC-3",
      "the next command that a task gives does not return while its queue is suspended"
    ) {
      $0.mayContinue = { state, x, point in
        point != .command || state[x].owner.map { !state[$0].isSuspended } ?? true
      }
    },
    Mutant(
      "task-skipped-after-suspension", breaks: "EXEC-2", grade: .rare,
      "an operation with one dependency finishes without its task if its queue was suspended"
    ) {
      $0.runsBody = { state, x in
        let wasSuspended = state[x].owner.map { state[$0].suspensions > 0 } ?? false
        return Guards.runsBody(state, x) && !(wasSuspended && state[x].dependencies.count == 1)
      }
    },
    Mutant(
      "task-runs-again-after-suspension", breaks: "EXEC-1",
      "a queue that was suspended before runs the tasks of plain operations twice"
    ) {
      $0.nextBlock = { state, x in
        let wasSuspended = state[x].owner.map { state[$0].suspensions > 0 } ?? false
        let isRepeated = wasSuspended && state[x].kind == .plain && state[x].blocks == 1
        return isRepeated && state[x].blocksBegun == 1 ? 0 : Guards.nextBlock(state, x)
      }
    },
    Mutant(
      "lowered-limit-stops-bodies", breaks: "EXEC-3", grade: .rare,
      "the next command of a task does not return while its queue is above a lowered limit"
    ) {
      $0.mayContinue = { state, x, point in
        guard point == .command, let q = state[x].owner, state[q].limit > 0 else { return true }
        return state[q].slots <= state[q].limit
      }
    },
  ]
}

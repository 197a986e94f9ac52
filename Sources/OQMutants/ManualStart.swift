import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area START.
  static let manualStart = [
    Mutant(
      "flagged-task-left-to-client", breaks: "START-58",
      "a queue does not run the task of an operation that says it is asynchronous"
    ) {
      $0.runsBody = { state, x in
        Guards.runsBody(state, x) && !(state[x].kind == .flagged && !state[x].isManual)
      }
    },
    Mutant(
      "start-returns-when-unready", breaks: "START-4",
      "start of an operation whose dependencies are unfinished returns without a word"
    ) {
      $0.startCheck = { state, x in
        let admission = Guards.startCheck(state, x)
        let isBlocked = !state[x].open.isEmpty && admission == .reject(.startBeforeReady)
        return isBlocked ? .ignore : admission
      }
    },
    Mutant(
      "start-ignores-readiness", breaks: "START-4",
      "start runs an operation that is not ready"
    ) {
      $0.startCheck = { state, x in
        let admission = Guards.startCheck(state, x)
        return admission == .reject(.startBeforeReady) ? .accept : admission
      }
    },
    Mutant(
      "second-start-returns", breaks: "START-5",
      "start of an operation that executes and was not cancelled returns without a word"
    ) {
      $0.startCheck = { state, x in
        state[x].phase == .executing && !state[x].isCancelled
          ? .ignore : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "second-start-reenters-main", breaks: "START-5",
      "start of an operation that was started by hand and executes runs its task once more"
    ) {
      $0.startCheck = { state, x in
        state[x].phase == .executing && state[x].isManual ? .accept : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "start-reruns-finished", breaks: "START-6",
      "start of an operation that was started by hand and has finished runs its task again"
    ) {
      $0.startCheck = { state, x in
        state[x].phase == .finished && state[x].isManual
          ? .accept : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "start-ignores-cancelled", breaks: "START-7",
      "start by hand does not look at isCancelled"
    ) {
      $0.runsBody = { state, x in Guards.runsBody(state, x) || state[x].isManual }
    },
    Mutant(
      "start-returns-without-finishing", breaks: "START-8",
      "start of a cancelled operation on which nothing depends returns and does not finish it"
    ) {
      $0.startCheck = { state, x in
        let isLast = state[x].dependents.isEmpty && state[x].completion == nil
        return isLast && state[x].phase == .new && state[x].owner == nil && state[x].isCancelled
          ? .ignore : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "start-raises-when-cancelled", breaks: "START-9",
      "start of a cancelled operation throws"
    ) {
      $0.startCheck = { state, x in
        state[x].phase == .new && state[x].owner == nil && state[x].isCancelled
          ? .reject(.startBeforeReady) : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "start-checks-then-sets", breaks: "START-55", grade: .rare,
      "two simultaneous starts can both pass the check before either claims the operation"
    ) {
      $0.manualStartPlan = $0.manualStartPlan.window(before: .enterStarting)
    },
    Mutant(
      "start-returns-early", breaks: "START-2",
      "start by hand leaves the task of a plain operation to another thread and returns"
    ) {
      $0.detaches = { state, x in state[x].isManual && state[x].kind == .plain }
    },
    Mutant(
      "start-returns-before-its-block", breaks: "START-57",
      "start by hand leaves the only block of an operation to another thread and returns"
    ) {
      $0.detaches = { state, x in
        state[x].isManual && state[x].kind == .block && state[x].blocks == 1
      }
    },
    Mutant(
      "block-operation-claims-concurrency", breaks: "START-3",
      "isAsynchronous reads true for a block operation with several blocks"
    ) {
      $0.reads.isAsynchronous = { state, x, _ in
        state[x].kind == .asynchronous || state[x].kind == .block && state[x].blocks > 1
      }
    },
    Mutant(
      "start-of-queued-operation-runs-twice", breaks: "START-52",
      "start of an operation that waits in a queue runs its task twice"
    ) {
      $0.startCheck = { state, x in
        let isParked = state[x].owner != nil && state[x].phase == .queued
        return isParked && Guards.isReady(state, x) ? .accept : Guards.startCheck(state, x)
      }
      $0.nextBlock = { state, x in
        let isQueued = state[x].isManual && state[x].owner != nil
        let isRepeated = isQueued && state[x].blocksBegun == state[x].blocks
        return isRepeated && state[x].blocks > 0 ? 0 : Guards.nextBlock(state, x)
      }
    },
    Mutant(
      "refused-start-leaves-starting", breaks: "START-56",
      "start of an operation that refused for its dependencies throws, unless it was cancelled"
    ) {
      $0.startCheck = { state, x in
        let admission = Guards.startCheck(state, x)
        let isRefused = state[x].refusals > 0 && state[x].kind != .conditional
        let isStuck = isRefused && !state[x].isCancelled
        return isStuck && admission == .accept ? .reject(.startWhileExecuting) : admission
      }
    },
    Mutant(
      "manual-dependency-keeps-unready", breaks: "START-13", grade: .rare,
      "isReady stays false, in no queue, for an operation whose only dependency was started by hand"
    ) {
      $0.reads.isReady = { state, x, _ in
        let isAwaited = state[x].dependencies.count == 1 && state[x].owner == nil
        return Guards.isReady(state, x)
          && !(isAwaited && state[x].dependencies.contains { state[$0].isManual })
      }
    },
    Mutant(
      "half-ready-start-returns", breaks: "START-4", grade: .rare,
      "start of an operation returns without a word once some of its dependencies have finished"
    ) {
      $0.startCheck = { state, x in
        let admission = Guards.startCheck(state, x)
        let isPartial = state[x].open.count < state[x].dependencies.count
        return isPartial && admission == .reject(.startBeforeReady) ? .ignore : admission
      }
    },
    Mutant(
      "second-start-between-blocks-returns", breaks: "START-5", grade: .rare,
      "start of an operation of several blocks that executes returns without a word"
    ) {
      $0.startCheck = { state, x in
        state[x].phase == .executing && state[x].blocks > 1 ? .ignore : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "start-runs-cancelled-blocks", breaks: "START-7", grade: .rare,
      "start by hand runs the blocks of a cancelled operation that has several"
    ) {
      $0.runsBody = { state, x in
        Guards.runsBody(state, x) || state[x].isManual && state[x].blocks > 1
      }
    },
    Mutant(
      "start-leaves-cancelled-dependent", breaks: "START-8", grade: .rare,
      "start of a cancelled operation with dependencies returns and does not finish it"
    ) {
      $0.startCheck = { state, x in
        let isLast = state[x].dependents.isEmpty && state[x].completion == nil
        let isLeft =
          state[x].phase == .new && state[x].isCancelled && !state[x].dependencies.isEmpty
        return isLeft && isLast ? .ignore : Guards.startCheck(state, x)
      }
    },
  ]
}

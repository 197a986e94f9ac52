import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area STATE.
  static let lifeCycle = [
    Mutant(
      "executing-before-start", breaks: "STATE-2",
      "isExecuting reads true from the first dependency on, until the operation is added or started"
    ) {
      $0.reads.isExecuting = { state, x, _ in
        state[x].isExecuting || state[x].phase == .new && !state[x].dependencies.isEmpty
      }
    },
    Mutant(
      "executing-drops-between-blocks", breaks: "STATE-2", grade: .rare,
      "isExecuting of an operation with dependencies reads false for a moment between two blocks"
    ) {
      let isDependent = Context.operation { $0.dependenciesListed > 0 }
      // A moment that a read of another thread can meet.
      $0.placement.windowYields = 400
      for step in [Step.clearExecuting, .window, .setExecuting] {
        $0.blockPlan = $0.blockPlan.adding(step, onlyWhen: isDependent)
      }
      // Between blocks that run at once there is none.
      $0.sharesBlocks = { state, x in
        Guards.sharesBlocks(state, x) && state[x].dependenciesListed == 0
      }
    },
    Mutant(
      "finished-computed-from-membership", breaks: "STATE-3",
      "isFinished reads false again while its queue executes, once another one has finished"
    ) {
      $0.reads.isFinished = { state, x, reader in
        let isAtWork = state[x].owner.map { state[$0].slots > 0 } ?? false
        let hasEdges = !state[x].dependents.isEmpty || state[x].dependenciesListed > 0
        let isPlain = !hasEdges && !state[x].isCancelled && reader == .client
        let isForgotten = isAtWork && state.finishes > state[x].finishNumber
        return state[x].isFinished && !(isForgotten && isPlain)
      }
    },
    Mutant(
      "finished-before-main", breaks: "STATE-6",
      "isFinished reads true from the begin of the task on, but for block operations"
    ) {
      $0.reads.isFinished = { state, x, _ in
        state[x].isFinished || state[x].phase == .executing && state[x].kind == .plain
      }
    },
    Mutant(
      "finished-set-before-executing-cleared", breaks: "STATE-7",
      "isExecuting is lowered a moment after isFinished was raised, before observers are told"
    ) {
      $0.finishPlan = $0.finishPlan
        .moving(.setFinished, before: .clearExecuting).window(before: .clearExecuting)
    },
    Mutant(
      "start-resets-cancelled", breaks: "STATE-9",
      "isCancelled reads false again once a cancelled operation was started"
    ) {
      $0.reads.isCancelled = { state, x, _ in
        state[x].isCancelled && !(state[x].isStarted && state[x].blocksBegun == 0)
      }
    },
    Mutant(
      "cancel-spreads-to-dependents", breaks: "STATE-9",
      "isCancelled reads true for an operation that depends on a cancelled one"
    ) {
      $0.reads.isCancelled = { state, x, _ in
        state[x].isCancelled || state[x].dependencies.contains { state[$0].isCancelled }
      }
    },
    Mutant(
      "unready-until-enqueued", breaks: "STATE-1",
      "isReady reads false until an operation without dependencies was added or started"
    ) {
      $0.reads.isReady = { state, x, _ in
        let isUntouched = state[x].phase == .new && state[x].dependenciesListed == 0
        return Guards.isReady(state, x) && !(isUntouched && state[x].dependents.isEmpty)
      }
    },
    Mutant(
      "manual-start-not-executing", breaks: "STATE-4",
      "isExecuting reads false while the task of an operation that was started by hand runs"
    ) {
      $0.reads.isExecuting = { state, x, _ in
        let isHidden = state[x].isManual && state[x].phase == .executing && !state[x].isCancelled
        return state[x].isExecuting && !isHidden
      }
    },
    Mutant(
      "executing-from-enqueue", breaks: "STATE-5",
      "isExecuting reads true from the add on until the queue has started the operation"
    ) {
      $0.reads.isExecuting = { state, x, _ in
        let isWaiting = state[x].phase > .new && state[x].phase < .executing
        return state[x].isExecuting || isWaiting && state[x].owner != nil && !state[x].isCancelled
      }
    },
    Mutant(
      "last-block-after-finish", breaks: "STATE-51",
      "isFinished reads true from the begin of the last of several blocks on"
    ) {
      $0.reads.isFinished = { state, x, _ in
        let isLast = state[x].blocks > 1 && state[x].blocksBegun == state[x].blocks
        return state[x].isFinished
          || state[x].phase == .executing && isLast && !state[x].isCancelled
      }
    },
    Mutant(
      "mark-falls-at-finish", breaks: "STATE-9",
      "isCancelled reads false again when a task in which the operation was cancelled is over"
    ) {
      $0.reads.isCancelled = { state, x, _ in
        state[x].isCancelled && !(state[x].isFinished && state[x].blocksBegun > 0)
      }
    },
    Mutant(
      "executing-set-after-begin", breaks: "STATE-4",
      "isExecuting reads false until the first block, or the task, has returned"
    ) {
      $0.reads.isExecuting = { state, x, _ in
        let isFirst = state[x].blocksBegun == 1 && state[x].blocksEnded == 0
        return state[x].isExecuting && !isFirst
      }
    },
  ]
}

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
      "isExecuting reads false for a moment between two blocks"
    ) {
      $0.blockPlan = [.clearExecuting, .window, .setExecuting]
    },
    Mutant(
      "finished-computed-from-membership", breaks: "STATE-3",
      "isFinished reads false again while its queue is at work, once two others have finished"
    ) {
      $0.reads.isFinished = { state, x, reader in
        let isAtWork = state[x].owner.map { !state[$0].list.isEmpty } ?? false
        let isForgotten = isAtWork && state.finishes - state[x].finishNumber >= 2
        return state[x].isFinished && !(isForgotten && reader == .client)
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
      "first-block-finishes", breaks: "STATE-6",
      "isFinished reads true from the return of the first of several blocks on"
    ) {
      $0.reads.isFinished = { state, x, _ in
        state[x].isFinished || state[x].phase == .executing && state[x].blocksEnded > 0
      }
    },
    Mutant(
      "finished-set-before-executing-cleared", breaks: "STATE-7",
      "isExecuting is lowered after isFinished was raised and the waiters were woken"
    ) {
      $0.finishPlan = $0.finishPlan
        .moving(.clearExecuting, before: .takeCompletion).window(before: .clearExecuting)
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
  ]
}

import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the areas OP, THREAD and KVO.
  static let sharing = [
    Mutant(
      "base-operation-refuses-start", breaks: "OP-2",
      "an operation without a task cannot be started by hand"
    ) {
      $0.startCheck = { state, x in
        let isBase = state[x].kind == .plain && state[x].blocks == 0 && !state[x].isFinished
        return isBase ? .reject(.startBeforeReady) : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "task-runs-under-lock", breaks: "QUEUE-19",
      "a task runs under the lock that every call takes"
    ) {
      $0.placement.body = .underLock
    },
    Mutant(
      "reported-finish-releases-nobody", breaks: "KVO-10",
      "a reported finish does not release the operations that depend on it"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.selfReporting, .release)
    },
    Mutant(
      "completion-once-per-notification", breaks: "KVO-54",
      "the completion block runs for every notification of a finish"
    ) {
      $0.reportsFinish = { state, x in state[x].isFinished }
      $0.finishPlan = $0.finishPlan.onlyWhen(!.selfReporting, .takeCompletion)
    },
    Mutant(
      "notification-taken-for-finish", breaks: "KVO-55",
      "a notification of isFinished counts as a finish whatever the value"
    ) {
      $0.reportsFinish = { state, x in state[x].phase != .finished }
    },
    Mutant(
      "accessors-await-task", breaks: "OP-52",
      "the accessors of an operation answer a client when its task has ended"
    ) {
      $0.answers = { state, x, reader in
        reader != .client || state[x].phase != .executing || state[x].blocksBegun == 0
      }
    },
    Mutant(
      "accessors-await-cancelled-task", breaks: "OP-6", grade: .rare,
      "the accessors of a cancelled operation answer a client when its task has ended"
    ) {
      $0.answers = { state, x, reader in
        reader != .client || !state[x].isCancelled || state[x].phase != .executing
      }
    },
    Mutant(
      "reported-finish-stays-in-its-queue", breaks: "KVO-10", grade: .rare,
      "a reported finish does not release what waits in other queues"
    ) {
      $0.released = { state, d in
        Guards.released(state, d).filter {
          state[d].kind != .asynchronous || state[$0].owner == state[d].owner
        }
      }
    },
  ]
}

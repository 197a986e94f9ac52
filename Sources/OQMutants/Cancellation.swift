import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area CANCEL.
  static let cancellation = [
    Mutant(
      "cancel-ignored-before-execution", breaks: "CANCEL-1",
      "isCancelled reads false as long as the cancelled operation waits in a queue"
    ) {
      $0.reads.isCancelled = { state, x, _ in state[x].isCancelled && state[x].phase != .queued }
    },
    Mutant(
      "cancel-finishes-executing-operation", breaks: "CANCEL-2",
      "cancel reports an operation that executes as finished"
    ) {
      $0.cancelPlan = $0.cancelPlan.adding(.setFinished, onlyWhen: .executing)
    },
    Mutant(
      "cancel-checked-only-at-add", breaks: "CANCEL-3",
      "a queue runs the task of an operation that was cancelled while it waited"
    ) {
      $0.runsBody = { state, x in
        Guards.runsBody(state, x) || state[x].owner != nil && !state[x].wasCancelledAtAdd
      }
    },
    Mutant(
      "start-ignores-cancel", breaks: "CANCEL-3",
      "a queue runs the task of a cancelled operation"
    ) {
      $0.runsBody = { state, x in Guards.runsBody(state, x) || state[x].owner != nil }
    },
    Mutant(
      "cancelled-operation-dropped-unfinished", breaks: "CANCEL-5",
      "a queue passes cancelled operations over for ever"
    ) {
      $0.choose = { state, q in
        guard let x = Guards.choose(state, q), state[x].isCancelled else {
          return Guards.choose(state, q)
        }
        return state[q].readyMembers.first { !state[$0].isCancelled }
      }
    },
    Mutant(
      "cancel-all-skips-every-other", breaks: "CANCEL-8",
      "cancelAllOperations leaves out every second operation"
    ) {
      $0.cancelTargets = { state, q in
        state[q].list.members.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      }
    },
    Mutant(
      "cancel-all-skips-executing", breaks: "CANCEL-8",
      "cancelAllOperations leaves out what executes"
    ) {
      $0.cancelTargets = { state, q in
        state[q].list.members.filter { state[$0].phase != .executing }
      }
    },
    Mutant(
      "mark-cached-at-start", breaks: "CANCEL-13",
      "a task sees isCancelled as it was when the task began"
    ) {
      $0.reads.isCancelled = { state, x, reader in
        reader == .ownBody ? state[x].wasCancelledAtBegin : state[x].isCancelled
      }
    },
  ]
}

import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area ASYNC.
  static let customOperations = [
    Mutant(
      "custom-operation-leaves-with-start", breaks: "ASYNC-12",
      "an asynchronous operation is taken off the list of its queue when its start returns"
    ) {
      $0.startReturnPlan = [.unlist, .uncount]
    },
    Mutant(
      "cancelled-custom-operation-never-started", breaks: "ASYNC-13",
      "a queue finishes a cancelled asynchronous operation without calling its start"
    ) {
      $0.startCalls = { state, x in state[x].isCancelled && state[x].owner != nil ? 0 : 1 }
    },
    Mutant(
      "custom-start-called-twice", breaks: "ASYNC-13",
      "a queue calls the start of an asynchronous operation a second time when it has returned"
    ) {
      $0.startCalls = { state, x in state[x].isManual || state[x].isCancelled ? 1 : 2 }
    },
    Mutant(
      "finish-inside-start-lost", breaks: "ASYNC-52",
      "a finish that is reported before start has returned is stored, and nobody learns of it"
    ) {
      $0.reportsFinish = { state, x in
        Guards.reportsFinish(state, x) && state[x].blocksBegun == state[x].blocksEnded
      }
    },
    Mutant(
      "task-in-queue-not-executing", breaks: "NONC-1",
      "isExecuting reads false while a queue runs the task of a plain operation"
    ) {
      $0.reads.isExecuting = { state, x, _ in
        let isHidden = state[x].kind == .plain && state[x].owner != nil && !state[x].isCancelled
        let hasBegun = state[x].phase == .executing && state[x].blocksBegun > 0
        return state[x].isExecuting && !(isHidden && hasBegun)
      }
    },
    Mutant(
      "urgent-task-not-called", breaks: "NONC-2", grade: .rare,
      "a queue without limit leaves out the task of a plain operation of very high priority"
    ) {
      $0.runsBody = { state, x in
        let isSkipped = state[x].kind == .plain && state[x].owner != nil && state[x].priority == 8
        let isLast = state[x].dependents.isEmpty && state[x].owner.map { state[$0].limit } ?? 1 < 0
        return Guards.runsBody(state, x) && !(isSkipped && isLast)
      }
    },
    Mutant(
      "flags-not-initialised", breaks: "ASYNC-10",
      "isExecuting of an asynchronous operation reads true until it is added or started"
    ) {
      $0.reads.isExecuting = { state, x, _ in
        state[x].isExecuting || state[x].kind == .asynchronous && state[x].phase == .new
      }
    },
    Mutant(
      "cancelled-custom-start-called-twice", breaks: "ASYNC-13", grade: .rare,
      "a queue calls the start of a cancelled asynchronous operation twice"
    ) {
      $0.startCalls = { state, x in state[x].isCancelled && !state[x].isManual ? 2 : 1 }
    },
    Mutant(
      "silent-start-unlists", breaks: "ASYNC-12",
      "a start that returns before the operation reports that it executes takes it off the list"
    ) {
      let isSilent = Context.operation { !$0.isExecuting }
      let plan: Plan = [.unlist, .uncount]
      $0.startReturnPlan = plan.onlyWhen(isSilent, .unlist).onlyWhen(isSilent, .uncount)
    },
  ]
}

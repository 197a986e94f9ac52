import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area CANCEL.
  static let cancellation = [
    Mutant(
      "cancel-ignored-before-execution", breaks: "CANCEL-1",
      "isCancelled reads false as long as an operation that was cancelled alone waits in a queue"
    ) {
      $0.reads.isCancelled = { state, x, _ in
        let isSwept = state[x].owner.map { state[$0].cancellations > 0 } ?? false
        return state[x].isCancelled && (state[x].phase != .queued || isSwept)
      }
    },
    Mutant(
      "cancel-finishes-executing-operation", breaks: "CANCEL-2",
      "cancel reports an operation that executes as finished"
    ) {
      $0.cancelPlan = $0.cancelPlan.adding(.setFinished, onlyWhen: .executing)
    },
    Mutant(
      "cancel-checked-only-at-add", breaks: "CANCEL-3",
      "a queue runs the task of an operation that was cancelled alone while it waited"
    ) {
      $0.runsBody = { state, x in
        let isSwept = state[x].owner.map { state[$0].cancellations > 0 } ?? true
        return Guards.runsBody(state, x) || !isSwept && !state[x].wasCancelledAtAdd
      }
    },
    Mutant(
      "start-ignores-cancel", breaks: "CANCEL-3",
      "a queue runs the task of an operation that was cancelled before it was added"
    ) {
      $0.runsBody = { state, x in
        Guards.runsBody(state, x) || state[x].owner != nil && state[x].wasCancelledAtAdd
      }
    },
    Mutant(
      "cancel-from-body-deadlocks", breaks: "CANCEL-4",
      "cancel of an operation that executes, given by a task, returns when it has finished"
    ) {
      let isInside = Context.fromBody && .executing
      $0.cancelPlan = $0.cancelPlan
        .adding(.snapshot, onlyWhen: isInside).adding(.register, onlyWhen: isInside)
        .adding(.park, onlyWhen: isInside)
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
    Mutant(
      "executing-stays-when-cancelled", breaks: "CANCEL-6",
      "isExecuting of an operation that was cancelled while it executed is never lowered"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.cancelled, .clearExecuting)
    },
    Mutant(
      "cancelled-before-start-releases-nobody", breaks: "CANCEL-7",
      "an operation that was cancelled before its task began does not release its dependents"
    ) {
      $0.finishPlan = $0.finishPlan
        .onlyWhen(!(.cancelled && .operation { $0.blocksBegun == 0 }), .release)
    },
    Mutant(
      "cancel-all-joins-workers", breaks: "CANCEL-9",
      "cancelAllOperations returns when the queue is empty, if a client calls it in the first task"
    ) {
      let isAwaited =
        Context { $1.origin == .client } && .queue { $0.slots > 0 && $0.additions == 1 }
      $0.cancelAllPlan = $0.cancelAllPlan
        .adding(.snapshot, onlyWhen: isAwaited).adding(.register, onlyWhen: isAwaited)
        .adding(.park, onlyWhen: isAwaited)
    },
    Mutant(
      "cancel-all-sticks-to-queue", breaks: "CANCEL-10",
      "what is added to a queue after cancelAllOperations is cancelled"
    ) {
      $0.addPlan = $0.addPlan
        .adding(.markCancelled, before: .notice, onlyWhen: .queue { $0.cancellations > 0 })
    },
    Mutant(
      "block-operation-ignores-cancel", breaks: "CANCEL-15",
      "a queue runs the blocks of a cancelled operation that has several"
    ) {
      $0.runsBody = { state, x in
        let isMultiple = state[x].kind == .block && state[x].blocks > 1
        return Guards.runsBody(state, x) || isMultiple && state[x].owner != nil
      }
    },
    Mutant(
      "cancel-hits-priority-bucket", breaks: "CANCEL-19",
      "cancel also cancels those of the same priority in the queue that depend on nothing"
    ) {
      $0.cancelPlan = $0.cancelPlan.adding(.cancelEach)
      $0.cancelTargets = { state, q in
        let members = Guards.cancelTargets(state, q)
        let hit = Set(members.filter { state[$0].isCancelled }.map { state[$0].priority })
        return hit.isEmpty
          ? members
          : members.filter {
            hit.contains(state[$0].priority) && !state[$0].isCancelled
              && state[$0].dependenciesListed == 0
          }
      }
    },
    Mutant(
      "cancelled-mark-shared-by-priority", breaks: "CANCEL-19",
      "isCancelled reads true while a cancelled one of the same priority is behind it in the queue"
    ) {
      $0.reads.isCancelled = { state, x, _ in
        guard let q = state[x].owner, state[x].dependenciesListed == 0, !state[x].isFinished else {
          return state[x].isCancelled
        }
        let members = state[q].list.members
        return state[x].isCancelled
          || members.drop { $0 != x }.contains {
            state[$0].isCancelled && state[$0].priority == state[x].priority
          }
      }
    },
    Mutant(
      "cancelled-custom-operation-passed-over", breaks: "CANCEL-54",
      "a queue passes cancelled asynchronous operations over for ever"
    ) {
      $0.choose = { state, q in
        let isDropped = { (x: OperationID) in
          state[x].isCancelled && state[x].kind == .asynchronous
        }
        guard let x = Guards.choose(state, q), isDropped(x) else { return Guards.choose(state, q) }
        return state[q].readyMembers.first { !isDropped($0) }
      }
    },
    Mutant(
      "cancel-clears-executing", breaks: "CANCEL-56",
      "cancel of an operation that executes lowers isExecuting"
    ) {
      $0.cancelPlan = $0.cancelPlan.adding(.clearExecuting, onlyWhen: .executing)
    },
    Mutant(
      "mark-hidden-until-add", breaks: "CANCEL-1",
      "isCancelled reads false until the cancelled operation is added or started"
    ) {
      $0.reads.isCancelled = { state, x, _ in state[x].isCancelled && state[x].phase != .new }
    },
    Mutant(
      "cancel-between-blocks-finishes", breaks: "BLOCK-1", grade: .rare,
      "cancel reports an operation as finished once one of its blocks has returned"
    ) {
      $0.cancelPlan = $0.cancelPlan
        .adding(.setFinished, onlyWhen: .executing && .operation { $0.blocksEnded > 0 })
    },
    Mutant(
      "cancelled-dependent-runs", breaks: "CANCEL-3", grade: .rare,
      "a queue runs the task of a cancelled operation that has dependencies"
    ) {
      $0.runsBody = { state, x in
        let isDependent = state[x].owner != nil && !state[x].dependencies.isEmpty
        return Guards.runsBody(state, x) || isDependent
      }
    },
    Mutant(
      "cancelled-member-of-group-dropped", breaks: "CANCEL-5", grade: .rare,
      "a queue passes cancelled operations over for ever if they were added in a group"
    ) {
      $0.choose = { state, q in
        let isDropped = { (x: OperationID) in
          state[x].isCancelled && state[x].isGrouped && state[x].completion == nil
        }
        guard let x = Guards.choose(state, q), isDropped(x) else { return Guards.choose(state, q) }
        return state[q].readyMembers.first { !isDropped($0) }
      }
    },
    Mutant(
      "cancel-all-skips-blocked", breaks: "CANCEL-8",
      "cancelAllOperations leaves out what waits for dependencies"
    ) {
      $0.cancelTargets = { state, q in state[q].list.members.filter { state[$0].open.isEmpty } }
    },
    Mutant(
      "mark-hidden-from-later-blocks", breaks: "CANCEL-13", grade: .rare,
      "the second and later blocks see isCancelled as it was when the first began"
    ) {
      $0.reads.isCancelled = { state, x, reader in
        let isLater = reader == .ownBody && state[x].blocksBegun > 1
        return isLater ? state[x].wasCancelledAtBegin : state[x].isCancelled
      }
    },
    Mutant(
      "executing-stuck-after-cancelled-start", breaks: "CANCEL-6",
      "isExecuting stays true for an operation that was cancelled before its start"
    ) {
      $0.skipPlan = $0.skipPlan.adding(.setExecuting)
      $0.finishPlan = $0.finishPlan.onlyWhen(.operation { $0.blocksBegun > 0 }, .clearExecuting)
    },
  ]
}

import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area WAIT.
  static let waits = [
    Mutant(
      "wake-up-awaits-any-pass", breaks: "WAIT-2",
      "waitUntilFinished does not return before the next add to any queue"
    ) {
      $0.wakes = { state, x in state[x].waiters.filter { !isWaitForOperation(state, $0) } }
      $0.catchUpWithAdds()
    },
    Mutant(
      "wait-returns-at-start", breaks: "WAIT-1",
      "waitUntilFinished returns at once if the task has begun"
    ) {
      $0.awaited = { state, scope in
        if case .operation(let x) = scope, state[x].phase == .executing { return [] }
        return Guards.awaited(state, scope)
      }
    },
    Mutant(
      "wait-returns-on-spurious-wake-up", breaks: "WAIT-1",
      "waitUntilFinished returns when any operation finishes"
    ) {
      $0.wakes = { state, x in
        let spurious = state.waits.keys.filter {
          isWaitForOperation(state, $0) && !state[x].waiters.contains($0)
        }
        return state[x].waiters + spurious.sorted { $0.number < $1.number }
      }
    },
    Mutant(
      "signal-wakes-one-waiter", breaks: "WAIT-2",
      "of several threads in waitUntilFinished on one operation, one returns"
    ) {
      $0.wakes = { state, x in
        let others = state[x].waiters.filter { !isWaitForOperation(state, $0) }
        return others + state[x].waiters.filter { isWaitForOperation(state, $0) }.prefix(1)
      }
    },
    Mutant(
      "wake-up-lost-before-sleep", breaks: "WAIT-2", grade: .rare,
      "a finish without a cancel between the check and the registration of a wait goes unseen"
    ) {
      let isForOperation = Context { state, frame in
        if case .operation(let x) = frame.scope { !state[x].isCancelled } else { false }
      }
      $0.waitPlan = $0.waitPlan.adding(.window, before: .register, onlyWhen: isForOperation)
    },
    Mutant(
      "queue-wait-misses-ready", breaks: "WAIT-3",
      "waitUntilAllOperationsAreFinished of a queue at work misses what is ready and not started"
    ) {
      $0.awaited = { state, scope in
        guard case .queue(let q) = scope, !state[q].isSuspended else {
          return Guards.awaited(state, scope)
        }
        return Guards.awaited(state, scope).filter {
          state[$0].phase >= .dispatched || !state[$0].open.isEmpty
        }
      }
    },
    Mutant(
      "queue-wait-snapshot-misses-one", breaks: "WAIT-3",
      "waitUntilAllOperationsAreFinished misses the last of several operations"
    ) {
      $0.awaited = { state, scope in
        let awaited = Guards.awaited(state, scope)
        guard case .queue = scope, awaited.count > 1 else { return awaited }
        return awaited.dropLast()
      }
    },
    Mutant(
      "queue-wait-lost-after-addition", breaks: "WAIT-4",
      "waitUntilAllOperationsAreFinished never returns if an operation was added meanwhile"
    ) {
      $0.wakes = { state, x in
        let additions = state[x].owner.map { state[$0].additions } ?? 0
        return state[x].waiters.filter {
          !isWaitForQueue(state, $0) || state.waits[$0]?.additions == additions
        }
      }
    },
    Mutant(
      "queue-wait-ignores-cancelled-end", breaks: "WAIT-4",
      "waitUntilAllOperationsAreFinished does not learn of the finish of a cancelled operation"
    ) {
      $0.wakes = { state, x in
        state[x].waiters.filter { !state[x].isCancelled || !isWaitForQueue(state, $0) }
      }
    },
    Mutant(
      "empty-queue-wait-hangs", breaks: "WAIT-51",
      "waitUntilAllOperationsAreFinished on a queue that was never used waits for an add"
    ) {
      $0.isOver = { state, wait in
        guard let record = state.waits[wait], case .queue(let q) = record.scope else {
          return state.isOver(wait)
        }
        return state.isOver(wait) && (record.additions > 0 || state[q].additions > 0)
      }
    },
    Mutant(
      "unstarted-wait-returns", breaks: "WAIT-54",
      "waitUntilFinished on an operation in no queue that was not started returns at once"
    ) {
      $0.awaited = { state, scope in
        if case .operation(let x) = scope, state[x].phase == .new { return [] }
        return Guards.awaited(state, scope)
      }
    },
    Mutant(
      "wait-in-completion-never-returns", breaks: "WAIT-55", grade: .rare,
      "waitUntilFinished in a completion block never returns if the operation has finished"
    ) {
      $0.isOver = { state, wait in
        guard let record = state.waits[wait], case .operation = record.scope else {
          return state.isOver(wait)
        }
        return state.isOver(wait) && !(record.origin == .completion && record.awaited == 0)
      }
    },
    Mutant(
      "wait-between-blocks-returns", breaks: "WAIT-1",
      "waitUntilFinished returns at once if one of several blocks has returned"
    ) {
      $0.awaited = { state, scope in
        if case .operation(let x) = scope, state[x].kind == .block, state[x].blocksEnded > 0 {
          return []
        }
        return Guards.awaited(state, scope)
      }
    },
    Mutant(
      "third-finish-ends-no-wait", breaks: "WAIT-2", grade: .rare,
      "at every third finish waitUntilFinished does not return"
    ) {
      $0.wakes = { state, x in
        state[x].waiters.filter {
          !isWaitForOperation(state, $0) || !state[x].finishNumber.isMultiple(of: 3)
        }
      }
    },
    Mutant(
      "queue-wait-misses-blocked", breaks: "WAIT-3",
      "waitUntilAllOperationsAreFinished does not wait for what waits for dependencies"
    ) {
      $0.awaited = { state, scope in
        guard case .queue = scope else { return Guards.awaited(state, scope) }
        return Guards.awaited(state, scope).filter { state[$0].open.isEmpty }
      }
    },
    Mutant(
      "queue-wait-lost-after-suspension", breaks: "WAIT-4", grade: .rare,
      "waitUntilAllOperationsAreFinished never returns if the queue was suspended before"
    ) {
      $0.wakes = { state, x in
        let wasSuspended = state[x].owner.map { state[$0].suspensions > 0 } ?? false
        return state[x].waiters.filter { !wasSuspended || !isWaitForQueue(state, $0) }
      }
    },
    Mutant(
      "queue-wait-misses-added-from-body", breaks: "WAIT-3", grade: .rare,
      "waitUntilAllOperationsAreFinished does not wait for what was added from inside a task"
    ) {
      $0.awaited = { state, scope in
        guard case .queue = scope else { return Guards.awaited(state, scope) }
        return Guards.awaited(state, scope).filter { state[$0].origin != .body }
      }
    },
  ]

  private static func isWaitForOperation(_ state: State, _ wait: WaitID) -> Bool {
    if case .operation = state.waits[wait]?.scope { true } else { false }
  }

  private static func isWaitForQueue(_ state: State, _ wait: WaitID) -> Bool {
    if case .queue = state.waits[wait]?.scope { true } else { false }
  }
}

import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area WAIT.
  static let waits = [
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
      "a finish between the check of a wait and its registration goes unseen"
    ) {
      $0.waitPlan = $0.waitPlan.window(before: .register)
    },
    Mutant(
      "queue-wait-for-executing-only", breaks: "WAIT-3",
      "waitUntilAllOperationsAreFinished waits only for what was started"
    ) {
      $0.awaited = { state, scope in
        guard case .queue = scope else { return Guards.awaited(state, scope) }
        return Guards.awaited(state, scope).filter { state[$0].phase >= .dispatched }
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
  ]

  private static func isWaitForOperation(_ state: State, _ wait: WaitID) -> Bool {
    if case .operation = state.waits[wait]?.scope { true } else { false }
  }

  private static func isWaitForQueue(_ state: State, _ wait: WaitID) -> Bool {
    if case .queue = state.waits[wait]?.scope { true } else { false }
  }
}

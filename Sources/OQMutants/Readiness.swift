import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area READY.
  static let readiness = [
    Mutant(
      "ready-after-first-dependency", breaks: "READY-2",
      "isReady reads true as soon as one of several dependencies has finished"
    ) {
      $0.reads.isReady = { state, x, _ in
        Guards.isReady(state, x) || state[x].open.count < state[x].dependencies.count
      }
    },
    Mutant(
      "ready-when-dependency-starts", breaks: "READY-2",
      "isReady reads true as soon as every dependency has begun"
    ) {
      $0.reads.isReady = { state, x, _ in
        Guards.isReady(state, x) || state[x].open.allSatisfy { state[$0].isStarted }
      }
    },
    Mutant(
      "readiness-recomputed-in-queues-only", breaks: "READY-3",
      "isReady stays false for an operation in no queue that had two or more dependencies"
    ) {
      $0.reads.isReady = { state, x, _ in
        Guards.isReady(state, x)
          && (state[x].owner != nil || state[x].isHeeded || state[x].dependencies.count < 2)
      }
    },
    Mutant(
      "queue-counts-dependencies-itself", breaks: "READY-4",
      "a queue does not look at the condition of a conditional operation"
    ) {
      $0.isReady = { state, x in state[x].open.isEmpty || state[x].isHeeded }
    },
    Mutant(
      "readiness-notification-ignored", breaks: "READY-5",
      "a queue does not heed the notification of readiness"
    ) {
      $0.notifyReadyPlan = $0.notifyReadyPlan.without(.notice)
    },
    Mutant(
      "grouped-operation-started-unready", breaks: "READY-1",
      "a queue starts what was added in a group without a look at its dependencies"
    ) {
      $0.isReady = { state, x in
        Guards.isReady(state, x) || state[x].isGrouped && state[x].kind != .conditional
      }
    },
    Mutant(
      "readiness-lost-at-limit-one", breaks: "READY-51", grade: .rare,
      "isReady reads false in a suspended queue of limit 1 for an operation without edges"
    ) {
      $0.reads.isReady = { state, x, _ in
        let isParked = state[x].owner.map { state[$0].isSuspended && state[$0].limit == 1 } ?? false
        let hasEdges = state[x].dependenciesListed > 0 || !state[x].dependents.isEmpty
        return Guards.isReady(state, x) && (hasEdges || !isParked)
      }
    },
    Mutant(
      "ready-before-third-dependency", breaks: "READY-2", grade: .rare,
      "isReady reads true when all but one of three or more dependencies have finished"
    ) {
      $0.reads.isReady = { state, x, _ in
        Guards.isReady(state, x) || state[x].dependencies.count > 2 && state[x].open.count == 1
      }
    },
    Mutant(
      "readiness-not-recomputed-while-suspended", breaks: "READY-3", grade: .rare,
      "isReady stays false for an operation with dependencies in a suspended queue"
    ) {
      $0.reads.isReady = { state, x, _ in
        let isSuspended = state[x].owner.map { state[$0].isSuspended } ?? false
        let isParked = isSuspended && state[x].phase == .queued
        return Guards.isReady(state, x) && !(isParked && !state[x].dependencies.isEmpty)
      }
    },
    Mutant(
      "notification-ignored-after-a-finish", breaks: "READY-5", grade: .rare,
      "a queue in which an operation has finished does not heed notifications of readiness"
    ) {
      $0.notifyReadyPlan = $0.notifyReadyPlan.onlyWhen(.queue { $0.finishes == 0 }, .notice)
    },
    Mutant(
      "starts-without-readiness-test", breaks: "READY-1",
      "a queue starts what it is given, ready or not"
    ) {
      $0.isReady = { _, _ in true }
    },
  ]
}

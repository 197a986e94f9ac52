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
  ]
}

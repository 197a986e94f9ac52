import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area MAIN.
  static let mainQueue = [
    Mutant(
      "main-queue-in-pool", breaks: "MAIN-1",
      "the main queue is an ordinary queue with limit 1"
    ) {
      $0.placement.main = .pool
    },
    Mutant(
      "main-queue-made-anew", breaks: "MAIN-2",
      "whoever asks for the main queue gets a new one"
    ) {
      $0.placement.mainQueue = .fresh
    },
    Mutant(
      "main-loop-sleeps-through-tasks", breaks: "MAIN-3",
      "the main loop is not woken for an operation that a task has added"
    ) {
      $0.placement.main = .loopUnlessFromTask
    },
    Mutant(
      "main-queue-skips-completion", breaks: "MAIN-4",
      "completion blocks of operations of the main queue do not run"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.main, .complete)
    },
    Mutant(
      "main-queue-runs-inline", breaks: "MAIN-5",
      "what is dispatched on the main thread to the main queue runs at once"
    ) {
      $0.placement.main = .caller
    },
    Mutant(
      "main-slot-freed-with-start", breaks: "MAIN-51",
      "the main queue takes the return of an overridden start for the finish"
    ) {
      let plan: Plan = [.freeSlot, .reschedule]
      $0.startReturnPlan = plan.onlyWhen(.main, .freeSlot)
    },
    Mutant(
      "main-queue-never-current", breaks: "MAIN-52",
      "no queue is current in operations of the main queue"
    ) {
      $0.reads.currentQueue = { state, running in
        Guards.currentQueue(state, running).flatMap { state[$0].isMain ? nil : $0 }
      }
    },
    Mutant(
      "main-loop-ignores-suspension", breaks: "MAIN-53",
      "the main queue stores that it is suspended, and the main loop does not ask"
    ) {
      $0.mayDispatch = { state, q in Guards.mayDispatch(state, q) || state[q].isMain }
    },
    Mutant(
      "main-queue-quality-stored", breaks: "MAIN-55",
      "the quality of service of the main queue can be set"
    ) {
      $0.queueQualityPlan = [.setQuality]
    },
    Mutant(
      "main-underlying-queue-replaced", breaks: "MAIN-55",
      "the main queue can be given another underlying queue"
    ) {
      $0.underlyingPlan = [.setUnderlying]
      $0.reads.underlying = { state, q in
        let isReplaced = state[q].underlying > 0 || !state[q].isMain
        return isReplaced ? state[q].underlying : UnderlyingQueue.main.number
      }
    },
  ]
}

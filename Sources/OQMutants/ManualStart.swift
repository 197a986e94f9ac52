import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area START.
  static let manualStart = [
    Mutant(
      "start-returns-when-unready", breaks: "START-4",
      "start of an operation that is not ready returns without a word"
    ) {
      $0.startCheck = { state, x in
        let admission = Guards.startCheck(state, x)
        return admission == .reject(.startBeforeReady) ? .ignore : admission
      }
    },
    Mutant(
      "start-ignores-readiness", breaks: "START-4",
      "start runs an operation whose dependencies are unfinished"
    ) {
      $0.startCheck = { state, x in
        let admission = Guards.startCheck(state, x)
        return admission == .reject(.startBeforeReady) ? .accept : admission
      }
    },
    Mutant(
      "second-start-returns", breaks: "START-5",
      "start of an operation that executes returns without a word"
    ) {
      $0.startCheck = { state, x in
        state[x].phase == .executing ? .ignore : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "second-start-reenters-main", breaks: "START-5",
      "start of an operation that was started by hand and executes runs its task once more"
    ) {
      $0.startCheck = { state, x in
        state[x].phase == .executing && state[x].isManual ? .accept : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "start-reruns-finished", breaks: "START-6",
      "start of an operation that was started by hand and has finished runs its task again"
    ) {
      $0.startCheck = { state, x in
        state[x].phase == .finished && state[x].isManual
          ? .accept : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "start-ignores-cancelled", breaks: "START-7",
      "start by hand does not look at isCancelled"
    ) {
      $0.runsBody = { state, x in Guards.runsBody(state, x) || state[x].isManual }
    },
    Mutant(
      "start-returns-without-finishing", breaks: "START-8",
      "start of a cancelled operation returns and does not finish it"
    ) {
      $0.startCheck = { state, x in
        state[x].phase == .new && state[x].owner == nil && state[x].isCancelled
          ? .ignore : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "start-raises-when-cancelled", breaks: "START-9",
      "start of a cancelled operation throws"
    ) {
      $0.startCheck = { state, x in
        state[x].phase == .new && state[x].owner == nil && state[x].isCancelled
          ? .reject(.startBeforeReady) : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "start-checks-then-sets", breaks: "START-55", grade: .rare,
      "two simultaneous starts can both pass the check before either claims the operation"
    ) {
      $0.manualStartPlan = $0.manualStartPlan.window(before: .enterStarting)
    },
  ]
}

import OQReference
import OQSpecification

extension Mutant {
  /// Mutants that differ only for what is cancelled, set or asked for late, or never expected.
  static let unexpected = cancelled + conditional + late

  private static let cancelled = [
    Mutant(
      "cancel-leaves-readiness", breaks: "STATE-52", profile: .reference,
      "isReady of a cancelled operation asks its dependencies all the same"
    ) {
      $0.reads.isReady = { state, x, _ in state[x].condition && state[x].open.isEmpty }
    },
    Mutant(
      "readiness-tested-before-cancellation", breaks: "START-51", profile: .reference,
      "start refuses a cancelled operation whose dependencies are unfinished"
    ) {
      $0.startCheck = { state, x in
        let isBlocked = !state[x].open.isEmpty && !state[x].isStarted
        return isBlocked && state[x].owner == nil
          ? .reject(.startBeforeReady) : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "cancelled-operation-awaits-dependencies", breaks: "CANCEL-51", profile: .reference,
      "a queue lets a cancelled operation wait for its dependencies"
    ) {
      $0.isReady = { state, x in state[x].condition && state[x].open.isEmpty }
    },
    Mutant(
      "cancel-marks-finished-operation", breaks: "CANCEL-55", profile: .reference,
      "cancel of a finished operation raises isCancelled"
    ) {
      $0.cancelCheck = { _, _ in true }
    },
    Mutant(
      "cancelled-operation-stays-listed", breaks: "CANCEL-11",
      "an operation that is cancelled is never taken off the list"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.cancelled, .unlist).onlyWhen(!.cancelled, .uncount)
    },
    Mutant(
      "cancel-all-clears-list", breaks: "CANCEL-53",
      "operations that are cancelled before they are started are missing in the list"
    ) {
      $0.reads.operations = { state, q in
        state[q].list.members.filter { !state[$0].isCancelled || state[$0].isStarted }
      }
      $0.reads.operationCount = { state, q in
        let members = state[q].list.members
        let left = members.filter { state[$0].isCancelled && !state[$0].isStarted }
        return state[q].counted - left.count
      }
    },
  ]

  private static let conditional = [
    Mutant(
      "start-counts-dependencies-itself", breaks: "START-59",
      "start by hand looks at the dependencies and not at the condition"
    ) {
      $0.startCheck = { state, x in
        let admission = Guards.startCheck(state, x)
        let isUnready = admission == .reject(.startBeforeReady)
        return isUnready && state[x].open.isEmpty ? .accept : admission
      }
    },
    Mutant(
      "isready-without-super", breaks: "READY-7",
      "the readiness of an operation with a condition is the condition alone"
    ) {
      $0.isReady = { state, x in
        state[x].kind == .conditional ? state[x].condition : Guards.isReady(state, x)
      }
    },
    Mutant(
      "condition-forgotten-behind-dependencies", breaks: "READY-8",
      "an operation with dependencies is ready once they have finished, whatever its condition says"
    ) {
      $0.isReady = { state, x in
        let isReleased = !state[x].dependencies.isEmpty && state[x].open.isEmpty
        return isReleased || Guards.isReady(state, x)
      }
    },
  ]

  private static let late = [
    Mutant(
      "finish-tells-others-but-not-the-flag", breaks: "STATE-10",
      "isFinished of two blocks that a queue ran stays false without a cancel, but waits return"
    ) {
      $0.reads.isFinished = { state, x, _ in
        let isTwofold = state[x].kind == .block && state[x].blocks == 2 && state[x].owner != nil
        return state[x].isFinished && (!isTwofold || state[x].isCancelled)
      }
    },
    Mutant(
      "late-completion-runs-at-once", breaks: "DONE-7",
      "a completion block that is set while the operation executes runs at once"
    ) {
      $0.completionPlan = $0.completionPlan.adding(.takeCompletion, onlyWhen: .executing)
        .adding(.complete, onlyWhen: .executing)
    },
    Mutant(
      "completion-called-under-queue-lock", breaks: "DONE-11",
      "completion blocks run under the lock that every call needs"
    ) {
      $0.placement.completion = .underLock
    },
    Mutant(
      "finish-awaits-late-dependency", breaks: "DEP-52",
      "isFinished stays false while a dependency that was added during the execution is unfinished"
    ) {
      $0.opens = { state, x, d in
        !state[d].isFinished && (Guards.opens(state, x, d) || state[x].phase == .executing)
      }
      $0.reads.isFinished = { state, x, _ in
        state[x].isFinished && (state[x].open.isEmpty || state[x].isCancelled)
      }
    },
    Mutant(
      "late-dependency-refused", breaks: "DEP-52", profile: .reference,
      "a dependency that is added to an executing operation is answered by an error"
    ) {
      $0.dependencyCheck = { state, x, d in
        state[x].phase == .executing
          ? .reject(.dependencyAfterStart) : Guards.dependencyCheck(state, x, d)
      }
    },
    Mutant(
      "second-add-clears-list", breaks: "DEP-51",
      "a dependency that is added again is no longer listed"
    ) {
      $0.dependencyCheck = { _, x, d in x == d ? .reject(.dependsOnItself) : .accept }
      $0.opens = { state, x, d in !state[x].open.contains(d) && Guards.opens(state, x, d) }
      $0.reads.dependencies = { state, x, _ in
        let listed = state[x].dependencies
        return listed.filter { d in listed.count { $0 == d } == 1 }
      }
    },
    Mutant(
      "sixty-four-dependents-released", breaks: "DEP-5",
      "a finish releases the first 64 dependents only"
    ) {
      $0.released = { state, d in Array(Guards.released(state, d).prefix(64)) }
    },
  ]
}

import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area DEP.
  static let dependencies = [
    Mutant(
      "first-dependency-releases", breaks: "DEP-1",
      "a queue starts an operation as soon as one of its dependencies has finished"
    ) {
      $0.isReady = { state, x in
        Guards.isReady(state, x) || state[x].open.count < state[x].dependencies.count
      }
    },
    Mutant(
      "executing-counts-as-finished", breaks: "DEP-1",
      "a queue starts an operation when its dependencies execute"
    ) {
      $0.isReady = { state, x in
        Guards.isReady(state, x)
          || (state[x].condition && state[x].open.allSatisfy { state[$0].isExecuting })
      }
    },
    Mutant(
      "last-edge-only", breaks: "DEP-1",
      "a queue waits only for the dependency that was added last"
    ) {
      $0.isReady = { state, x in
        Guards.isReady(state, x)
          || state[x].dependencies.last.map { !state[x].open.contains($0) } == true
      }
    },
    Mutant(
      "foreign-dependency-ignored", breaks: "DEP-1", grade: .rare,
      "a queue does not wait for dependencies in other queues"
    ) {
      $0.isReady = { state, x in
        Guards.isReady(state, x)
          || (state[x].condition
            && state[x].open.allSatisfy {
              state[$0].owner != nil && state[$0].owner != state[x].owner
            })
      }
    },
    Mutant(
      "release-without-wake-up", breaks: "DEP-2",
      "the queue of a dependent does not learn that its last dependency has finished"
    ) {
      $0.finishPlan = $0.finishPlan.without(.notify)
    },
    Mutant(
      "release-races-with-registration", breaks: "DEP-2", grade: .rare,
      "a dependency added while the other operation finishes may never be released"
    ) {
      $0.finishPlan = $0.finishPlan
        .moving(.release, before: .setFinished).window(before: .setFinished)
    },
    Mutant(
      "third-release-not-noticed", breaks: "DEP-2", grade: .rare,
      "at every third finish the queues of the dependents learn nothing"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.everyFinish(3), .notify)
    },
    Mutant(
      "cycle-broken-silently", breaks: "DEP-6",
      "a queue starts an operation that depends on itself by way of others"
    ) {
      $0.isReady = { state, x in Guards.isReady(state, x) || reaches(state, from: x, to: x) }
    },
    Mutant(
      "edge-survives-removal", breaks: "DEP-9",
      "a removed dependency leaves the list and is still waited for"
    ) {
      $0.removeDependencyPlan = $0.removeDependencyPlan.without(.close)
    },
    Mutant(
      "list-pruned-on-finish", breaks: "DEP-10",
      "a dependency in a queue leaves the list when it finishes"
    ) {
      $0.reads.dependencies = { state, x, _ in
        state[x].dependencies.filter { !state[$0].isFinished || state[$0].owner == nil }
      }
    },
    Mutant(
      "lists-only-unfinished", breaks: "DEP-11",
      "of several dependencies the list holds only the unfinished ones"
    ) {
      $0.reads.dependencies = { state, x, _ in
        let isOnly = state[x].dependencies.count < 2
        return state[x].dependencies.filter { isOnly || !state[$0].isFinished }
      }
    },
    Mutant(
      "second-dependency-unlisted", breaks: "DEP-11",
      "of several unfinished dependencies the list lacks the second"
    ) {
      $0.reads.dependencies = { state, x, _ in
        let unfinished = state[x].dependencies.filter { !state[$0].isFinished }
        return state[x].dependencies.filter { unfinished.count < 2 || $0 != unfinished[1] }
      }
    },
    Mutant(
      "cancel-keeps-edge", breaks: "DEP-12",
      "a cancelled operation does not release its dependents when it finishes"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.cancelled, .release)
    },
    Mutant(
      "dependents-of-cancelled-dropped", breaks: "DEP-12",
      "a queue never starts an operation that depends on a cancelled one"
    ) {
      $0.isReady = { state, x in
        Guards.isReady(state, x) && !state[x].dependencies.contains { state[$0].isCancelled }
      }
    },
    Mutant(
      "head-of-line-blocking", breaks: "DEP-16",
      "a queue starts nothing while the first operation that waits in it is not ready"
    ) {
      $0.choose = { state, q in
        let head = state[q].list.members.first { state[$0].phase == .queued }
        return head.map { state[$0].readyPosition == nil } == true ? nil : Guards.choose(state, q)
      }
    },
    Mutant(
      "blocked-operation-takes-slot", breaks: "DEP-16",
      "an operation that is not ready takes a slot of its queue"
    ) {
      $0.slotFree = { state, q in
        let blocked = state[q].list.prefix(50).count {
          state[$0].phase == .queued && !Guards.isReady(state, $0)
        }
        return state[q].limit < 0 || state[q].slots + blocked < state[q].limit
      }
    },
    Mutant(
      "unretained-dependent", breaks: "DEP-56",
      "a finish follows references to dependents that no longer exist"
    ) {
      $0.released = { state, d in state[d].dependents }
    },
    Mutant(
      "self-edge-dropped", breaks: "DEP-57",
      "a dependency of an operation on itself is accepted and has no effect"
    ) {
      $0.dependencyCheck = { state, x, d in
        x == d ? .ignore : Guards.dependencyCheck(state, x, d)
      }
    },
    Mutant(
      "release-at-return-of-start", breaks: "DEP-13",
      "an asynchronous operation releases its dependents when its start returns"
    ) {
      $0.startReturnPlan = [.release, .notify, .reschedule]
    },
  ]

  /// Whether a path of unfinished dependencies leads from one operation to another.
  private static func reaches(_ state: State, from start: OperationID, to goal: OperationID) -> Bool
  {
    var seen: Set<OperationID> = []
    var pending = state[start].open
    while let x = pending.popLast() {
      if x == goal { return true }
      if seen.insert(x).inserted { pending += state[x].open }
    }
    return false
  }
}

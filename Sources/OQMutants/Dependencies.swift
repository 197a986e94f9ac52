import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area DEP.
  static let dependencies = [
    Mutant(
      "release-awaits-any-pass", breaks: "DEP-2",
      "a dependent whose last dependency has finished begins after the next add to any queue"
    ) {
      $0.finishPlan = $0.finishPlan.without(.notify)
      $0.catchUpWithAdds()
    },
    Mutant(
      "first-dependency-releases", breaks: "DEP-1",
      "a queue starts an operation as soon as one of its dependencies has finished"
    ) {
      $0.isReady = { state, x in
        Guards.isReady(state, x)
          || state[x].condition && state[x].open.count < state[x].dependencies.count
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
          || state[x].condition
            && state[x].dependencies.last.map { !state[x].open.contains($0) } == true
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
      "lists-only-unfinished", breaks: "DEP-10",
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
      "dependents-of-cancelled-dropped", breaks: "DEP-12", grade: .rare,
      "a queue never starts an operation that depends on a cancelled one of another queue or none"
    ) {
      $0.isReady = { state, x in
        let isDropped = state[x].dependencies.contains {
          state[$0].isCancelled && state[$0].owner != state[x].owner
        }
        return Guards.isReady(state, x) && (!isDropped || state[x].isCancelled)
      }
    },
    Mutant(
      "head-of-line-blocking", breaks: "DEP-16",
      "a queue never suspended starts an independent one only if its first, if not more urgent, can"
    ) {
      $0.choose = { state, q in
        guard let x = Guards.choose(state, q) else { return nil }
        let head = state[q].list.members.first { state[$0].phase == .queued }
        let isStuck =
          head.map {
            state[$0].readyPosition == nil && state[$0].priority <= state[x].priority
          } ?? false
        let isFree = state[x].dependenciesListed == 0
        return isStuck && isFree && state[q].suspensions == 0 ? nil : x
      }
    },
    Mutant(
      "blocked-operation-takes-slot", breaks: "DEP-16",
      "the first operation of a queue takes a slot when it is not ready"
    ) {
      $0.slotFree = { state, q in
        let blocked = state[q].list.prefix(1).count {
          state[$0].phase == .queued && !state[$0].open.isEmpty && state[$0].priority == 0
        }
        let isPlain = state[q].suspensions == 0 && state[q].slots == 0
        return Guards.slotFree(state, q) && !(isPlain && blocked == state[q].limit)
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
    Mutant(
      "dependency-waits-for-dependent", breaks: "DEP-3",
      "isReady reads false while others depend on an operation that waits in a queue"
    ) {
      $0.reads.isReady = { state, x, _ in
        let isAwaited = state[x].dependencies.isEmpty && !state[x].dependents.isEmpty
        return Guards.isReady(state, x) && !(isAwaited && state[x].phase == .queued)
      }
    },
    Mutant(
      "release-stays-in-own-queue", breaks: "DEP-4",
      "a finish without a cancel does not release the operations that wait in another queue"
    ) {
      $0.released = { state, d in
        Guards.released(state, d).filter {
          state[$0].owner == nil || state[d].owner == nil || state[$0].owner == state[d].owner
            || state[d].kind == .asynchronous || state[d].isCancelled
        }
      }
    },
    Mutant(
      "silent-start-releases", breaks: "DEP-14",
      "a start that returns before the operation reports that it executes releases dependents"
    ) {
      let isSilent = Context.operation { !$0.isExecuting }
      let plan: Plan = [.release, .notify, .reschedule]
      $0.startReturnPlan = plan.onlyWhen(isSilent, .release).onlyWhen(isSilent, .notify)
    },
    Mutant(
      "release-by-queue-only", breaks: "DEP-15",
      "the finish of an operation in no queue does not make the queues of its dependents look"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(.queued || .cancelled || .selfReporting, .notify)
    },
    Mutant(
      "waiter-on-finished-operation", breaks: "DEP-17",
      "a dependency that has finished already is waited for, if it is added before the add"
    ) {
      $0.opens = { state, x, d in
        Guards.opens(state, x, d) || state[x].phase == .new && state[d].isFinished
      }
    },
    Mutant(
      "priority-before-readiness", breaks: "DEP-19", grade: .rare,
      "a queue starts an operation whose priority is higher than those of its dependencies"
    ) {
      $0.isReady = { state, x in
        Guards.isReady(state, x)
          || state[x].condition
            && state[x].open.allSatisfy { state[$0].priority < state[x].priority }
      }
    },
    Mutant(
      "ready-dependency-counts-as-finished", breaks: "DEP-20", grade: .rare,
      "a dependency that waited for others itself counts as finished once those have finished"
    ) {
      $0.isReady = { state, x in
        let isChained = state[x].open.allSatisfy { d in
          !state[d].dependencies.isEmpty && state[d].open.isEmpty
        }
        return Guards.isReady(state, x) || state[x].condition && isChained
      }
    },
    Mutant(
      "removal-always-decrements", breaks: "DEP-53", grade: .rare,
      "the removal of what is no dependency makes a queue start the operation, ready or not"
    ) {
      $0.reads.isReady = { state, x, _ in
        let isMet = state[x].dependencies.allSatisfy { state[$0].isFinished }
        return Guards.isReady(state, x) && (isMet || state[x].isCancelled)
      }
      let isNone = Context { state, frame in
        guard let x = frame.operation, let d = frame.dependency else { return false }
        return !state[x].dependencies.contains(d)
      }
      $0.removeDependencyPlan = $0.removeDependencyPlan
        .adding(.heed, before: .unlistDependency, onlyWhen: isNone)
    },
    Mutant(
      "cancelled-task-releases-nobody", breaks: "DEP-54", grade: .rare,
      "an operation that was cancelled while its task ran does not release its dependents"
    ) {
      $0.finishPlan = $0.finishPlan
        .onlyWhen(!(.cancelled && .operation { $0.blocksBegun > 0 }), .release)
    },
    Mutant(
      "suspended-foreign-dependency-ignored", breaks: "DEP-55", grade: .rare,
      "a queue does not wait for dependencies in another queue that is suspended"
    ) {
      $0.isReady = { state, x in
        let isForeign = state[x].open.allSatisfy { d in
          state[d].owner != state[x].owner && state[d].owner.map { state[$0].isSuspended } == true
        }
        return Guards.isReady(state, x) || state[x].condition && isForeign
      }
    },
    Mutant(
      "late-edge-loses-operation", breaks: "DEP-58",
      "a queue never starts an operation that got a dependency after the add"
    ) {
      $0.isUnbarred = { state, x in
        Guards.isUnbarred(state, x)
          && state[x].dependenciesListed == state[x].dependenciesListedAtAdd
      }
    },
    Mutant(
      "third-dependency-ignored", breaks: "DEP-1", grade: .rare,
      "a queue waits for two dependencies at most"
    ) {
      $0.isReady = { state, x in
        let counted = state[x].dependencies.prefix(2)
        return Guards.isReady(state, x)
          || state[x].condition && !state[x].open.contains { counted.contains($0) }
      }
    },
    Mutant(
      "dependency-after-removal-ignored", breaks: "DEP-1", grade: .rare,
      "a queue does not wait for the last dependency if one was removed before"
    ) {
      $0.isReady = { state, x in
        let isReduced = state[x].dependenciesListed > state[x].dependencies.count
        let isOnlyLast = state[x].open.allSatisfy { $0 == state[x].dependencies.last }
        return Guards.isReady(state, x) || state[x].condition && isReduced && isOnlyLast
      }
    },
    Mutant(
      "release-lost-while-suspended", breaks: "DEP-2",
      "an operation whose last dependency finishes in a suspended queue is never started"
    ) {
      $0.isUnbarred = { state, x in
        let isSuspended = state[x].owner.map { state[$0].isSuspended } ?? false
        return Guards.isUnbarred(state, x) && !(isSuspended && state[x].dependenciesListed > 0)
      }
    },
    Mutant(
      "removal-of-one-of-several-ignored", breaks: "DEP-9", grade: .rare,
      "one of several dependencies leaves the list when it is removed and is still waited for"
    ) {
      $0.removeDependencyPlan = $0.removeDependencyPlan
        .onlyWhen(.operation { $0.dependencies.isEmpty }, .close)
    },
    Mutant(
      "third-dependency-unlisted", breaks: "DEP-11", grade: .rare,
      "the list of dependencies ends after the second"
    ) {
      $0.reads.dependencies = { state, x, _ in Array(state[x].dependencies.prefix(2)) }
    },
    Mutant(
      "two-blocked-operations-block", breaks: "DEP-16", grade: .rare,
      "a queue starts nothing while the first two operations that wait in it are not ready"
    ) {
      $0.choose = { state, q in
        let waiting = state[q].list.members.filter { state[$0].phase == .queued }.prefix(2)
        let isStuck = waiting.count == 2 && waiting.allSatisfy { state[$0].readyPosition == nil }
        return isStuck ? nil : Guards.choose(state, q)
      }
    },
    Mutant(
      "last-of-several-not-awaited", breaks: "DEP-1", grade: .rare,
      "a queue does not wait for the last dependency once those listed before it have finished"
    ) {
      $0.isReady = { state, x in
        let finished = state[x].dependencies.prefix { state[$0].isFinished }
        let isLate = !finished.isEmpty && finished.count == state[x].dependencies.count - 1
        return Guards.isReady(state, x) || state[x].condition && isLate
      }
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

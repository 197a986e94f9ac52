import OQReference
import OQSpecification

extension Mutant {
  /// Defects that were reported of other implementations or of sample code, in the terms of the
  /// reference queue; those that other tables hold already are left out.
  static let reported = [
    // swift-corelibs-foundation#3643.
    Mutant(
      "queue-wait-ends-with-start", breaks: "WAIT-3",
      "waitUntilAllOperationsAreFinished does not wait for operations whose start has returned"
    ) {
      $0.awaited = { state, scope in
        guard case .queue = scope else { return Guards.awaited(state, scope) }
        return Guards.awaited(state, scope).filter {
          state[$0].kind != .asynchronous || state[$0].blocksEnded == 0
        }
      }
    },
    // swift-corelibs-foundation#1538.
    Mutant(
      "serial-queue-stuck-by-late-dependency", breaks: "DEP-16", grade: .rare,
      "a queue of limit 1, never suspended, is stuck while one waits that got a dependency late"
    ) {
      $0.choose = { state, q in
        let isStuck = state[q].list.members.contains {
          state[$0].dependenciesListed > state[$0].dependenciesListedAtAdd
            && state[$0].phase == .queued && !state[$0].open.isEmpty
        }
        let isSerial = state[q].limit == 1 && state[q].suspensions == 0
        return isSerial && isStuck ? nil : Guards.choose(state, q)
      }
    },
    // swift-corelibs-foundation#2930.
    Mutant(
      "dependency-behind-dependent-never-releases", breaks: "DEP-2",
      "a finish does not release what was added to the queue before the dependency"
    ) {
      $0.released = { state, d in
        Guards.released(state, d).filter { x in
          let isShared = state[x].owner != nil && state[x].owner == state[d].owner
          return !isShared || state[x].position ?? .max > state[d].position ?? 0
        }
      }
    },
    // gnustep/libs-base#225.
    Mutant(
      "completion-lost-for-custom-start", breaks: "DONE-3",
      "the completion block of an asynchronous operation does not run"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.selfReporting, .complete)
    },
    // FabrizioBrancati/Queuer#19.
    Mutant(
      "unlimited-queue-is-serial", breaks: "QUEUE-1",
      "a queue without a limit executes one operation at a time"
    ) {
      $0.slotFree = { state, q in
        state[q].limit < 0 ? state[q].slots == 0 : Guards.slotFree(state, q)
      }
    },
    // The guide's listing of a concurrent operation detaches its thread before it raises executing.
    Mutant(
      "executing-raised-after-task", breaks: "STATE-7",
      "isExecuting is raised once more when the task has ended, and never lowered"
    ) {
      $0.finishPlan = $0.finishPlan.adding(.setExecuting)
    },
  ]
}

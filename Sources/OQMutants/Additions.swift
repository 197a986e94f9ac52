import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of rules about adding in all its forms, and about what stands beside an operation that
  /// waits: other tasks, other queues, waits, suspensions, barriers.
  static let additions = forms + neighbours

  private static let forms = [
    Mutant(
      "group-add-starts-nothing", breaks: "QUEUE-3",
      "a group without edges is added and the queue does not work before the next event"
    ) {
      let hasEdges = Context { state, frame in
        frame.members.contains { !state[$0].dependencies.isEmpty }
      }
      $0.groupPlan = $0.groupPlan.onlyWhen(hasEdges, .reschedule)
    },
    Mutant("group-wait-ignored", breaks: "QUEUE-4", "a group add never waits") {
      $0.awaitsGroup = { _, _ in false }
    },
    Mutant(
      "group-wait-for-last-only", breaks: "QUEUE-4",
      "a group add that waits waits for the last member"
    ) {
      $0.awaited = { state, scope in
        guard case .group(let members) = scope else { return Guards.awaited(state, scope) }
        return members.suffix(1).filter { !state[$0].isFinished }
      }
    },
    Mutant("group-add-always-waits", breaks: "QUEUE-5", "a group add always waits") {
      $0.awaitsGroup = { _, _ in true }
    },
    Mutant(
      "finished-operation-ignored", breaks: "QUEUE-18", profile: .reference,
      "an operation that has finished can be added without an error"
    ) {
      $0.addCheck = { state, x, q in
        state[x].isFinished ? .ignore : Guards.addCheck(state, x, q)
      }
    },
    Mutant(
      "operation-of-other-queue-ignored", breaks: "QUEUE-51", profile: .reference,
      "an operation of another queue can be added without an error"
    ) {
      $0.addCheck = { state, x, q in
        state[x].owner.map { $0 != q } ?? false ? .ignore : Guards.addCheck(state, x, q)
      }
    },
    Mutant(
      "group-with-invalid-member-dropped", breaks: "QUEUE-52",
      "a group with a member that cannot be added is dropped without an error"
    ) {
      $0.groupCheck = { state, members, q in
        Guards.groupCheck(state, members, q) == .accept ? .accept : .ignore
      }
    },
    Mutant(
      "dropped-queue-cancels-operations", breaks: "QUEUE-54",
      "a queue that the client drops cancels its operations"
    ) {
      $0.placement.drop = .cancels
    },
    Mutant(
      "later-operation-overtakes-barrier", breaks: "QUEUE-55",
      "an operation that was added after a barrier does not wait for it"
    ) {
      $0.isUnbarred = { _, _ in true }
    },
    Mutant(
      "empty-block-operation-hangs", breaks: "BLOCK-53",
      "a queue never starts a block operation without blocks"
    ) {
      $0.isReady = { state, x in
        let isEmpty = state[x].kind == .block && state[x].blocks == 0 && state[x].owner != nil
        return !isEmpty && Guards.isReady(state, x)
      }
    },
  ]

  private static let neighbours = [
    Mutant(
      "slot-reused-only-when-idle", breaks: "QUEUE-2",
      "after a finish an unlimited queue in which all are ready starts one only when none executes"
    ) {
      $0.slotFree = { state, q in
        let isIdle = state[q].finishes == 0 || state[q].slots == 0
        let areReady = state[q].list.members.allSatisfy { state[$0].open.isEmpty }
        return Guards.slotFree(state, q) && (isIdle || !areReady || state[q].limit >= 0)
      }
    },
    Mutant(
      "queue-always-serial", breaks: "QUEUE-15", profile: .reference,
      "a queue executes one operation at a time, but for groups and blocks, whatever its limit"
    ) {
      $0.slotFree = { state, q in
        let isFree = Guards.choose(state, q).map { state[$0].isGrouped || state[$0].isBare } ?? true
        return Guards.slotFree(state, q) && (state[q].slots == 0 || isFree)
      }
    },
    Mutant("limit-zero-means-unlimited", breaks: "LIMIT-54", "a limit of 0 is no limit") {
      $0.slotFree = { state, q in state[q].limit == 0 || Guards.slotFree(state, q) }
    },
    Mutant(
      "limit-shared-between-queues", breaks: "LIMIT-56",
      "a queue with a limit that was never suspended starts nothing while another one is full"
    ) {
      $0.slotFree = { state, q in
        let isPlain = state[q].suspensions == 0 && state[q].limit > 0 && state[q].dispatches == 0
        let isFree = Guards.choose(state, q).map { state[$0].dependenciesListed == 0 } ?? false
        let isTaken = state.queues.contains { $0.id != q && $0.slots > 0 && $0.slots == $0.limit }
        return Guards.slotFree(state, q) && !(isPlain && isFree && isTaken)
      }
    },
    Mutant(
      "suspended-queue-flushes-cancelled", breaks: "SUSP-53", profile: .reference,
      "a suspended queue finishes what was cancelled, unless somebody waits"
    ) {
      $0.mayDispatch = { state, q in
        let next = Guards.choose(state, q)
        let isSwept = next.map { state[$0].isCancelled } == true && state.waits.isEmpty
        return Guards.mayDispatch(state, q) || isSwept
      }
    },
    Mutant(
      "queue-wait-ignores-parked", breaks: "SUSP-54",
      "a wait for a suspended queue is only for what was started"
    ) {
      $0.awaited = { state, scope in
        guard case .queue(let q) = scope, state[q].isSuspended else {
          return Guards.awaited(state, scope)
        }
        return Guards.awaited(state, scope).filter { state[$0].phase >= .dispatched }
      }
    },
    Mutant(
      "start-consults-suspended-flag", breaks: "SUSP-55",
      "a start by hand does nothing while some queue is suspended"
    ) {
      $0.startCheck = { state, x in
        state.queues.contains(where: \.isSuspended) ? .ignore : Guards.startCheck(state, x)
      }
    },
    Mutant(
      "waiting-task-blocks-scheduler", breaks: "WAIT-6",
      "while one executes a queue never suspended starts no awaited one without dependencies"
    ) {
      $0.mayDispatch = { state, q in
        let isBusy = state.queues.contains { $0.slots > 0 }
        let isAwaited =
          Guards.choose(state, q).map {
            !state[$0].waiters.isEmpty && state[$0].dependenciesListed == 0
          } ?? false
        let isAtWork = state[q].suspensions == 0
        return Guards.mayDispatch(state, q) && !(isBusy && isAwaited && isAtWork)
      }
    },
    Mutant(
      "waiter-holds-queue-lock", breaks: "WAIT-7",
      "an idle queue starts nothing without dependencies that was added during a wait for it"
    ) {
      $0.mayDispatch = { state, q in
        let isHeld = state.waits.values.contains { wait in
          guard case .queue(q) = wait.scope else { return false }
          return wait.additions < state[q].additions
        }
        let isFree = state[q].limit < 0 && state[q].slots == 0
        let isNext = Guards.choose(state, q).map { state[$0].dependenciesListed == 0 } ?? false
        return Guards.mayDispatch(state, q) && !(isHeld && isFree && isNext)
      }
    },
    Mutant(
      "last-in-first-out", breaks: "PRIO-7", profile: .reference,
      "of equal priorities the last one is started first"
    ) {
      $0.choose = { state, q in state[q].ready.reversed().lazy.compactMap(\.members.last).first }
    },
    Mutant(
      "priority-lost-at-add", breaks: "PRIO-9",
      "the priority of an operation that waits in a queue reads normal"
    ) {
      $0.reads.priority = { state, x, _ in
        state[x].owner != nil && !state[x].isStarted ? 0 : state[x].priority
      }
    },
  ]
}

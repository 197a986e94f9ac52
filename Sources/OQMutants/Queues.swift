import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area QUEUE.
  static let queues = [
    Mutant(
      "cancel-all-closes-queue", breaks: "ERR-51",
      "an add to a queue whose operations were all cancelled once is answered by an error"
    ) {
      $0.addCheck = { state, x, q in
        state[q].cancellations > 0 ? .reject(.addWhileQueued) : Guards.addCheck(state, x, q)
      }
    },
    Mutant(
      "add-racing-with-last-finish-loses-wake-up", breaks: "QUEUE-1",
      "an add to a queue that has become idle does not make it work"
    ) {
      let isAtWork = Context.queue { $0.dispatches == 0 || $0.slots > 0 }
      $0.addPlan = $0.addPlan.onlyWhen(isAtWork || .dependent, .reschedule)
    },
    Mutant(
      "add-from-body-sleeps", breaks: "QUEUE-1", grade: .rare,
      "an add from inside a task does not make the queue work"
    ) {
      $0.addPlan = $0.addPlan.onlyWhen(!.fromBody, .reschedule)
    },
    Mutant(
      "finished-operations-accumulate", breaks: "QUEUE-8",
      "a finished operation stays in the list"
    ) {
      $0.finishPlan = $0.finishPlan.without(.unlist)
    },
    Mutant(
      "group-counted-once", breaks: "QUEUE-9",
      "operationCount counts a group as one operation"
    ) {
      $0.memberPlan = $0.memberPlan.onlyWhen(Context { $1.members.first == $1.operation }, .count)
    },
    Mutant(
      "queue-holds-operations-unowned", breaks: "QUEUE-12",
      "a queue does not keep its operations alive"
    ) {
      $0.placement.operations = .weak
    },
    Mutant(
      "second-add-runs-again", breaks: "QUEUE-17",
      "an operation that waits in a queue can be added to it again, and its task runs once more"
    ) {
      $0.addCheck = { state, x, q in
        state[x].owner == q && state[x].phase == .queued ? .accept : Guards.addCheck(state, x, q)
      }
      $0.nextBlock = { state, x in
        let isRepeated = state[x].additions > 1 && state[x].blocksBegun == state[x].blocks
        return isRepeated && state[x].blocks > 0 ? 0 : Guards.nextBlock(state, x)
      }
    },
    Mutant(
      "added-block-bypasses-limit", breaks: "QUEUE-6",
      "blocks that are added without an operation do not count against the limit"
    ) {
      $0.dispatchPlan = $0.dispatchPlan.onlyWhen(!.operation(\.isBare), .takeSlot)
    },
    Mutant(
      "blocked-operations-unlisted", breaks: "QUEUE-7",
      "operations lacks those that wait for dependencies"
    ) {
      $0.reads.operations = { state, q in
        state[q].list.members.filter { state[$0].phase != .queued || state[$0].open.isEmpty }
      }
    },
    Mutant(
      "removed-when-started", breaks: "QUEUE-10",
      "operations lacks those that execute"
    ) {
      $0.reads.operations = { state, q in
        state[q].list.members.filter { state[$0].phase != .executing }
      }
    },
    Mutant(
      "slots-shared-between-queues", breaks: "QUEUE-13", grade: .rare,
      "a queue on which nothing was set starts nothing new while one of limit 1 is full"
    ) {
      $0.slotFree = { state, q in
        let isPlain = state[q].suspensions == 0 && state[q].largestLimit == 0
        let isSingle = Guards.choose(state, q).map { x in
          state[x].dependenciesListed == 0 && !state[x].isGrouped && !state[x].isBare
        }
        let isTaken = state.queues.contains { $0.id != q && $0.limit == 1 && $0.slots > 0 }
        return Guards.slotFree(state, q) && !(isPlain && isSingle == true && isTaken)
      }
    },
    Mutant(
      "high-priorities-collapsed", breaks: "QUEUE-24",
      "a queue does not tell very high from high priority, nor very low from low"
    ) {
      $0.choose = { state, q in
        let ready = state[q].ready
        for tier in [[4, 3], [2], [1, 0]] {
          let first = tier.compactMap { ready[$0].first }
          if let x = first.min(by: { state[$0].position ?? 0 < state[$1].position ?? 0 }) {
            return x
          }
        }
        return nil
      }
    },
    Mutant(
      "new-queue-asleep", breaks: "QUEUE-26",
      "a queue starts nothing before it was suspended and resumed"
    ) {
      $0.mayDispatch = { state, q in Guards.mayDispatch(state, q) && state[q].suspensions > 0 }
    },
    Mutant(
      "first-add-starts-nothing", breaks: "QUEUE-26",
      "the first operation that is added to a new queue, but no block, does not make it work"
    ) {
      let isLater = Context.queue { $0.additions > 1 }
      $0.addPlan = $0.addPlan.onlyWhen(isLater || .operation(\.isBare), .reschedule)
    },
    Mutant(
      "list-sorted-by-priority", breaks: "QUEUE-53",
      "operations is sorted by priority"
    ) {
      $0.reads.operations = { state, q in
        let members = state[q].list.members
        return [8, 4, 0, -4, -8].flatMap { level in members.filter { state[$0].priority == level } }
      }
    },
    Mutant(
      "empty-group-waits-for-ever", breaks: "QUEUE-62", grade: .rare,
      "adding an empty group and waiting for it never returns"
    ) {
      $0.isOver = { state, wait in
        if case .group(let members) = state.waits[wait]?.scope, members.isEmpty { return false }
        return state.isOver(wait)
      }
    },
    Mutant(
      "add-from-completion-sleeps", breaks: "QUEUE-1", grade: .rare,
      "an add from inside a completion block does not make the queue work"
    ) {
      $0.addPlan = $0.addPlan.onlyWhen(!.fromCompletion, .reschedule)
    },
    Mutant(
      "third-finish-stays-listed", breaks: "QUEUE-8", grade: .rare,
      "at every third finish the operation stays in the list"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.everyFinish(3), .unlist)
    },
    Mutant(
      "blocked-operations-uncounted", breaks: "QUEUE-9", grade: .rare,
      "operationCount lacks those that wait for two or more dependencies"
    ) {
      $0.reads.operationCount = { state, q in
        state[q].counted - state[q].list.members.count { state[$0].open.count > 1 }
      }
    },
    Mutant(
      "new-queue-needs-resume", breaks: "QUEUE-26",
      "a queue starts operations that were added alone only once it was suspended and resumed"
    ) {
      $0.choose = { state, q in
        guard let x = Guards.choose(state, q) else { return nil }
        let isAlone = !state[x].isBare && !state[x].isGrouped
        return isAlone && state[q].suspensions == 0 ? nil : x
      }
    },
    Mutant(
      "group-from-body-sleeps", breaks: "QUEUE-3", grade: .rare,
      "a group that is added from inside a task does not make the queue work"
    ) {
      $0.groupPlan = $0.groupPlan.onlyWhen(!.fromBody, .reschedule)
    },
  ]
}

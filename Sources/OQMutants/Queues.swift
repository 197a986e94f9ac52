import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area QUEUE.
  static let queues = [
    Mutant(
      "add-racing-with-last-finish-loses-wake-up", breaks: "QUEUE-1",
      "an add to a queue that has become idle does not make it work"
    ) {
      $0.addPlan = $0.addPlan.onlyWhen(.queue { $0.dispatches == 0 || $0.slots > 0 }, .reschedule)
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
      "count-never-decreases", breaks: "QUEUE-9",
      "operationCount counts the finished operations too"
    ) {
      $0.finishPlan = $0.finishPlan.without(.uncount)
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
  ]
}

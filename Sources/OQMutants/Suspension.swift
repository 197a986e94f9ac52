import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area SUSP.
  static let suspension = [
    Mutant(
      "resume-awaits-any-pass", breaks: "SUSP-3",
      "a resumed queue does nothing before the next add to any queue"
    ) {
      $0.resumePlan = $0.resumePlan.without(.reschedule)
      $0.catchUpWithAdds()
    },
    Mutant(
      "finish-schedules-while-suspended", breaks: "SUSP-1",
      "a suspended queue works again once an operation of it has finished"
    ) {
      $0.mayDispatch = { state, q in
        Guards.mayDispatch(state, q) || state[q].finishes > state[q].finishesAtSuspension
      }
    },
    Mutant(
      "readiness-schedules-while-suspended", breaks: "SUSP-1",
      "a suspended queue works when an operation with dependencies is next"
    ) {
      $0.mayDispatch = { state, q in
        let next = Guards.choose(state, q)
        return Guards.mayDispatch(state, q) || next.map { !state[$0].dependencies.isEmpty } == true
      }
    },
    Mutant(
      "suspension-parks-workers", breaks: "SUSP-2",
      "an operation whose task returns in a suspended queue does not finish before it is resumed"
    ) {
      $0.mayContinue = { state, x, point in
        point != .end || state[x].owner.map { !state[$0].isSuspended } ?? true
      }
    },
    Mutant(
      "resume-waits-for-next-add", breaks: "SUSP-3",
      "a resumed queue without cancelled operations does nothing before the next add or finish"
    ) {
      let isHeeded = Context { state, frame in
        frame.queue.map { state[$0].list.members.contains { state[$0].isCancelled } } ?? false
      }
      $0.resumePlan = $0.resumePlan.onlyWhen(isHeeded, .reschedule)
    },
    Mutant(
      "suspended-reads-idle", breaks: "SUSP-4",
      "isSuspended reads false while operations of the suspended queue execute"
    ) {
      $0.reads.isSuspended = { state, q in state[q].isSuspended && state[q].slots == 0 }
    },
    Mutant(
      "parked-operations-uncounted", breaks: "SUSP-5",
      "operationCount lacks what was added while the queue was suspended"
    ) {
      $0.addPlan = $0.addPlan.onlyWhen(!.suspended, .count)
    },
    Mutant(
      "suspension-is-global", breaks: "SUSP-7",
      "a queue starts nothing while another one with operations in it is suspended"
    ) {
      $0.mayDispatch = { state, q in
        let isStopped = state.queues.contains { $0.id != q && $0.isSuspended && !$0.list.isEmpty }
        return Guards.mayDispatch(state, q) && !isStopped
      }
    },
    Mutant(
      "new-queue-suspended", breaks: "SUSP-51",
      "isSuspended of a queue that was never suspended reads true until the first add"
    ) {
      $0.reads.isSuspended = { state, q in
        state[q].isSuspended || state[q].suspensions == 0 && state[q].additions == 0
      }
    },
    Mutant(
      "suspensions-nest", breaks: "SUSP-52", grade: .rare,
      "a queue that was suspended twice has to be resumed twice"
    ) {
      $0.mayDispatch = { state, q in state[q].nesting == 0 }
      $0.reads.isSuspended = { state, q in state[q].nesting > 0 }
    },
    Mutant(
      "add-from-body-ignores-suspension", breaks: "SUSP-1", grade: .rare,
      "a suspended queue starts what was added from inside a task"
    ) {
      $0.mayDispatch = { state, q in
        Guards.mayDispatch(state, q)
          || Guards.choose(state, q).map {
            state[$0].origin == .body && !state[$0].isCancelled
          } == true
      }
    },
    Mutant(
      "second-suspension-without-effect", breaks: "SUSP-1", grade: .rare,
      "a queue that was resumed and is suspended again goes on"
    ) {
      $0.mayDispatch = { state, q in
        Guards.mayDispatch(state, q) || state[q].suspensions - state[q].nesting > 0
      }
    },
    Mutant(
      "blocks-held-by-suspension", breaks: "SUSP-2", grade: .rare,
      "an operation of several blocks that end in a suspended queue finishes when it is resumed"
    ) {
      $0.mayContinue = { state, x, point in
        let isSuspended = state[x].owner.map { state[$0].isSuspended } ?? false
        return point != .end || !isSuspended || state[x].blocks < 2 || state[x].isCancelled
      }
    },
    Mutant(
      "resume-from-body-sleeps", breaks: "SUSP-3", grade: .rare,
      "a queue that is resumed from inside a task does nothing before the next event"
    ) {
      $0.resumePlan = $0.resumePlan.onlyWhen(!.fromBody, .reschedule)
    },
  ]
}

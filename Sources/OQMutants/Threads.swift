import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of what depends on threads: the area THREAD, and where a start runs.
  static let threads = [
    Mutant(
      "start-hops-to-pool", breaks: "START-1",
      "start by hand has a thread of the pool run the task, and waits for it"
    ) {
      $0.placement.starts = .pool
    },
    Mutant(
      "add-runs-task-inline", breaks: "THREAD-1",
      "a dispatched operation runs on the thread whose call led to its dispatch"
    ) {
      $0.placement.tasks = .dispatcher
    },
    Mutant(
      "waiter-runs-task", breaks: "THREAD-1", grade: .rare,
      "a thread that waits for an operation runs it, unless its queue has an underlying queue"
    ) {
      $0.placement.tasks = .waiter
    },
    Mutant(
      "add-awaits-task", breaks: "THREAD-2",
      "an add that leads to the dispatch of a plain operation returns after the finish"
    ) {
      $0.awaitsAdded = { state, x in state[x].kind == .plain && state[x].phase >= .dispatched }
    },
    Mutant(
      "thread-priority-zero", breaks: "THREAD-5",
      "a new operation has the lowest thread priority"
    ) {
      $0.initialThreadPriority = { _, _ in 0 }
    },
    Mutant(
      "thread-priority-stored-only", breaks: "THREAD-7",
      "the thread priority is stored and never applied"
    ) {
      $0.beginPlan = $0.beginPlan.without(.applyThreadPriority)
    },
    Mutant(
      "thread-priority-stays", breaks: "THREAD-7",
      "a thread keeps the priority of the operation that it has run"
    ) {
      $0.endPlan = $0.endPlan.without(.restoreThreadPriority)
    },
    Mutant(
      "completion-at-thread-priority", breaks: "THREAD-8",
      "a completion block runs at the thread priority of its operation"
    ) {
      $0.completionPriority = { state, x in state[x].threadPriority }
    },
    Mutant(
      "current-queue-stale", breaks: "QUEUE-22",
      "the queue that was current first stays the current queue of every task"
    ) {
      $0.reads.currentQueue = { state, running in
        Guards.currentQueue(state, running).flatMap { state.firstExecuting ?? $0 }
      }
    },
    Mutant(
      "current-queue-forgotten-for-blocks", breaks: "QUEUE-22", grade: .rare,
      "no queue is current in an added block that was added from a task"
    ) {
      $0.reads.currentQueue = { state, running in
        running.flatMap { state[$0].isBare && state[$0].origin == .body ? nil : state[$0].owner }
      }
    },
    Mutant(
      "current-queue-set-by-add", breaks: "QUEUE-23",
      "outside of tasks the queue to which something was added last is current"
    ) {
      $0.reads.currentQueue = { state, running in
        running == nil ? state.lastAddedTo : Guards.currentQueue(state, running)
      }
    },
  ]
}

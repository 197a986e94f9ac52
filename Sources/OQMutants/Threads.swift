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
      "a thread that waits for an operation runs it when its turn comes"
    ) {
      $0.placement.tasks = .waiter
    },
    Mutant(
      "add-awaits-task", breaks: "THREAD-2",
      "an add that leads to the dispatch of its operation returns after the finish"
    ) {
      $0.awaitsAdded = { state, x in state[x].phase >= .dispatched }
    },
  ]
}

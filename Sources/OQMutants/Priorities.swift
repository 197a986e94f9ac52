import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area PRIO.
  static let priorities = [
    Mutant(
      "priority-reversed", breaks: "PRIO-3",
      "a queue chooses the lowest priority first"
    ) {
      $0.choose = { state, q in state[q].ready.first { !$0.isEmpty }?.first }
    },
    Mutant(
      "priority-ignored", breaks: "PRIO-3",
      "a queue that executes several operations at once chooses in order of addition"
    ) {
      $0.choose = { state, q in
        guard state[q].limit != 1 else { return Guards.choose(state, q) }
        let first = state[q].ready.compactMap(\.first)
        return first.min { (state[$0].position ?? 0) < (state[$1].position ?? 0) }
      }
    },
    Mutant(
      "waits-for-top-priority", breaks: "PRIO-4",
      "a queue starts nothing while one of a higher priority waits for an operation elsewhere"
    ) {
      $0.choose = { state, q in
        guard let x = Guards.choose(state, q) else { return nil }
        let isOvertaken = state[q].list.prefix(100).contains {
          state[$0].phase == .queued && state[$0].priority > state[x].priority
            && state[$0].open.allSatisfy { state[$0].owner != q }
        }
        return isOvertaken ? nil : x
      }
    },
    Mutant(
      "default-priority-low", breaks: "PRIO-1",
      "the priority of a new operation is low"
    ) {
      $0.initialPriority = { _, _ in -4 }
    },
    Mutant(
      "priority-forgotten-at-finish", breaks: "PRIO-2",
      "the priority of a finished operation reads as normal"
    ) {
      $0.reads.priority = { state, x, _ in state[x].isFinished ? 0 : state[x].priority }
    },
    Mutant(
      "rebucketing-loses-operation", breaks: "PRIO-54",
      "an operation whose priority is set while it waits is never started"
    ) {
      $0.priorityPlan = $0.priorityPlan.adding(.strike)
    },
    Mutant(
      "urgent-operation-exceeds-limit", breaks: "PRIO-8", grade: .rare,
      "a queue of limit 1 starts an operation of a higher priority beside the one that executes"
    ) {
      $0.slotFree = { state, q in
        guard state[q].limit == 1, state[q].slots == 1, let x = Guards.choose(state, q) else {
          return Guards.slotFree(state, q)
        }
        let running = state[q].list.members.filter { state[$0].slots > 0 }
        return running.allSatisfy { state[$0].priority < state[x].priority }
      }
    },
    Mutant(
      "priority-ignored-in-groups", breaks: "PRIO-3", grade: .rare,
      "a queue chooses in order of addition while a member of a group is ready"
    ) {
      $0.choose = { state, q in
        let first = state[q].ready.compactMap(\.first)
        guard first.contains(where: { state[$0].isGrouped }) else { return Guards.choose(state, q) }
        return first.min { (state[$0].position ?? 0) < (state[$1].position ?? 0) }
      }
    },
    Mutant(
      "priority-setter-ignored-in-queue", breaks: "PRIO-2", grade: .rare,
      "a priority other than normal, of an operation that waits in a queue, stays as it is"
    ) {
      $0.priorityPlan = $0.priorityPlan.onlyWhen(
        .operation { $0.phase != .queued || $0.priority == 0 }, .setPriority)
    },
  ]
}

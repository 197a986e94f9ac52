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
      "a queue chooses in order of addition, whatever the priorities"
    ) {
      $0.choose = { state, q in
        let first = state[q].ready.compactMap(\.first)
        return first.min { (state[$0].position ?? 0) < (state[$1].position ?? 0) }
      }
    },
    Mutant(
      "waits-for-top-priority", breaks: "PRIO-4",
      "a queue starts nothing while an operation of a higher priority waits that is not ready"
    ) {
      $0.choose = { state, q in
        guard let x = Guards.choose(state, q) else { return nil }
        let isOvertaken = state[q].list.prefix(100).contains {
          state[$0].phase == .queued && state[$0].priority > state[x].priority
        }
        return isOvertaken ? nil : x
      }
    },
  ]
}

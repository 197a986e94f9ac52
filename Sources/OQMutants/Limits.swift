import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area LIMIT.
  static let limits = [
    Mutant(
      "limit-plus-one", breaks: "LIMIT-1",
      "a queue executes one operation more than its limit"
    ) {
      $0.slotFree = { state, q in
        Guards.slotFree(state, q) || state[q].limit > 0 && state[q].slots == state[q].limit
      }
    },
    Mutant(
      "limit-checked-before-increment", breaks: "LIMIT-1", grade: .rare,
      "two scheduling passes can use the same free slot"
    ) {
      $0.dispatchPlan = $0.dispatchPlan.moving(.takeSlot, before: .launch).window(before: .takeSlot)
    },
    Mutant(
      "slot-leaks", breaks: "LIMIT-4",
      "a finished operation does not give its slot back"
    ) {
      $0.finishPlan = $0.finishPlan.without(.freeSlot)
    },
    Mutant(
      "slot-leaks-for-cancelled", breaks: "LIMIT-4", grade: .rare,
      "a cancelled operation does not give its slot back"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.cancelled, .freeSlot)
    },
    Mutant(
      "lowered-limit-ignored", breaks: "LIMIT-52",
      "a lowered limit is stored, and the largest one so far stays in force"
    ) {
      $0.slotFree = { state, q in
        Guards.slotFree(state, q) || state[q].limit > 0 && state[q].slots < state[q].largestLimit
      }
    },
    Mutant(
      "raised-limit-noticed-at-next-finish", breaks: "LIMIT-53",
      "a raised limit has no effect before the next add or finish"
    ) {
      $0.limitPlan = $0.limitPlan.without(.reschedule)
    },
    Mutant(
      "slot-freed-when-start-returns", breaks: "LIMIT-5",
      "an asynchronous operation gives its slot back when its start returns"
    ) {
      $0.startReturnPlan = [.freeSlot, .reschedule]
    },
  ]
}

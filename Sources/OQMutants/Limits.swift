import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area LIMIT.
  static let limits = [
    Mutant(
      "raise-awaits-any-pass", breaks: "LIMIT-53",
      "a raised limit has no effect before the next add to any queue"
    ) {
      $0.limitPlan = $0.limitPlan.without(.reschedule)
      $0.catchUpWithAdds()
    },
    Mutant(
      "finish-awaits-any-pass", breaks: "LIMIT-4",
      "a slot that is given back is used from the next add to any queue on"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!isUsableSlot, .reschedule)
      $0.catchUpWithAdds()
    },
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
      "a finished operation does not give back the slot that the next one waits for"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!isAwaitedSlot, .freeSlot)
    },
    Mutant(
      "slot-leaks-for-cancelled", breaks: "LIMIT-4", grade: .rare,
      "a cancelled one does not give back the slot that the next waits for, but after a suspension"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(
        !(.cancelled && isAwaitedSlot && neverSuspended), .freeSlot)
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
      "an asynchronous operation that executes gives its slot back when its start returns"
    ) {
      let plan: Plan = [.freeSlot, .reschedule]
      $0.startReturnPlan = plan.onlyWhen(.operation(\.isExecuting), .freeSlot)
    },
    Mutant(
      "next-started-before-finish", breaks: "LIMIT-2", grade: .rare,
      "a queue of limit 1 starts the next one when the first of several blocks has returned"
    ) {
      let isEarly = Context.limit(1) && .operation { $0.blocks > 1 && $0.blocksEnded == 1 }
      let plan: Plan = [.freeSlot, .reschedule]
      $0.blockPlan = plan.onlyWhen(isEarly, .freeSlot).onlyWhen(isEarly, .reschedule)
    },
    Mutant(
      "serial-queue-is-fifo", breaks: "LIMIT-3",
      "a queue of limit 1 chooses in order of addition, whatever the priorities"
    ) {
      $0.choose = { state, q in
        guard state[q].limit == 1 else { return Guards.choose(state, q) }
        let first = state[q].ready.compactMap(\.first)
        return first.min { (state[$0].position ?? 0) < (state[$1].position ?? 0) }
      }
    },
    Mutant(
      "limit-clamped-to-cores", breaks: "LIMIT-6",
      "a limit above 2 reads as 2"
    ) {
      $0.reads.limit = { state, q in min(state[q].limit, 2) }
    },
    Mutant(
      "default-limit-is-core-count", breaks: "LIMIT-51",
      "the limit of a queue for which none was ever set reads as 4"
    ) {
      $0.reads.limit = { state, q in
        state[q].limit == -1 && state[q].largestLimit == 0 ? 4 : state[q].limit
      }
    },
    Mutant(
      "negative-limit-stored", breaks: "LIMIT-55",
      "a limit below -1 is stored, and stands for no limit"
    ) {
      $0.limitCheck = { _, _, count in count < -1 ? .accept : Guards.limitCheck(count) }
    },
    Mutant(
      "limit-exceeded-after-suspension", breaks: "LIMIT-1",
      "a queue that was suspended before executes one operation more than its limit"
    ) {
      $0.slotFree = { state, q in
        let isOver = state[q].suspensions > 0 && state[q].limit > 0
        return Guards.slotFree(state, q) || isOver && state[q].slots == state[q].limit
      }
    },
    Mutant(
      "group-exceeds-limit", breaks: "LIMIT-1",
      "a member of a group may exceed the limit by one"
    ) {
      $0.slotFree = { state, q in
        guard state[q].limit > 0, state[q].slots == state[q].limit else {
          return Guards.slotFree(state, q)
        }
        return Guards.choose(state, q).map { state[$0].isGrouped } ?? false
      }
    },
    Mutant(
      "third-finish-keeps-slot", breaks: "LIMIT-4", grade: .rare,
      "at every third finish the slot that the next one waits for is not given back"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!(.everyFinish(3) && isAwaitedSlot), .freeSlot)
    },
    Mutant(
      "limit-lowered-to-one-counts-as-two", breaks: "LIMIT-52", grade: .rare,
      "a limit lowered to 1 lets two operations execute in a queue that was suspended before"
    ) {
      $0.slotFree = { state, q in
        let wasSuspended = state[q].suspensions > 0
        let isLowered = wasSuspended && state[q].limit == 1 && state[q].largestLimit > 1
        return Guards.slotFree(state, q) || isLowered && state[q].slots < 2
      }
    },
    Mutant(
      "lifted-limit-unnoticed", breaks: "LIMIT-53", grade: .rare,
      "a limit that is lifted altogether has no effect before the next event"
    ) {
      $0.limitPlan = $0.limitPlan.onlyWhen(!.limit(-1), .reschedule)
    },
    Mutant(
      "silent-start-frees-slot", breaks: "LIMIT-5",
      "a start that returns before the operation reports that it executes gives the slot back"
    ) {
      let isSilent = Context.operation { !$0.isExecuting }
      let plan: Plan = [.freeSlot, .reschedule]
      $0.startReturnPlan = plan.onlyWhen(isSilent, .freeSlot)
    },
    Mutant(
      "slot-leaks-for-custom-start", breaks: "LIMIT-4",
      "an asynchronous operation does not give its slot back"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.selfReporting, .freeSlot)
    },
  ]

  /// An operation without edges, not cancelled, waits for the only slot of its queue that is free.
  private static let isUsableSlot = Context { state, frame in
    guard let q = frame.operation.flatMap({ state[$0].owner }),
      state[q].slots + 1 == state[q].limit, let x = Guards.choose(state, q)
    else { return false }
    return !state[x].isCancelled && state[x].dependenciesListed == 0
  }

  /// The queue was never suspended.
  private static let neverSuspended = Context.queue { $0.suspensions == 0 }

  /// An operation without edges, not cancelled, waits for a slot of the queue, which is full.
  private static let isAwaitedSlot = Context { state, frame in
    guard let q = frame.operation.flatMap({ state[$0].owner }), state[q].slots == state[q].limit,
      let x = Guards.choose(state, q)
    else { return false }
    return !state[x].isCancelled && state[x].dependenciesListed == 0
  }
}

import OQSpecification

/// One transition of the model as data: what documentation, `explain` and coverage are made from.
///
/// The functions that perform it are extensions of ``Model``.
package struct Transition: Sendable, Hashable {
  /// Which transition.
  package let id: TransitionID
  /// The name with its parameters, such as `dispatch(q, x)`.
  package let name: String
  /// When it is allowed.
  package let guardText: String
  /// What it does.
  package let effect: String
  /// Rules that rest on it.
  package let rules: [RuleID]
  /// Numbers n of the freedoms ND-n that it leaves.
  package let freedoms: [Int]

  /// Every transition, in the order of ``TransitionID``.
  package static let all: [Transition] =
    operationCommands + queueCommands + queueSteps + operationSteps + finishSteps + observations

  /// The transition with an id.
  ///
  /// - Parameter id: which transition.
  package static subscript(_ id: TransitionID) -> Transition { all[Int(id.rawValue)] }

  private static func row(
    _ id: TransitionID, _ name: String, when guardText: String, does effect: String,
    _ rules: [RuleID], freedoms: [Int] = []
  ) -> Transition {
    Transition(
      id: id, name: name, guardText: guardText, effect: effect, rules: rules, freedoms: freedoms)
  }
}

// MARK: Commands

extension Transition {
  private static let operationCommands: [Transition] = [
    row(
      .create, "create(x)", when: "always",
      does:
        "x is new: not cancelled, not executing, not finished, no priority, no completion block",
      ["STATE-1", "PRIO-1"]),
    row(
      .addDependency, "addDependency(x, d)",
      when: "always; what follows depends on the phase of x, on d = x and on d being listed",
      does: """
        x new: d is listed and counts as unfinished until it is released, unless it has finished; a \
        cycle may be rejected. x waiting: d is listed and counts or not, or the call is rejected. x \
        started: no effect on the start. d listed before: it is listed once or more often, x does \
        not begin before d finishes, and nobody owes more; or the call is rejected. d = x: rejected, \
        never ready, or the call hangs.
        """,
      ["DEP-1", "DEP-6", "DEP-11", "DEP-51", "DEP-52", "DEP-57", "DEP-58"],
      freedoms: [7, 28, 41]),
    row(
      .removeDependency, "removeDependency(x, d)", when: "always",
      does: """
        d is no longer listed and no longer counts, at once or by a later step; outside profile \
        reference a waiting x may go on waiting until d finishes; one that was added again may stay \
        in the list and count for ever
        """,
      ["DEP-9", "DEP-10", "DEP-53"], freedoms: [5, 28, 37]),
    row(
      .setCondition, "setCondition(x, b)", when: "x overrides isReady",
      does: "the condition becomes b; nobody has been told", ["READY-4", "READY-8"],
      freedoms: [6, 42]),
    row(
      .notifyReady, "notifyReady(x)", when: "x overrides isReady",
      does: "the queue has been told to look at isReady", ["READY-5"]),
    row(
      .setPriority, "setPriority(x, p)", when: "always",
      does: "the priority is p; a waiting x is ranked by its old or its new priority",
      ["PRIO-2", "PRIO-54"], freedoms: [10, 11]),
    row(
      .setCompletion, "setCompletion(x, b)", when: "always",
      does: """
        x new or waiting: b replaces the block. Later: rejected, ignored, or accepted; accepted before \
        the block ran, b replaces it; after, b runs once more
        """,
      ["DONE-2", "DONE-7", "DONE-54"], freedoms: [23]),
    row(
      .addExecutionBlock, "addExecutionBlock(x, b)", when: "x is a block operation",
      does: """
        x new or waiting: b belongs to x. Chosen or starting: b belongs to x or never runs. \
        Executing: also rejected. Ended: rejected or ignored
        """,
      ["BLOCK-4", "BLOCK-51", "BLOCK-55"], freedoms: [44]),
    row(
      .cancel, "cancel(x)", when: "always; two instants, check and store",
      does: """
        x unfinished at the check: cancelled at the store, even if x has finished by then; x in no \
        queue and not started may finish at once. x finished at the check: none, or cancelled
        """,
      ["CANCEL-1", "CANCEL-4", "CANCEL-52", "CANCEL-55"], freedoms: [21, 38, 39]),
    row(
      .startManually, "start(x)", when: "always; what follows depends on the phase of x",
      does: """
        x new and ready: starting. Not ready: rejected, or, cancelled, finished without body. \
        Waiting in a queue: rejected, ignored, or executed at once. Started: rejected, or ignored \
        unless the body visibly runs. Finished: rejected or ignored
        """,
      ["START-4", "START-5", "START-6", "START-7", "START-51", "START-52", "START-55", "START-59"],
      freedoms: [22, 24, 35, 36]),
    row(
      .report, "report(x)", when: "x overrides start, and its start was called",
      does: """
        executing and finished are what the subclass stores; a notification while finished makes x \
        finished for everybody
        """,
      ["DEP-13", "DEP-14", "LIMIT-5"], freedoms: [8]),
  ]

  private static let queueCommands: [Transition] = [
    row(
      .add, "add(q, x)", when: "always",
      does: """
        x new and in no queue: waiting in q, listed, known to be ready if it was ready at some \
        instant of the call. Otherwise rejected or ignored
        """,
      ["QUEUE-3", "QUEUE-17", "QUEUE-18", "QUEUE-51", "EXEC-1"], freedoms: [24]),
    row(
      .addGroup, "addGroup(q, list, wait)", when: "always",
      does: """
        add of each element in order, each at an instant of its own; with an invalid element: it is \
        skipped, or the call is rejected and each valid element was added or not
        """,
      ["QUEUE-4", "QUEUE-5", "QUEUE-52", "QUEUE-62"], freedoms: [34]),
    row(
      .addBarrier, "addBarrier(q, b)", when: "always",
      does: "b waits for every listed operation that has not finished", ["QUEUE-55"],
      freedoms: [43]),
    row(
      .setSuspended, "setSuspended(q, b)", when: "always",
      does: """
        suspended is b; once a suspending call has returned, only operations listed by then may \
        begin, as many as there were free slots
        """,
      ["SUSP-1", "SUSP-2", "SUSP-3", "SUSP-52"], freedoms: [14]),
    row(
      .setLimit, "setLimit(q, k)", when: "always",
      does: "the limit is k; 0 may be rejected, below -1 is rejected or ignored",
      ["LIMIT-6", "LIMIT-54", "LIMIT-55"], freedoms: [20]),
    row(
      .cancelAll, "cancelAll(q)", when: "always",
      does: """
        the list at one instant of the call, then cancel of each of its operations before the \
        return; waiting barriers may be dropped
        """,
      ["CANCEL-8", "CANCEL-9", "CANCEL-10"], freedoms: [43]),
  ]
}

// MARK: Internal steps

extension Transition {
  private static let queueSteps: [Transition] = [
    row(
      .notice, "notice(q, x)", when: "x waits in q and is ready",
      does: "q knows that x is ready; owed unless an overridden isReady changed untold",
      ["READY-5", "DEP-2"], freedoms: [5, 6, 43]),
    row(
      .forget, "forget(q, x)", when: "x waits in q and is not ready",
      does: "q no longer takes x for ready; never owed", ["READY-1"], freedoms: [42]),
    row(
      .dispatch, "dispatch(q, x)",
      when: """
        x waits in q; known to be ready, or cancelled; a slot is free; q runs, or ND-14 allows it, \
        or x is cancelled; no older barrier and no certainly higher priority, or x is cancelled
        """,
      does: "x is chosen and holds a slot",
      ["QUEUE-1", "LIMIT-1", "SUSP-1", "PRIO-3", "PRIO-4", "PRIO-52", "DEP-16", "QUEUE-55"],
      freedoms: [1, 9, 10, 11, 14, 25, 30, 35, 36, 42]),
    row(
      .flush, "flush(q, x)",
      when: "x waits in q, is cancelled, does not override start; q runs, or not profile reference",
      does: "x starts without a slot and may only skip its body; never owed",
      ["SUSP-53", "CANCEL-11"], freedoms: [25, 35, 36]),
    row(
      .startByQueue, "startByQueue(x)", when: "x is chosen", does: "x is starting",
      ["QUEUE-1", "THREAD-1"]),
    row(
      .runBarrier, "runBarrier(q, b)",
      when: """
        everything that b waits for reports finished; q runs with a limit other than 0, or nothing \
        but such barriers was listed when b was added
        """,
      does: "b runs once", ["QUEUE-55"], freedoms: [8, 43]),
    row(
      .endBarrier, "endBarrier(q, b)", when: "the block of b has returned",
      does: """
        b is done: later operations may be chosen; none of them has precedence before q has noticed \
        this
        """,
      ["QUEUE-55"], freedoms: [43]),
    row(
      .dropBarrier, "dropBarrier(q, b)", when: "cancelAll was called after b was added",
      does: "b is done without running", ["QUEUE-56"], freedoms: [43]),
  ]

  private static let operationSteps: [Transition] = [
    row(
      .checkCancelled, "checkCancelled(x)", when: "x is starting and not cancelled",
      does: "the body may begin; a later cancel may come too late", ["CANCEL-3"], freedoms: [12]),
    row(
      .skipBody, "skipBody(x)", when: "x is starting by the default start and cancelled",
      does: "ended without body; isExecuting may show a pulse", ["START-7", "START-8", "CANCEL-5"],
      freedoms: [4, 12]),
    row(
      .beginBody, "beginBody(x)", when: "x is starting and was not cancelled at the check",
      does: "executing; every block begins once, in any order", ["EXEC-1", "STATE-4", "BLOCK-2"],
      freedoms: [2, 12, 18]),
    row(
      .endBody, "endBody(x)",
      when: "every block that began has returned; every block began, or x is cancelled",
      does: "ended", ["STATE-6", "STATE-10", "BLOCK-1", "BLOCK-54"], freedoms: [31]),
    row(
      .clearExecuting, "clearExecuting(x)", when: "x has ended",
      does: "isExecuting becomes false", ["STATE-5", "STATE-7"], freedoms: [17, 40]),
    row(
      .finish, "finish(x)", when: "x has ended and is not executing",
      does: "isFinished becomes true", ["STATE-3", "STATE-10", "START-2"], freedoms: [40]),
    row(
      .heed, "heed(x)", when: "x is cancelled and not started",
      does: "dependencies no longer count; owed in profile reference", ["STATE-52", "CANCEL-51"],
      freedoms: [5, 36]),
  ]

  private static let finishSteps: [Transition] = [
    row(
      .release, "release(d, x)", when: "d reports finished, or its edge was removed",
      does: "d no longer counts for x", ["DEP-2", "DEP-12", "DEP-15", "READY-3"],
      freedoms: [5, 8, 41]),
    row(
      .unlist, "unlist(q, x)", when: "x reports finished and is listed",
      does: "x leaves the list of q", ["QUEUE-8", "QUEUE-10"], freedoms: [8, 13]),
    row(
      .freeSlot, "freeSlot(q, x)", when: "x reports finished and holds a slot",
      does: "the slot is free", ["LIMIT-4", "CANCEL-11"], freedoms: [8, 13]),
    row(
      .complete, "complete(x)", when: "x reports finished and has a completion block",
      does: "the block will run once", ["DONE-1", "DONE-2", "DONE-3", "DONE-4"],
      freedoms: [8, 19, 26]),
  ]

  private static let observations: [Transition] = [
    row(
      .read, "read", when: "always",
      does: "the value of the accessor at one instant of the call",
      ["STATE-1", "READY-2", "QUEUE-9", "QUEUE-53", "DEP-11"], freedoms: [3, 5, 29, 43]),
    row(
      .wait, "wait(x) returns", when: "x reports finished", does: "none", ["WAIT-1", "WAIT-2"],
      freedoms: [8, 16, 19]),
    row(
      .waitAll, "waitAll(q) returns",
      when: "every operation that was listed when the call was made reports finished",
      does: "none", ["WAIT-3", "WAIT-4", "WAIT-51"], freedoms: [15, 43]),
    row(
      .runBlock, "a block begins", when: "x is executing and the block has not begun",
      does: "the block runs", ["EXEC-1", "DEP-1", "CANCEL-3"], freedoms: [9, 18, 31]),
    row(
      .runCompletion, "a completion block begins", when: "the block was handed over",
      does: "the block runs", ["DONE-1", "DONE-9"], freedoms: [19, 23]),
    row(
      .runStart, "an overridden start begins", when: "x is starting", does: "the override runs",
      ["ASYNC-13", "CANCEL-54"], freedoms: [25]),
    row(
      .returns, "a call returns", when: "it has taken its whole effect", does: "none", ["START-2"]),
  ]
}

import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area DONE.
  static let completion = [
    Mutant(
      "completion-before-main", breaks: "DONE-1",
      "the completion block runs before the task where the queue has more to do"
    ) {
      let hasMore = Context.queue { $0.list.members.count > 1 }
      $0.beginPlan = $0.beginPlan
        .adding(.takeCompletion, before: .setExecuting, onlyWhen: hasMore)
        .adding(.complete, before: .setExecuting, onlyWhen: hasMore)
    },
    Mutant(
      "completion-after-first-block", breaks: "DONE-1",
      "the completion block runs when the first of several blocks has returned"
    ) {
      let isFirst = Context.operation { $0.blocks > 1 && $0.blocksEnded == 1 }
      let plan: Plan = [.takeCompletion, .complete]
      $0.blockPlan = plan.onlyWhen(isFirst, .takeCompletion).onlyWhen(isFirst, .complete)
    },
    Mutant(
      "completion-on-cancel-and-on-finish", breaks: "DONE-2",
      "the completion block of a cancelled operation runs twice"
    ) {
      $0.finishPlan = $0.finishPlan.adding(.complete, onlyWhen: .cancelled)
    },
    Mutant(
      "completion-twice", breaks: "DONE-2",
      "the completion block runs twice"
    ) {
      $0.finishPlan = $0.finishPlan.doubling(.complete)
    },
    Mutant(
      "completion-only-when-queued", breaks: "DONE-3",
      "the completion block of an operation in no queue runs only if it was cancelled"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(.queued || .cancelled, .complete)
    },
    Mutant(
      "completion-skipped-when-cancelled", breaks: "DONE-4",
      "the completion block of a cancelled operation in a queue does not run"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!(.cancelled && .queued), .complete)
    },
    Mutant(
      "completion-before-finished-flag", breaks: "DONE-9",
      "the completion block runs before isFinished is raised where the queue was suspended before"
    ) {
      let wasSuspended = Context.queue { $0.suspensions > 0 }
      $0.finishPlan = $0.finishPlan.onlyWhen(!wasSuspended, .complete)
        .adding(.takeCompletion, before: .setFinished, onlyWhen: wasSuspended)
        .adding(.complete, before: .setFinished, onlyWhen: wasSuspended)
    },
    Mutant(
      "completion-reads-unfinished", breaks: "DONE-9",
      "isFinished reads false inside a completion block"
    ) {
      $0.reads.isFinished = { state, x, reader in
        state[x].isFinished && (reader != .completion || state[x].isCancelled)
      }
    },
    Mutant(
      "task-needs-completion-block", breaks: "DONE-5", grade: .rare,
      "without queues, start by hand leaves out a plain task without completion block and edges"
    ) {
      $0.runsBody = { state, x in
        let isBare = state[x].completion == nil && state[x].dependencies.isEmpty
        let isIdle = state.queues.isEmpty && state[x].dependents.isEmpty
        let isSkipped = state[x].isManual && isBare && isIdle
        return Guards.runsBody(state, x) && !(isSkipped && state[x].kind == .plain)
      }
    },
    Mutant(
      "completion-removal-ignored", breaks: "DONE-54",
      "setting the completion block to nil has no effect"
    ) {
      $0.completionPlan = $0.completionPlan.onlyWhen(
        Context { $1.completion != nil }, .setCompletion)
    },
    Mutant(
      "completion-between-blocks-when-cancelled", breaks: "DONE-1", grade: .rare,
      "the completion block runs after the first of several blocks if it was cancelled by then"
    ) {
      let isEarly = Context.cancelled && .operation { $0.blocksEnded == 1 && $0.blocks > 1 }
      let plan: Plan = [.takeCompletion, .complete]
      $0.blockPlan = plan.onlyWhen(isEarly, .takeCompletion).onlyWhen(isEarly, .complete)
      // Blocks that run at once leave little between them.
      $0.sharesBlocks = { state, x in
        Guards.sharesBlocks(state, x) && state[x].completion == nil
      }
    },
    Mutant(
      "third-completion-twice", breaks: "DONE-2", grade: .rare,
      "the completion block runs twice at every third finish"
    ) {
      $0.finishPlan = $0.finishPlan.adding(.complete, onlyWhen: .everyFinish(3))
    },
    Mutant(
      "third-completion-lost", breaks: "DONE-3", grade: .rare,
      "the completion block does not run at every third finish, unless it was cancelled"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.everyFinish(3) || .cancelled, .complete)
    },
    Mutant(
      "completion-lost-when-cancelled-while-blocked", breaks: "DONE-4", grade: .rare,
      "the completion block of a cancelled operation with dependencies does not run"
    ) {
      $0.finishPlan = $0.finishPlan
        .onlyWhen(!(.cancelled && .dependent && .operation { $0.blocksBegun == 0 }), .complete)
    },
    Mutant(
      "completion-of-blocks-before-finished-flag", breaks: "DONE-9",
      "the completion block of several blocks runs before isFinished is raised"
    ) {
      let isMultiple = Context.operation { $0.blocks > 1 }
      $0.finishPlan = $0.finishPlan.onlyWhen(!isMultiple, .complete)
        .adding(.takeCompletion, before: .setFinished, onlyWhen: isMultiple)
        .adding(.complete, before: .setFinished, onlyWhen: isMultiple)
    },
  ]
}

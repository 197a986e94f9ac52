// swift-format-ignore-file
// Generated from Spec/Rules by 'swift run oqspec regenerate'; edit the chapters instead.

/// The chapters of `Spec/Rules` in canonical form, and the digest over all of them.
enum GeneratedCatalogue {
  static let digest = "82eec700fb4f5e7e"

  static let chapters: [String] = [
#"""
# EXEC: Execution of the task

An operation stands for one piece of work. The rules of this chapter say how often that work is done: never twice, exactly once unless somebody cancels, and always to its own end. They hold for every kind of operation and every way to start one, and most other chapters lean on them.

The *task* of an operation is what client code supplies: the overridden `main`, the block, or all blocks of a block operation. Its interval in a history reaches from the event `begin`, recorded as the first statement of the task, to the event `end`, recorded as the last.

## EXEC-1 A task runs at most once

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: queued, manual, limit 1, limit k, limit none, cancelled before start, cancelled while executing
sources: S4:145; S0:260; Operation reference, overview (single-shot object)
mutants: dispatched-twice, first-block-runs-twice
see: C-2, C-8

> The main task of an operation MUST be executed at most once.

**Antecedent.** Any operation of the program whose task records `begin`.

**Intent.** A task has side effects: it sends, stores, charges. Clients write it for one execution and read its results from the one object that made them.

**Check.** Count the `begin` events of each task over the whole history; for a block operation count each block by itself. Two of one task are a violation whatever happened between them. No freedom of the model adds an execution: where a second add or a second start is answered in different ways (ND-22, ND-24), none of the ways runs the task again. An overridden `start` that calls its own task twice is reported against the subclass.

**If violated, look at.** Two scheduling passes that both pick the operation, one woken by its readiness and one by its add; a second `start` that does not look at the state; block operations whose first block is also their main task.

## EXEC-2 A task that nobody cancels runs exactly once

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: queued, manual, limit 1, limit k, limit none, block, multi-block, main-override
sources: S0:109; S3:22; S3:99
mutants: finishes-without-main, skips-task-on-late-ready
see: ND-33

> An operation that is run by the default `start` and was never cancelled MUST have executed its task exactly once when isFinished becomes true.

**Antecedent.** An operation that has a task, does not override `start`, was the target of no cancel and of no cancelAllOperations on its queue, and is known to have finished: a read of isFinished, a wait for it, or a wait for its queue that covers it has returned.

**Intent.** "Finished" is how the rest of the program learns that the work is done. A finish without the work is a silent loss.

**Check.** At the return of the read or wait that proves the finish, the task has one `begin` and one `end`, and ticket(end) < ticket(return). The `end` event is recorded before the task returns to the implementation, so a correct one cannot have finished earlier. Plain instances of the base class have no task and are not judged, nor is an operation out of whose task an exception escaped (ND-33). An overridden `start` is the subject of other rules.

**If violated, look at.** A finish path that is shared with cancelled operations and taken for others too; a `start` that sets the flags and forgets `main`.

## EXEC-3 A task that has begun runs to its own end

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: cancelled while executing, suspended while executing, limit changed, references dropped
sources: S0:109; S0:324; S3:99; S4:84; S4:115
mutants: cancel-kills-thread, suspend-stops-bodies
see: ND-12

> A task that has begun MUST run until its own code returns. cancel, cancelAllOperations, suspending the queue, changing its limit or dropping references MUST NOT stop it.

**Antecedent.** A task has recorded `begin`, at least one of the listed calls returned before its `end`, and the code of the task itself would go on.

**Intent.** A task holds locks, files and half-written data. Only the task knows a point where it can stop, which is why cancelling is a mark that the task reads and not an interruption.

**Check.** The task is held at a gate while the calls are made, then the gate is opened and the `end` event is awaited. A missing `end` counts only after stalled quiescence, with a canary on the same kind of thread; a task that was opened has nothing left to wait for but the implementation. With `threadIdentity` the thread of `end` is also that of `begin`.

**If violated, look at.** Worker threads that are ended or cancelled from outside; a suspend that blocks pool threads instead of the choice of the next operation.

"""#,
  ]
}

// swift-format-ignore-file
// Generated from Spec/Rules by 'swift run oqspec regenerate'; edit the chapters instead.

/// The chapters of `Spec/Rules` in canonical form, and the digest over all of them.
enum GeneratedCatalogue {
  static let digest = "f70c2b18ec82a70d"

  static let chapters: [String] = [
#"""
# OP: General: what an operation object is

An operation object holds one piece of work together with what is known about it: its state, what it waits for, how urgent it is, and whether anybody still wants it. There are several kinds, made from a method, from blocks, or by a subclass, and a queue treats them alike.

The rules of this chapter are about what all kinds have in common, and about threads. An operation is made on one thread, run on another and asked from a third. Two things make that bearable: its methods may be called from any thread, and what the task wrote can be read by everybody who has learned from the operation that it is over.

## OP-1 Queues take operations

level: STATIC
kind: client obligation
check: unchecked(the types are settled by the compiler)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:27; Concurrency Programming Guide, Operation Queues; OperationQueue reference, addOperation(_:)
mutants: -
see: -

> What is added to an operation queue MUST be an operation; a bare block is accepted only by the call that makes an operation of it.

**Antecedent.** Something is added to a queue.

**Intent.** Every element of a queue can be waited for, cancelled and made a dependency.

**Check.** Nothing is checked at run time: an adapter that adds anything else does not compile. Where a language has no such types, adding nothing or a foreign object has to be refused and to leave the queue as it was; programs have no command for it.

## OP-2 The base class has no task

level: ACCEPT-SET
kind: query
check: checked
oracle: both
needs: -
outcomes: core not-instantiable, finishes
derived: -
contexts: queued, manual
sources: S0:35; S1:10; S3:5; S4:216; Operation reference, main()
mutants: base-operation-refuses-start
see: ND-21, C-20

> The abstract base class either cannot be instantiated, or a plain instance of it MUST finish when it is run, without an error and without having run client code.

**Antecedent.** An operation of kind `base` was started by hand while certainly ready, or was added to a queue that certainly starts it. An adapter of a class that cannot be instantiated does not offer the kind.

**Intent.** An empty operation serves as a meeting point: others depend on it, and it depends on others.

**Check.** A start by hand that is answered by an error, although the operation was in no queue, certainly ready, uncancelled and started by nobody else, is a violation. That isFinished is true when such a start returns is START-2. In a queue the finish is awaited; its absence counts only when stalled, where the start of the operation is owed for certain, and is shown by a wait that has not returned, where no completion block is held behind which it may be (WAIT-2), or by the last read of the lane that awaits it.

**If violated, look at.** An empty `main` that is treated as a missing one; a finish that hangs on the end of a block.

**Note.** One document says that the class cannot be instantiated, another one adds an instance of it to a queue. The class reference gives `main` an empty default (C-20).

## OP-3 Every kind of operation has all features

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: DEP-1: by kind of operation; DONE-1: by kind of operation; DONE-2: by kind of operation; DONE-3: by kind of operation; PRIO-3: by kind of operation; CANCEL-1: by kind of operation; CANCEL-3: by kind of operation; CANCEL-5: by kind of operation; KVO-9: by kind of operation
contexts: task, one block, several blocks, added block, conditional, asynchronous
sources: S0:40; S0:44; S0:45; S1:13; S1:17; S1:18; S3:8; S3:9; S3:12; S3:13; Concurrency Programming Guide, About Operation Objects
mutants: -
see: -

> Operations of every kind MUST support dependencies, an optional completion block, observation of their state, a queue priority, and cancellation.

**Antecedent.** One of these features is used on an operation of some kind.

**Intent.** Code that handles operations need not know their class.

**Check.** Every case of the rules named above is a case of this one. Programs draw the kind of every operation, and the checkers judge each of them in the same way; the contexts show which kinds were seen. A feature that a subject lacks altogether is left out with its capability; observation is judged where a subject offers it.

**If violated, look at.** A class of the library that overrides `start` and leaves out a part of what the inherited method does.

**Note.** One translation says that an executing operation can be paused. The original says that it can be stopped; a single operation can never be paused.

## OP-4 An operation carries its data

level: ADVICE
kind: advice
check: unchecked(advice on the design of operations)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:248; S0:27; S3:265; Concurrency Programming Guide, Avoiding Per-Thread Storage
mutants: -
see: -

> An operation SHOULD be given all its input when it is made, and SHOULD keep its output in itself instead of in thread-local storage.

**Antecedent.** The design of an operation class.

**Intent.** The thread on which it will run is not known beforehand, and may serve others afterwards.

**Check.** Nothing can be checked. OP-5 makes sure that the output can be read without a lock.

## OP-5 The results of a task are visible after its finish

level: CORE
kind: safety
check: unchecked(histories hold no data of tasks, and a race shows only to a sanitizer)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:248; S0:320; S4:251; Operation reference, waitUntilFinished()
mutants: -
see: ND-16, ND-19

> What the task of an operation has written MUST be visible without a lock to whoever learns from the interface that the operation has finished: after a wait for it has returned, in its completion block, and in the task of an operation that depends on it.

**Antecedent.** A task writes a plain variable; later it is read in one of the places named.

**Intent.** Results are handed on in plain properties of the operation.

**Check.** Nothing is checked, because a history holds order and no data. A reading that is missing may also be right by chance on most processors, so a check of values would miss nearly every violation. ThreadSanitizer sees the missing order itself, but only in an implementation that was built with it as a whole (`instrumented`); its report on any other one means nothing. Reads of isFinished alone are not among the places: no document promises that an accessor orders memory.

**If violated, look at.** A wait that spins on a relaxed flag; isFinished stored before the task has returned.

## OP-6 Accessors answer at any time

level: CORE
kind: query
check: sampled
oracle: monitor
needs: -
outcomes: -
derived: OP-52: accessors of operations
contexts: executing, finished, unqueued
sources: S0:133; S0:279; S4:146; Operation reference, Multicore Considerations
mutants: accessors-await-cancelled-task
see: ND-3, ND-40

> isReady, isExecuting, isFinished, isCancelled, dependencies and queuePriority MUST be callable from any thread at any time without a lock of the caller's.

**Antecedent.** A client thread reads one of these accessors.

**Intent.** The state is shown in user interfaces and logs while the work goes on elsewhere.

**Check.** Every such call returns. An accessor waits for nothing, so a call that has not returned where the run is stalled never will; the conditions under which that counts are those of OP-52. What the values may be is judged by the rules of the area STATE. A race inside the implementation that does no harm in the run is missed, hence *sampled*: where the subject is `instrumented` a report of ThreadSanitizer would show it.

**If violated, look at.** An accessor that takes the lock under which a task or an observer is called; two locks taken in different orders by an accessor and by the finish.

## OP-51 Names

level: CORE
kind: query
check: checked
oracle: monitor
needs: names
outcomes: -
derived: -
contexts: -
sources: Operation reference, name; OperationQueue reference, name
mutants: queue-without-name, operation-name-ignored
see: ND-32

> The names of operations and queues MUST read as they were set; a queue that was given none MUST have a name that is not empty. The main queue MAY ignore a new name.

**Antecedent.** A name is set and read, or the name of a new queue is read.

**Intent.** Names tell queues apart in logs and debuggers.

**Check.** A read after a set gives the name that was set, where every set that was called before the read returned had itself returned before the read, and before the next set was called. A read of the name of a queue, without any set called before it returned, gives a text that is not empty. What is read of the main queue after a set is not judged. What the default name says is free. Programs give names by number, and an adapter turns each into a text that no implementation chooses by itself.

**If violated, look at.** A setter without effect; a default that is nil or empty.

## OP-52 Methods may be called from several threads

level: CORE
kind: safety
check: sampled
oracle: monitor
needs: -
outcomes: -
derived: -
contexts: from client
sources: Operation reference, Multicore Considerations; OperationQueue reference, Plan for Thread Safety
mutants: accessors-await-task
see: ND-24, ND-29, C-16

> All methods of operations and queues MUST be safe to call from several threads at once without a lock of the caller's.

**Antecedent.** A client thread makes a call that does not wait by its meaning. Counted as decided are those that come back and at whose ticket another call is open or client code runs, which is then on another thread.

**Intent.** Operations are added, cancelled and looked at by threads that know nothing of each other.

**Check.** Every such call comes back, with a result or an error. One that has not returned counts only when stalled, and only if nothing that the client holds may be the reason: no call of client code but tasks is held, since completion blocks, observers, an overridden `start` or isReady may be called under a lock of the implementation; and there is no cycle of dependencies (C-16). Left out are the calls that add operations, which are THREAD-2's, calls made inside a task, which are EXEC-3's, and those that an operation class makes of itself. A process that dies is reported as a crash whatever the rule. Damage that does not show in a run is missed, hence *sampled*.

**If violated, look at.** A lock that is held while client code runs; a list that is changed by two threads.

"""#,
#"""
# STATE: Life-cycle state

An operation shows its life through four accessors: isReady, isExecuting, isFinished, isCancelled. Without an override of `start` the order is fixed: not ready or ready, then executing, then finished. Execution may be left out when the operation was cancelled; nothing else may be left out and nothing comes twice.

Accessors are read one at a time, so only facts that never change back carry from one read to the next: isFinished and isCancelled, once true, stay true. A read counts as *before* another one only if its return has a smaller ticket than the call of the other. From the end of the task to the finish both isExecuting and isFinished may read false (ND-40).

Where an operation overrides `start`, its own code answers for these states; the rules about order and monotony are then reported against the class, not against the queue.

## STATE-1 A new operation is ready and nothing else

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: task, one block, several blocks, asynchronous
sources: S4:155; S0:145; S0:146
mutants: unready-until-enqueued
see: -

> A newly created operation without dependencies MUST report isReady true, isExecuting false, isFinished false and isCancelled false.

**Antecedent.** An accessor of a new operation is read before any other call on it, and isReady is not overridden.

**Intent.** Manual execution begins with the question whether the operation is ready.

**Check.** Compare each value that was read before the first add, start, cancel, addDependency or store of the subclass was called. No freedom touches these values: nothing has happened yet that could change them. Of classes under test also: work that began before anything was called that can start the operation.

**If violated, look at.** A readiness that is computed at the add; flags without initial value.

**Note.** The seeds imply the values by the order of states; only isCancelled has a documented default.

## STATE-2 States come in order

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: queued, manual, task, one block, several blocks, cancelled before start
sources: S4:155; S4:154
mutants: executing-drops-between-blocks, executing-before-start
see: ND-4, ND-40

> The default start MUST take an operation through its states only in the order ready, executing, finished. Executing is entered at most once, never before the start and never after the finish; a cancelled operation MAY leave it out.

**Antecedent.** isExecuting or isFinished of an operation that does not override `start` is read, or its task begins.

**Intent.** A state machine that goes back would make every observer wrong.

**Check.** Four patterns are violations. First, isExecuting true in a read that returned before the first call that adds or starts the operation. Second, true, false, true in three reads of isExecuting, each before the next. Third, isExecuting true in a read that was called after a read of isFinished had returned true. Fourth, a task that begins before the first call that adds or starts the operation, or without any. Each contradicts the order whatever happened between the events. Nothing else follows from pairs of reads: both flags false after executing true is legal (ND-40), and so is a pulse of executing for a cancelled operation (ND-4).

**If violated, look at.** A flag that is set per block and not per task; a flag that is derived from the place of the operation in the queue.

## STATE-3 Finished is final

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: queued, manual, not cancelled, cancelled before start, cancelled while executing, cancelled after finish
sources: S4:155; S1:31
mutants: finished-computed-from-membership
see: ND-21

> Once isFinished has been observed true it MUST never be observed false again.

**Antecedent.** A read of isFinished returned true, and isFinished is read again by a call that follows its return.

**Intent.** Results are handed over at the finish; it cannot be taken back.

**Check.** The later read must be true. Reads that overlap say nothing about each other. This holds too for an operation that was cancelled in no queue and reads finished at once (ND-21). An operation with an overridden `start` stores its own state and is not judged.

**If violated, look at.** A value such as "not listed and not executing", which a second add turns round.

## STATE-4 Executing while the task runs

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: queued, manual, task, one block, several blocks, cancelled while executing
sources: S4:159; S1:29
mutants: executing-set-after-begin, manual-start-not-executing
see: -

> isExecuting MUST be true while the default start executes the main task.

**Antecedent.** isExecuting is read between `begin` and `end` of a task that is run by the default start.

**Intent.** Task and observers must agree on whether the work is going on.

**Check.** A read whose call has a greater ticket than `begin` and whose return has a smaller one than `end` must be true; the task reads it itself as its first and its last act, a client reads it while the body is held. The recorded interval lies inside the true one, and the value is owed for all of it.

**If violated, look at.** A flag that is set by the machinery of notifications, after the task has begun.

## STATE-5 Not executing before the start and after the finish

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: unqueued, parked, blocked, finished
sources: S4:159; S4:162
mutants: executing-from-enqueue
see: ND-40

> isExecuting MUST be false before the operation is started and after it has finished.

**Antecedent.** isExecuting is read while the operation is unstarted for certain, or is called when it is finished for certain.

**Intent.** Waiting for a slot is not executing, and a finished operation holds none.

**Check.** The value must be false. Unstarted for certain is an operation in no queue, parked, or blocked by a dependency. The certainty must last until the read has returned: the resume, or the step that lets the dependency end, has a greater ticket. A cancelled operation is not judged before its finish (ND-4, ND-25). After a wait for the operation has returned, false is owed at once, since both flags are never true together (STATE-7). With an overridden `start` the second half is reported against the class.

**If violated, look at.** A flag set when the queue picks up the operation.

## STATE-6 Not finished before the task has ended

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: queued, manual, task, one block, several blocks, added block
sources: S4:160; S1:31; S0:38
mutants: finished-before-main
see: -

> isFinished MUST be false until the main task, all of it, has ended.

**Antecedent.** isFinished of an operation whose task is run by the default start is read, or a wait for it returns.

**Intent.** Whoever sees the finish goes on to use the results.

**Check.** No read of true returns with a ticket below that of the last `end` of the task's blocks that have begun; the task itself reads false as its first and its last act. The `end` is recorded before the task returns, so a correct implementation cannot have finished before that ticket. A block that is skipped after a cancel has no part in this (ND-31).

**If violated, look at.** A block operation that finishes with its first block; flags set before `main` is called.

## STATE-7 Never executing and finished at once

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: queued, manual, task, one block, several blocks
sources: S4:157
mutants: finished-set-before-executing-cleared, executing-raised-after-task
see: ND-40, C-9

> isExecuting and isFinished MUST never both be true.

**Antecedent.** isExecuting is read by a call that follows the return of a read of isFinished.

**Intent.** Observers of either flag must not see work in a finished operation.

**Check.** Finished true and then executing true is a violation: finished never falls, and executing must have fallen no later than finished rose. In the other order of reads nothing follows. With an overridden `start` the report goes to the class.

**If violated, look at.** Two flags that are stored one after the other in the wrong order.

**Note.** The guide's own example of a concurrent operation changes both values before it announces either, and satisfies this rule.

## STATE-8 Ready excludes executing and finished

level: REJECTED
kind: safety
check: unchecked(contradicted by every known implementation)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S4:157
mutants: -
see: ND-3, C-9

> isReady MUST be false while the operation is executing or finished.

**Antecedent.** isReady is read on an operation that has been started.

**Intent.** One of the seeds calls the three states mutually exclusive.

**Check.** Nothing is checked. Apple's implementation (as measured by others), swift-corelibs and GNUstep all keep isReady true in a finished operation, and GNUstep documents it. The value is unspecified from the start on (ND-3); the census counts what was read.

## STATE-9 Cancelled rises with cancel and never falls

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: CANCEL-1: the mark has been seen
contexts: unqueued, parked, blocked, executing, finished
sources: S1:25; S4:118; S4:164
mutants: start-resets-cancelled, cancel-spreads-to-dependents, mark-falls-at-finish
see: ND-38, ND-39

> isCancelled MUST be false until cancel is called on the operation, directly or by cancelAllOperations, and MUST stay true once it is.

**Antecedent.** isCancelled is read.

**Intent.** A task that sees the mark stops. A mark that nobody set destroys work.

**Check.** A read of true that returned before every call of cancel on the operation and of cancelAllOperations on its queue is a violation. So is a read of false that was called after a read of true had returned. That cancel sets the value at all is CANCEL-1; where it meets the finish either value may be read (ND-38, ND-39).

**If violated, look at.** A start that initialises flags; a cancel that is passed on along dependencies.

## STATE-10 A task that has ended is followed by finished

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: queued, manual, task, one block, several blocks, cancelled while executing
sources: S4:160; S1:178; S0:316
mutants: finish-tells-others-but-not-the-flag
see: ND-31, ND-33, C-4

> isFinished MUST become true after the task has run to its end; there MUST be no third outcome beside finished by work and finished by cancellation.

**Antecedent.** The default start runs the task, and every block of it has begun and ended; if the operation was cancelled while executing, every block that has begun has ended (ND-31).

**Intent.** Everything that follows an operation follows its finish.

**Check.** A polled read of isFinished is awaited after the last `end`; absence counts only when stalled, where the operation was not cancelled (a cancelled one that does not finish violates CANCEL-5) and got no dependency while it executed (DEP-52). A wait that does not return violates WAIT-2. A task that an exception left is not judged (ND-33).

**If violated, look at.** Waiters, dependents and queue are told directly, and the accessor reads a flag that nobody sets.

**Note.** One seed says "finished successfully"; no document knows a state for failure.

## STATE-11 There is no state property

level: ADVICE
kind: advice
check: unchecked(a remark about the shape of the interface)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S4:156
mutants: -
see: -

> An operation has no explicit state property; its state is what the observable booleans say together.

**Antecedent.** The interface as a whole.

**Intent.** Readers who look for a `state` should know that there is none.

**Check.** Nothing to check: the remark describes the interface.

## STATE-51 Finished means that all work is over

level: CORE
kind: query
check: checked
oracle: both
needs: blockOperations
outcomes: -
derived: STATE-6: several blocks; BLOCK-1: a read shows it
contexts: queued, manual, several blocks
sources: Operation reference, completionBlock
mutants: last-block-after-finish
see: ND-31

> An operation that reports finished MUST be done with all of its task-related work.

**Antecedent.** A block operation with several blocks was observed finished.

**Intent.** The finish hands over everything, not the first part.

**Check.** No `begin` and no `end` of any of its blocks has a greater ticket than the return of the first read of isFinished true, or of the first wait for the operation. The bound of STATE-6 holds for the last block as for the first. With an overridden `start` the report goes to the class.

**If violated, look at.** Blocks that are handed to other threads and not counted back.

## STATE-52 Cancel makes a waiting operation ready

level: PROFILE(reference)
kind: safety
check: checked
oracle: both
needs: -
outcomes: core ready, not-ready; reference ready
derived: -
contexts: unqueued, parked
sources: Operation reference, overview (Operation Dependencies)
mutants: cancel-leaves-readiness
see: ND-3, ND-5, ND-21, ND-36, ND-43, C-5

> isReady MUST become true once an operation that waits for unfinished dependencies is cancelled, and stay true until it is started, as long as no dependency is added.

**Antecedent.** cancel returned on an operation with unfinished dependencies; it is unqueued or parked, and isReady is not overridden.

**Intent.** A cancelled operation has no use for the results that it was waiting for; it should reach its end soon.

**Check.** isReady true is awaited, since the change may come later (ND-5); absence counts only when stalled. After it was read true, dependencies are removed, a finished and an unfinished one, and every later read must be true as well. A read that a start overlaps says nothing, although that start is refused in the end (ND-3). A read counts against the rule only if isFinished was still false afterwards: an operation that finished at the cancel has no specified readiness (ND-21). Under the other profiles both values are accepted (ND-36) and counted.

**If violated, look at.** A readiness that looks at the number of unfinished dependencies only.

"""#,
#"""
# READY: Readiness

An operation is ready when nothing stands between it and its start: its dependencies have finished, or it was cancelled, and its own condition holds if the class overrides isReady. Readiness is necessary for a start and never sufficient; the queue may be suspended, full, or about to choose another operation.

The accessor and the queue are two observers. The accessor may read true before the queue has noticed (ND-5), so no rule concludes from a read of isReady that a queue must act. From the start on the value of isReady is unspecified (ND-3); every check below reads it only while the operation is unqueued or parked.

A class that overrides isReady takes part in a contract: it announces every change of its value, and it asks `super` if it still wants dependencies to count. Its own condition is called the *condition* below.

## READY-1 A queue starts only what was ready

level: CORE
kind: safety
check: checked
oracle: both
needs: customReady
outcomes: -
derived: DEP-1: isReady is not overridden; READY-4: isReady is overridden
contexts: task, conditional
sources: S3:320; S0:282; S1:114
mutants: starts-without-readiness-test, grouped-operation-started-unready
see: ND-35, ND-42

> A queue MUST NOT start an operation that has not been ready at any instant since it was added.

**Antecedent.** An operation in a queue, never cancelled, with an unfinished dependency or a condition that has been false since the add.

**Intent.** Readiness is the one question that a queue asks before it starts an operation.

**Check.** The checkers of DEP-1 and READY-4. An operation that was ready for a moment and is not any more may start or not (ND-42), so nothing else can be checked.

**If violated, look at.** A path into the thread pool that passes by the readiness test, such as the add to an idle queue.

## READY-2 Not ready while a dependency is unfinished

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: unqueued, parked, same queue, other queue
sources: S4:158; S1:39; S3:320
mutants: ready-after-first-dependency, ready-when-dependency-starts, ready-before-third-dependency
see: ND-3, ND-7, ND-21, ND-36

> isReady MUST be false while the receiver is not cancelled and any operation that it depends on, by a dependency added before it was queued or started, is unfinished.

**Antecedent.** isReady of x is read while x is unqueued or parked, isReady is not overridden, and an edge from x to d was added before x was queued or started.

**Intent.** Manual execution relies on the accessor alone.

**Check.** The read was called after addDependency had returned, and it returned before all of these: the `end` of d's task, any report of its finish, any report of the class of x (ND-3), cancel of x or of d (ND-21), cancelAllOperations on the queue of either, removeDependency of the edge, a start of x. d does have a task. Then d was unfinished for the whole read, and true is a violation.

**If violated, look at.** A counter of dependencies that is off by one; a dependency that counts as over when it begins.

## READY-3 Ready once all dependencies have finished

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: unqueued, parked
sources: S0:216; S3:233; S4:156
mutants: readiness-recomputed-in-queues-only, readiness-not-recomputed-while-suspended
see: ND-3, ND-5, ND-19, ND-28, ND-43, C-16

> isReady MUST become true once all dependencies have finished.

**Antecedent.** x is unqueued or parked and not cancelled, isReady is not overridden, every dependency of x is finished for certain; of a custom operation, its finish was announced by notification.

**Intent.** An operation that waits outside a running queue must learn of the finish as well.

**Check.** A read of true is awaited, since the finish of a dependency and the readiness of its dependent may lie apart (ND-5); absence counts only when stalled. In a running queue the same duty is judged by DEP-2, on the begin of the task. The read that counts was called at rest. Nothing is missed of an operation whose class reported something without a start (ND-3), behind a barrier (ND-43) or with a dependency added twice (ND-28), while a completion block of a dependency runs (ND-19), where dependencies may form a circle (C-16), or while client code occupies all measured threads.

**If violated, look at.** A release that only goes to the queue of the dependent.

## READY-4 A condition that stays false keeps the operation from starting

level: CORE
kind: safety
check: checked
oracle: both
needs: customReady
outcomes: -
derived: -
contexts: limit 1, limit k, limit none, idle queue, busy queue
sources: S0:207; S0:216; S3:221
mutants: queue-counts-dependencies-itself
see: ND-35, ND-42

> If isReady is overridden, a queue MUST NOT start an operation that was never cancelled as long as the override has returned false on every call since the operation was added.

**Antecedent.** A class overrides isReady; its condition is false from before the add of the operation on, and no cancel touches it.

**Intent.** Overriding isReady is the documented way to wait for something other than operations.

**Check.** Other operations come and go in the same queue, each finish being an opportunity to choose anew. A `begin` of the operation, or of its overridden `start`, with a ticket below that of the command that first makes the condition true is a violation.

**If violated, look at.** A queue that keeps a private count of unfinished dependencies and never asks the operation.

## READY-5 An announced condition leads to the start

level: CORE
kind: liveness
check: checked
oracle: both
needs: customReady
outcomes: -
derived: -
contexts: limit 1, limit none, idle queue, busy queue
sources: S0:207; S3:221; S4:156
mutants: readiness-notification-ignored, notification-ignored-after-a-finish
see: ND-6

> After an overridden isReady has become true and a change of isReady was announced, a queue that holds the operation MUST eventually start it.

**Antecedent.** The condition became true and stays true, the announcement was made after that, the dependencies have finished, the operation was never cancelled, and the queue runs with a free slot.

**Intent.** The announcement is the only way to wake a queue that waits for a condition.

**Check.** The `begin` is awaited after the announcement has returned; absence counts only when stalled, of an operation that never had a dependency: with one it is DEP-2's. Without an announcement the operation may wait for ever or be found later (ND-6), and nothing is owed.

**If violated, look at.** A queue that looks for ready operations at adds and finishes only.

## READY-6 An override of isReady announces its changes

level: CLIENT
kind: client obligation
check: sampled
oracle: monitor
needs: kvo, customReady
outcomes: -
derived: -
contexts: conditional
sources: S0:207; S3:221
mutants: condition-changes-silently
see: ND-6

> A subclass that overrides isReady MUST send change notifications for isReady whenever its readiness changes.

**Antecedent.** An operation class that overrides isReady is the subject, and isReady is read around each command that can change its state.

**Intent.** A queue that is not told has no reason to look again.

**Check.** The class announces when a program calls `notify-ready`. isReady read false before the condition was set, and true after it, and `notify-ready` was called after the set had returned: a notification for isReady that begins after the first read is awaited, and its absence at rest is reported against the class. It is sampled: without the two reads nothing is known, and a change that is not announced because the program does not ask for it is the program's choice (ND-6).

**If violated, look at.** A setter of the condition that stores it and returns.

## READY-7 An override of isReady asks super

level: CLIENT
kind: client obligation
check: checked
oracle: both
needs: customReady
outcomes: -
derived: DEP-1: the dependent is the subject, with its condition true
contexts: same queue, other queue
sources: S0:207; S3:221
mutants: isready-without-super
see: -

> A subclass that overrides isReady and still wants dependencies to count MUST call super and combine the value with its own.

**Antecedent.** An operation class that overrides isReady is the subject, with its condition true and an unfinished dependency.

**Intent.** The inherited value is where dependencies are taken into account.

**Check.** DEP-1 on programs in which the dependent is of this class. A start before the dependency has finished is reported against the class, after a control class under the same queue has shown that the queue waits. Where the class itself is the subject, the dependency is of the class as well and may report its finish too early, which is for ASYNC-18 and STATE-6 to say; so it must not have finished by its own account: when the work of the dependent began it was in no queue, or parked, and neither started nor cancelled, or a read of isFinished that was called later gave false. A class that declares that it manages without dependencies is not run.

**If violated, look at.** An override that returns a flag of its own and nothing else.

**Note.** The class reference is stricter than the seeds: the inherited value must be part of the result. The advice never to override isReady, found elsewhere, contradicts all of Apple's texts.

## READY-8 Condition and dependencies are both needed

level: CORE
kind: safety
check: checked
oracle: both
needs: customReady
outcomes: -
derived: READY-4: the operation has dependencies; DEP-1: the dependent overrides isReady
contexts: same queue, other queue
sources: S0:207; S3:221
mutants: condition-forgotten-behind-dependencies
see: ND-35, ND-42

> With isReady overridden as the inherited value and a condition, the operation MUST NOT start before its dependencies have finished and the condition holds.

**Antecedent.** Such an operation, with dependencies added before it, is in a running queue; its condition becomes true once and stays true; it was never cancelled. Either the condition or the last dependency comes last.

**Intent.** Two independent reasons to wait must add up.

**Check.** Both ticket(end of each dependency) < ticket(begin) and ticket(call that makes the condition true) < ticket(begin). Each of the two facts precedes readiness, readiness precedes the start, and the record of the begin comes after the start.

**If violated, look at.** A queue that takes the announcement of isReady for the value of isReady.

## READY-51 Readiness is not lost

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: unqueued, parked
sources: S4:155
mutants: readiness-lost-at-limit-one
see: ND-3, ND-21, ND-25, ND-28, ND-41, ND-43

> isReady, when it is not overridden and once it is true, MUST stay true until the operation is started, unless a dependency is added.

**Antecedent.** isReady of an operation that is unqueued or parked was read as true, and is read again.

**Intent.** A client that has seen true may start the operation.

**Check.** True, and then false in a read that was called after the first had returned, is a violation if every addDependency on the operation either returned before the first read was called or was called after the second had returned: a new edge, also one to a finished operation, may turn the value for a while (ND-41). Commands that must not turn it are made in between: removal of a finished dependency, a change of priority. Operations that were cancelled are left out, since they may have finished (ND-21, ND-25), but for one in no queue whose isFinished read false after the last cancel; and so are those with a dependency added twice (ND-28), and those whose class has reported something (ND-3).

**If violated, look at.** A counter that removal decrements a second time, below zero, and a test for zero.

**Note.** The seeds name the step from not ready to ready and never a step back.

"""#,
#"""
# START: Manual start and the default start method

An operation does not need a queue. A client that finds isReady true may call `start` itself, and the default `start` then does everything: it refuses what must not run, runs the task on the calling thread, moves the operation to finished and tells everybody concerned. The same method is what a queue calls.

What `start` does depends on the state in which it finds the operation. New and ready: it runs the task. Not ready, or executing: it raises. Finished: it raises or returns, as the documents disagree (C-2). Cancelled: it does not raise because of that, runs no task, and finishes the operation (C-1). In a queue: a mistake of the client with several legal answers (ND-24).

*Raises* means that the call is answered by an error. Where the language has no catchable error for it, a trap of the calling thread inside the call counts as well (C-23), and what happens afterwards cannot be judged in that process.

## START-1 The default start runs on the calling thread

level: CORE
kind: safety
check: checked
oracle: monitor
needs: manualStart, threadIdentity
outcomes: -
derived: -
contexts: manual, task, conditional, from client, from body, from completion
sources: S0:129; S0:47; S3:123; S4:66; S1:21
mutants: start-hops-to-pool
see: ND-2, C-14

> The default start of a non-concurrent operation MUST execute the main task synchronously on the thread that called start.

**Antecedent.** A client calls `start` on an operation that has a task of one body, is ready, not cancelled and in no queue, and does not override `start`.

**Intent.** Manual execution is the way to run an operation here and now, with the thread's own locks and thread-local data.

**Check.** The thread recorded with `begin` is that of a lane that called `start` before, where no call that adds the operation came first. A task that outlasts the return of a start is judged by START-2. Block operations are left out: their blocks may run on any thread (BLOCK-5, BLOCK-7).

**If violated, look at.** A `start` that hands the task to a pool and waits.

## START-2 The task is over when start returns

level: CORE
kind: safety
check: checked
oracle: both
needs: manualStart
outcomes: -
derived: -
contexts: manual, task, one block, several blocks
sources: S0:47; S3:18; S4:66
mutants: start-returns-early
see: ND-3

> When the default start of a non-concurrent operation returns, its main task MUST have ended and isFinished MUST be true.

**Antecedent.** A `start` called by a client returned normally, the operation is in no queue and does not override `start`, and no other thread had started it. The start was not refused for certain: the task began inside the call, or the operation never had a dependency, or isReady, which is not overridden, had read true before any start and after every call that added a dependency. Or the task began inside a start that returned normally, before anything else was called that adds or starts the operation.

**Intent.** The next statement of the caller uses the results.

**Check.** ticket(end of the last block that began) < ticket(start.return), and a read of isFinished that is called after the return gives true. The first is forced by the synchronous call; the second is a documented duty of `start` and final. A subject that answers misuse by no error returns from the start of an operation that is not ready and leaves it as it was (START-4), and may run it later; hence the last condition of the antecedent. From the call of a start on isReady may read anything (ND-3), so a read counts only if every start that was called before it returned had been rejected before it was called. A task that began inside the only call by then that can have begun it is the task of that call, whatever is called later: it has ended when the call returns. What such an operation reads afterwards is open, if it was added or started again meanwhile (ND-24).

**If violated, look at.** Work that goes on in another thread; a finish that is posted and not performed.

## START-3 Operations are not concurrent by default

level: CORE
kind: query
check: checked
oracle: monitor
needs: -
outcomes: -
derived: -
contexts: task, one block, several blocks
sources: S0:47; S3:18
mutants: block-operation-claims-concurrency
see: C-13

> isConcurrent and isAsynchronous MUST be false by default.

**Antecedent.** One of the two accessors is read on an operation of a class that does not override it.

**Intent.** Clients use the value to decide whether `start` will block them.

**Check.** The value of every such read is false. A subject without these accessors is not judged.

**If violated, look at.** A class of the library that overrides the accessor because its blocks run concurrently.

## START-4 An operation that is not ready refuses to start

level: CORE
kind: exception
check: checked
oracle: both
needs: raises, manualStart
outcomes: -
derived: -
contexts: manual, blocked, not cancelled
sources: S0:259; S3:281; S3:322
mutants: start-ignores-readiness, start-returns-when-unready, half-ready-start-returns
see: C-23

> Calling start on an operation that is not ready and not cancelled MUST raise, and MUST NOT run the task.

**Antecedent.** x is in no queue, was never cancelled, does not override isReady, and depends by an edge added earlier on an operation that is unfinished for certain during the whole call.

**Intent.** A start that silently does nothing would leave the caller without results and without a reason.

**Check.** The outcome of the call is an error, and x's task has no `begin` before its dependency finishes. The dependency is a plain operation that nobody starts, so nothing can make x ready during the call. Where the error can be caught, the program goes on with START-56.

**If violated, look at.** A `start` that tests only whether it was called before.

**Note.** A subject that answers misuse by no error at all lacks `raises`; that the task does not run is then judged by DEP-1.

## START-5 An executing operation refuses to start

level: CORE
kind: exception
check: checked
oracle: both
needs: raises, manualStart
outcomes: -
derived: -
contexts: manual, executing
sources: S0:260; S3:282
mutants: second-start-reenters-main, second-start-returns, second-start-between-blocks-returns
see: C-23

> Calling start on an operation that is executing MUST raise, and MUST NOT run the task a second time.

**Antecedent.** The task, started by hand, has recorded `begin` and is held for the whole of the second call, which comes from another thread.

**Intent.** An operation is one piece of work; entering it twice corrupts whatever it holds.

**Check.** The outcome of the second call is an error, and there is one `begin` in all (EXEC-1), of a block that was given several times as many. The body is held, so the operation executes at every instant of the call.

**If violated, look at.** A state that is tested for finished only.

## START-6 A finished operation does not run again

level: ACCEPT-SET
kind: exception
check: checked
oracle: both
needs: raises, manualStart
outcomes: core raised, returned; guide raised; reference returned
derived: -
contexts: manual, queued, cancelled before start, finished
sources: S0:260; S3:282; Operation reference, start()
mutants: start-reruns-finished
see: ND-22, C-2

> Calling start on an operation that is already finished MUST NOT run its task again; the call raises (guide) or returns without effect (reference).

**Antecedent.** The operation is finished for certain when start is called.

**Intent.** Defensive code starts operations that something else has already finished.

**Check.** The outcome of the call is in the set of the profile; in every profile there is no second `begin`, no second run of the completion block, and no later read of isFinished that gives false. Finished is final, so the call meets a finished operation whatever else happens. A call that does not return is stalled and outside the set; it counts only where no client code is held and no cycle can have frozen the program (C-16).

**If violated, look at.** A `start` that trusts isReady, which may still be true.

**Note.** The guide says that start throws; the class reference says that since 10.6 it simply returns. Both kinds of implementation exist.

## START-7 A cancelled operation runs no task

level: CORE
kind: safety
check: checked
oracle: both
needs: manualStart
outcomes: -
derived: -
contexts: manual, cancelled before start, task, one block, several blocks
sources: S3:322; S1:145; S0:283
mutants: start-ignores-cancelled, start-runs-cancelled-blocks
see: ND-21, C-1

> start on an operation that was cancelled before MUST NOT execute its task.

**Antecedent.** ticket(cancel.return) < ticket(start.call), and the operation does not override `start`.

**Intent.** cancel before the start is the one moment at which the work can be prevented altogether.

**Check.** The task has no `begin`. If isFinished read true in between, the call is one on a finished operation (ND-21); its outcome is judged by START-6, and there is still no `begin`.

**If violated, look at.** A `start` that leaves the question to `main`.

## START-8 A cancelled operation finishes when started

level: CORE
kind: liveness
check: checked
oracle: both
needs: raises, manualStart
outcomes: -
derived: -
contexts: manual, cancelled before start
sources: S0:163; S1:180; S0:316
mutants: start-returns-without-finishing, start-leaves-cancelled-dependent
see: ND-5, ND-21, ND-35, ND-36, C-1

> start on an operation that is cancelled and not yet finished MUST move it to finished, so that its dependents are released and its completion block runs.

**Antecedent.** cancel returned before start was called, the operation is in no queue, does not override `start`, has no unfinished dependencies, and no overridden isReady that is false.

**Intent.** Whatever waits for a cancelled operation waits for its finish.

**Check.** A read of isFinished called after the return of start gives true. The release of a dependent (its isReady while unqueued or parked, its `begin` in a running queue) and one run of the completion block are awaited, the block as in DONE-3. If isFinished read true before the start was called, the finish has come with the cancel (ND-21), and dependents and completion block are owed all the same. Where misuse is answered by errors, a start that returned was not refused. Where it is not, a start may be refused without a sign, because readiness follows the finish of a dependency with a delay (ND-5); there only what never had anything to wait for is judged, by CANCEL-52.

**If violated, look at.** An early return for cancelled operations, the most frequent mistake of hand-written start methods.

**Note.** The text on `start` in the class reference says "simply returns"; the text on isCancelled says that a cancelled operation must move to the finished state. The guide's listing does the latter.

## START-9 Cancellation is no reason to raise

level: CORE
kind: exception
check: checked
oracle: both
needs: manualStart
outcomes: -
derived: -
contexts: manual, cancelled before start
sources: S0:283; S3:322
mutants: start-raises-when-cancelled
see: ND-3, ND-21, ND-35, ND-36, C-1, C-23

> start on a cancelled operation MUST NOT raise because of the cancellation.

**Antecedent.** As START-8, and a read of isFinished between the return of cancel and the call of start gave false.

**Intent.** Cancelling may happen at any time on another thread; the code that starts the operation cannot know and must not fail.

**Check.** The call returns normally. An operation may finish at the cancel or not at all before its start (ND-21), so the read in the antecedent settles that this one was unfinished; without that read, or with the value true, the call is a case of START-6. It is ready if it never had a dependency, or if isReady had read true while no start was under way (ND-3): what has made a cancelled operation ready is not revoked (ND-36). With no other start left that could be in the way, an error has no reason but the cancellation.

**If violated, look at.** A test for "may run" that counts cancelled among the reasons against.

**Note.** One seed states the opposite. It fused two clauses of its source: start avoids running a cancelled operation, and it raises if the operation is not ready (C-1).

## START-10 A manual start notifies

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo, manualStart
outcomes: -
derived: KVO-3: started by hand; KVO-4: started by hand
contexts: manual, task, one block, several blocks
sources: S0:283; S1:149; S3:322; S1:146
mutants: end-unannounced-by-hand
see: ND-4, ND-17

> The default start MUST send the change notifications of isExecuting and isFinished on which the handling of dependencies relies.

**Antecedent.** An operation with an observer is started by hand.

**Intent.** Dependents, queues and observers learn of states by notification, whoever called `start`.

**Check.** The checkers are those of KVO-3 and KVO-4, on operations that are in no queue, and with their arguments. That dependents are in fact released is DEP-15, which needs no observer.

**If violated, look at.** Notifications that are sent by the queue instead of the operation.

## START-11 Execute by start and never by main

level: CLIENT
kind: client obligation
check: unchecked(no document says what a direct call of main does to the state)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:283; S1:142; S3:318; S1:141
mutants: -
see: -

> Manual execution MUST go through start, never through main or any other method.

**Antecedent.** Client code that executes an operation itself.

**Intent.** `main` is only the task; states, dependents and notifications are the business of `start`.

**Check.** Nothing is checked. A direct call of `main` presumably changes no state and releases nobody, but that is a consequence and stated nowhere.

## START-12 Ask for readiness before starting

level: CLIENT
kind: client obligation
check: unchecked(a duty of clients; the answer of implementations is START-4)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:282; S3:318; S1:132; S1:133
mutants: -
see: -

> Before it starts an operation by hand, a client MUST make sure that isReady is true.

**Antecedent.** Client code that executes an operation itself.

**Intent.** Otherwise the start is refused.

**Check.** Nothing is checked on clients. START-4 covers the refusal, START-56 that a refused start does no harm.

## START-13 A graph can be executed without queues

level: CORE
kind: query
check: checked
oracle: both
needs: manualStart
outcomes: -
derived: READY-3: operations that are started by hand; DEP-1: operations that are started by hand; EXEC-1: operations that are started by hand
contexts: manual, not cancelled, cancelled before start
sources: S0:285; S3:326; S0:308
mutants: manual-dependency-keeps-unready
see: ND-21, ND-36, C-22

> The protocol "if isReady then start, else try again later" MUST come to an end for every operation of an acyclic graph. A cancelled operation takes part in the same way; in profile reference it is started at once.

**Antecedent.** A program executes a whole graph by hand: it awaits isReady of each operation and then starts it.

**Intent.** Manual execution is a complete alternative to queues.

**Check.** For every operation the program awaits isReady true and calls start; an operation that already reads finished is done (ND-21). The checkers of READY-3, DEP-1 and EXEC-1 judge the run. Dependencies are started before their dependents, so no lane waits for itself.

**If violated, look at.** Readiness that is only maintained for operations in queues.

**Note.** The guide's listing treats a cancelled operation as done without starting it, and so leaves its dependents waiting for ever; it is not followed here (C-22).

## START-14 Look at isConcurrent before starting

level: CLIENT
kind: advice
check: unchecked(an optional policy of clients)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:284; S1:154; S3:324; S1:157
mutants: -
see: -

> Before it starts an operation by hand, a client SHOULD look at isConcurrent and, where it is false, choose between its own thread and another one.

**Antecedent.** Client code that executes an operation itself.

**Intent.** A non-concurrent operation blocks the thread that starts it.

**Check.** Nothing to check: the guide leaves the choice entirely to the client. Programs make both choices.

## START-15 Start may block the caller

level: PERMIT
kind: query
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:47; S3:18
mutants: -
see: -

> A manual start does not promise concurrency with the caller: start of a non-concurrent operation MAY block the caller for the whole task.

**Antecedent.** start of a non-concurrent operation.

**Intent.** Clients that want concurrency supply the thread.

**Check.** Nothing beyond START-2, which demands the blocking for the default start.

## START-16 Checks may be left out when the state is known

level: ADVICE
kind: advice
check: unchecked(advice about saving work in client code)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S1:160; S1:139
mutants: -
see: -

> Where the state is already known, the checks before a start MAY be left out; starting a cancelled operation wastes overhead and nothing else.

**Antecedent.** Client code that executes an operation itself.

**Intent.** Defensive questions have a price.

**Check.** Nothing to check. That starting a cancelled operation is harmless is the subject of START-7 to START-9.

## START-51 Start of a cancelled operation that waits

level: PROFILE(reference)
kind: safety
check: checked
oracle: both
needs: manualStart
outcomes: core finished, raised; reference finished
derived: -
contexts: manual, cancelled before start, blocked
sources: Operation reference, overview (Operation Dependencies); Operation reference, cancel()
mutants: readiness-tested-before-cancellation
see: ND-21, ND-36, C-5

> start on a cancelled operation whose dependencies are unfinished MUST NOT raise for want of readiness: once cancelled, it counts as ready.

**Antecedent.** x depends on an operation that is unfinished for certain, was cancelled before start was called, is in no queue and does not override isReady.

**Intent.** A cancelled operation has nothing to wait for.

**Check.** In profile reference the call returns, and isFinished reads true afterwards. Under the other profiles a raise is accepted as well (ND-36). That the task has no `begin` is judged by START-7 under all of them. A case in which isFinished read true before the start belongs to START-6.

**If violated, look at.** A `start` whose first question is readiness, without the exception for cancelled operations.

## START-52 Start of a queued operation

level: ACCEPT-SET
kind: exception
check: checked
oracle: both
needs: manualStart
outcomes: core raised, ran-once, no-effect
derived: -
contexts: parked
sources: Operation reference, start()
mutants: start-of-queued-operation-runs-twice
see: ND-24, C-8

> start on an operation that is in a queue is a mistake of the client; whatever happens, its task MUST NOT run twice.

**Antecedent.** start is called on a parked operation that is ready and not cancelled.

**Intent.** Two owners of one operation must not lead to two executions.

**Check.** The call raises, or the task runs once inside the call, or nothing happens; the task has at most one `begin` to the end of the program (EXEC-1). A task that begins after a normal return, while the queue is still suspended, is none of these: a start that runs it returns only when it has ended (START-2), and the queue has no straggler among what was parked. If the call raised or had no effect, the queue still owes the operation after the resume. If it ran the task, nothing more is demanded of that queue.

**If violated, look at.** A queue that starts its operations by another path than `start`, and so does not see that one has run.

## START-53 The name of the exception

level: PROFILE(reference)
kind: exception
check: checked
oracle: monitor
needs: catchableRaises
outcomes: core any; reference invalid-argument
derived: -
contexts: -
sources: Operation reference, start(); OperationQueue reference, addOperation(_:); BlockOperation reference, addExecutionBlock(_:)
mutants: error-of-another-name
see: C-23

> The error by which a forbidden start, add or addExecutionBlock is answered MUST be NSInvalidArgumentException.

**Antecedent.** Such a call was answered by an error that could be caught and that has a name.

**Intent.** Handlers choose by name.

**Check.** Compare the name. Where errors are traps, or have no names, there is nothing to compare.

**If violated, look at.** A generic assertion in place of the documented exception.

## START-54 Overrides do not call super

level: CLIENT
kind: client obligation
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: customAsync
outcomes: -
derived: twin of ASYNC-3
contexts: -
sources: Operation reference, main(); Operation reference, start()
mutants: -
see: -

> A custom main MUST NOT call super.main, and a custom start MUST NOT call super.start.

**Antecedent.** An operation class that overrides one of the two is the subject.

**Intent.** The inherited start has a state machine of its own, which would run beside that of the class.

**Check.** As ASYNC-3, by the traces that the inherited method leaves: states that the class did not store, or a second execution. It judges the class.

## START-55 Simultaneous starts run the task once

level: CORE
kind: safety
check: sampled
oracle: both
needs: manualStart
outcomes: -
derived: -
contexts: manual, task, one block, several blocks
sources: Operation reference, overview (single-shot object); swift-corelibs-foundation, Operation.start()
mutants: start-checks-then-sets
see: ND-3, ND-22

> When several threads call start on one operation at the same time, its task MUST NOT execute twice: at most one call succeeds, the others raise or return without effect.

**Antecedent.** At least two calls of start on one ready operation overlap; it is in no queue and was never cancelled.

**Intent.** A race between two clients must be decided inside the operation, which alone has the state.

**Check.** There is at most one `begin`. If the process survives, that is, if every call returned or raised an error that was caught, there is exactly one, and the operation finishes. A loser may come back while the winner is still executing. The operation is ready for certain, so that the start which comes first is not refused: it never had a dependency, or isReady had read true while no start was under way (ND-3), or its overridden isReady asks a condition that was set before. It is sampled: a window between test and store may not be hit.

**If violated, look at.** A state that is read, compared and stored in three steps without a lock.

## START-56 A refused start leaves no trace

level: CORE
kind: safety
check: checked
oracle: both
needs: catchableRaises, manualStart
outcomes: -
derived: STATE-2: after a start that was refused
contexts: manual, blocked
sources: swift-corelibs-foundation, Operation.start(); Operation reference, start()
mutants: refused-start-leaves-starting
see: C-23, ND-3

> After start has raised because the operation was not ready, the state of the operation MUST be unchanged: not executing, not finished, and still startable.

**Antecedent.** A start as in START-4 was answered by an error that the program caught.

**Intent.** "Not yet" must not become "never".

**Check.** Reads of isExecuting and isFinished that are called after the error, and return before the next start, add or cancel is called, give false: nothing else can start or finish an operation in no queue. Then the dependency finishes, and a read of isReady that is called after the error gives true; readiness is not lost (READY-51), so the next start, if no other one overlaps it, must run the task.

**If violated, look at.** A state "starting" that is stored before the tests and not put back.

## START-57 A synchronous start is complete on return

level: CORE
kind: safety
check: checked
oracle: both
needs: manualStart
outcomes: -
derived: twin of START-2
contexts: manual, task
sources: Operation reference, overview (Asynchronous Versus Synchronous Operations)
mutants: start-returns-before-its-block
see: -

> When the default start of a synchronous operation returns control to its caller, the task itself MUST be complete.

**Antecedent.** As START-2.

**Intent.** As START-2; the class reference gives the rule in its own words.

**Check.** The checker of START-2.

## START-58 The concurrency flag does not change the number of executions

level: CORE
kind: safety
check: checked
oracle: both
needs: subclassMain
outcomes: -
derived: EXEC-1: a class that overrides main and answers true; EXEC-2: a class that overrides main and answers true
contexts: queued, task
sources: Operation reference, overview (Asynchronous Versus Synchronous Operations); Operation reference, isConcurrent
mutants: flagged-task-left-to-client
see: ND-2, C-13

> An operation that overrides only main MUST run exactly once and finish, whatever its isAsynchronous or isConcurrent returns. In profile reference the queue MUST also ignore the flag and always call start from a thread of its own.

**Antecedent.** An operation of such a class, never cancelled, is in a running queue with a free slot; the class answers true, or false.

**Intent.** The flag is information for clients who start by hand; a queue has no use for it.

**Check.** The checks of EXEC-1 and EXEC-2 on operations of a class that answers true; those of a class that answers false are theirs. Any thread is accepted (C-13), except that everything the main queue runs is on the main thread (MAIN-1).

**If violated, look at.** A queue that runs such operations inline on its scheduling thread, or that expects them to report their finish themselves.

## START-59 An overridden isReady that is false refuses the start

level: CORE
kind: exception
check: checked
oracle: both
needs: customReady, raises, manualStart
outcomes: -
derived: -
contexts: manual, conditional
sources: S3:320; S3:322; S0:282
mutants: start-counts-dependencies-itself
see: ND-35, C-23

> start on an operation whose overridden isReady returns false, and which is not cancelled, MUST raise and MUST NOT run the task.

**Antecedent.** The operation has no dependencies, is in no queue and was never cancelled; its condition was false before the call and is not changed before the return.

**Intent.** The override is the definition of readiness, for `start` as for queues.

**Check.** The outcome of the call is an error and the task has no `begin`. Where the error can be caught, the condition is then made true, start is called again, and the task runs once.

**If violated, look at.** A `start` that looks at the unfinished dependencies and not at isReady.

"""#,
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
mutants: dispatched-twice, task-runs-twice, task-runs-again-after-suspension
see: C-2, C-8

> The main task of an operation MUST be executed at most once.

**Antecedent.** Any operation of the program whose task records `begin`.

**Intent.** A task has side effects: it sends, stores, charges. Clients write it for one execution and read its results from the one object that made them.

**Check.** Count the `begin` events of each task over the whole history; the blocks of an operation with several are counted by BLOCK-2; a block that was given or added twice may run twice. Two of one task are a violation whatever happened between them. No freedom of the model adds an execution: where a second add or a second start is answered in different ways (ND-22, ND-24), none of the ways runs the task again. An overridden `start` that calls its own task twice is reported against the subclass.

**If violated, look at.** Two scheduling passes that both pick the operation, one woken by its readiness and one by its add; a second `start` that does not look at the state; block operations whose first block is also their main task.

## EXEC-2 A task that nobody cancels runs exactly once

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: queued, manual, limit 1, limit k, limit none, one block, several blocks, task
sources: S0:109; S3:22; S3:99
mutants: finishes-without-main, skips-task-on-late-ready, task-skipped-after-suspension
see: ND-33

> An operation that is run by the default `start` and was never cancelled MUST have executed its task exactly once when isFinished becomes true.

**Antecedent.** An operation that has a task, does not override `start`, was the target of no cancel and of no cancelAllOperations on its queue, and is known to have finished: a read of isFinished, a wait for it, or a wait for its queue that covers it has returned.

**Intent.** "Finished" is how the rest of the program learns that the work is done. A finish without the work is a silent loss.

**Check.** At the return of the read or wait that proves the finish, the task has one `begin` and one `end`, and ticket(end) < ticket(return). The `end` event is recorded before the task returns to the implementation, so a correct one cannot have finished earlier. Plain instances of the base class have no task and are not judged, nor is an operation out of whose task an exception escaped (ND-33). An overridden `start` is the subject of other rules. Where the task runs after all, and it is the proof that came too early, the rule about the proof is broken instead: STATE-6 after a read, WAIT-1, WAIT-3 or QUEUE-4 after a wait that returned before the task had begun or inside it, or while the operation was unstarted for certain.

**If violated, look at.** A finish path that is shared with cancelled operations and taken for others too; a `start` that sets the flags and forgets `main`.

## EXEC-3 A task that has begun runs to its own end

level: CORE
kind: safety
check: checked
oracle: monitor
needs: -
outcomes: -
derived: -
contexts: cancelled while executing, suspended while executing, limit changed, references dropped
sources: S0:109; S0:324; S3:99; S4:84; S4:115
mutants: cancel-kills-thread, suspend-stops-bodies, lowered-limit-stops-bodies
see: ND-12

> A task that has begun MUST run until its own code returns. cancel, cancelAllOperations, suspending the queue, changing its limit or dropping references MUST NOT stop it.

**Antecedent.** A task has recorded `begin`, at least one of the listed calls returned before its `end`, and the code of the task itself would go on. Or a client has called an overridden `start`, which is client code in the same way, and the call returned normally.

**Intent.** A task holds locks, files and half-written data. Only the task knows a point where it can stop, which is why cancelling is a mark that the task reads and not an interruption.

**Check.** The task is held at a gate while the calls are made, then the gate is opened and the `end` event is awaited. A missing `end` counts only after stalled quiescence, with a canary on the same kind of thread; a task that was opened has nothing left to wait for but the implementation, once every task of the program has begun or was cancelled and nothing but waits is open: a program waits for nothing that no implementation owes it, and a completion block is owed only as long as fewer bodies are held than the subject was measured to let run. Where `begin` names no thread, the lane of the task may be an adapter's, which can lose it: then the task must have recorded that it went through its gate. With `threadIdentity` the thread of `end` is also that of `begin`. Where up to the return of a client's call of an overridden `start` nothing else can have led to a run, its code runs on the thread of that call. So its `end` comes before the call's return; one that is missing then, or comes later, is a violation.

**If violated, look at.** Worker threads that are ended or cancelled from outside; a suspend that blocks pool threads instead of the choice of the next operation; a start that posts the overridden method to another thread.

"""#,
#"""
# DEP: Dependencies

A dependency is an edge from an operation to another one that has to finish first. Edges belong to operations and not to queues: they hold across queues, without any queue, and whatever the priorities. All edges together form a graph that the client must keep free of cycles.

Two words are used throughout. An edge is *timely* when addDependency returned before the operation was added to a queue or started, that is, ticket(addDependency.return) < ticket(add.call or start.call); only timely edges are promised to be honoured (ND-7). An edge is *standing* at an event when no removeDependency for it was called before that event.

A dependency is over when the operation it names reports *finished*; how it came to be finished, by work or by cancellation, makes no difference (C-4). Every rule below that awaits something allows any finite delay between that finish and the consequence (ND-5). Unless a rule says otherwise, the operations do not override isReady.

## DEP-1 Dependencies finish before the task begins

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: queued, manual, same queue, other queue, limit 1, limit k, limit none, task, one block, several blocks
sources: S0:213; S0:41; S1:14; S1:33; S3:229; S3:9; S4:236; S4:33
mutants: first-dependency-releases, executing-counts-as-finished, last-edge-only, foreign-dependency-ignored, third-dependency-ignored, dependency-after-removal-ignored, last-of-several-not-awaited
see: ND-7, ND-36, ND-37

> An operation that is not cancelled MUST NOT begin its task before every operation that it depends on, by a dependency added before it was queued or started, has finished.

**Antecedent.** An edge is timely and standing when the task of the dependent, or its overridden `start`, records `begin`; no cancel of the dependent was called before that event; an overridden isReady also asks super.

**Intent.** The dependent reads what the dependency wrote. Order is the only guarantee it has.

**Check.** For each such edge ticket(end of the dependency) < ticket(begin of the dependent). An implementation that is correct finishes the dependency after its `end` event and starts the dependent after that finish, so the order of the two tickets is forced. A dependency that was cancelled and never ran has no `end`; for it, and in addition for all others, the dependent's task reads the isFinished of its dependencies, and each must be true. For a dependent with an overridden `start` the begin of that start counts, if only a queue can have called it: a client that calls it itself gets what it calls, and what a class reports before its start may make it count as started (ND-3).

**If violated, look at.** A counter that starts at one less than the number of edges; a release when the dependency begins or when its `main` returns; edges that are looked up in the dependent's own queue only.

## DEP-2 Finished dependencies release the dependent

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: same queue, other queue, limit 1, limit k, limit none
sources: S0:216; S3:233; S3:206
mutants: release-awaits-any-pass, release-races-with-registration, release-without-wake-up, third-release-not-noticed, release-lost-while-suspended, dependency-behind-dependent-never-releases
see: ND-5

> When all its dependencies have finished, an operation MUST become ready, and in a running queue with a free slot it MUST eventually be started.

**Antecedent.** Every dependency of a queued operation that is not cancelled is known to have finished, its queue is not suspended, no barrier before it waits, and a slot is free or becomes free by tasks that return.

**Intent.** A lost release hangs a part of the program without any error to look at.

**Check.** The `begin` of the dependent is awaited; its absence counts only after stalled quiescence, with a canary in a fresh queue of the same settings. Operations on a cycle or behind one owe nothing (DEP-6), nor do queues in which an operation was started by hand (ND-24).

**If violated, look at.** The window between the dependent's readiness test and its registration with the dependency: a finish in between wakes nobody.

## DEP-3 A dependency points one way

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: unqueued, parked
sources: S3:231; S0:214
mutants: dependency-waits-for-dependent
see: ND-43

> Making x depend on d MUST NOT make d wait for x.

**Antecedent.** addDependency(x, d) returned, d has no dependencies of its own and was not started.

**Intent.** Otherwise every edge would be a cycle of two.

**Check.** While x is not started: d's isReady reads true, its dependencies do not contain x, and and it begins although x has not. That it begins at all is QUEUE-1's and START-2's. The reads are made while d is unqueued or parked, where isReady is specified (ND-3) as long as a class with its own start has reported nothing of itself, and not beside a start, even one that is refused. That x has not begun is what DEP-1 demands anyway.

**If violated, look at.** One adjacency list for both directions.

## DEP-4 Dependencies hold across queues

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: DEP-1: the edge crosses two queues or has an end that is started by hand; DEP-2: the edge crosses two queues or has an end that is started by hand
contexts: other queue, queued, manual
sources: S0:214; S3:231
mutants: release-stays-in-own-queue
see: C-16

> Dependencies MUST hold between operations in different queues, and between queued operations and operations started by hand.

**Antecedent.** The two ends of a timely edge are in two queues, or one of them is started by hand.

**Intent.** Queues divide work by resource; the order between pieces of work does not follow that division.

**Check.** The checkers of DEP-1 and DEP-2 on these edges. A main queue takes part only with the capability `mainQueue`, and ends that are started by hand only with `manualStart`.

**If violated, look at.** A dependency table inside the queue; a finish that wakes only the scheduler of its own queue.

## DEP-5 Graphs may be large

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: DEP-1: a fan of at least 100 or a chain of at least 1000; DEP-2: a fan of at least 100 or a chain of at least 1000
contexts: same queue, other queue
sources: S0:213; S0:41; S3:229
mutants: sixty-four-dependents-released
see: -

> Acyclic dependency graphs of any shape MUST be supported: one to one, many to one, one to many, and deep chains.

**Antecedent.** A program builds an operation with 100 dependencies or 100 dependents, or a chain of 1000 operations, with its edges added in any order and its operations queued in any order.

**Intent.** Graphs are generated by programs, and nobody counts their depth.

**Check.** DEP-1 and DEP-2 on the whole graph, and the process survives while the operations finish. The harness holds every operation and drops dependents before their dependencies: a stack overflow while a chain is *deallocated* is recorded as information only, since no document promises otherwise.

**If violated, look at.** A finish that calls the next finish on the same stack; a fixed-size or single-entry list of edges.

## DEP-6 Operations on a cycle never begin

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: same queue, other queue
sources: S0:215; S3:231; S4:237
mutants: cycle-broken-silently
see: ND-7, C-16

> Operations on a dependency cycle MUST NOT begin their tasks as long as none of them is cancelled and no edge is removed.

**Antecedent.** A cycle of timely edges is closed by an addDependency that returned, its members or operations behind them are in running queues, no cancel and no removeDependency touched it. Or the addDependency that would close such a cycle is refused.

**Intent.** A cycle is a defect of the client. Running one member would hide it and break the order that the edges promise.

**Check.** Independent work is pushed through the same queues, more than they have slots; a `begin` on the cycle or behind it is a violation, as it contradicts DEP-1 for at least one edge. Where the addDependency that would close the cycle is answered by an error, before anything could start its operation, the case is decided: no operation lies on a cycle, and what runs then is no concern of this rule. What else runs beside a cycle is recorded only (C-16). The program ends with its process.

**If violated, look at.** A cycle detector that drops an edge instead of refusing it.

**Note.** A self-dependency is the subject of DEP-57.

## DEP-7 Clients do not build cycles

level: CLIENT
kind: client obligation
check: unchecked(a duty of programs; the generator builds cycles only where DEP-6 is the target)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:215; S3:231; S4:237
mutants: -
see: C-16

> Clients MUST NOT create circular dependencies.

**Antecedent.** Any addDependency.

**Intent.** No member of a cycle can ever run, and an implementation may even freeze.

**Check.** Nothing is checked on subjects, since the duty is the client's. The model finds the cycles of a program, so programs can be examined for them before they run.

## DEP-8 Dependencies come before the add

level: CLIENT
kind: client obligation
check: unchecked(a duty of programs; the answer of implementations is DEP-58)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:217; S3:235; S1:121
mutants: -
see: ND-7, C-11

> Clients MUST configure dependencies before the operation is started or added to a queue. A dependency added later MAY have no effect.

**Antecedent.** addDependency on an operation that was queued or started.

**Intent.** The queue may have looked at the operation already.

**Check.** Nothing is checked on subjects. That a late edge neither loses nor doubles the operation is DEP-58; one added while the operation executes is DEP-52.

## DEP-9 A removed dependency is no longer waited for

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: core honoured, kept-until-finished; reference honoured
derived: -
contexts: unqueued, parked, blocked
sources: S1:35; S0:208; Operation reference, removeDependency(_:)
mutants: edge-survives-removal, removal-of-one-of-several-ignored
see: ND-5, ND-37, ND-43, C-11

> removeDependency before the operation is queued or started MUST end the wait for that operation: when no other unfinished dependency is left, the operation becomes ready, and runs when it is queued. In profile reference the same holds while it is queued.

**Antecedent.** removeDependency(x, d) returned, d never finishes in the program, every other dependency of x has finished, and x is not cancelled. For core, x was neither queued nor started when removeDependency was called.

**Intent.** A plan changes; what is no longer needed must not hold up the rest.

**Check.** While x is unqueued its isReady is awaited; once it is in a running queue its `begin` is awaited. Only absence in stalled quiescence counts, so any delay is accepted (ND-5). For a removal while x is queued, core accepts that x waits until d finishes (ND-37); then d is made to finish and x must begin.

**If violated, look at.** A list of edges and a separate counter, of which only the list is changed.

## DEP-10 Finished dependencies stay listed

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: DEP-11: the dependency has finished
contexts: unqueued, parked, blocked, finished
sources: S1:35
mutants: list-pruned-on-finish, lists-only-unfinished
see: -

> A dependency MUST stay in the dependencies list after it has finished; only removeDependency takes it out.

**Antecedent.** A timely edge x → d whose dependency has finished, or for which removeDependency returned; dependencies of x is read afterwards.

**Intent.** A dependent finds its inputs through the list.

**Check.** A read whose call follows the return of a wait for d contains d, unless removeDependency was called before the read returned. That it does not contain d after removeDependency is judged by DEP-11. Both facts change only by commands, never by delay.

**If violated, look at.** A release that erases the edge instead of marking it satisfied.

## DEP-11 dependencies lists what was added and not removed

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: unqueued, parked, blocked
sources: S1:37
mutants: second-dependency-unlisted, third-dependency-unlisted
see: ND-28

> dependencies MUST return all operations that the receiver currently depends on.

**Antecedent.** A read of dependencies.

**Intent.** What was configured can be inspected.

**Check.** Compare with the set of edges that the program made, by identity and without order: an edge whose add returned before the call and whose removal was not called before the return is in the result; an edge never added, or removed before the call, is not. Edges whose add or removal overlaps the read, and edges added to a started operation or to one that a cancel may have finished (ND-21), may be listed or not. Repeated adds may be listed once or twice (ND-28).

**If violated, look at.** An accessor that answers from the set of unfinished dependencies.

## DEP-12 A cancelled dependency releases its dependents

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: DEP-2: the dependency was cancelled; CANCEL-5: it has dependents
contexts: cancelled before start, cancelled while executing, same queue, other queue
sources: S0:316; S1:181; S3:363
mutants: cancel-keeps-edge, dependents-of-cancelled-dropped
see: ND-21, ND-24, ND-36, C-4

> A cancelled dependency counts as finished once it reports finished: its dependents MUST be released and run.

**Antecedent.** d was cancelled, before anything showed its finish, and has finished; d has no unfinished dependencies of its own; x depends on d by a timely edge, is not cancelled, is in a running queue with a free slot, and its other dependencies have finished.

**Intent.** Cancelling one step of a plan must not hang the rest of it.

**Check.** The `begin` of x is awaited as in DEP-2. The finish of d, not its cancel, is what releases: a cancelled d that is neither queued nor started owes nothing, and x may rightly wait for it (C-4). Where d was cancelled outside any queue and already reads finished, a later add of it may be refused (ND-24). DEP-1 goes on to hold with respect to d's isFinished.

**If violated, look at.** A shortcut for cancelled operations that leaves the queue without taking the path that tells dependents.

## DEP-13 Only the report of finished clears a dependency

level: CORE
kind: safety
check: checked
oracle: both
needs: customAsync
outcomes: -
derived: DEP-1: the dependency overrides start and its start has returned
contexts: same queue, other queue
sources: S0:195; S3:206
mutants: release-at-return-of-start
see: ND-8

> A dependency MUST be cleared when the dependency reports isFinished, and not when its `start` or `main` returns.

**Antecedent.** d overrides start and reports isAsynchronous true, its start has returned, its report of isFinished is held at a gate; x depends on d by a timely edge.

**Intent.** Asynchronous work goes on after `start` has returned.

**Check.** A `begin` of x with a ticket below that of the subclass's own report is a violation: the report is recorded before the subclass changes what isFinished returns. Left out are an x that may have been cancelled, and one whose own class reported something before it began, of which isReady may be anything (ND-3). Independent work is pushed through the queue while the gate is closed, then it opens and x must begin (DEP-2).

**If violated, look at.** A queue that treats the return of `start` as the end of every operation.

## DEP-14 A dependency that never finishes is never cleared

level: CORE
kind: safety
check: checked
oracle: both
needs: customAsync
outcomes: -
derived: DEP-13: the gate is never opened
contexts: same queue, other queue
sources: S0:195; S3:206
mutants: silent-start-releases
see: ND-8

> Operations that depend on an operation which never reports finished MUST NOT run.

**Antecedent.** d overrides start, reports isAsynchronous true and keeps isFinished false to the end of the program; x depends on d by a timely edge that is not removed, and is not cancelled.

**Intent.** A missing finish is a defect that must show as waiting, not as work in the wrong order.

**Check.** As DEP-13, while other operations of the same queue come and go. An isFinished that turns true without notification is another matter: then x may begin or not (ND-8).

**If violated, look at.** A timeout on edges; edges that vanish with the last reference to the dependency.

## DEP-15 A finish by hand releases dependents

level: CORE
kind: liveness
check: checked
oracle: both
needs: manualStart
outcomes: -
derived: DEP-2: the dependency was started by hand
contexts: unqueued, parked, blocked
sources: S0:214; S0:216; S3:231
mutants: release-by-queue-only
see: ND-5

> Operations manage their own dependencies: one that finished by a start without any queue MUST release its dependents, queued or not.

**Antecedent.** d was started by hand and the start returned; d is the last unfinished dependency of x; x is not cancelled.

**Intent.** Dependencies are usable without queues, and across the border between queued and not.

**Check.** The checker is that of DEP-2: x is in a running queue, and its `begin` is awaited. That isReady turns true while x is unqueued or parked is READY-3's. No moment is prescribed (ND-5).

**If violated, look at.** A release that sits in the queue's bookkeeping instead of the operation's.

## DEP-16 A blocked operation does not block others

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: QUEUE-1: an operation added earlier is not ready
contexts: limit 1, limit k, same queue, other queue
sources: S3:244; S1:96
mutants: head-of-line-blocking, blocked-operation-takes-slot, two-blocked-operations-block, serial-queue-stuck-by-late-dependency
see: -

> An operation that waits for a dependency MUST NOT keep other, ready operations of the same queue from starting.

**Antecedent.** x was added first and has an unfinished dependency; y was added later to the same queue, is ready and not cancelled; the queue runs and no task occupies all its slots.

**Intent.** A queue of limit 1 would otherwise deadlock as soon as a dependency is added after its dependent.

**Check.** The `begin` of y is awaited while the dependency of x is unfinished. The dependency is never started, parked in another queue, or y itself, so that no thread is held by it. Nothing is owed where the queue may have found x ready before the dependency came (ND-7).

**If violated, look at.** A first-in first-out list of which only the head is examined; a slot that is taken before readiness is tested.

## DEP-17 A finished dependency does not block

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: DEP-2: the dependency had finished before
contexts: unqueued, parked
sources: S0:216
mutants: waiter-on-finished-operation
see: ND-41

> A dependency on an operation that has already finished MUST NOT block the receiver.

**Antecedent.** addDependency(x, d) was called after the return of a wait for d, or of the start of d by hand; x is not cancelled and has no unfinished dependencies.

**Intent.** Whether a dependency happened to finish early must not matter to the client.

**Check.** The `begin` of x in a running queue is awaited; that isReady turns true before is READY-3's. Nothing is asked of the first read after addDependency: the edge may be honoured for a finite time (ND-41). That d is listed is DEP-11.

**If violated, look at.** Registering for a notification that has already been sent.

## DEP-18 Custom operations notify their dependents

level: CLIENT
kind: client obligation
check: checked
oracle: monitor
needs: kvo, customAsync
outcomes: -
derived: KVO-11: operations depend on the subject
contexts: asynchronous
sources: S0:218; S3:237
mutants: reported-finish-unannounced
see: ND-8

> Custom operations MUST send the change notifications that dependencies rely on whenever their state changes.

**Antecedent.** An operation class that overrides `start` or a state accessor is the subject, and other operations depend on an instance of it.

**Intent.** Dependents and queues learn of a finish by notification, not by polling.

**Check.** The checker is that of KVO-11, on operations that others depend on. It judges the class, never the queue.

## DEP-19 Dependencies come before priorities

level: CORE
kind: safety
check: checked
oracle: both
needs: priorities
outcomes: -
derived: DEP-1: the dependent has a higher priority than the dependency
contexts: limit 1, limit k, same queue, other queue
sources: S0:222; S3:244
mutants: priority-before-readiness
see: -

> An operation with unfinished dependencies MUST NOT start before them, whatever the priorities.

**Antecedent.** A timely edge whose dependent has a higher queue priority than the dependency.

**Intent.** Priority chooses among what may run; it does not decide what may run.

**Check.** DEP-1 on these edges; the sharpest case is veryHigh waiting for veryLow.

**If violated, look at.** A priority queue from which the top is taken before readiness is tested.

## DEP-20 A chain runs one after another

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: DEP-1: a chain
contexts: limit k, limit none
sources: S0:28; S0:213; S1:122; S3:229
mutants: ready-dependency-counts-as-finished
see: -

> Dependencies can serialise operations in a queue that is otherwise concurrent: a chain MUST execute one operation after another, in the order of the chain.

**Antecedent.** At least three operations form a chain of timely edges in queues with a limit above 1 or none; they were added in any order.

**Intent.** A chain is the portable way to say "in this order"; limits and the order of adding are not.

**Check.** DEP-1 on each edge gives disjoint intervals in order.

## DEP-51 Adding a dependency twice

level: ACCEPT-SET
kind: query
check: checked
oracle: both
needs: -
outcomes: core listed-once, listed-twice, raised
derived: -
contexts: unqueued, parked
sources: Operation reference, addDependency(_:)
mutants: second-add-clears-list
see: ND-28

> Adding the same dependency a second time has an undefined result: it is listed once, it is listed twice, or the call raises.

**Antecedent.** addDependency(x, d) is called while d is a dependency of x and x was not started.

**Intent.** Even an undefined call must not lose the edge.

**Check.** Count d in the next read of dependencies: one or two, or an error at the call. No d, or d more often than it was added, is outside the set. That x does not begin before d has finished is DEP-1's as ever. Whether x ever becomes ready, and what one removal undoes, is observed, never judged (ND-28).

**If violated, look at.** A toggle in place of an insertion.

## DEP-52 A dependency added during execution

level: ACCEPT-SET
kind: query
check: checked
oracle: both
needs: -
outcomes: core returned, raised; reference returned
derived: -
contexts: from client, from body
sources: Operation reference, addDependency(_:)
mutants: finish-awaits-late-dependency, late-dependency-refused
see: ND-7, C-11

> Adding a dependency to an operation that is executing has no practical effect: the call returns or raises (reference: returns), and the operation MUST still finish.

**Antecedent.** addDependency(x, d) is called between `begin` and `end` of x's task, and d does not finish before x could.

**Intent.** A task that has begun cannot be asked to wait.

**Check.** The outcome of the call is in the set, and after `end` the finish of x is awaited. Nothing is said about whether d is listed (DEP-11).

**If violated, look at.** A finish that tests readiness again.

## DEP-53 Removing what is no dependency has no effect

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: unqueued, parked, blocked
sources: Operation reference, removeDependency(_:); WinObjC, NSOperationTests NSDependencyRemove
mutants: removal-always-decrements
see: ND-3

> removeDependency of an operation that is not a dependency MUST return and have no effect.

**Antecedent.** removeDependency(x, e) is called while e is not a dependency of x.

**Intent.** Clients clean up without keeping books.

**Check.** The call returns, dependencies of x reads as before (DEP-11), and x with another, unfinished dependency, made in time and not removed, does not begin (DEP-1) and reads isReady false, unless it is cancelled. Reads while a start by hand is under way say nothing, although it is refused in the end (ND-3).

**If violated, look at.** A counter that is decremented without looking whether anything was removed.

## DEP-54 It does not matter how a dependency finished

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: twin of DEP-12
contexts: cancelled before start, cancelled while executing
sources: Operation reference, Operation Dependencies
mutants: cancelled-task-releases-nobody
see: C-4

> Dependencies MUST make no distinction between a dependency that succeeded, one that failed and one that was cancelled.

**Antecedent.** As DEP-12.

**Intent.** Whether the work of a dependency succeeded is for the dependent's own code to ask.

**Check.** The checker of DEP-12. Failure of a task is no state of an operation, so there is nothing else to compare.

## DEP-55 The order holds across queues

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: twin of DEP-4
contexts: other queue
sources: OperationQueue reference, Determine the Execution Order
mutants: suspended-foreign-dependency-ignored
see: -

> Dependencies give an absolute order of execution, even between operations of different queues.

**Antecedent.** As DEP-4.

**Intent.** As DEP-4.

**Check.** The checker of DEP-4.

## DEP-56 A dependent may be dropped

level: CORE
kind: safety
check: sampled
oracle: monitor
needs: -
outcomes: -
derived: -
contexts: references dropped
sources: Operation reference, addDependency(_:); ownership of operations, by probing
mutants: unretained-dependent
see: -

> Releasing a dependent operation before its dependency finishes MUST be harmless: no crash, and no effect on other operations.

**Antecedent.** x depends on d, x is in no queue, and the client drops its references to x before d finishes.

**Intent.** Plans are given up half-way, and clients do not take the edges apart first.

**Check.** The process survives until d has finished and memory that x may have occupied was used again; d finishes. A crash is a violation only when it happens again in a fresh process with this program alone: one for a fault of memory; one for a trap outside of calls, inside a call that no state allows to be refused, or inside a start in which the task had begun and which nothing else can have begun. It is sampled: a dangling pointer need not crash.

**If violated, look at.** Pointers from a dependency to its dependents that own nothing and are never cleared.

## DEP-57 An operation that depends on itself does not run

level: ACCEPT-SET
kind: safety
check: checked
oracle: both
needs: -
outcomes: core raised, never-ready, hung
derived: -
contexts: unqueued
sources: Operation reference, addDependency(_:) (may freeze the program)
mutants: self-edge-dropped
see: C-16

> A self-dependency is refused by an error, makes the operation never ready, or hangs the calling thread; the operation MUST NOT run.

**Antecedent.** addDependency(x, x) is called on an operation that was not started.

**Intent.** It is the smallest cycle, and must not run for the same reason as others.

**Check.** The program runs in a process of its own. If the call returns, x is added and independent work is pushed through; a `begin` of x is a violation. After an error there is no edge and nothing more is judged. A call that never returns is counted in the census. A crash that is not a rejection of this call is a violation.

**If violated, look at.** Self-edges that are skipped to avoid a lock taken twice.

## DEP-58 A late dependency does not harm

level: ACCEPT-SET
kind: query
check: checked
oracle: both
needs: -
outcomes: core honoured, ignored, raised
derived: -
contexts: parked, blocked
sources: S0:217; Operation reference, addDependency(_:)
mutants: late-edge-loses-operation
see: ND-7, C-11

> A dependency added to an operation that is queued and not started is honoured, ignored or refused by an error; the operation MUST NOT be lost or run twice.

**Antecedent.** addDependency(x, d) is called when x may have been queued already, x is not cancelled, and d finishes. That x runs shows the rule at work where it was not started for certain (parked or blocked) when the call returned.

**Intent.** The contract forbids late edges to clients; it does not allow implementations to lose work over them.

**Check.** After d has finished and the queue runs, the finish of x is awaited, and its task has one `begin` (EXEC-1). Whether x waited for d is recorded, not judged (ND-7).

**If violated, look at.** An edge added after the queue computed its counter of unfinished dependencies.

## DEP-59 An overridden addDependency notifies

level: CLIENT
kind: client obligation
check: unchecked(no bundled operation class overrides the two methods)
oracle: -
needs: kvo
outcomes: -
derived: KVO-11: the key path is dependencies
contexts: -
sources: S0:208; S3:221
mutants: -
see: -

> A subclass that overrides addDependency or removeDependency MUST send the change notifications for `dependencies` itself.

**Antecedent.** Such a class is the subject, and the override is called.

**Intent.** Observers of the list, queues among them, see changes only through notifications.

**Check.** Nothing is checked. What would be: as KVO-11, for this key path, a change between two reads without a notification in between is reported against the class.

"""#,
#"""
# PRIO: Queue priority

Among the operations that it knows to be ready, a queue starts those of higher priority first. That is all that priority does: it does not make an operation ready, it does not reach across queues, it takes no slot away from anybody, and it is no substitute for a dependency.

The order of *choice* is not the order of *begins*. With a limit above 1 several chosen operations are on their way to their first statement at once, and may record their begins in any order (ND-9). Order is therefore judged with limit 1, and with larger limits only by counting.

Operations that are compared set their priority explicitly, also where it is normal: an operation that never did and has a quality of service may be ranked by that (ND-11). They are *comparable* if, besides, they were never cancelled, their priority was not changed after the add, they have no dependencies and no overridden isReady, and no barrier stands before any of them; the queue then knows them to be ready from the return of the add.

## PRIO-1 The default priority is normal

level: CORE
kind: query
check: checked
oracle: both
needs: priorities
outcomes: -
derived: -
contexts: task, one block, several blocks
sources: S0:220; S3:240
mutants: default-priority-low
see: ND-11

> The default queue priority MUST be normal, which is 0.

**Antecedent.** queuePriority of an operation is read before it was ever set.

**Intent.** Raising one operation must lift it above all that say nothing.

**Check.** The read gives normal. The value that the queue uses for its choice may differ (ND-11); the accessor may not.

**If violated, look at.** An enumeration whose first case is taken for its default.

## PRIO-2 A priority that is set can be read

level: CORE
kind: query
check: checked
oracle: both
needs: priorities
outcomes: -
derived: -
contexts: unqueued, parked, finished
sources: S0:220; S4:172; S4:176; S3:240; S4:166
mutants: priority-forgotten-at-finish, priority-setter-ignored-in-queue
see: -

> Setting the queue priority to one of the five levels MUST be reflected by the accessor. The levels are veryLow −8, low −4, normal 0, high 4 and veryHigh 8.

**Antecedent.** queuePriority is read after the return of a set and before the call of the next one.

**Intent.** Code that adjusts priorities relative to each other reads them first.

**Check.** The value is that of the last set that returned. Sets and reads that overlap are not judged.

**If violated, look at.** A value that is copied into the queue's structure and read back from another place.

## PRIO-3 The highest ready priority is chosen

level: CORE
kind: safety
check: checked
oracle: both
needs: priorities
outcomes: -
derived: -
contexts: limit 1, limit k, parked, held slots
sources: S0:222; S3:244; S4:151; S0:220
mutants: priority-ignored, priority-reversed, priority-ignored-in-groups
see: ND-1, ND-9, ND-10, ND-11, ND-14, ND-20, ND-24, ND-25

> When a queue chooses the next operation to start, it MUST choose one of the highest priority among those that it knows to be ready.

**Antecedent.** Two comparable operations of different priority wait in one queue, both certainly added before either could be chosen: they are parked until a resume, or behind held slots until a body is opened. Both were added under the last limit, or while the limit was 0; no cancelled operation is waited for, and none of its operations was started by hand (ND-24).

**Intent.** Urgent work overtakes what waits, not what runs.

**Check.** Limit 1: no comparable operation of lower priority records `begin` before one of higher priority does. Each begin ends before the next operation can be chosen, so the order of begins is the order of choices. Limit k: the begin of X is a violation if the bodies that have begun and not ended, X included, together with the comparable operations of higher priority that waited when the first slot became free and have not begun, are more than k. In a correct queue each of those was chosen before X and, having not ended, holds a slot beside X, and there are only k slots. Begins are never compared directly when k is above 1.

**If violated, look at.** A first-in first-out list; a comparison the wrong way round; a priority that is read when the operation is made.

## PRIO-4 Readiness comes before priority

level: CORE
kind: safety
check: checked
oracle: both
needs: priorities
outcomes: -
derived: QUEUE-1: one of higher priority is not ready
contexts: limit 1, limit k
sources: S3:244; S0:222
mutants: waits-for-top-priority
see: ND-1

> A ready operation of lower priority MUST be started before one of higher priority that is not ready.

**Antecedent.** In a running queue with a free slot an operation of lower priority is ready and not cancelled, and every operation of higher priority in the queue is blocked by a dependency that is unfinished for certain.

**Intent.** A slot must not stay idle for the sake of rank.

**Check.** The `begin` of the lower operation is awaited while the dependency is unfinished; absence counts only when stalled. The dependency is one that is never started, or is parked in another queue, so that it needs no thread.

**If violated, look at.** A scheduler that takes the top of a heap and waits for it.

## PRIO-5 Priorities end at the border of the queue

level: PERMIT
kind: query
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:221; S3:242
mutants: -
see: -

> Priorities apply within one queue only: an operation of low priority in one queue MAY run before one of high priority in another.

**Antecedent.** Operations of different queues.

**Intent.** Queues are independent of each other.

**Check.** Nothing to check. PRIO-3 compares operations of one queue only; that queues do not hold each other up is QUEUE-13.

## PRIO-6 Priority does not replace a dependency

level: CLIENT
kind: client obligation
check: unchecked(a duty of clients; an unsuitable priority cannot be told from a suitable one)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:222; S3:244; S1:120
mutants: -
see: -

> Clients MUST NOT use priority as a substitute for a dependency; where one operation has to come before another, use a dependency.

**Antecedent.** Client code that relies on an order.

**Intent.** Priority orders choices among what happens to be ready at an instant.

**Check.** Nothing is checked: what a client relies on is not in the history.

## PRIO-7 Equals start in the order of adding

level: PROFILE(reference)
kind: safety
check: checked
oracle: both
needs: priorities
outcomes: core any-order; reference added-order
derived: -
contexts: limit 1, parked, held slots
sources: S4:150; OperationQueue reference, Determine the Execution Order
mutants: last-in-first-out
see: ND-1, ND-11, C-21

> Operations of equal priority SHOULD be started roughly first in, first out.

**Antecedent.** A queue of limit 1; all waiting operations are comparable and have one and the same priority, and their adds were ordered by return before call.

**Intent.** Fairness: work does not starve behind later work of the same rank.

**Check.** In profile reference the begins come in the order of the adds. With limit 1 begins are in the order of choices, and the reference promises the order of adding while all waiting operations have the same priority and are ready. Let x begin although y, of equal priority, waits: if the add of y had returned before that of x was called, y was there whenever x was, so that x was not the first when it was chosen. What else may wait at that moment is counted from the calls of the adds to the begins, a bare block once for each add. Under the other profiles the order is counted and never judged.

**If violated, look at.** A stack; a heap that is not stable.

**Note.** The words "first in, first out" are lost in the seed and are known from its original. All known implementations keep this order (C-21).

## PRIO-8 Priority does not pre-empt

level: CORE
kind: safety
check: checked
oracle: both
needs: priorities
outcomes: -
derived: LIMIT-2: an operation of higher priority is added while the slot is held; EXEC-3: an operation of higher priority is added while the slot is held
contexts: limit 1, held slots
sources: S0:222; S3:244
mutants: urgent-operation-exceeds-limit
see: -

> An operation that has started keeps its slot when one of higher priority is added.

**Antecedent.** In a queue of limit 1 a body of lower priority is held while an operation of higher priority is added.

**Intent.** Running tasks are not interrupted, whatever comes after them.

**Check.** LIMIT-2: the added operation does not begin while the body is held and independent work in other queues ends. That the held body, once opened, reaches its end is EXEC-3's.

**If violated, look at.** A path for urgent operations that does not count slots.

## PRIO-9 Priority belongs to the operation

level: CORE
kind: query
check: checked
oracle: both
needs: priorities
outcomes: -
derived: PRIO-2: after the add
contexts: unqueued, parked, blocked, finished
sources: S0:220; S3:240
mutants: priority-lost-at-add
see: ND-3, ND-43

> The priority of an operation is an attribute of the operation itself: it does not affect readiness, and it survives the add and the finish.

**Antecedent.** The priority of an operation that is unqueued or parked is set, with reads of isReady before and after; or the priority is read after an add, or after the finish.

**Intent.** Priority and readiness are separate questions.

**Check.** The two reads of isReady agree for an operation that was never cancelled, does not override isReady, has reported nothing of itself, and either never had a dependency or has one that is unfinished for certain throughout: nothing but the set could have changed its readiness. No start by hand is under way during either read, not even one that is refused (ND-3). Reads of queuePriority after the add and after the finish give the value that a read before the add gave, else the one that was last set before it (PRIO-2); a wrong one counts here while the operation waits, later it is PRIO-2's.

**If violated, look at.** A setter that takes the operation out of the queue and puts it in again.

## PRIO-10 Priorities are seldom changed by the operation

level: ADVICE
kind: advice
check: unchecked(advice on the design of operations)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:209; S3:223
mutants: -
see: ND-10, C-12

> There is seldom need to change the priority from within an operation; once the operation was added, that falls under the advice not to modify it.

**Antecedent.** The code of an operation class.

**Intent.** Rank is a decision of whoever sees several operations.

**Check.** Nothing to check. What a late change may do is PRIO-54.

## PRIO-51 Raw values move towards normal

level: CORE
kind: query
check: checked
oracle: both
needs: rawPriorities, priorities
outcomes: -
derived: -
contexts: unqueued
sources: Operation reference, queuePriority
mutants: rounds-away-from-normal, raw-priority-cut-at-high
see: -

> A priority value that is none of the five levels MUST be adjusted towards normal, to the first level on the way: −10 becomes veryLow, 10 veryHigh, 5 high, −5 low.

**Antecedent.** The priority of an operation is set to an integer, and read afterwards.

**Intent.** Arithmetic on priorities must not give invalid ones.

**Check.** Compare with the function: 8 and more gives 8, 4 to 7 gives 4, −3 to 3 gives 0, −7 to −4 gives −4, −8 and less gives −8. All integers from −12 to 12 are tried. The value of the last set counts, where no set overlaps another or the read; nothing but a set changes a priority.

**If violated, look at.** Rounding to the nearest level; a value that is clamped only at the ends.

## PRIO-52 Ready equals run in the order of adding

level: PROFILE(reference)
kind: safety
check: checked
oracle: both
needs: priorities
outcomes: core any-order; reference added-order
derived: twin of PRIO-7
contexts: limit 1, parked, held slots
sources: OperationQueue reference, Determine the Execution Order
mutants: last-in-first-out
see: ND-1, C-21

> If all queued operations have equal priority and are ready, the queue MUST invoke them in the order in which they were added.

**Antecedent.** As PRIO-7.

**Intent.** As PRIO-7; the class reference gives the rule in its own words.

**Check.** The checker of PRIO-7.

## PRIO-53 Do not rely on the order of a queue

level: CLIENT
kind: client obligation
check: unchecked(a duty of clients; what a client relies on is not in the history)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: OperationQueue reference, Determine the Execution Order
mutants: -
see: C-21

> Clients MUST NOT rely on queue semantics for a specific order of execution; they use dependencies.

**Antecedent.** Client code that relies on an order.

**Intent.** Readiness and priority of other operations change the order at any time.

**Check.** Nothing is checked on clients.

## PRIO-54 A late change of priority does no harm

level: ACCEPT-SET
kind: safety
check: checked
oracle: both
needs: priorities
outcomes: core old-position, new-position
derived: -
contexts: parked, blocked, limit 1, limit k
sources: Operation reference, queuePriority
mutants: rebucketing-loses-operation
see: ND-10, ND-11, C-12

> A priority that is changed while the operation waits takes effect or not; the operation MUST run exactly once.

**Antecedent.** The priority of a parked or blocked operation is set after its add has returned, and later its queue runs, it becomes ready, and it is not cancelled.

**Intent.** Re-sorting a queue is where entries get lost.

**Check.** The set leaves no freedom to lose the operation. Its finish is awaited as in QUEUE-1, and its task has one `begin`. Its place in the order is counted and not judged (ND-10).

**If violated, look at.** One list for each priority, and an operation that is looked for in the list of its present priority.

"""#,
#"""
# THREAD: Threads and thread priority

A queue supplies the threads on which its operations run. A client that adds an operation therefore never waits for the task, and never lends its own thread for it. Which thread it is, whether it is a new one and what becomes of it afterwards is the affair of the queue.

The second part of the chapter is about the thread priority of an operation, a number that the default `start` applies to the current thread while `main` runs. The property is deprecated, in favour of the quality of service (QOS-3). Programs count it in hundredths, and ask whether the thread on which they run has the priority of a given operation.

## THREAD-1 Queues run tasks on threads of their own

level: CORE
kind: safety
check: checked
oracle: monitor
needs: threadIdentity
outcomes: -
derived: -
contexts: from client, from body, from completion, task, one block, several blocks, added block, conditional
sources: S0:49; S3:22; S4:55; Concurrency Programming Guide, Concurrent Versus Non-concurrent Operations
mutants: add-runs-task-inline, waiter-runs-task
see: ND-2, C-13, C-28

> A queue that is not the main queue and was given no dispatch queue by the client MUST run its non-concurrent operations on threads that it provides, never on the thread that adds them or waits for them.

**Antecedent.** The task of an operation begins that was added, was never started by hand, and is of a class that does not override `start`. Classes that report to be asynchronous belong to START-58. A barrier block is no operation and is left out.

**Intent.** A client thread may hold locks, own thread-local data, or be the main thread.

**Check.** The thread recorded with `begin` is not that of a client lane: these are threads of the harness, which live longer than every program and which no queue provides. Nor is it the main thread, which belongs to the main queue, nor that of client code which has not returned and is inside a call that adds the operation or waits for it; on top of other client code nothing is judged. Operations of the main queue are MAIN-1's, and a queue that was given an underlying queue by the client runs tasks where that one does.

**If violated, look at.** An add that runs the task at once because the queue is idle; a wait that helps out by executing what it waits for.

**Note.** One document speaks of a new thread for every operation. Pools use threads again, and an operation added from inside a task may later run on the thread of that task (C-28).

## THREAD-2 Adding does not wait for the task

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: -
outcomes: -
derived: -
contexts: from client, from body, from completion, one operation, group, added block
sources: S0:49; S0:129; S3:15; S3:22; S4:37; Concurrency Programming Guide, Adding Operations to an Operation Queue
mutants: add-awaits-task
see: C-13, C-28

> Adding operations to a queue MUST return without waiting for the task of any of them, unless the call was asked to wait.

**Antecedent.** An operation that does not override `start`, and does not report to be asynchronous, is added once, alone, as a bare block or in a group that does not wait, and its task has begun.

**Intent.** This is what makes a queue asynchronous: the caller goes on at once.

**Check.** The rule holds where ticket(add.return) < ticket(task.end): `end` is recorded before the task is left, so the add did not wait for it. An add that has not returned counts only when stalled, while the task of an operation that it added has begun and not ended; then the add waits for the task, or is itself what runs it. The missing return of a group add is QUEUE-5's. Left out are histories in which a completion block, an overridden `start` or isReady, or the task of an operation whose isAsynchronous is true (C-13) is held, since the call may be made to wait by these, and those with a cycle (C-16). An add that returned after the end of a short task decides nothing, and a task that is known to run on the thread of the add is THREAD-1's.

**If violated, look at.** A task that is executed inside the add; a group add that always waits.

## THREAD-3 Threads of a queue carry no data of operations

level: CLIENT
kind: client obligation
check: unchecked(a duty of clients; what a client relies on is not in the history)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:247; S3:263; Concurrency Programming Guide, Avoiding Per-Thread Storage
mutants: -
see: ND-2

> Operations MUST NOT store data in threads that a queue provides, nor rely on data that is stored there.

**Antecedent.** Client code that runs on a thread of a queue.

**Intent.** The next operation may run on another thread, or on the same one after a foreign task.

**Check.** Nothing is checked on clients. For implementations it is a freedom: the thread may differ between any two operations, and between a task and its completion block.

## THREAD-4 Threads of a queue come and go

level: PERMIT
kind: query
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:247; S3:263; Concurrency Programming Guide, Avoiding Per-Thread Storage
mutants: -
see: ND-1, ND-2, ND-30

> A queue MAY create and end threads as it sees fit; no thread is promised to live on or to be used again.

**Antecedent.** Every queue.

**Intent.** The number of threads follows the load of the whole system.

**Check.** Nothing to check, and no rule compares threads of different operations.

## THREAD-5 The range of thread priorities

level: CORE
kind: query
check: checked
oracle: monitor
needs: threadPriority
outcomes: -
derived: -
contexts: -
sources: S0:224; S3:247; Concurrency Programming Guide, Changing the Underlying Thread Priority; Operation reference, threadPriority
mutants: thread-priority-zero
see: -

> The thread priority of an operation is a number from 0.0, the lowest, to 1.0, the highest; it MUST be 0.5 by default, and MUST read as it was set.

**Antecedent.** The property is read on a new operation, or set to a number of the range and read.

**Intent.** The value means the same for every operation.

**Check.** A read that no call sets the property before gives 0.5, and one after a certain last set gives that number, to the hundredth. Numbers outside the range are promised nothing and do not occur in programs.

**If violated, look at.** A default of 0; a setter without effect.

**Note.** The property is deprecated, and swift-corelibs-foundation never had it.

## THREAD-6 The thread priority is set in time

level: CLIENT
kind: client obligation
check: unchecked(a duty of clients; a late value may be used or not)
oracle: -
needs: threadPriority
outcomes: -
derived: -
contexts: -
sources: S0:225; S3:249; Concurrency Programming Guide, Changing the Underlying Thread Priority
mutants: -
see: -

> The thread priority MUST be set before the operation is added to a queue or started.

**Antecedent.** Client code that sets the property.

**Intent.** It is read once, when the default `start` begins.

**Check.** Nothing is checked: a client that sets it later gets the old value or the new one.

## THREAD-7 The thread priority holds while main runs

level: CORE
kind: safety
check: checked
oracle: monitor
needs: threadPriority, manualStart
outcomes: -
derived: -
contexts: inside, after
sources: S0:225; S3:249; Concurrency Programming Guide, Changing the Underlying Thread Priority
mutants: thread-priority-stored-only, thread-priority-stays
see: -

> The default `start` MUST give the current thread the priority of the operation while `main` runs, and MUST restore the former priority of the thread afterwards.

**Antecedent.** An operation with a thread priority of its own is started by hand.

**Intent.** A priority that leaks would slow down whatever the thread does next.

**Check.** The thread that calls `start` asks before it, inside the task and after the return whether it has the priority of the operation. Inside, the answer must be true, unless the task itself has started something before; after the return it must be the same as before the call. The property must have been set before anything could start the operation, and never again; between the two answers no thread priority of any operation may be set, since that may reach the thread of a task that runs (THREAD-6). A subject that offers the capability must be able to read back a priority that was given to a thread; where the system does not let it, the rule does not apply.

**If violated, look at.** A missing restore; a value that is stored and never applied.

## THREAD-8 Other code runs at the default thread priority

level: CORE
kind: safety
check: checked
oracle: monitor
needs: threadPriority, completionBlocks
outcomes: -
derived: -
contexts: queued, manual
sources: S0:225; S3:249; Concurrency Programming Guide, Changing the Underlying Thread Priority
mutants: completion-at-thread-priority
see: ND-2

> All code but the operation's `main`, the completion block included, MUST run at the default thread priority.

**Antecedent.** An operation with a thread priority that is neither the default nor that of the starting thread has a completion block.

**Intent.** The priority belongs to the work and not to telling others of it.

**Check.** The completion block asks whether its thread has the priority of the operation, which was set to another value than the default under the conditions of THREAD-7; the answer must be false. Operations that were started by hand inside other client code are left out: its own priority may be the same. So are operations that share their thread priority with another one, and those that report their own finish: the block may be called wherever the finish comes about (ND-2).

**If violated, look at.** A completion block that is called before the former priority is restored.

## THREAD-9 A concurrent operation sets its priority itself

level: CLIENT
kind: client obligation
check: unchecked(a duty of operation classes; histories hold no priority of threads)
oracle: -
needs: threadPriority, customAsync
outcomes: -
derived: -
contexts: -
sources: S0:226; S3:249; Concurrency Programming Guide, Changing the Underlying Thread Priority
mutants: -
see: -

> An operation class that overrides `start` MUST apply the thread priority itself if it wants one.

**Antecedent.** An operation class that overrides `start`.

**Intent.** The inherited method, which would do it, is not called.

**Check.** Nothing is checked. A queue that applies the priority to an overridden `start` all the same breaks no rule.

## THREAD-10 Operations in place of threads

level: ADVICE
kind: advice
check: unchecked(advice about the design of programs)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:2; S4:52; Concurrency Programming Guide, The Move Away from Threads
mutants: -
see: -

> Programs SHOULD use operations and queues instead of threads of their own, whose life cycle, synchronisation and locks they would have to manage.

**Antecedent.** The design of a program.

**Intent.** Threads made by hand scale badly and are hard to get right.

**Check.** Nothing to check.

"""#,
#"""
# QOS: Quality of service

The quality of service is a word for how urgent work is: *user interactive*, *user initiated*, *utility*, *background*, or *default* where nothing is known. Operations have one and queues have one. It tells the system how to share processors, network and disks; it does not tell a queue in which order to start operations, which is the business of the queue priority.

Programs have no command for it, and no bundled subject offers the capability `qos`. The rules that could be checked say what it would take.

## QOS-1 The quality of service reads as it was set

level: CORE
kind: query
check: checked
oracle: monitor
needs: qos
outcomes: -
derived: -
contexts: -
sources: S4:193; S4:194; S4:195; S4:196; S4:197; S4:218; Operation reference, qualityOfService
mutants: quality-setter-ignored
see: -

> There are the levels userInteractive (0x21), userInitiated (0x19), utility (0x11), background (0x09) and default (-1); the property of an operation or a queue MUST read as it was set.

**Antecedent.** The property of an operation, or of a queue that is not the main queue, is set and read.

**Intent.** Code further down the line asks the operation how urgent it is.

**Check.** A read gives the level that was set, where one set certainly came last. Operations are judged until something may start them; what an add makes of their level is QOS-51. A level other than default that is set after the add has returned reads so while nothing can have started the operation. Queues that were given an underlying queue are not judged: its level overrides theirs (QUEUE-58). Levels are compared by name, because the numbers are those of one platform and differ on others.

**If violated, look at.** A setter without effect.

**Note.** One sample spells the constant for background in a way that never existed.

## QOS-2 What the levels mean

level: ADVICE
kind: advice
check: unchecked(resources are shared by the system, and no verdict may come from elapsed time)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S4:181; S4:184; S4:199; S4:200; S4:202; S4:206; S4:209; S4:210; S4:211; Energy Efficiency Guide for iOS Apps, Prioritize Work with Quality of Service Classes
mutants: -
see: -

> A higher level gets more processor time, network and disk. userInteractive is for work on which the interface waits, userInitiated for what a user has asked for and needs at once, utility for what may take a while, background for what no user sees. With default the level is inferred; where that fails it lies between userInitiated and utility.

**Antecedent.** The choice of a level.

**Intent.** Urgent work is not held up by what nobody waits for.

**Check.** Nothing to check: a system without contention gives every level all it wants, and systems without such levels exist.

## QOS-3 The quality of service replaces the thread priority

level: ADVICE
kind: advice
check: unchecked(a remark about the history of the interface)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S4:178; S4:180; Operation reference, threadPriority
mutants: -
see: -

> Programs SHOULD set the quality of service and not the thread priority, which is deprecated.

**Antecedent.** Client code that wants to say how urgent an operation is.

**Intent.** A priority of one thread says nothing about disks, networks and other threads.

**Check.** Nothing to check. The rules on thread priority have a capability of their own for this reason.

## QOS-4 The quality of service does not change the order

level: CORE
kind: safety
check: checked
oracle: monitor
needs: qos, priorities
outcomes: -
derived: PRIO-3: operations or the queue have a quality of service
contexts: -
sources: S4:213; S4:251; Operation reference, queuePriority
mutants: quality-before-priority
see: ND-11, C-27

> Queue priority and quality of service are independent: setting the latter MUST NOT make a queue prefer a ready operation over another one with a higher priority, where both priorities were set.

**Antecedent.** The antecedent of PRIO-3, with a quality of service on operations or on the queue, and all compared priorities set explicitly, *normal* included.

**Intent.** The order inside a queue and the share of the machine are two decisions.

**Check.** The checker of PRIO-3 where one of the compared operations, or their queue, was given a quality of service. It compares operations only whose priority was set explicitly: where it never was, an implementation may derive it from the quality of service (ND-11).

**If violated, look at.** A queue that sorts by quality of service first.

**Note.** swift-corelibs-foundation derives a priority in this way, and settles it when the operation is added (C-27).

## QOS-51 Default levels

level: ACCEPT-SET
kind: query
check: checked
oracle: monitor
needs: qos
outcomes: core default, background
derived: QOS-1: the queue has another level
contexts: -
sources: Operation reference, qualityOfService; OperationQueue reference, qualityOfService
mutants: add-overwrites-quality
see: ND-11, ND-32

> The level of a new operation MUST be default and that of a new queue default or background. The level of a queue applies to operations that have none of their own and MUST NOT replace one that was set. The level of the main queue cannot be changed.

**Antecedent.** The property is read on a new object, or on an operation that was added to a queue with another level; or the level of the main queue is set.

**Intent.** A client that says nothing gets the same everywhere; one that says something is heard.

**Check.** A read of an operation that nothing can have started, without any set called before it returned, gives default; such a read of a queue gives one of the two outcomes. A level other than default that was set before the add reads the same after it: one that was set to default may count as having none of its own. The level of the main queue is MAIN-55's; a queue that was given an underlying queue has that of the latter (QUEUE-58).

**If violated, look at.** An add that overwrites the level of the operation with that of the queue.

**Note.** The reference documents background for queues, while implementations start with default.

"""#,
#"""
# CANCEL: Cancellation

Cancelling is a request. It marks the operation and nothing else: a task that runs is not interrupted, it has to look at the mark and return; an operation that has not been started is still started or finished by its queue, only without its task. What the rules of this chapter make certain is where the mark goes, that the task of an operation marked in time never runs, and that every marked operation still ends in the one final state, so that its dependents, its waiters and its queue go on.

Most disagreement about cancellation is about *when* a cancelled operation counts as finished. The answer of this chapter is that dependents, waiters and the queue follow the finish, never the cancel itself (C-4), and that an implementation may finish a cancelled operation early, without a slot and out of turn (ND-25).

A statement that cancel came in time needs certainty. The words *unstarted for certain* and *unfinished for certain*, *parked*, *blocked*, *held* and *finished for certain* are used as explained in [Histories](../Histories.md); the cancel in question does not count as an earlier one.

## CANCEL-1 Cancel marks an unfinished operation

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: unqueued, parked, blocked, executing
sources: S0:316; S1:27; S3:363
mutants: cancel-ignored-before-execution, mark-hidden-until-add
see: ND-39

> cancel MUST make isCancelled true, at the latest when the call returns, if the operation has not finished.

**Antecedent.** cancel is called on an operation that is unfinished for certain when the call returns.

**Intent.** A task can only cooperate with a mark that it can see, and a client that has cancelled must be able to rely on it from the next statement on.

**Check.** A read of isCancelled counts if ticket(cancel.return) < ticket(read.call); it must give true, because the mark is never taken back. The operation is unfinished for certain at cancel.return when it is unstarted for certain, or when its body has begun and ticket(cancel.return) < ticket(body end). Where the finish may overlap the call, either value is legal (ND-39) and the read is not judged. A false that follows a read of true is STATE-9's finding.

**If violated, look at.** A cancel that only reaches executing operations; a mark stored after the call has already returned.

## CANCEL-2 Cancel never interrupts a running task

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: STATE-4: after a cancel; STATE-6: after a cancel
contexts: one block, several blocks, task
sources: S0:109; S3:99; S4:47; S4:117; S4:49
mutants: cancel-finishes-executing-operation
see: ND-40

> cancel MUST NOT interrupt a running task: until the task returns, isExecuting stays true and isFinished stays false.

**Antecedent.** cancel is called while the harness holds the body of an operation that runs by the default start.

**Intent.** A task that is torn away half-way leaves broken data behind. Cancellation is voluntary, so the operation must go on to occupy its slot and to hold its dependents until the task itself returns.

**Check.** Between the begin and the end of the body the operation is executing for certain; the harness holds the body so that the span is wide enough. A read that is called and returns in this span must give isExecuting true and isFinished false. A wait on the operation that was called after the begin must not return before the end of the body. The end itself must follow (liveness) once the harness has opened the body. The span between the end of the body and the finish is not judged (ND-40).

**If violated, look at.** cancel that moves an executing operation to finished at once, so that the slot is freed and dependents begin beside the running task.

**Note.** Two translations of the guide say "pause" and "recognising is necessary" where the original says "halt" and "voluntary by necessity"; no rule follows from them.

## CANCEL-3 An operation cancelled before its start never runs its task

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: unqueued, parked, blocked, held slots, one block, several blocks, task
sources: S0:316; S3:363; S4:47; S1:144
mutants: start-ignores-cancel, cancel-checked-only-at-add, cancelled-dependent-runs
see: ND-12, ND-21, ND-24, ND-25, C-1

> An operation that was cancelled before it was started MUST never run its task.

**Antecedent.** cancel returned while the operation was unstarted for certain.

**Intent.** Work that is known to be useless must not be done, and work that has become wrong (the window is closed, the file is gone) must not be begun.

**Check.** The operation is unstarted for certain at cancel.return if ticket(cancel.return) < ticket(call) of the first add or start of it, or if it is parked, blocked by a dependency that is unfinished for certain, or behind held slots. Then no body begin of it may ever appear. A body that begins soon after a cancel that races with the start is legal: the start may have looked at the mark before (ND-12). If the operation already reads finished in no queue (ND-21), a later add may raise (ND-24), which is not judged here.

**If violated, look at.** A default start that does not test isCancelled; a queue that filters cancelled operations when they are added and never again.

## CANCEL-4 Cancel may be called at any time

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: unqueued, parked, executing, finished, from body, from completion
sources: S0:109; S3:99; S4:120; S4:116; S4:86
mutants: cancel-from-body-deadlocks
see: ND-38, C-16

> cancel MAY be called at any time, from any thread and also from within the task, once or repeatedly: it MUST return without raising.

**Antecedent.** Any cancel command.

**Intent.** Clients cancel on outside events, which do not wait for a convenient moment; the caller cannot know in which state the operation is.

**Check.** Every call of cancel must have a return event whose outcome is not an error. A missing return counts only when a quiescence event of the program has become stalled, with the calling lane inside the call, and only tasks are held: a completion block, an observer, an overridden start or isReady may be called under a lock that cancel needs, and a cycle of dependencies may freeze the program (C-16), but a task may run for as long as it likes. A crash counts only if the crashing thread is inside the call.

**If violated, look at.** A lock held while the task or an observer runs; an assertion about the state of the operation in cancel.

## CANCEL-5 A cancelled operation finishes

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: parked, blocked, executing, manual, one block, several blocks, task
sources: S1:180; S3:363; S4:162; S0:164
mutants: cancelled-operation-dropped-unfinished, cancelled-member-of-group-dropped
see: ND-21, ND-25, ND-35, ND-36, C-4

> A cancelled operation MUST reach isFinished true.

**Antecedent.** An operation is cancelled and was started by hand, or is in a queue that runs and has a free slot. An overridden isReady is true; a task that was already running returns; outside profile reference its dependencies finish, or are themselves cancelled and in such a queue.

**Intent.** Cancelled operations must not leave anybody waiting. Everything that was arranged to happen after the operation still depends on its finish.

**Check.** The finish is awaited; its absence counts only when a quiescence event has become stalled while the conditions of the antecedent hold, all of them established by earlier events. An operation that is in no queue and was not started owes nothing: it may read finished at once or only after a start (ND-21). Nothing is missed while client code occupies all measured threads: the finish may need one. An operation whose queue may wait for its dependencies (ND-36) or for its overridden isReady (ND-35) owes nothing before these are settled.

**If violated, look at.** A queue that drops cancelled operations; a default start that returns early for a cancelled operation without marking it finished.

## CANCEL-6 A cancelled operation that has finished is not executing

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: STATE-5: cancelled; STATE-7: cancelled; DONE-9: cancelled
contexts: cancelled before start, cancelled while executing
sources: S4:162
mutants: executing-stuck-after-cancelled-start, executing-stays-when-cancelled
see: ND-4, ND-40

> Once a cancelled operation has finished, its isExecuting MUST be false.

**Antecedent.** cancel of an operation that runs by the default start was called before anything showed its finish, and isExecuting is read after something has shown it.

**Intent.** The final state of a cancelled operation is the same as of any other; code that looks at the flags needs no second case.

**Check.** The checkers are those of STATE-5, STATE-7 and DONE-9, on cancelled operations. A read of isExecuting counts if its call comes after the return of a wait on the operation, or of a read that gave isFinished true, or while its completion block runs. It must give false, because finished is final and excludes executing (STATE-7). A pulse of isExecuting before the finish is legal (ND-4). Whether the cancel came in time does not matter: isExecuting is false after every finish.

**If violated, look at.** A cancelled path of start that sets executing and finishes without clearing it.

## CANCEL-7 Dependents of a cancelled operation run normally

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: DEP-12: the dependent is not cancelled
contexts: cancelled before start, cancelled while executing, same queue, other queue
sources: S0:316; S1:182; S3:363; S1:183
mutants: cancelled-before-start-releases-nobody
see: ND-5, C-4

> Dependents of a cancelled operation MUST be released when it finishes, and MUST then run as usual: they are not cancelled with it.

**Antecedent.** A dependent that is not cancelled itself, whose other dependencies have finished, of an operation that was cancelled and has finished; the dependent is in a running queue with a free slot.

**Intent.** Cancelling one step must not silently cancel the rest of the plan. Whether later steps still make sense is for the client to decide.

**Check.** The checker is that of DEP-12: the begin of the dependent is awaited and its absence counts only when stalled. That nothing else than its own cancel sets its mark is STATE-9's, and that it runs once EXEC-1's. The delay between the finish and the release is free (ND-5).

**If violated, look at.** A cancel that walks along the dependency edges; a finish path for cancelled operations that forgets to release dependents.

## CANCEL-8 cancelAllOperations cancels every listed operation

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: CANCEL-1: by cancelAllOperations; CANCEL-3: by cancelAllOperations
contexts: parked, executing, blocked, limit 1, limit none
sources: S0:315; S1:58; S3:361; S4:41; S4:32; S1:174
mutants: cancel-all-skips-executing, cancel-all-skips-every-other, cancel-all-skips-blocked
see: ND-32, C-24

> cancelAllOperations MUST have the effect of cancel on every operation that is in the queue at the time of the call, whether it waits or executes.

**Antecedent.** cancelAllOperations returns on a queue other than the main queue while it holds operations that are unfinished for certain.

**Intent.** It is the usual way to abandon a whole piece of work. One operation left out keeps the work alive.

**Check.** An operation counts if ticket(add.return) < ticket(cancelAll.call) and it is unfinished for certain at cancelAll.return; then it was listed at every instant of the call. Every later read of its isCancelled must give true (as in CANCEL-1), and if it was also unstarted for certain its body must never begin (as in CANCEL-3). Operations added while the call ran, and the main queue (ND-32), are not judged.

**If violated, look at.** A loop over the live list that removes from it while it runs; a call that only visits operations that have not been started.

## CANCEL-9 cancelAllOperations neither stops nor awaits running tasks

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: limit 1, limit none
sources: S4:47
mutants: cancel-all-joins-workers
see: -

> cancelAllOperations MUST NOT stop or wait for tasks that are executing.

**Antecedent.** cancelAllOperations is called while the harness holds a body of the queue.

**Intent.** It is called from event handlers that must not block, and a task that is cancelled still has to clean up after itself.

**Check.** The return of the call is awaited while the body is held; a missing return counts only when stalled. The call waits for nothing but client code that it may itself call, so its return is owed while only bodies are held; where an overridden start or isReady, an observer or a completion block is held, nothing is said. That the task comes to its end is for EXEC-3.

**If violated, look at.** A cancelAllOperations that joins its workers or waits until the queue is empty.

## CANCEL-10 cancelAllOperations does not reach later additions

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: QUEUE-1: added after cancelAllOperations
contexts: idle queue, busy queue
sources: S0:315
mutants: cancel-all-sticks-to-queue
see: -

> cancelAllOperations MUST NOT affect operations that are added after it has returned.

**Antecedent.** ticket(cancelAll.return) < ticket(add.call), and the operation is never cancelled otherwise.

**Intent.** A queue is kept and used again after its work was abandoned.

**Check.** No command cancels the added operation: every cancelAllOperations of the queue returned before its add was called, so it was listed at no instant of any of them. Every read of its isCancelled must give false; its body must begin once (liveness as in QUEUE-1). Where one of several that were added later has begun, the others are kept by something else, and other rules say so.

**If violated, look at.** A cancelled flag kept in the queue and consulted for every operation.

## CANCEL-11 A cancelled operation leaves the queue

level: CORE
kind: liveness
check: checked
oracle: both
needs: listing
outcomes: -
derived: QUEUE-8: the operation was cancelled
contexts: cancelled before start, asynchronous
sources: S0:315; S1:169; S3:361; S1:171
mutants: cancelled-operation-stays-listed
see: ND-13, ND-25, C-6

> A cancelled operation MUST leave its queue once it has finished, so that it no longer counts and no longer holds a slot.

**Antecedent.** Operations of a running queue are cancelled, none of their dependencies is unfinished, and all held bodies are opened.

**Intent.** Cancel is the only deliberate way to get an operation out of a queue; one that stays would keep the queue busy for ever.

**Check.** operations without the cancelled one, or operationCount 0 where all were cancelled, is awaited after the finish; its absence counts only when stalled. Nothing is asserted about the moment of the removal: a finished operation may be listed for a while (ND-13), and cancel itself removes nothing (C-6).

**If violated, look at.** A removal that is tied to the end of a task, which a cancelled operation does not have.

## CANCEL-12 Tasks poll isCancelled and return promptly

level: CLIENT
kind: client obligation
check: unchecked(the work of classes that are judged reports neither steps nor resources)
oracle: -
needs: -
outcomes: -
derived: -
contexts: cancelled while executing
sources: S0:110; S3:101; S4:118; S4:48
mutants: -
see: -

> The code of a task MUST look at isCancelled from time to time and return promptly once it is true.

**Antecedent.** The subject is a class of operations that reports its steps of work to the harness, and an operation of it is cancelled while a step is held.

**Intent.** Cancellation works only as well as the tasks that cooperate with it.

**Check.** The harness holds the task in a reported step, cancels, sees the return of cancel and then opens the step. The class also reports each look at isCancelled. After the first look whose ticket is greater than ticket(cancel.return) no further step may be entered; a task that ends without another look after its last step is in order. A class that reports no steps leaves the rule vacuous. The rule judges the class under test, never the queue.

**If violated, look at.** A main without polls, or with one poll before a long loop.

## CANCEL-13 A polling task sees the mark

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: one block, task
sources: S0:110; S3:101
mutants: mark-cached-at-start, mark-hidden-from-later-blocks
see: -

> A task that polls isCancelled MUST eventually see true after cancel was called on another thread.

**Antecedent.** A body reads isCancelled again and again and returns only when it is true; a client lane calls cancel after the begin of the body.

**Intent.** The poll is the only contact between a client that cancels and a task that runs; a value read once and kept would break it.

**Check.** Every read whose call comes after cancel.return must give true, as in CANCEL-1, because the operation cannot be finished while its body runs. One false read of this kind is proof. The end of the body is awaited by the program.

**If violated, look at.** isCancelled cached when the operation is started; a plain load that the optimiser moves out of the loop.

## CANCEL-14 isCancelled is cheap

level: ADVICE
kind: advice
check: unchecked(a statement about speed; no verdict may come from elapsed time)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:110; S3:101
mutants: -
see: -

> isCancelled is light and MAY be called often without a noticeable loss of speed.

**Antecedent.** Any task that polls.

**Intent.** Authors should not hesitate to poll in inner loops.

**Check.** Nothing is checked: a duration is not evidence. A benchmark may print the cost of a call for information.

**If violated, look at.** An accessor that takes the lock of the whole queue.

## CANCEL-15 Cancellation works for every kind of operation

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: CANCEL-1: each kind; CANCEL-3: each kind; CANCEL-5: each kind; CANCEL-8: by kind of operation
contexts: one block, several blocks, task, asynchronous
sources: S0:110; S3:101
mutants: block-operation-ignores-cancel
see: ND-21, ND-24

> Cancellation MUST be supported by every kind of operation, whether its class is one of the built-in ones or a subclass.

**Antecedent.** cancel is called on an operation whose kind is not the plainest one.

**Intent.** Code that handles operations in general must not have to know which class they are of.

**Check.** The checkers are those of CANCEL-1, CANCEL-3 and CANCEL-5, and the verdict is counted per kind. An operation that was cancelled in no queue and already reads finished may be refused by a later add (ND-21, ND-24). For a class that overrides start the task is the affair of the class; only the mark and the call of start are judged (CANCEL-54).

**If violated, look at.** A block operation whose main does not look at the mark because only the base class does.

## CANCEL-16 Where tasks should look

level: CLIENT
kind: client obligation
check: unchecked(the work of classes that are judged reports neither steps nor resources)
oracle: -
needs: -
outcomes: -
derived: CANCEL-12: cancelled before the first step
contexts: cancelled before start, cancelled while executing
sources: S0:111; S0:112; S3:103; S4:121; S0:113; S3:102; S3:104; S4:119
mutants: -
see: -

> A task SHOULD look at isCancelled before it does any work, at least once in each turn of a loop, after each long step, and wherever stopping is easy.

**Antecedent.** The subject is a class of operations that reports its steps of work, and an operation of it is cancelled before its first step.

**Intent.** A poll in the wrong place makes the reaction to cancel as slow as the longest step.

**Check.** The checker is that of CANCEL-12. Only one of the places can be judged without reading the code: an operation of the class whose cancel returned before start was called must enter no step. The other places are advice.

**If violated, look at.** A main that opens files or connections first and looks at the mark afterwards.

## CANCEL-17 A cancelled task cleans up

level: CLIENT
kind: client obligation
check: unchecked(the work of classes that are judged reports neither steps nor resources)
oracle: -
needs: -
outcomes: -
derived: -
contexts: cancelled while executing, cancelled before start
sources: S0:127; S3:120; S4:117; S4:162
mutants: -
see: -

> A cancelled task MUST release what it has acquired and clean up before it finishes.

**Antecedent.** The subject is a class of operations that takes resources from the harness, and an operation of it is cancelled.

**Intent.** Whoever learns that the operation has finished may take the resources for free: delete the file, close the connection.

**Check.** The harness hands out tokens and records when each is taken and given back. For every token of the operation the call that gives it back must have a smaller ticket than the first return that shows the operation finished. A class that takes no tokens leaves the rule vacuous. The rule judges the class under test.

**If violated, look at.** An early return in the middle of main that skips the clean-up at its end.

## CANCEL-18 Cancel notifies observers

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo
outcomes: -
derived: twin of KVO-1
contexts: cancelled before start, cancelled while executing
sources: S4:162; S0:209; S3:223
mutants: cancel-unannounced
see: ND-38

> cancel MUST be announced by a change notification for isCancelled.

**Antecedent.** cancel is called on an observed operation that is unfinished for certain and was not cancelled before.

**Intent.** Observers, and operations that watch others, learn of a cancel in no other way.

**Check.** The checker is that of KVO-1: at least one notification of the key path comes, and no observed value is false. The number of notifications is judged only where cancel was called once.

**If violated, look at.** A cancel that stores the mark without the two calls around the change.

## CANCEL-19 Cancel concerns one operation only

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: same queue, other queue
sources: S0:315; S3:361
mutants: cancel-hits-priority-bucket, cancelled-mark-shared-by-priority
see: ND-21

> Cancelling one operation MUST NOT change the cancellation or the execution of any other operation.

**Antecedent.** Some operations of a program are cancelled one by one, and others are neither cancelled nor dependents, direct or indirect, of a cancelled one. The program calls no cancelAllOperations and drops no queue.

**Intent.** Clients cancel the download that nobody looks at any more, not its neighbours.

**Check.** An operation that no command of the program can have cancelled must read isCancelled false in every read, and that its body begins is QUEUE-1's. An event that shows that it has finished, with a smaller ticket than the begin of its task, is a violation too: without a cancel only the end of the task leads to the finish. All follow from commands that were never given.

**If violated, look at.** A mark kept per priority or per queue; handles mixed up in a table.

## CANCEL-20 When to cancel

level: ADVICE
kind: advice
check: unchecked(advice about the design of programs)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:316; S0:317; S3:363; S4:161
mutants: -
see: -

> Cancel an operation only when it is surely no longer needed; more often everything is cancelled on a significant event, such as quitting or a request of the user, or because a dependency has failed.

**Antecedent.** The design of an application.

**Intent.** A cancelled operation cannot be revived.

**Check.** Nothing can be checked: the rule is about intentions, not about behaviour.

## CANCEL-21 Spelling of the names

level: STATIC
kind: query
check: unchecked(names are settled by the compiler and by the adapter)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S4:164; S4:165; S4:163
mutants: -
see: -

> The verb is cancel with one l; the property is isCancelled, or cancelled, with two.

**Antecedent.** The names of the interface under test.

**Intent.** Readers of the documentation stumble over it.

**Check.** Nothing is checked at run time: an adapter that names a wrong member does not compile.

## CANCEL-22 A cancelled operation reaches its final state quickly

level: CLIENT
kind: client obligation
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: -
outcomes: -
derived: -
contexts: cancelled before start, cancelled while executing
sources: S4:162
mutants: -
see: -

> After cancel an operation SHOULD arrive in its final state, which is cancelled, finished and not executing, as quickly as possible.

**Antecedent.** The subject is a class of operations; an operation of it is cancelled, is started, and its task cooperates.

**Intent.** A screen that was closed should not wait for the network.

**Check.** The finish is awaited after the return of cancel, and its absence counts only when stalled. How long it took is printed for information and decides nothing. The rule judges the class under test.

**If violated, look at.** A custom start that returns at once for a cancelled operation without reporting finished.

## CANCEL-51 A cancelled operation does not wait for its dependencies

level: PROFILE(reference)
kind: liveness
check: checked
oracle: both
needs: -
outcomes: core finished-at-once, finished-after-dependencies; reference finished-at-once
derived: -
contexts: same queue, other queue
sources: Operation reference, cancel(); Operation reference, Operation Dependencies
mutants: cancelled-operation-awaits-dependencies
see: ND-5, ND-36, C-5

> A cancelled operation in a running queue MUST ignore its unfinished dependencies: it becomes ready, is started without its task and finishes without waiting for them.

**Antecedent.** Profile reference; an operation in a running queue with a free slot is cancelled while a dependency of it is unfinished for certain.

**Intent.** The dependency may take long or never finish; a cancelled operation and everything behind it should not hang on it.

**Check.** The finish of the cancelled operation is awaited while the dependency is still held; its absence counts only when stalled. Its body must never begin (CANCEL-3). Outside profile reference waiting is legal too (ND-36) and is only counted.

**If violated, look at.** A readiness test that looks at the dependencies before it looks at the mark.

## CANCEL-52 Cancel of an operation that is in no queue

level: ACCEPT-SET
kind: query
check: checked
oracle: both
needs: manualStart
outcomes: core unfinished, finished
derived: START-7: cancelled in no queue, with nothing to wait for; START-8: cancelled in no queue, with nothing to wait for; START-9: cancelled in no queue, with nothing to wait for; DONE-2: cancelled in no queue, with nothing to wait for; DONE-4: cancelled in no queue, with nothing to wait for
contexts: -
sources: Operation reference, cancel(); swift-corelibs-foundation, TestOperationQueue test_CancelOutOfQueue
mutants: -
see: ND-21, ND-22, C-4

> After cancel of an unstarted operation that is in no queue, isFinished MUST be true at once or remain false until the operation is started; a later start returns, the operation is then finished, its task never runs and its completion block runs exactly once.

**Antecedent.** cancel returns on an operation that was never added and never started and that has no dependencies and no isReady of its own; afterwards start is called.

**Intent.** The class reference and its implementations disagree about the first part; the end result is what clients need and is the same in both.

**Check.** Both values of isFinished are accepted between cancel.return and start.call. An error of start is legal if a read between the two gave true (a start on a finished operation, ND-22), a violation if a read between them gave false, and not judged without a read. After start.return isFinished must read true. No body may begin, as cancel.return < start.call. The completion block must begin once (liveness) and not twice (safety).

**If violated, look at.** A completion block called at the cancel and again at the start.

## CANCEL-53 cancelAllOperations removes nothing that is unfinished

level: CORE
kind: safety
check: checked
oracle: both
needs: listing
outcomes: -
derived: QUEUE-7: after cancelAllOperations; QUEUE-10: after cancelAllOperations
contexts: parked, executing, blocked
sources: OperationQueue reference, cancelAllOperations()
mutants: cancel-all-clears-list
see: ND-25, ND-32

> cancelAllOperations MUST NOT remove operations from the queue that have not finished.

**Antecedent.** cancelAllOperations returned on a queue other than the main queue, and an operation that was listed before is missing from a later read of operations.

**Intent.** An operation out of its queue is never started and never finishes, so its dependents hang.

**Check.** An operation counts if it was certainly listed at cancelAll.call. If a read of operations called after cancelAll.return does not contain it, it must be finished: a read of its isFinished called after that read returned must give true, since finished is final. Early finishing without a task is legal (ND-25). That a parked operation must be in the read in profile reference is SUSP-53's.

**If violated, look at.** A cancelAllOperations that empties the list instead of marking its members.

## CANCEL-54 The queue still starts a cancelled custom operation

level: CORE
kind: safety
check: checked
oracle: both
needs: customAsync
outcomes: -
derived: ASYNC-13: cancelled while queued
contexts: parked, blocked
sources: OperationQueue reference, Overview
mutants: cancelled-custom-operation-passed-over
see: ND-25, ND-35, ND-36

> For a queued operation that overrides start and was cancelled, the queue MUST still call start, so that the operation can finish itself.

**Antecedent.** An operation that overrides start is cancelled while it waits in a queue; the queue runs and has a free slot, and the conditions of CANCEL-5 hold.

**Intent.** Only the operation itself can report that it has finished; without the call of start it never gets the chance.

**Check.** The checker is that of ASYNC-13: the entry into the overridden start is awaited, its absence counts only when stalled, and a second entry is a violation. An early call, out of turn, is legal (ND-25). Operations that a client started, or that reported finished before, are left out.

**If violated, look at.** A queue that drops cancelled operations without calling start.

## CANCEL-55 Cancel of a finished operation has no effect

level: PROFILE(reference)
kind: query
check: checked
oracle: both
needs: -
outcomes: core unchanged, cancelled; reference unchanged
derived: -
contexts: queued, manual
sources: Operation reference, cancel()
mutants: cancel-marks-finished-operation
see: ND-38, ND-39

> cancel on a finished operation MUST have no effect: isCancelled stays false.

**Antecedent.** Profile reference; cancel is called after a wait on the operation returned, or after a read gave isFinished true; it was never cancelled before.

**Intent.** isCancelled tells a client whether the result was abandoned; a late cancel must not rewrite this.

**Check.** cancel.call comes after an event that shows the operation finished, so the finish lies before the call. Every read called after cancel.return must give false. A cancel that may overlap the finish is not judged (ND-39). Outside profile reference the value may turn true (ND-38) and is counted; a second run of the completion block is judged by DONE-2.

**If violated, look at.** A mark that is stored without a look at the state.

## CANCEL-56 An operation may be executing and cancelled at once

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: CANCEL-2: the flags are read while the body is held
contexts: one block, several blocks, task
sources: Operation reference, isCancelled
mutants: cancel-clears-executing
see: ND-40

> The mark MUST be visible while the operation executes: isExecuting and isCancelled may be true at the same time.

**Antecedent.** cancel returned while the harness holds the body of the operation, and both accessors are read before the body ends.

**Intent.** Being cancelled is no state of its own; it says something about an operation in any state.

**Check.** The checker is that of CANCEL-2: isExecuting must read true, and isFinished false, between cancel.return and the end of the body. That isCancelled reads true in the same span is CANCEL-1's; both values are certain all the time, so that the reads need not be atomic.

**If violated, look at.** A single state variable that cannot hold both facts.

"""#,
#"""
# DONE: Completion block

An operation may carry one completion block: client code that is called once when the operation has finished, however it came to its end. Its place among the other consequences of the finish is free. Dependents may begin, waits may return, the next operation of the queue may begin and the operation may leave its queue before, during or after it, on any threads (ND-19, C-10). What is fixed is that the task lies before it, that the operation already reports finished inside it, and that it runs exactly once.

## DONE-1 The completion block runs after the task

level: CORE
kind: safety
check: checked
oracle: both
needs: completionBlocks
outcomes: -
derived: -
contexts: one block, several blocks, task, asynchronous, queued, manual
sources: S0:42; S1:15; S3:10; S4:90
mutants: completion-before-main, completion-after-first-block, completion-between-blocks-when-cancelled
see: ND-19, ND-31

> The completion block MUST run only after the main task of the operation has ended.

**Antecedent.** The completion block of an operation that has a task begins; or that of any operation, before the first call that adds, starts or cancels it, or that reports its finish.

**Intent.** The block reads the result of the task.

**Check.** Required is ticket(task end) < ticket(completion begin). The end of the task is the end of its body; for several blocks the end of the last block that began; for an overridden start the event that the subclass records directly before it reports finished. An implementation that calls the block after the task cannot give the completion begin a smaller ticket, since end is the last statement of the task and begin the first of the block. An operation that was offered and never cancelled has begun its task by then; one that may have been cancelled need not have. Where nothing at all has been called that could lead to the finish, no block may run: every such call is recorded before it is made.

**If violated, look at.** A block called before main, or when the first of several blocks ends.

## DONE-2 The completion block runs at most once

level: CORE
kind: safety
check: checked
oracle: both
needs: completionBlocks
outcomes: -
derived: -
contexts: cancelled before start, cancelled while executing, asynchronous, manual
sources: S4:238
mutants: completion-on-cancel-and-on-finish, completion-twice, third-completion-twice
see: ND-21, ND-23, ND-25

> An operation MUST run each completion block that was installed at most once.

**Antecedent.** A completion block is installed.

**Intent.** The block delivers a result or starts the next step; doing so twice is a fault that is hard to find.

**Check.** The begins of each installed block are counted; a second one is a violation by itself. Of the blocks whose set returned while the operation was unstarted for certain and before any cancel of it was called, at most one may run at all. A cancel may finish the operation early (ND-21, ND-25), and so may a report that its class makes without a start, and blocks installed while it executes or after its finish belong to DONE-7 (ND-23).

**If violated, look at.** A block called from the path of cancel and from that of the finish; a finish that is announced twice.

## DONE-3 The completion block runs

level: CORE
kind: liveness
check: checked
oracle: both
needs: completionBlocks
outcomes: -
derived: -
contexts: one block, several blocks, task, asynchronous, queued, manual
sources: S4:238; S0:228; S4:88; S4:244
mutants: completion-only-when-queued, completion-lost-for-custom-start, third-completion-lost
see: ND-19

> A completion block that was set before the start MUST run after the operation has finished.

**Antecedent.** A completion block was set before the operation was added or started, and the operation has finished.

**Intent.** Often the block is the only place that takes the result.

**Check.** The set returned before the add or the start was called. The begin of the block is awaited after an event that shows the finish; its absence counts only when stalled, with a canary that awaits the completion block of its own operation. Nothing is missed while client code occupies all measured threads, or while another completion block is held: one thread may run all of them (DONE-52).

**If violated, look at.** A block that only the queue calls, and not a start by hand; a subclass's report that does not reach the code that calls it.

## DONE-4 The completion block also runs after a cancel

level: CORE
kind: liveness
check: checked
oracle: both
needs: completionBlocks
outcomes: -
derived: -
contexts: cancelled before start, cancelled while executing
sources: S1:43; Operation reference, completionBlock
mutants: completion-skipped-when-cancelled, completion-lost-when-cancelled-while-blocked
see: ND-21, C-4

> The completion block MUST also run when the operation has finished because it was cancelled.

**Antecedent.** A completion block was set before the start, the operation was cancelled, and it has finished.

**Intent.** The block is where clients release what they have tied to the operation, whether it was of use or not.

**Check.** As DONE-3, on operations that were cancelled: the begin is awaited after an event that shows the finish, and its absence counts only when stalled. An operation in no queue that has not been started need not have finished (ND-21) and is left out as long as it does not read finished.

**If violated, look at.** A finish path of its own for cancelled operations, without the block.

**Note.** The seeds only imply it: they warn that the block must not assume that the task has run. The class reference says it.

## DONE-5 The completion block is optional

level: CORE
kind: query
check: checked
oracle: both
needs: completionBlocks
outcomes: -
derived: STATE-10: no completion block is set; EXEC-2: no completion block is set
contexts: queued, manual
sources: S0:42; S1:15; S3:10
mutants: task-needs-completion-block
see: -

> An operation without a completion block MUST finish as any other.

**Antecedent.** An operation has no completion block when it finishes.

**Intent.** Most operations have none.

**Check.** The checkers are those of STATE-10 and EXEC-2 on operations without a block; programs leave it out at random.

**If violated, look at.** A finish that calls an absent block, or that waits for it.

## DONE-6 The type of the completion block

level: STATIC
kind: query
check: unchecked(the types are settled by the compiler)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:229; S3:254
mutants: -
see: -

> The completion block has no parameters and no result.

**Antecedent.** The type of the property.

**Intent.** It says only that the operation is over; results are kept in the operation.

**Check.** Nothing is checked at run time: an adapter that passes another type does not compile.

## DONE-7 A completion block set too late

level: ACCEPT-SET
kind: exception
check: checked
oracle: both
needs: completionBlocks
outcomes: core raised, ignored, accepted; guide raised
derived: -
contexts: executing, finished
sources: S0:261; S3:283
mutants: late-completion-runs-at-once
see: ND-23, C-3

> Setting a completion block on an operation that is executing or has finished MUST raise, be ignored, or be accepted (guide: raise); an accepted block never runs before the task has ended, replaces the earlier block, and after the finish runs at most once in addition.

**Antecedent.** A completion block is set while the harness holds the body of the operation, or after an event that shows the operation finished.

**Intent.** The guide says that it raises, no known implementation of today does; a client can rely only on what all have in common.

**Check.** Judged are operations with the default start. The state is certain: executing between the begin and the end of a body, finished after the return of a wait. Every outcome of the call is accepted in core, only an error in guide. Then events decide: the new block's begin must have a greater ticket than the end of the task (as DONE-1); of the blocks set before and while the operation executed at most one begins; a block set after the finish begins at most once, or never (ND-23).

**If violated, look at.** A setter that calls the block at once because the operation looks finished.

**Note.** One translation says "already executed" where the original says "already executing". The reference of the property mentions no error.

## DONE-8 What belongs in a completion block

level: CLIENT
kind: client obligation
check: unchecked(an obligation of the client about the meaning of its own code)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:228; S3:252; S1:43
mutants: -
see: -

> A completion block SHOULD hold only work that does not belong to the task, such as telling others that it has ended.

**Antecedent.** Client code.

**Intent.** Dependents may begin before the block, so whatever they need must be done in the task.

**Check.** Nothing can be checked: which work belongs to the task is known to the client only.

## DONE-9 The operation reports finished inside its completion block

level: CORE
kind: query
check: checked
oracle: both
needs: completionBlocks
outcomes: -
derived: -
contexts: one block, task, asynchronous, queued, manual
sources: S1:43; S4:238
mutants: completion-before-finished-flag, completion-reads-unfinished, completion-of-blocks-before-finished-flag
see: ND-17, C-10

> When the completion block runs, the operation MUST report isFinished true and isExecuting false.

**Antecedent.** The completion block reads the accessors of its own operation.

**Intent.** Code that is shared between the block and other observers looks at the flags.

**Check.** The reads lie between the begin and the end of the block, and the finish lies before its begin; finished is final. Hence isFinished must read true, for every kind, and for operations with the default start isExecuting must read false. For an overridden start isExecuting is the subclass's own store and is not judged; nor is isFinished once cancel was called, after which a class may report unseen.

**If violated, look at.** A block called before the flag is stored, or under a lock that delays the store.

## DONE-10 The completion block as the place of the last notifications

level: ADVICE
kind: advice
check: unchecked(a suggestion of the guide that is circular for isFinished and cannot be required)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:228; S3:252
mutants: -
see: C-25

> A concurrent operation MAY use its completion block to send its last change notifications.

**Antecedent.** A subclass that overrides start.

**Intent.** The guide suggests it.

**Check.** Nothing is checked. For isFinished it cannot work: the block is called because isFinished changed, so it would wait for itself. For other key paths it is the affair of the subclass.

## DONE-11 New operations may be made in a completion block

level: CORE
kind: liveness
check: checked
oracle: both
needs: completionBlocks
outcomes: -
derived: -
contexts: same queue, other queue, limit 1, limit none
sources: S0:266; S3:292
mutants: completion-called-under-queue-lock
see: ND-19

> Operations MAY be created and added within a completion block, and MUST then run.

**Antecedent.** A completion block adds operations to a queue, the one of its own operation or another.

**Intent.** It is the recommended way to work in batches: the end of one batch creates the next.

**Check.** The returns of the add commands inside the block and the begins of the new bodies are awaited, under the conditions of QUEUE-1; an absence counts only when stalled, with the lane of the block inside its command or not. A begin that is missing violates QUEUE-1.

**If violated, look at.** A lock of the queue that is held while client code runs.

## DONE-51 The property is nil once the block has run

level: PROFILE(reference)
kind: query
check: checked
oracle: monitor
needs: completionBlocks
outcomes: core nil, unchanged; reference nil
derived: -
contexts: queued, manual
sources: Operation reference, completionBlock
mutants: completion-block-kept
see: ND-21, ND-23, ND-26

> The completionBlock property MUST become nil once the block has begun to run.

**Antecedent.** Profile reference; the block has begun and does not set a new one.

**Intent.** Blocks usually refer to their operation; a block kept for ever keeps both alive.

**Check.** Reads of the property by other lanes after the begin are repeated until one gives nil; that none does counts only at rest. Every command that sets a block has returned before an add, a start, a cancel or a report of its class was called, since a cancel or a report may finish the operation (ND-21) and what is set after the finish may stay (ND-23); so nothing else can explain the value. Outside profile reference an unchanged property is legal and counted (ND-26).

**If violated, look at.** A block that is called and kept.

## DONE-52 Where the completion block runs

level: PERMIT
kind: query
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: Operation reference, completionBlock
mutants: -
see: ND-2, ND-19

> The thread of the completion block is not guaranteed; it MAY run beside dependents, beside the next operation of a queue with limit 1, and after waits on the operation have returned.

**Antecedent.** Every completion block.

**Intent.** Clients must pass on to a place of their own what needs one.

**Check.** Nothing to check. No other rule compares the begin or end of a completion block with the begin of a dependent, of the next operation, or with the return of a wait.

## DONE-53 The completion block and the removal from the queue

level: PERMIT
kind: query
check: unchecked(implementations remove the operation before or after the block; only DONE-3 is required)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: OperationQueue reference, cancelAllOperations()
mutants: -
see: ND-19, C-10

> An operation that has finished or was cancelled gets the chance to run its completion block before it is removed from its queue.

**Antecedent.** A queued operation with a completion block finishes.

**Intent.** The reference mentions it in passing; real queues dispatch the block on its own and may remove the operation first.

**Check.** Nothing is checked: both orders are legal (ND-19). That the block runs at all is DONE-3.

## DONE-54 The last completion block set counts

level: CORE
kind: query
check: checked
oracle: both
needs: completionBlocks
outcomes: -
derived: -
contexts: queued, manual
sources: Operation reference, completionBlock
mutants: completion-removal-ignored
see: ND-21, ND-23

> If the completion block is set again before the start, only the last one set MUST run; setting nil removes it.

**Antecedent.** Several sets of the property returned, one before the other, before an add, a start or a cancel was called.

**Intent.** It is a property with one value, not a list.

**Check.** The order of the sets is certain from ticket(set.return) < ticket(next set.call), and all lie before anything that could finish the operation (ND-21), a report of its class included. A begin of a replaced or removed block is a violation by itself. The begin of the last one is awaited as in DONE-3.

**If violated, look at.** A setter that appends.

"""#,
#"""
# QUEUE: Operation queue

A queue holds operations from the moment they are added until they have finished, and starts those that are ready as far as its suspension, its limit and their priorities allow. This chapter says how operations get in and out, what the queue promises about those inside, what its accessors tell, and what the less common features do: groups, barriers, progress, the underlying dispatch queue.

Rules about progress hold under conditions. A queue owes the start of an operation only while the operation is ready and not cancelled, the queue is not suspended, a slot is free, no barrier and no endless supply of ready operations of higher priority stands before it, and the subject has a thread to spare: no more bodies are held than the doctor has seen begin at once. A queue owes nothing more once one of its listed operations was executed by a start by hand (ND-24) or an error has escaped from a task (ND-33). Every rule of kind liveness in this and the other chapters is meant under these conditions, and *awaited* and *stalled* are used as explained in [Histories](../Histories.md).

## QUEUE-1 A ready operation is started

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: one block, several blocks, task, asynchronous, limit 1, limit k, limit none, from client, from body, from completion
sources: S0:278; S1:93; S3:302; S4:153
mutants: add-racing-with-last-finish-loses-wake-up, add-from-body-sleeps, add-from-completion-sleeps, unlimited-queue-is-serial
see: ND-1, ND-24

> An operation that is ready, in a queue that is not suspended and below its limit, MUST eventually be started, unless ready operations of higher priority overtake it for ever.

**Antecedent.** An operation that is not cancelled was added, and the conditions of progress hold from some event on.

**Intent.** Adding an operation is a promise that its work will be done.

**Check.** Every condition is established by events: the add has returned, the dependencies have finished, bodies that occupied the slots have ended, the last set of the suspension to false has returned. The begin of the body is then awaited; its absence counts only when stalled, with a canary in a fresh queue of the same kind. Members of a dependency cycle (DEP-6), cancelled operations (CANCEL-5), and queues with a listed operation that was started by hand (ND-24) owe nothing, and neither does the main queue while client code is held on the main thread. Nor does a queue that may have found an operation ready which is not any more, because it got a dependency late (ND-7) or its condition was taken back: that one may stay first in line. A group add that waits has added its members although it has not returned, unless client code is held that may keep it from doing so.

**If violated, look at.** A lost wake-up, most often where an add meets the finish of the last running operation.

## QUEUE-2 Nothing else holds a ready operation back

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: QUEUE-1: the queue is at work
contexts: executing, blocked
sources: S0:278; S1:98; S3:302; S1:95
mutants: slot-reused-only-when-idle
see: ND-24, ND-30

> A queue MUST NOT hold back a ready operation for ever except by its suspension, its limit, a barrier, ready operations of higher priority, or a lack of resources of the system.

**Antecedent.** One operation of a queue cannot go on (its body is held with limit 2, or it waits for an unfinished dependency), and other ready operations are in the queue with a slot to share.

**Intent.** One slow operation must cost one slot and no more.

**Check.** The ends of all other operations are awaited while the one is still held; an absence counts only when stalled. The variant with a held body is used only if the doctor has seen two bodies at once; the variant with the blocked operation needs no second thread. The conditions and exclusions are those of QUEUE-1.

**If violated, look at.** A queue that starts operations in rounds and waits for the end of each round.

## QUEUE-3 Every form of add sets the queue going

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: QUEUE-1: nothing was called after the add
contexts: one operation, group, added block
sources: S3:302; S0:272; S1:80; S1:84
mutants: group-add-starts-nothing, group-from-body-sleeps
see: -

> Each of the three forms of add (one operation, a group, a block) MUST add the operations and make the queue process them without a further call.

**Antecedent.** One form of add is used alone on an idle queue that runs, with operations that are ready.

**Intent.** There is no separate command to start a queue.

**Check.** The begins of all added bodies are awaited, after the return of the add and with no other command on the queue; an absence counts only when stalled. A subject that lacks a form is judged on the others.

**If violated, look at.** A form of add that appends to the list without a scheduling pass.

## QUEUE-4 A group add that waits returns after the group

level: CORE
kind: safety
check: checked
oracle: both
needs: groupAdd
outcomes: core returned-after-group, returned-after-queue; reference returned-after-group
derived: -
contexts: not cancelled, cancelled before start, limit 1, limit none
sources: S1:46
mutants: group-wait-ignored, group-wait-for-last-only
see: ND-34

> addOperations with waitUntilFinished true MUST return only after every operation of the group has finished, and MUST return once they have.

**Antecedent.** A group add with wait returns, or its operations have all finished.

**Intent.** It is the simplest way to do several things at once and go on with all results.

**Check.** For the safety part ticket(task end) < ticket(addOperations.return) for every member whose task began, and every read of isFinished called after the return must give true. For the liveness part the return is awaited: in profile reference once the members have finished, else once the queue is empty, and not while a completion block is held that may be in its way (WAIT-2). Members that were refused (ND-34) are left out.

**If violated, look at.** The flag not looked at; a wait for the last member only.

**Note.** One seed can be read as waiting for all operations of the queue, and one implementation does.

## QUEUE-5 A group add that does not wait returns at once

level: CORE
kind: liveness
check: checked
oracle: both
needs: groupAdd
outcomes: -
derived: -
contexts: executing, suspended
sources: S0:274; S4:229
mutants: group-add-always-waits
see: -

> addOperations with waitUntilFinished false MUST return without waiting.

**Antecedent.** A group is added without wait while none of its operations can finish.

**Intent.** The caller is often a thread that must not block.

**Check.** The bodies of the group are held, or the queue is suspended, until the return has been seen; the return is awaited and its absence counts only when stalled. The program therefore cannot confuse a fast group with a call that waits. A held task or a suspension is no reason to wait, since both may last for ever. Where a completion block, an overridden start or isReady, or an observer is held, or dependencies may form a circle, nothing is concluded: such code may run on the thread that adds, or under a lock.

**If violated, look at.** The flag not looked at, or read with the wrong sense.

## QUEUE-6 An added block is an operation like any other

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: EXEC-2: an added block; LIMIT-1: an added block; SUSP-1: an added block; WAIT-3: an added block; QUEUE-9: an added block
contexts: limit 1, suspended
sources: S1:48; S0:272; S3:302; S1:90
mutants: added-block-bypasses-limit
see: ND-11

> Adding a block MUST be the same as adding a block operation with this one block: it runs exactly once, under the limit, the suspension and the waits of the queue, and counts in operationCount.

**Antecedent.** A block is added to a queue.

**Intent.** The short form must not have rules of its own.

**Check.** The checkers are those of EXEC-2, LIMIT-1, SUSP-1, WAIT-3 and QUEUE-9, on added blocks, whose begin and end are recorded as those of a body. The object that wraps the block is not compared with anything (QUEUE-61).

**If violated, look at.** Blocks sent straight to a pool of threads.

**Note.** One translation adds "without a corresponding operation object"; the class reference says that a block is wrapped in one.

## QUEUE-7 operations lists what is unfinished

level: CORE
kind: query
check: checked
oracle: both
needs: listing
outcomes: -
derived: -
contexts: parked, blocked, executing
sources: S1:50
mutants: blocked-operations-unlisted
see: ND-13, ND-25, ND-29

> operations MUST contain every operation that was added and has not finished, whether it waits or executes, each exactly once.

**Antecedent.** operations is read while at least one operation is certainly listed.

**Intent.** Clients show the list, or search it for work that is already under way.

**Check.** An operation is certainly listed at a read if ticket(add.return) < ticket(read.call), the add was accepted, and the operation is unfinished for certain until read.return; a cancelled one counts only if its body is held (ND-25). It must be contained once. Operations that may have finished may be missing or still present (ND-13) and are not judged.

**If violated, look at.** A list of waiting operations only.

## QUEUE-8 A finished operation leaves the queue

level: CORE
kind: liveness
check: checked
oracle: both
needs: listing
outcomes: -
derived: -
contexts: task, cancelled before start, asynchronous
sources: S1:50; S0:251; S3:270
mutants: finished-operations-accumulate, third-finish-stays-listed
see: ND-13

> A finished operation MUST be removed from its queue, that is from operations and operationCount, without any command.

**Antecedent.** An operation of a queue has finished.

**Intent.** Otherwise a queue that is used for long grows without bound, and "is it empty" has no answer.

**Check.** Reads after an event that shows the finish are repeated until operations no longer contains the operation, or until operationCount is 0 where all have finished; the absence of such a read counts only at rest, when stalled. Nothing is concluded from the first read: a finished operation may be listed for a while (ND-13).

**If violated, look at.** A removal that only happens when the next operation is added.

## QUEUE-9 operationCount counts the listed operations

level: CORE
kind: query
check: checked
oracle: both
needs: listing
outcomes: core counted, cancelled-left-out; reference counted
derived: -
contexts: idle queue, parked, executing, group
sources: S1:52; S4:31
mutants: group-counted-once, blocked-operations-uncounted
see: ND-13, ND-25, ND-29, ND-43

> operationCount MUST be the number of operations that are in the queue at some instant of the call.

**Antecedent.** operationCount is read.

**Intent.** Clients decide by it whether to add more work.

**Check.** Let *low* be the number of operations that are certainly listed at the read: added before its call, unfinished for certain until its return, and not cancelled (in profile reference a cancelled parked one counts too). Let *high* be the number of accepted adds called before its return, and of barriers added before it, which may be counted or not (ND-43). Then low ≤ count ≤ high must hold. The count must equal low if no command on the queue overlaps the read and every other operation was already missing from an earlier read of operations, which shows that its removal is over (ND-13).

**If violated, look at.** A counter beside the list that a group raises by one, or that a removal forgets.

## QUEUE-10 No operation is removed before it is finished

level: CORE
kind: safety
check: checked
oracle: both
needs: listing
outcomes: -
derived: -
contexts: task, asynchronous
sources: S4:160
mutants: removed-when-started
see: ND-13

> A queue MUST NOT remove an operation before its isFinished is true.

**Antecedent.** operations is read while an operation of the queue has been started and is unfinished for certain.

**Intent.** Whoever sees an empty queue believes that the work is done.

**Check.** The operation's body is held, or it overrides start and its report is held, from before read.call until after read.return, and its add had returned before. Then it must be contained. This is QUEUE-7 at the moment when implementations are tempted.

**If violated, look at.** Removal when the operation is started, or when its start returns.

## QUEUE-11 There is no other way out of a queue

level: STATIC
kind: query
check: unchecked(the absence of a call is settled by the interface; the array returned belongs to the client)
oracle: -
needs: listing
outcomes: -
derived: -
contexts: -
sources: S0:315; S1:165; S3:361
mutants: -
see: C-6

> Once added, an operation MUST NOT be removable from its queue by any other means than its finish, possibly after a cancel.

**Antecedent.** The interface of the queue.

**Intent.** The queue owns the operation and has promised to run it.

**Check.** An adapter cannot call what does not exist. Only an adapter in the same process could change the array that operations returned and look whether the queue is affected; no program does so.

## QUEUE-12 The queue keeps its operations alive

level: CORE
kind: safety
check: sampled
oracle: monitor
needs: -
outcomes: -
derived: QUEUE-1: no client refers to it
contexts: parked, executing
sources: S0:315; S1:168; S3:361
mutants: queue-holds-operations-unowned
see: -

> The queue MUST keep an operation alive until it has finished, even if the client drops every reference.

**Antecedent.** An operation was added, and the program drops its references to it before it has finished.

**Intent.** Operations are usually made, added and forgotten.

**Check.** After the drop the body and the completion block are awaited as in QUEUE-1 and DONE-3. The release after the finish is only counted. The rule is sampled because a dead object may go on to work by chance.

**If violated, look at.** A list of unowned references.

## QUEUE-13 Queues are independent

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: QUEUE-1: another queue is held
contexts: suspended, blocked, busy queue
sources: S1:73; S3:299; S0:270
mutants: slots-shared-between-queues
see: ND-30

> There MAY be any number of queues, and they MUST work independently of each other.

**Antecedent.** One queue cannot go on because it is suspended, all its operations are blocked, or its slots are held, and another queue has ready operations.

**Intent.** Parts of a program that know nothing of each other each have their queue.

**Check.** The checker is that of QUEUE-1 on the second queue, while the first one is held. The variant with held slots is used only if the doctor has seen bodies of two queues at once; a pool of threads that is exhausted is a limit of the platform and no violation.

**If violated, look at.** A counter of slots, a lock or a suspended flag that all queues share.

## QUEUE-14 More queues do not mean more simultaneous operations

level: PERMIT
kind: query
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S1:75; S3:299; S1:77
mutants: -
see: ND-30

> The number of operations that execute at once is limited by the system, whatever the number of queues.

**Antecedent.** Several queues with ready operations.

**Intent.** Queues are there to organise work, not to create threads.

**Check.** Nothing to check. No rule asks for more simultaneous bodies than the doctor has measured.

## QUEUE-15 A queue without a limit executes concurrently

level: PROFILE(reference)
kind: liveness
check: checked
oracle: monitor
needs: -
outcomes: core concurrent, serial; reference concurrent
derived: -
contexts: limit k, limit none
sources: S0:280; S0:28; S3:313; S1:102
mutants: queue-always-serial
see: ND-30

> Without a limit, or with limit 2, two ready operations of a queue SHOULD be able to execute at the same time.

**Antecedent.** Profile reference; two ready operations are in an otherwise idle queue that runs and has a limit of 2 or none.

**Intent.** Concurrent execution is what a queue is for.

**Check.** Each of the two bodies waits for the begin of the other one. Both begins are awaited; that the second does not come counts only when stalled. Threads are pre-emptive, so a single core does not excuse it. Outside profile reference a serial queue is counted only; the same measurement decides there whether checks that need two bodies are used at all.

**If violated, look at.** A serial queue underneath that stands for "no limit".

## QUEUE-16 No changes after adding

level: CLIENT
kind: client obligation
check: unchecked(an obligation of the client; late changes are judged by rules with accepted sets)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:279; S1:100; S3:311; S0:211; S3:226
mutants: -
see: ND-7, ND-10, ND-37, C-11

> After it was added an operation MUST NOT be modified, neither its dependencies nor its data; configuration belongs between creation and adding.

**Antecedent.** Client code.

**Intent.** The queue may have started the operation already, or be about to.

**Check.** No implementation is required to notice. Programs break the rule on purpose, and what may happen then is laid down by DEP-52, DEP-58 and PRIO-54; the operation must not be lost or run twice in any case.

**Note.** The older edition says "never", the later one that changes may come too late (C-11).

## QUEUE-17 Adding an operation twice to the same queue

level: ACCEPT-SET
kind: exception
check: checked
oracle: both
needs: raises
outcomes: core raised, ignored; reference raised
derived: -
contexts: one operation, group
sources: S4:5; S4:8; S4:14; OperationQueue reference, addOperation(_:)
mutants: second-add-runs-again
see: ND-24, C-8

> Adding an operation to the queue that it is already in MUST raise or be ignored (reference: raise); it is listed once and runs at most once.

**Antecedent.** A second add of an operation is called while the operation waits in the same queue for certain.

**Intent.** An operation is executed once in its life; a second entry would break every count.

**Check.** The operation was certainly in the list of the queue when the second call was made, and had not begun when it was answered. A bare block that is added again is a new operation each time, and no case of this rule. Both answers are accepted in core, an error only in profile reference. Afterwards operationCount must count the operation once (QUEUE-9), and a second begin of its body is a violation by itself. A crash counts as an error only if the crashing thread is inside the second add.

**If violated, look at.** An add that does not look at the owner of the operation.

## QUEUE-18 Adding an operation that executes or has finished

level: ACCEPT-SET
kind: exception
check: checked
oracle: both
needs: raises
outcomes: core raised, ignored; reference raised
derived: -
contexts: executing, finished, queued, manual
sources: S4:3; S4:5; OperationQueue reference, addOperation(_:); Operation reference, start()
mutants: finished-operation-ignored
see: ND-24, C-8

> Adding an operation that is executing or finished MUST raise or be ignored (reference: raise); its task does not run again and the queue is not blocked by it.

**Antecedent.** add is called while the body of the operation is held, or after an event that shows that the operation has finished.

**Intent.** An operation is not reusable, and an entry that can never be started must not hold up the others.

**Check.** The state is certain, as in DONE-7. Both answers are accepted in core, an error only in profile reference. A further begin of the body is a violation by itself. Operations added to the queue afterwards must run (QUEUE-1).

**If violated, look at.** An add that resets the flags, or lists an operation that no pass will ever pick.

## QUEUE-19 Adding is possible from everywhere and at any time

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: from client, from body, from completion, busy queue
sources: S0:322; S1:189; S3:370; S4:25
mutants: task-runs-under-lock
see: ND-15

> Adding operations MUST be possible from any thread and at any time: while the queue executes, while other threads wait for it, and from inside an operation or completion block of the same queue.

**Antecedent.** An add is called in one of these situations.

**Intent.** Work creates work; a queue that can only be filled from outside is of little use.

**Check.** The return of the add and then the begin of the added body are awaited in each situation, under the conditions of QUEUE-1; an absence counts only when stalled. Whether the waiter in progress also awaits the new operation is free (ND-15).

**If violated, look at.** A lock that waiters hold while they sleep, or that is held while client code runs.

## QUEUE-20 Clients keep their own references

level: CLIENT
kind: advice
check: unchecked(advice to clients; that the list may be empty right after an add is a freedom)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:251; S3:268; S0:250
mutants: -
see: ND-13

> Clients SHOULD keep references of their own to operations that they need later, because an operation may finish and leave its queue at once.

**Antecedent.** Client code.

**Intent.** What is not in the queue any more cannot be found in it.

**Check.** Nothing to check. No other rule expects an operation that may have finished to be listed.

## QUEUE-21 Operations should have a sensible size

level: ADVICE
kind: advice
check: unchecked(advice about performance; no verdict may come from elapsed time)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:251; S0:264; S0:266; S3:288
mutants: -
see: -

> Queues run operations as fast as they can; do not flood them with huge numbers of tiny operations, create work in batches and give the operations a sensible size.

**Antecedent.** The design of an application.

**Intent.** Managing an operation has a cost.

**Check.** Nothing to check. That a large number of tiny operations runs correctly is QUEUE-27.

## QUEUE-22 currentQueue names the queue inside an operation

level: CORE
kind: query
check: checked
oracle: monitor
needs: currentQueue
outcomes: -
derived: -
contexts: one block, task, added block, conditional, asynchronous
sources: S1:60
mutants: current-queue-stale, current-queue-forgotten-for-blocks
see: ND-27

> Inside main, an overridden start or the single block of an operation that a queue executes, currentQueue MUST be that queue.

**Antecedent.** currentQueue is read on the thread on which the queue called client code of the operation.

**Intent.** A task adds follow-up work to the queue that it runs in.

**Check.** Programs ask whether a given queue is the current one. The answer must be true for the queue to which the only accepted add gave the operation and false for every other one, since no two names stand for one queue, at any moment of the task: it does not change threads. Operations that were started by hand, blocks of an operation with several blocks, completion blocks, observers and threads of the client's own are left out (ND-27).

**If violated, look at.** A thread-local value that is not set for every operation, or keeps an older queue.

## QUEUE-23 currentQueue is nil outside operations

level: CORE
kind: query
check: checked
oracle: monitor
needs: currentQueue
outcomes: -
derived: -
contexts: -
sources: S1:60
mutants: current-queue-set-by-add
see: ND-27, C-15

> On a thread that runs no operation of a queue, currentQueue MUST be nil.

**Antecedent.** currentQueue is read on a client lane outside any command that runs an operation.

**Intent.** A value left over would send work to the wrong queue.

**Check.** A client lane is a plain thread of the harness that no queue ever uses, so no queue of the program can be current on it; whether nil or a queue of somebody else is, is not asked. Lanes on which an operation was started by hand are left out, and so is the main thread, where the main queue is legal too (ND-27, C-15).

**If violated, look at.** A global in place of a thread-local value.

## QUEUE-24 Order follows readiness, then priority

level: CORE
kind: safety
check: checked
oracle: both
needs: priorities
outcomes: -
derived: PRIO-3: any two waiting operations; PRIO-4: any two waiting operations
contexts: limit 1, limit k
sources: S0:220; S3:240; S4:150; S0:26; S4:149
mutants: high-priorities-collapsed
see: ND-1, ND-9

> The order in which a queue starts operations MUST follow their readiness first and their priority second; it is not simply the order of addition.

**Antecedent.** Operations of different readiness or priority wait in a queue.

**Intent.** A queue is a priority queue of what is ready.

**Check.** The checkers are those of PRIO-3 and PRIO-4; the order of begins is compared only where they allow it (ND-9).

**If violated, look at.** A first-in first-out list.

## QUEUE-25 Queues and dispatch queues

level: ADVICE
kind: advice
check: unchecked(a private detail of one implementation on which no checker may rely)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S4:152
mutants: -
see: -

> A queue is backed by a dispatch queue; this is a private detail of the implementation.

**Antecedent.** The inside of one implementation.

**Intent.** It explains what is seen in a debugger.

**Check.** Nothing to check. No rule assumes a dispatch queue below an operation queue.

## QUEUE-26 A new queue is ready for use

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: SUSP-51: a new queue; LIMIT-51: a new queue; QUEUE-1: a new queue
contexts: -
sources: S0:271; S3:300; S1:79
mutants: new-queue-needs-resume, new-queue-asleep, first-add-starts-nothing
see: -

> A queue is created like any other object and MUST be usable at once: not suspended, and without a limit.

**Antecedent.** The first commands on a new queue.

**Intent.** Nobody expects a second step of construction.

**Check.** The checkers are those of SUSP-51, LIMIT-51 and QUEUE-1 on queues that have received no earlier command.

**If violated, look at.** A queue that starts suspended, or that is set going lazily by the wrong call.

## QUEUE-27 Queues have no capacity limit

level: CORE
kind: liveness
check: unchecked(no generated program holds ten thousand operations; EXEC-2 judges smaller ones)
oracle: -
needs: -
outcomes: -
derived: EXEC-2: at least 10 000 operations
contexts: limit 1, limit k, limit none, group
sources: S3:288
mutants: -
see: -

> Any number of operations MAY be added to a queue, and all of them MUST eventually run.

**Antecedent.** A program of the scale section adds ten thousand operations or more to one queue.

**Intent.** Batches come from data, and data has no fixed size.

**Check.** The checker is that of EXEC-2: each body begins exactly once. A missing begin counts only when stalled, and rest is looked for from the last event on, never from the first. A program that runs out of its budget while events still arrive is inconclusive. No speed is asked for.

**If violated, look at.** A scheduling pass that recurses once per operation; a narrow counter.

## QUEUE-51 Adding an operation that is in another queue

level: ACCEPT-SET
kind: exception
check: checked
oracle: both
needs: raises
outcomes: core raised, ignored; reference raised
derived: QUEUE-17: the other queue; QUEUE-18: the other queue
contexts: parked, executing
sources: OperationQueue reference, addOperation(_:)
mutants: operation-of-other-queue-ignored
see: ND-24, C-8

> Adding an operation that is in another queue MUST raise or be ignored (reference: raise); it is listed and executed in at most one queue.

**Antecedent.** add to a second queue is called while the operation is in a first one for certain.

**Intent.** Two queues that both own an operation would both start it.

**Check.** The operation is parked in the first queue, or its body is held, during the second call. Both answers are accepted in core, an error only in profile reference. It must then stay in the operations of the first queue (QUEUE-7), appear in no read of the second one, and its body must begin at most once.

**If violated, look at.** An add that moves the operation, or that only looks for it in its own list.

## QUEUE-52 A group with an invalid member

level: ACCEPT-SET
kind: exception
check: checked
oracle: both
needs: raises, groupAdd
outcomes: core raised, skipped; reference raised
derived: -
contexts: finished, same queue, other queue
sources: OperationQueue reference, addOperations(_:waitUntilFinished:)
mutants: group-with-invalid-member-dropped
see: ND-24, ND-34

> addOperations MUST raise or skip a member that cannot be added (reference: raise); after an error each valid member is in the queue or can still be added, after a normal return it is in the queue.

**Antecedent.** A group add contains a finished operation, an operation of another queue, or the same operation twice.

**Intent.** A refused group must not leave operations behind that belong to nobody.

**Check.** Both answers are accepted in core, an error only in profile reference. Which valid members an add with an error has taken is unspecified (ND-34). Where the process survives, operations is read and then isFinished of each valid member: one that is neither listed nor finished in reads of this order was not taken, so a further add of it must be accepted, and its body must begin. Nothing else may have been called on it, and no other add of it may overlap the further one: of two at once one is refused rightly. In no case may a body begin twice.

**If violated, look at.** A group that is checked and linked in one pass and given up in the middle.

## QUEUE-53 operations keeps the order of addition

level: CORE
kind: query
check: checked
oracle: both
needs: listing
outcomes: -
derived: -
contexts: -
sources: OperationQueue reference, operations
mutants: list-sorted-by-priority
see: ND-29

> operations MUST list the operations in the order in which they were added.

**Antecedent.** operations is read while two or more operations are certainly listed whose adds were ordered.

**Intent.** The list is shown to users, who expect it to keep its order.

**Check.** Two operations are ordered if ticket(add.return) of one < ticket(add.call) of the other; members of one group by their place in it. Both were certainly accepted, and are compared where the list has them. Pairs added by overlapping calls are not compared.

**If violated, look at.** A list that is kept in the order of scheduling.

## QUEUE-54 A queue lives until its operations have finished

level: CORE
kind: safety
check: checked
oracle: monitor
needs: weakReferences
outcomes: -
derived: -
contexts: suspended, executing
sources: OperationQueue reference, Overview
mutants: dropped-queue-cancels-operations
see: -

> A queue MUST stay alive until all its operations have finished, even if the client drops it.

**Antecedent.** The program drops its references to a queue that runs, or was resumed before the drop, and that holds operations.

**Intent.** Local queues are common; work given to one must not depend on a variable.

**Check.** After the drop the bodies of all operations are awaited as in QUEUE-1, and none of them may read isCancelled true, since no command has cancelled it. The release after the last finish is only counted.

**If violated, look at.** A destructor that cancels everything, or operations that do not hold their queue.

## QUEUE-55 A barrier separates earlier from later operations

level: CORE
kind: safety
check: checked
oracle: both
needs: barrier
outcomes: -
derived: -
contexts: idle queue, busy queue, asynchronous, limit 1, limit none
sources: OperationQueue reference, addBarrierBlock(_:)
mutants: later-operation-overtakes-barrier
see: ND-25, ND-43

> A barrier block MUST NOT begin before every operation added before it has finished; no body of an operation added after it begins before the block has ended; the block runs at most once, and MUST run if all earlier operations finish, the queue runs with a limit other than 0, and cancelAllOperations is not called after it was added.

**Antecedent.** A barrier block was added to a queue.

**Intent.** It marks a point at which nothing else of the queue is under way.

**Check.** *Earlier* means ticket(add.return) < ticket(addBarrier.call), *later* ticket(addBarrier.return) < ticket(add.call); overlapping adds may be on either side. For each earlier operation whose task began, ticket(task end) < ticket(block begin), where an overridden start ends with the event before its report; a read inside the block of isFinished of an earlier operation must give true. For each later operation ticket(block end) < ticket(body begin). A second begin of the block is a violation by itself; its first one is awaited under the conditions of the statement, and only if no earlier operation depends on a later one or waits for it. A block that several calls add as a barrier runs once for each of them; which run belongs to which call is not known, so it is not judged. The call of start for a cancelled operation is not a body and is not compared (ND-25).

**If violated, look at.** A barrier that counts bodies and forgets operations that override start; a pass that looks past the barrier.

## QUEUE-56 What a barrier leaves open

level: PERMIT
kind: query
check: unchecked(a list of freedoms that are counted, never judged)
oracle: -
needs: barrier
outcomes: -
derived: -
contexts: -
sources: swift-corelibs-foundation, Operation.swift
mutants: -
see: ND-43

> It is unspecified whether a barrier block is visible in operations and operationCount, whether a wait for the queue awaits it, whether a later cancelAllOperations drops it, whether suspension or limit 0 holds back a barrier added to an empty queue, on which thread and with which priority it runs, and whether a cancelled operation added after it may be started, without its task, before it.

**Antecedent.** A barrier block was added to a queue.

**Intent.** The reference says no more than QUEUE-55; programs must not rely on more.

**Check.** Nothing is judged: the outcomes are counted (ND-43), and other rules leave barriers out.

## QUEUE-57 Progress counts finished operations

level: CORE
kind: query
check: checked
oracle: monitor
needs: progress
outcomes: -
derived: -
contexts: task, asynchronous, cancelled before start
sources: OperationQueue reference, progress
mutants: progress-counts-cancelled-twice, progress-forgets-blocks
see: ND-24

> Once totalUnitCount was set, the progress of a queue MUST count one unit for each operation that has finished by the end of its main, and none for an operation that overrides start without calling the inherited one.

**Antecedent.** totalUnitCount was set, and the set returned, before the first add to the queue was called.

**Intent.** A progress bar that runs ahead, or never reaches its end, is worse than none.

**Check.** When all operations have finished, completedUnitCount is read until it equals the number of operations with the default start that were not cancelled, plus any number from 0 to the number of cancelled ones. That no read gives such a value counts only at rest, when stalled; a value above the range is a violation by itself, because a finished unit is never taken back. A unit is counted only for what was added, so the upper bound holds at any time. The lower one counts an operation only if this queue certainly took it, and nothing is missed while client code is held, or where an operation of the queue was started by hand (ND-24).

**If violated, look at.** A unit counted when the operation is cancelled and again when it finishes.

## QUEUE-58 The underlying dispatch queue

level: CORE
kind: query
check: checked
oracle: monitor
needs: underlyingQueue, raises
outcomes: -
derived: -
contexts: idle queue, parked
sources: OperationQueue reference, underlyingQueue
mutants: underlying-queue-ignored, underlying-queue-set-while-parked
see: ND-13

> underlyingQueue MUST be nil by default; operations of a queue with an underlying queue execute on it; setting it while the queue holds operations MUST raise.

**Antecedent.** The property is read on a new queue, set on an empty one, or set while an operation is parked.

**Intent.** It ties operations to work that is submitted to the same dispatch queue directly.

**Check.** The main queue, whose underlying queue is fixed, is left to MAIN-55. A queue is empty for certain if it never had an operation, or if a read of operationCount gave 0 after the last add (ND-13) and no barrier was ever added (ND-43). A set on it must return; bodies added later must see the key that the harness has put on the dispatch queue, but for blocks of an operation with several blocks (ND-18) and operations whose isAsynchronous is true (C-13), whose threads are not fixed. A set while an operation is parked, which was certainly accepted and whose class has reported nothing (QUEUE-18), must be an error; a crash counts as one only if the crashing thread is inside the call.

**If violated, look at.** A property that is stored and never used.

**Note.** That its quality of service overrides that of the queue, and that it must not be the main dispatch queue, cannot be judged: the first is not observable in a body on all platforms, the second is not enforced anywhere.

## QUEUE-59 The properties of a queue can be observed

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo
outcomes: -
derived: -
contexts: one operation, group, finished
sources: OperationQueue reference, Overview
mutants: removal-from-list-unannounced, addition-unannounced, limit-unannounced, suspension-unannounced
see: -

> operations, operationCount, maxConcurrentOperationCount, suspended and name of a queue MUST announce their changes to observers; the notifications may arrive on any thread.

**Antecedent.** An observer was attached before the change, and the property has changed.

**Intent.** User interfaces follow a queue by observing it.

**Check.** A limit or a suspension that is set to another value than before, by calls none of which overlaps another, is a change for certain; so are an accepted add, and the finish of an accepted operation, which comes after the recorded end of its task once something shows it. A notification for the key path that begins after the change began is awaited, and its absence counts only when stalled; nothing is expected at once. That a finished operation leaves is not expected while its completion block runs (ND-19), nor of a queue with barrier blocks (ND-43) or one in which an operation was started by hand (ND-24), nor of one that was dropped, which its last operation may free (QUEUE-54). One notification may stand for several changes of the list that came before it. The thread is not compared. The name is left out: programs neither set nor observe it.

**If violated, look at.** A list that is changed without the calls around the change when operations finish.

## QUEUE-60 operations and operationCount are snapshots

level: PERMIT
kind: query
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: listing
outcomes: -
derived: -
contexts: -
sources: OperationQueue reference, operationCount
mutants: -
see: ND-29

> What operations and operationCount return is a snapshot that may be out of date when it is used.

**Antecedent.** A read of either.

**Intent.** Decisions that rely on it race with the queue.

**Check.** Nothing to check. QUEUE-7, QUEUE-9, QUEUE-10 and QUEUE-53 judge a read only by what was certain during the whole of it.

## QUEUE-61 The object that wraps an added block

level: PERMIT
kind: query
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: OperationQueue reference, addOperation(_:) with a block
mutants: -
see: -

> The operations that wait in a queue may be inspected, but nobody may rely on the type of the object that wraps an added block.

**Antecedent.** A block was added to a queue and operations is read.

**Intent.** The wrapper is private.

**Check.** Nothing to check. Wrapped blocks are counted, never identified.

## QUEUE-62 An empty group

level: CORE
kind: liveness
check: checked
oracle: both
needs: groupAdd
outcomes: core returned, returned-when-idle; reference returned
derived: -
contexts: idle queue, busy queue
sources: OperationQueue reference, addOperations(_:waitUntilFinished:)
mutants: empty-group-waits-for-ever
see: -

> Adding an empty group MUST return, with and without wait, and have no effect.

**Antecedent.** addOperations is called with an empty array.

**Intent.** The array comes from data and may be empty.

**Check.** The return is awaited on an idle queue and its absence counts only when stalled. On a queue in which another operation is held it is awaited in profile reference; outside it a return once the queue is empty is legal too (QUEUE-4). Nothing is owed while a completion block, an overridden start or isReady is held, which may be called under the lock that the call needs. operationCount is judged by QUEUE-9, to which the group adds nothing.

**If violated, look at.** A group counter that is left without having been entered.

"""#,
#"""
# LIMIT: Maximum concurrent operation count

The limit of a queue says how many of its operations may execute at the same time. An operation takes a slot when the queue starts it and gives it back when it has finished. A limit of 1 makes a queue serial, though not first in, first out. Without a limit the system decides.

A history shows less than the truth: the recorded interval of a body lies inside the interval in which the operation holds its slot. Recorded overlap is therefore never larger than true overlap, and too much of it is proof. The reverse does not hold, so nothing is ever concluded from overlap that was not seen.

## LIMIT-1 The limit is never exceeded

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: limit 1, limit k, one block, several blocks, task, added block
sources: S0:280; S1:107; S3:313; S4:151; S4:29; S1:105
mutants: limit-plus-one, limit-checked-before-increment, limit-exceeded-after-suspension, group-exceeds-limit
see: ND-9, ND-20, ND-32

> At no time MUST more operations of a queue execute than its maximum concurrent operation count.

**Antecedent.** Bodies of operations that the same queue started overlap.

**Intent.** The limit protects something: a device, a connection, memory.

**Check.** The interval of an operation goes from its begin to its end, for several blocks from the first begin to the last end; operations that a client started, barrier blocks and the main queue (MAIN-51) are left out. Let S be a set of operations whose intervals have an instant in common. There is a violation if S is larger than every limit that may have been in force between the latest add.call of a member and the latest begin of a member. A limit set by a command may be in force from its call until the return of the next one. This is sound because the member that was dispatched last was dispatched in this span, when all the others held their slots already; so |S| must be within the limit of that instant. Stragglers after a lower limit (ND-20) are covered by the span.

**If violated, look at.** A comparison that is off by one; a limit tested first and counted later, with a gap between.

## LIMIT-2 A limit of 1 means one at a time

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: LIMIT-1: limit 1
contexts: one block, several blocks, task, asynchronous
sources: S0:280; S1:108; S3:313
mutants: next-started-before-finish
see: ND-13

> A queue with limit 1 MUST execute only one operation at a time.

**Antecedent.** The limit of a queue is 1 from before the first add on.

**Intent.** A serial queue is used in place of a lock.

**Check.** The checker is that of LIMIT-1 with limit 1: any two intervals of the queue must be disjoint.

**If violated, look at.** A reschedule at the end of the body instead of at the finish.

## LIMIT-3 A limit of 1 does not make a queue first in, first out

level: CORE
kind: safety
check: checked
oracle: both
needs: priorities
outcomes: -
derived: PRIO-3: limit 1; PRIO-4: limit 1
contexts: -
sources: S0:280; S1:113; S3:313; S1:117
mutants: serial-queue-is-fifo
see: ND-1

> Also with limit 1 the order of execution MUST follow readiness and priority; a serial operation queue is not a serial dispatch queue.

**Antecedent.** Operations of different readiness or priority wait in a queue with limit 1.

**Intent.** Clients choose the limit and the priorities for different reasons.

**Check.** The checkers are those of PRIO-3 and PRIO-4 on queues with limit 1. There the order of begins is the order of starts, so it may be compared.

**If violated, look at.** A limit of 1 that is handed to a serial dispatch queue.

## LIMIT-4 A full queue goes on when an operation finishes

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: QUEUE-1: the queue was full
contexts: limit 1, limit k, cancelled before start, asynchronous
sources: S1:98; S3:302
mutants: finish-awaits-any-pass, slot-leaks, slot-leaks-for-cancelled, slot-leaks-for-custom-start, third-finish-keeps-slot
see: ND-13, ND-24

> Reaching the limit MUST only delay: when an executing operation finishes, a waiting ready operation is started.

**Antecedent.** More ready operations are in a queue than its limit, and operations that hold slots finish.

**Intent.** A slot that is never given back makes the queue slower with each loss and stops it in the end.

**Check.** All bodies are opened; the begins of the remaining operations are awaited, each under the conditions of QUEUE-1, and an absence counts only when stalled. The delay between a finish and the next start is free (ND-13).

**If violated, look at.** A counter that is not decreased for operations that were cancelled or that report their finish themselves.

## LIMIT-5 A slot is held until the operation reports finished

level: CORE
kind: safety
check: checked
oracle: both
needs: customAsync
outcomes: -
derived: LIMIT-1: an overridden start
contexts: limit 1, limit k
sources: S4:160; S3:302
mutants: slot-freed-when-start-returns, silent-start-frees-slot
see: ND-8, ND-20

> An operation MUST hold its slot until it reports finished; one that overrides start keeps it after its start has returned.

**Antecedent.** Operations that override start and finish later execute in a queue with a limit.

**Intent.** Most asynchronous operations do their work after start has returned; a limit that ends there is none.

**Check.** The checker is that of LIMIT-1, with an interval from the entry into the overridden start to the event that the subclass records directly before it reports finished. This interval lies inside the time for which the slot is held.

**If violated, look at.** A slot that is freed when the call of start returns.

**Note.** No seed says this in so many words. It follows from "executing until finished", and the known implementations agree.

## LIMIT-6 The limit reads as it was set

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: limit 1, limit k
sources: S4:29
mutants: limit-clamped-to-cores
see: ND-32

> maxConcurrentOperationCount MUST return the value that was set.

**Antecedent.** The limit of a queue other than the main queue is set to a positive number and then read.

**Intent.** Clients save a limit, change it for a while and restore it.

**Check.** A read counts if ticket(set.return) < ticket(read.call) and no other set of the limit of this queue overlaps the span from set.call to read.return. It must give the value of the set.

**If violated, look at.** A getter that returns the effective limit.

## LIMIT-7 Without a limit the system decides

level: PERMIT
kind: query
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S1:77; S3:299
mutants: -
see: ND-30

> Without a limit set by the client, the system determines how many operations execute at once, by the number of cores and the load, and may change it at any time.

**Antecedent.** A queue without a limit.

**Intent.** The best number is not known when the program is written.

**Check.** Nothing to check. The one expectation, two at a time in profile reference, is QUEUE-15.

## LIMIT-51 A new queue has no limit

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: -
sources: OperationQueue reference, maxConcurrentOperationCount
mutants: default-limit-is-core-count
see: -

> The maxConcurrentOperationCount of a new queue MUST be -1 (defaultMaxConcurrentOperationCount), which means that the system decides; setting -1 restores this.

**Antecedent.** The limit of a new queue other than the main queue is read, or the limit is set back to -1.

**Intent.** The value is a constant that clients compare with.

**Check.** A read with no earlier call that sets the limit of the queue must give -1, and so must a read after -1 was set, as in LIMIT-6. That the restored queue is unlimited is LIMIT-53's.

**If violated, look at.** A getter that returns the number of cores.

## LIMIT-52 A lower limit applies to later starts

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: LIMIT-1: the limit was lowered
contexts: -
sources: OperationQueue reference, maxConcurrentOperationCount
mutants: lowered-limit-ignored, limit-lowered-to-one-counts-as-two
see: ND-20

> Lowering the limit MUST NOT affect operations that are already executing; it applies to the operations started afterwards.

**Antecedent.** The limit of a queue is lowered while more bodies are held than the new limit allows, and operations wait.

**Intent.** Running tasks cannot be taken back, but the load must go down from now on.

**Check.** The bodies are held slots: as many as the old limit, which was in force since the queue was idle, so that nothing else can have been dispatched before the return of the set. Until so many of them have ended that fewer than the new limit remain, no further body may begin: a begin whose ticket lies between set.return and the end event that makes room exceeds the bound of LIMIT-1 and is a violation. The held bodies must end after they are opened, and then the next begin is awaited. Used with two held bodies only if the doctor has seen them. In other programs the bound of LIMIT-1 applies, stragglers included (ND-20).

**If violated, look at.** A limit that is read when the queue is made; a set that stops or restarts what is executing.

## LIMIT-53 A higher limit takes effect at once

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: limit k, limit none
sources: OperationQueue reference, maxConcurrentOperationCount
mutants: raise-awaits-any-pass, raised-limit-noticed-at-next-finish, lifted-limit-unnoticed
see: ND-30

> Raising the limit MUST let waiting operations start without a finish or another add.

**Antecedent.** The limit is raised while all slots are taken by held bodies and a ready operation waits.

**Intent.** The client raises the limit because it wants more work done now.

**Check.** After set.return the begin of the waiting operation is awaited, with the first body still held and no other command on the queue; its absence counts only when stalled. Used only if the doctor has seen two bodies at once.

**If violated, look at.** A setter that stores the number and makes no scheduling pass.

## LIMIT-54 A limit of zero

level: ACCEPT-SET
kind: safety
check: checked
oracle: both
needs: -
outcomes: core raised, held
derived: -
contexts: idle queue, busy queue
sources: GNUstep libs-base, tests of NSOperationQueue; swift-corelibs-foundation, Operation.swift
mutants: limit-zero-means-unlimited
see: ND-32

> Setting the limit to 0 MUST either raise and leave the limit unchanged, or be accepted; if it is accepted no operation is started until the limit is raised.

**Antecedent.** The limit of a queue other than the main queue is set to 0 before operations are added.

**Intent.** No document mentions 0; of the possible readings only "unlimited" is surely wrong.

**Check.** An error is accepted. After a return, an operation whose add was called after set.return must not begin before the call that raises the limit; a begin in this span is a violation, and other work is pushed through another queue in the meantime to give a broken queue its opportunity. That it begins after the raise is QUEUE-1's.

**If violated, look at.** 0 taken as "no limit".

## LIMIT-55 Negative limits

level: ACCEPT-SET
kind: exception
check: checked
oracle: both
needs: raises
outcomes: core raised, unchanged
derived: -
contexts: -
sources: swift-corelibs-foundation, Operation.swift; GNUstep libs-base, NSOperation.m
mutants: negative-limit-stored
see: -

> A negative limit other than -1 MUST be rejected by an error or leave the limit unchanged.

**Antecedent.** The limit is set to a number below -1.

**Intent.** A wrong computation must not turn into a queue that stops, or that has no limit.

**Check.** An error is accepted; a crash counts as one only if the crashing thread is inside the call. After a return, a read of the limit as in LIMIT-6 must give the value from before, which may be an accepted 0 (LIMIT-54). No other set overlaps the read or comes between, so that nothing else can have changed it.

**If violated, look at.** A setter without a check.

## LIMIT-56 The limit belongs to one queue

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: QUEUE-1: another queue is full
contexts: -
sources: OperationQueue reference, maxConcurrentOperationCount
mutants: limit-shared-between-queues
see: ND-30

> The limit MUST concern only the queue on which it is set; other queues may execute up to their own limit at the same time.

**Antecedent.** Two queues with limit 1 each hold a ready operation.

**Intent.** Independent parts of a program set limits of their own.

**Check.** Each of the two bodies waits for the begin of the other one. Both begins are awaited; an absence counts only when stalled, and only if the doctor has seen bodies of two queues at once.

**If violated, look at.** A counter of slots that belongs to the class.

## LIMIT-57 The limit counts operations, not blocks

level: PERMIT
kind: safety
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: OperationQueue reference, maxConcurrentOperationCount
mutants: -
see: ND-18

> The limit counts operations; the blocks of one block operation MAY run beside each other whatever the limit.

**Antecedent.** A block operation with several blocks executes in a queue with a limit.

**Intent.** A block operation is one unit of work.

**Check.** Nothing to check. LIMIT-1 takes one interval per operation, from the first begin of a block to the last end.

"""#,
#"""
# SUSP: Suspending and resuming

A suspended queue starts nothing new. What is already executing goes on, what is added waits, and when the queue is resumed everything goes on as if nothing had happened. Only queues can be suspended; a single operation can only be cancelled.

The difficult word is *already*. When the call that suspends returns, an operation may have been dispatched without having begun, or a scheduling pass may be under way. Such stragglers may still begin, as many as there were free slots (ND-14). The rules therefore judge only operations that cannot be stragglers. The main queue may ignore its suspension (ND-32) and is left out of this chapter.

## SUSP-1 A suspended queue starts nothing new

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: parked, held slots, blocked
sources: S0:324; S1:54; S1:192; S3:373; S4:30; S1:191
mutants: finish-schedules-while-suspended, readiness-schedules-while-suspended, add-from-body-ignores-suspension, second-suspension-without-effect
see: ND-14, ND-24, ND-25, ND-32, ND-43

> A queue MUST NOT start an operation while it is suspended, unless it had scheduled the operation before.

**Antecedent.** A queue other than the main queue was suspended, and operations are in it that cannot be stragglers.

**Intent.** Clients suspend a queue to change something that its operations use.

**Check.** The span goes from the return of setSuspended(true) to the next call of setSuspended(false), and no call of setSuspended(false) may overlap the one that began it. A body may not begin in it (a) if its add was called after the span began, or (b) if at the beginning of the span k bodies of the queue were held with limit k, in force since the queue was idle: then nothing else was dispatched, and after those bodies have ended no further one may begin. Case (a) includes operations whose dependency finishes during the span. Other work is pushed through to give a broken queue its scheduling passes. Everything that was listed before the span and is not covered by (b) may be a straggler (ND-14). Only bodies are compared: a start by hand (ND-24), barrier blocks (ND-43) and the start of a cancelled operation (ND-25) are not.

**If violated, look at.** A suspension that is tested when operations are added, but not when one finishes or becomes ready.

## SUSP-2 Executing operations run on

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: one block, several blocks, task, asynchronous
sources: S0:324; S1:54; S3:373
mutants: suspension-parks-workers, blocks-held-by-suspension
see: ND-32

> Suspending MUST NOT pause operations that are executing: they run to their end.

**Antecedent.** A queue other than the main queue is suspended while a body of it is held, and the body is then opened.

**Intent.** A task that stops in the middle keeps its locks and its files.

**Check.** The body's end, and then a wait on the operation or a read of isFinished true, are awaited before the queue is resumed; an absence counts only when stalled.

**If violated, look at.** Workers that are stopped at the next safe point; a finish path that is blocked by the suspension.

## SUSP-3 Resuming starts the waiting operations

level: CORE
kind: liveness
check: checked
oracle: both
needs: -
outcomes: -
derived: QUEUE-1: after a resume
contexts: from client, from body
sources: S0:324; S4:40; S3:373
mutants: resume-awaits-any-pass, resume-waits-for-next-add, resume-from-body-sleeps
see: ND-32

> After setSuspended(false) the operations that wait in the queue MUST be executed.

**Antecedent.** A queue other than the main queue holds ready operations and is resumed.

**Intent.** Suspending is meant for a while.

**Check.** After the return of setSuspended(false), with no later call that suspends, the begins are awaited under the conditions of QUEUE-1 and without any other command on the queue; an absence counts only when stalled. What was added later waits, too, as long as nothing of the queue has begun since the resume: nothing shows that the suspension is over.

**If violated, look at.** A setter that stores the flag and makes no scheduling pass; a suspension that takes effect after the resume that follows it.

## SUSP-4 isSuspended reads as it was set

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: idle queue, busy queue
sources: S1:56
mutants: suspended-reads-idle
see: ND-32

> isSuspended MUST return the flag that was set last.

**Antecedent.** The flag of a queue other than the main queue is set and then read.

**Intent.** A button that says "pause" or "continue" is drawn from it.

**Check.** A read counts if ticket(set.return) < ticket(read.call) and no other set of the flag of this queue overlaps the span from set.call to read.return. It must give the value of the set.

**If violated, look at.** A getter that reports whether operations are executing.

## SUSP-5 Operations can be added to a suspended queue

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: SUSP-1: added while suspended; QUEUE-9: added while suspended
contexts: one operation, group, added block
sources: S0:278; S1:98; S3:302
mutants: parked-operations-uncounted
see: ND-14, ND-32

> Operations MAY be added to a suspended queue; they MUST wait in it until it is resumed.

**Antecedent.** An add is called after the return of setSuspended(true), on a queue other than the main queue.

**Intent.** Whoever adds work does not know that the queue is suspended.

**Check.** The checkers are those of SUSP-1, case (a), and QUEUE-9: the operation is counted, and its body does not begin before the call that resumes. Nothing was there to be started before the add, so not even a straggler (ND-14) excuses a begin.

**If violated, look at.** An add that refuses or drops operations while the queue is suspended.

## SUSP-6 A single operation cannot be suspended

level: STATIC
kind: query
check: unchecked(the absence of a call is settled by the interface)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S1:192
mutants: -
see: -

> There is no way to suspend one operation; only a queue can be suspended, and an operation can only be cancelled.

**Antecedent.** The interface of operations.

**Intent.** A pause in the middle of a task is the task's own affair.

**Check.** Nothing to check: an adapter cannot call what does not exist.

## SUSP-7 Suspension concerns one queue only

level: CORE
kind: safety
check: checked
oracle: both
needs: -
outcomes: -
derived: QUEUE-1: another queue is suspended
contexts: blocked, other queue
sources: S0:324; S3:373
mutants: suspension-is-global
see: ND-32

> The suspension of one queue MUST NOT affect any other queue.

**Antecedent.** One queue is suspended and another one, which runs, has operations.

**Intent.** Each queue belongs to a part of the program that may not know of the others.

**Check.** The checker is that of QUEUE-1 on the other queue: what it owes depends on no other queue, suspended or not, but through a dependency. An operation of the other queue that depends on one parked in the suspended queue is not ready; it must not begin before its dependency has finished (DEP-1).

**If violated, look at.** A flag that belongs to the class.

## SUSP-51 A new queue is not suspended

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: -
sources: OperationQueue reference, isSuspended
mutants: new-queue-suspended
see: -

> isSuspended of a new queue MUST be false.

**Antecedent.** isSuspended is read before the flag of the queue was ever set.

**Intent.** See QUEUE-26: a queue is usable at once.

**Check.** A read with no earlier call that sets the flag of this queue must give false.

**If violated, look at.** A wrong initial value.

## SUSP-52 Suspensions are not counted

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: QUEUE-1: after two suspensions and one resume
contexts: -
sources: OperationQueue reference, isSuspended
mutants: suspensions-nest
see: ND-32

> Setting isSuspended to the value that it already has MUST have no effect: two suspensions need one resume.

**Antecedent.** The flag is set to the same value twice, one call after the other, and then to the other value.

**Intent.** It is a property; parts of a program that set it do not count for each other.

**Check.** The sets are ordered by return before call. After the last return, isSuspended is read as in SUSP-4, and the begins of waiting operations are awaited as in SUSP-3.

**If violated, look at.** A counter behind the property, as dispatch queues have one.

## SUSP-53 A suspended queue keeps its cancelled operations

level: ACCEPT-SET
kind: safety
check: checked
oracle: both
needs: -
outcomes: core kept, finished-without-body; reference kept
derived: CANCEL-53: the queue is suspended
contexts: -
sources: OperationQueue reference, isSuspended
mutants: suspended-queue-flushes-cancelled
see: ND-25, ND-32, C-6

> A suspended queue does not remove operations that are queued and not executing, including cancelled ones (reference: MUST NOT; core: a cancelled one stays or is finished without its task).

**Antecedent.** A parked operation is cancelled, and the queue is not resumed.

**Intent.** In profile reference clients may count on the contents of a suspended queue.

**Check.** The operation is parked, so its body must not begin, neither while suspended nor later (CANCEL-3). During the suspension reads of operations and isFinished are taken after other work was pushed through. Core accepts contained with isFinished false, or isFinished true. Reference accepts only the first: a read of isFinished true, or a read of operations without it, whose return comes before the call that resumes, is a violation; of the two, the list must have come back before isFinished, reading false, is called. After the resume the finish is awaited (CANCEL-5).

**If violated, look at.** A flush that runs whatever the suspension.

## SUSP-54 A wait for a suspended queue does not return

level: CORE
kind: safety
check: checked
oracle: both
needs: queueWait
outcomes: core blocked, returned-past-cancelled; reference blocked
derived: -
contexts: not cancelled, cancelled before start
sources: OperationQueue reference, isSuspended
mutants: queue-wait-ignores-parked
see: ND-25, ND-32

> waitUntilAllOperationsAreFinished on a suspended queue MUST NOT return while an operation that is not cancelled waits in it (reference: while any operation waits in it).

**Antecedent.** A wait for a queue is called after the add of an operation that is parked in it has returned.

**Intent.** The wait promises that the work is done; work that is on hold is not done.

**Check.** The return of the wait may not come before the call that resumes the queue; if it does, it came while the parked operation was unfinished for certain, which is proof. Other work is pushed through in the meantime. A parked operation that was cancelled counts in profile reference only (ND-25). After the resume the return is awaited (WAIT-4).

**If violated, look at.** A wait for the executing operations only.

## SUSP-55 Start by hand is not affected by suspensions

level: CORE
kind: safety
check: checked
oracle: both
needs: manualStart
outcomes: -
derived: START-2: a queue is suspended; START-57: a queue is suspended; EXEC-2: a queue is suspended
contexts: -
sources: Operation reference, start()
mutants: start-consults-suspended-flag
see: -

> The start of an operation that is in no queue MUST NOT be affected by the suspension of any queue.

**Antecedent.** start is called on a ready operation in no queue while some queue is suspended.

**Intent.** The suspension is a property of a queue, and this operation has none.

**Check.** The operation is ready for certain, was never cancelled, and nothing else starts it; so no document allows an error, and the default start runs the task before it returns. An error, and a return without a begin before it, are violations by themselves. A missing return counts only when stalled, with no code of the operation inside and none held that may keep the call; not for a block operation while client code occupies all measured threads, since even a single block may run on another thread than the caller's (ND-2, C-14).

**If violated, look at.** A default start that looks at a flag outside the operation.

"""#,
#"""
# WAIT: Waiting

A thread can wait for one operation or for all operations of a queue. Both calls promise the same two things: not to return too early, and to return. They block the calling thread and nothing else.

A return tells only that the operation is finished. It says nothing about the other consequences of the finish: the operation may still be listed, its completion block may not have begun, its dependents may not be ready (ND-13, ND-16, ND-19). What a wait means for the visibility of data is OP-5.

## WAIT-1 A wait for an operation does not return early

level: CORE
kind: safety
check: checked
oracle: both
needs: operationWait
outcomes: -
derived: -
contexts: one block, several blocks, task, asynchronous, queued, manual
sources: S0:320; S1:41; S1:186; S3:366
mutants: wait-returns-at-start, wait-returns-on-spurious-wake-up, wait-between-blocks-returns
see: ND-8, ND-16

> waitUntilFinished MUST NOT return before the operation has finished.

**Antecedent.** waitUntilFinished returns on an operation whose task began.

**Intent.** The caller goes on to use the result.

**Check.** Required is ticket(task end) < ticket(wait.return), where a task of several blocks ends with the last block that began, and an overridden start with the event before its report. The end lies before the finish and the finish before the return. Besides, every read of isFinished called after the return must give true, since finished is final.

**If violated, look at.** A wake-up that is not checked against the flag; a wait with a time limit inside; a signal sent when the operation is started.

## WAIT-2 A wait for an operation returns

level: CORE
kind: liveness
check: checked
oracle: both
needs: operationWait
outcomes: -
derived: -
contexts: wait before start, wait while executing, wait after finish, cancelled before start, asynchronous, manual
sources: S1:41; S0:320
mutants: wake-up-awaits-any-pass, signal-wakes-one-waiter, wake-up-lost-before-sleep, third-finish-ends-no-wait
see: ND-8

> waitUntilFinished MUST return once the operation has finished, for any number of waiters, also for those that arrive later.

**Antecedent.** A wait is called on an operation that has finished or finishes.

**Intent.** A waiter that is forgotten hangs for ever.

**Check.** The returns of all waiters are awaited after an event that shows the finish; an absence counts only when stalled. For an overridden start the finish is the report of the subclass; before it a waiter may return as soon as isFinished reads true (ND-8). While a completion block is held, of whatever operation, only a wait made by the block of the same operation must return: the block may run in the thread, or under the lock, that the others need.

**If violated, look at.** A signal that wakes one waiter in place of all; a gap between the test of the flag and the sleep.

## WAIT-3 A wait for a queue does not return early

level: CORE
kind: safety
check: checked
oracle: both
needs: queueWait
outcomes: -
derived: -
contexts: parked, executing, cancelled before start, asynchronous, added block
sources: S0:322; S1:189; S3:370
mutants: queue-wait-misses-ready, queue-wait-snapshot-misses-one, queue-wait-misses-blocked, queue-wait-misses-added-from-body, queue-wait-ends-with-start
see: ND-15, ND-43

> waitUntilAllOperationsAreFinished MUST NOT return before all operations that the queue held at the call have finished.

**Antecedent.** The wait for a queue returns, and operations had been added to it before.

**Intent.** The call is the usual end of a piece of work.

**Check.** For each operation with ticket(add.return) < ticket(wait.call) whose add was accepted and whose task began, ticket(task end) < ticket(wait.return) is required, and every read of its isFinished called after the return must give true. Operations added by overlapping or later calls (ND-15), barrier blocks (ND-43), and a bare block that was added several times, whose runs cannot be told apart, are not judged.

**If violated, look at.** A wait for what executes at the moment; a snapshot of the list without the lock.

## WAIT-4 A wait for a queue returns

level: CORE
kind: liveness
check: checked
oracle: both
needs: queueWait
outcomes: -
derived: -
contexts: not cancelled, cancelled before start, busy queue
sources: S0:322; S1:189; S3:370
mutants: queue-wait-lost-after-addition, queue-wait-ignores-cancelled-end, queue-wait-lost-after-suspension
see: ND-15, C-17

> waitUntilAllOperationsAreFinished MUST return once the queue is empty; operations that other threads add meanwhile MAY prolong the wait.

**Antecedent.** A wait for a queue was called; no more operations are added from some event on, and all have finished.

**Intent.** The caller has nothing else to do until then.

**Check.** The return is awaited after the last finish; its absence counts only when stalled. No order is asked for between the return and operations that were added during the wait: both awaited and not awaited are legal (ND-15). Nothing is owed while a completion block is held, as in WAIT-2, while client code occupies all measured threads, where dependencies may form a circle (C-16), or of a queue in which a barrier is open or an operation was started by hand (ND-24).

**If violated, look at.** A wait on the operations that were listed first, which misses the last wake-up; a count that cancelled operations do not decrease.

## WAIT-5 The main thread does not wait

level: CLIENT
kind: client obligation
check: unchecked(an obligation of the client that no implementation has to enforce)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:321; S1:187; S3:368
mutants: -
see: -

> The main thread MUST NOT wait for operations; waits belong on secondary threads or in other operations.

**Antecedent.** Client code on the main thread.

**Intent.** An application whose main thread is blocked does not react.

**Check.** Nothing is required of the queue. The harness itself keeps the main thread for the main loop and waits on lanes only.

## WAIT-6 An operation may wait for another one

level: CORE
kind: liveness
check: checked
oracle: both
needs: operationWait
outcomes: -
derived: QUEUE-1: another operation waits for it
contexts: same queue, other queue
sources: S1:187; S3:368; S0:321
mutants: waiting-task-blocks-scheduler
see: ND-30

> A wait from inside another operation MUST work as long as it makes no cycle and a slot is free for what it waits for.

**Antecedent.** A body waits for an operation of another queue, or of its own queue with a limit of 2 or more and a free slot; the awaited operation does not wait for the first one by any way.

**Intent.** Tasks split off work and collect it again.

**Check.** The return of the wait is awaited; its absence counts only when stalled, and only if the doctor has seen two bodies at once (of two queues, or of one). The same queue with limit 1 is a deadlock by construction and is not tried for progress (WAIT-53).

**If violated, look at.** A wait that holds the lock of the scheduler.

## WAIT-7 Waiting blocks the calling thread only

level: CORE
kind: safety
check: checked
oracle: both
needs: queueWait
outcomes: -
derived: -
contexts: -
sources: S0:64; S1:41; S3:50
mutants: waiter-holds-queue-lock
see: ND-15, ND-24

> A wait MUST block only its thread; other threads and the queue go on working.

**Antecedent.** Waits for an operation, where the subject has them, and for its queue are in progress; the operation is held up by an unfinished dependency and the queue runs.

**Intent.** A waiter that stops the queue waits for itself.

**Check.** While the waits have not returned, other lanes add operations and read accessors. The returns of these commands, and the begins and ends of the other operations, are awaited under the conditions of QUEUE-1; an absence counts only when stalled. The held operation needs no thread, and a wait takes none but its own, so that these are owed as if nobody waited.

**If violated, look at.** A wait that sleeps with the lock of the queue in its hands.

## WAIT-8 Waiting should be avoided

level: ADVICE
kind: advice
check: unchecked(advice about the design of programs)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:320; S1:186; S3:366
mutants: -
see: -

> Waits SHOULD be avoided, because they make programs serial and limit concurrency.

**Antecedent.** The design of an application.

**Intent.** Dependencies and completion blocks do the same without a blocked thread.

**Check.** Nothing can be checked: the rule is about choices of the client.

## WAIT-51 A wait for an empty queue returns at once

level: CORE
kind: liveness
check: checked
oracle: both
needs: queueWait
outcomes: -
derived: -
contexts: idle queue, suspended
sources: OperationQueue reference, waitUntilAllOperationsAreFinished()
mutants: empty-queue-wait-hangs
see: -

> On an empty queue waitUntilAllOperationsAreFinished MUST return immediately.

**Antecedent.** The wait is called on a queue to which nothing was added, or all of whose operations have finished.

**Intent.** Whether anything is left to wait for is not known to the caller.

**Check.** The return is awaited with no other command on the queue; its absence counts only when stalled. "Immediately" means that no further event is needed; no time is compared. The queue is empty for certain, so that nothing can come that a correct wait would have to await. Nothing is owed while a completion block is held, as in WAIT-2.

**If violated, look at.** A wait for the next finish without a look at the list.

## WAIT-52 The queue goes on starting operations during a wait

level: CORE
kind: safety
check: checked
oracle: both
needs: queueWait
outcomes: -
derived: twin of WAIT-7
contexts: -
sources: OperationQueue reference, waitUntilAllOperationsAreFinished()
mutants: -
see: -

> While a thread waits for a queue, the queue MUST go on to start the operations that are in it.

**Antecedent.** A wait for a queue is in progress, and ready operations wait in the queue.

**Intent.** These operations are what the thread waits for.

**Check.** The checker is that of WAIT-7.

**If violated, look at.** A wait that holds the lock under which operations are started.

## WAIT-53 Waits must not form a cycle

level: CLIENT
kind: client obligation
check: unchecked(an obligation of the client; programs with such a cycle are not generated for progress)
oracle: -
needs: operationWait
outcomes: -
derived: -
contexts: -
sources: Operation reference, waitUntilFinished()
mutants: -
see: ND-30

> An operation MUST NOT wait for itself and SHOULD NOT wait for operations of its own queue; mutual waits deadlock.

**Antecedent.** Client code inside operations.

**Intent.** Nobody is left who could end the wait.

**Check.** No implementation can save such a program. The generator keeps a graph of who waits for whom and leaves cycles out.

## WAIT-54 A wait for an operation that is never started

level: ACCEPT-SET
kind: query
check: checked
oracle: both
needs: operationWait
outcomes: core blocked, returned-when-finished
derived: WAIT-1: an operation that was not started
contexts: not cancelled, cancelled before start
sources: swift-corelibs-foundation, Operation.swift
mutants: unstarted-wait-returns
see: ND-21

> A wait on an unfinished operation that is never started MUST NOT return, unless a cancel has made the operation finished.

**Antecedent.** A wait is called on an operation that is in no queue and is not started.

**Intent.** The wait stands for "the work is done", and it is not.

**Check.** The checker is that of WAIT-1. Without a cancel, a return of the wait that has a smaller ticket than the first call of start or add is a violation. After a cancel (ND-21) it is one if a read of isFinished between that return and the first call of start or add gives false. Other work is pushed through in the meantime. Afterwards the operation is started and the return is awaited, so that no thread is left blocked.

**If violated, look at.** A wait that takes "not executing" for "finished".

## WAIT-55 A wait inside the completion block returns at once

level: CORE
kind: safety
check: checked
oracle: both
needs: completionBlocks, operationWait
outcomes: -
derived: WAIT-2: in the completion block of the operation; DONE-9: a wait in place of a read
contexts: queued, manual
sources: WinObjC unit tests, NSOperationTests
mutants: wait-in-completion-never-returns
see: ND-19

> In the completion block of an operation, waitUntilFinished on this operation MUST return at once.

**Antecedent.** The completion block calls waitUntilFinished on its own operation.

**Intent.** Code that is shared with other callers may wait to be sure.

**Check.** The operation is finished when the block begins (DONE-9), so the wait needs no further event. Not so of a class that only stored its finish: its queue may find out and waits not (ND-8), so that such a wait is owed only after the notification. Its return is awaited inside the block; the absence counts only when stalled.

**If violated, look at.** A block that is called with the lock of the finish held, or before waiters are let go.

"""#,
#"""
# KVO: Key-value observing

Operations announce changes of their properties to observers. An observer names a key path, such as `isFinished`, and is called after each change; inside the call the property has the new value. The same mechanism connects an operation class with the queue: a class that overrides `start` tells the queue by the notification for `isFinished` that it is over.

Two kinds of rules follow from this. Those about what *clients* observe need the capability `kvo`: a program attaches an observer with `observe`, or `observe-queue`, and every call of the observer is an event of the history, in which it reads what its script says. Those about what a *queue* does with the notification of an operation class need `customAsync` only: programs send the notification themselves. A third kind, about what an operation class of an adopter announces, is unchecked where no bundled class could break the rule.

In the following, *observed value* is what a read of the property gives inside the observer. An observer is called after the change, never before it; an adapter leaves out the notification that an implementation may send first. It can be attached before anything else happens to an operation, so that no notification is missed for want of time.

## KVO-1 A cancel is announced

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo
outcomes: -
derived: CANCEL-1: an observer reads it
contexts: cancelled before start, cancelled while executing
sources: S0:198; S3:210; S4:162; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: cancel-unannounced, cancel-announced-too-early, cancel-announced-twice
see: ND-38, ND-39

> isCancelled MUST be observable: a cancel of an unfinished operation that was not cancelled before is announced, and the observed value is true.

**Antecedent.** cancel is called on an observed operation that is unfinished for certain and was not cancelled before.

**Intent.** A cancel comes at any time and from anywhere; observers are how others learn of it.

**Check.** Where the first cancel found the operation unfinished for certain, isCancelled turns true and never false again, and an observer is called after a change, so that an observed value false is a violation by itself; so it is where no cancel has been called at all. A cancel that comes too late changes nothing (ND-38) and may be announced all the same. Where that first cancel is the only one in the whole history, a second notification is a violation, too; two cancels that overlap may both announce the change, and a second cancel may announce it again, so more notifications mean nothing there. That none comes counts only when stalled, for the first cancel that may have reached the operation: it certainly did, after the observer had been attached, and when it returned the task was running, or nothing but this cancel could have led to a start. A cancelAllOperations reached it only where its queue certainly had accepted it (ND-24).

**If violated, look at.** A flag that is stored without notification, or after it.

## KVO-2 Asynchrony can be observed

level: CORE
kind: query
check: checked
oracle: monitor
needs: kvo
outcomes: -
derived: -
contexts: task, one block, several blocks, asynchronous
sources: S0:199; S0:209; S3:211; S4:221; Operation reference, KVO-Compliant Properties
mutants: asynchrony-not-observable
see: C-13

> isAsynchronous, formerly isConcurrent, MUST accept observers, and MUST keep its value for the whole life of an operation whose class does not override it. Notifications are due only where the value changes (KVO-16).

**Antecedent.** The key path is observed, or the accessor of such an operation is read several times.

**Intent.** Observers can be attached to all documented key paths alike.

**Check.** An observer of the key path is attached; an error in answer is a violation. That the value is false, and so constant, for every class of the library is START-3.

**If violated, look at.** A value that changes when the operation is added to a queue.

**Note.** The documents use the old name of the key path; both names are in use.

## KVO-3 Execution is announced

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo
outcomes: -
derived: STATE-4: an observer reads it
contexts: task, one block, several blocks, queued, manual
sources: S0:200; S1:147; S3:212; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: begin-unannounced, end-unannounced, begin-announced-too-early, end-unannounced-by-hand
see: ND-4, ND-17, C-19

> isExecuting MUST be observable: a change to true is announced when execution begins, and a change to false when it ends.

**Antecedent.** An observed operation with the default `start` that was never cancelled runs its task.

**Intent.** Progress is shown by observing.

**Check.** The default `start` raises the value, runs `main` and lowers the value on one thread, and each change is announced there, before that thread goes on: which thread it is is free (KVO-15), and a notification that is handed to another thread and not awaited is not one of the change. So an observer that was attached before the first call that could lead to a start is called exactly once before the recorded begin of the task, and its observed value is not false. One that was attached before the recorded end of the task, even from inside it, is called exactly once after it; that it is not called counts only when stalled, once something shows that the operation has finished. Which value it then observes is KVO-13's. An operation that may have been cancelled is left out: cancelled before its start, it may announce both changes or neither (ND-4).

**If violated, look at.** A missing notification at the end; one that is sent by the queue and not by a start by hand.

## KVO-4 The finish is announced

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo
outcomes: -
derived: -
contexts: task, one block, several blocks, queued, manual, not cancelled, cancelled before start, cancelled while executing
sources: S0:201; S1:148; S3:213; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: finish-unannounced, finish-announced-too-early, finish-announced-twice, cancelled-finish-unannounced
see: ND-16, ND-17, C-26

> isFinished MUST be observable: exactly one change is announced, to true, after the task has ended.

**Antecedent.** An observed operation with the default `start` finishes.

**Intent.** Dependents and queues of every make rely on this notification.

**Check.** isFinished never turns false again and an observer is called after a change. So each of these is a violation by itself: an observed value false, a second notification, a notification while the harness records that a block of the operation runs. That none comes counts only when stalled, once something shows that the operation has finished, for an observer that was attached before anything could start or cancel it, or before its task ended. It may be late: it need not have come when a wait for the operation returns, nor while its completion block runs (ND-19).

**If violated, look at.** A notification that is sent while the value is still false; none where `start` was called by hand.

## KVO-5 Readiness is announced

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo
outcomes: -
derived: -
contexts: unqueued, parked
sources: S0:202; S3:214; S4:156; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: readiness-unannounced-after-depend, readiness-unannounced-after-finish
see: ND-3, ND-5, ND-7, ND-36, ND-43

> isReady MUST be observable: every change is announced, to false when a first unfinished dependency is added, and to true when the last one has finished or is removed; in profile reference also when a cancel makes the operation ready.

**Antecedent.** The readiness of an observed operation changes for certain while it is unqueued or parked.

**Intent.** Whoever starts operations by hand waits for this notification.

**Check.** Judged for an operation that is in no queue, or parked, to the end of the run, that was never cancelled, does not override isReady, whose class reported nothing of itself without a start (ND-3), was added behind no barrier (ND-43), and of which no reference was dropped. After the add of its first dependency, made before anything could start the operation (a later one may be ignored, ND-7) and unfinished when the call returns, a notification is awaited that begins after the call. And once the operation was unready for certain, and at rest every dependency has finished or is gone, a notification is awaited that begins later and in which the observer does not read false; only what it reads of this operation counts. None is demanded where the value does not change: an operation that is ready from the beginning never announces it. From the start on the value is free (ND-3), also while a start by hand is under way that is refused: such a start must have come back before the operation was unready, and not overlap the add that makes it so. That the value is false in between is READY-2's.

**If violated, look at.** Readiness that is worked out on demand and announced by nobody.

## KVO-6 Changes of the dependencies are announced

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo
outcomes: -
derived: -
contexts: unqueued
sources: S0:203; S0:208; S3:215; S3:221; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: dependencies-unannounced, dependencies-announced-too-early
see: ND-7, ND-28

> dependencies MUST be observable: addDependency and removeDependency of the base class announce the change.

**Antecedent.** One of the two is called on an observed operation that is in no queue and not started, and has an effect.

**Intent.** A subclass inherits the two methods and with them the notifications.

**Check.** Counted are calls that change the list for certain and overlap no other one: the first add of an operation that was not declared as dependency, and the first removal of one that was there. For each of them at least one notification is awaited that begins after the call. Where there are as many notifications as changes, no other calls that were not refused, and the last notification began after the last call, the list read in it holds, or lacks, the operation in question. A repeated add may have no effect (ND-28) and demands none; so may one that follows a cancel, which may have finished the operation (ND-21), or a report of its class (ND-3).

**If violated, look at.** A list that is changed directly.

## KVO-7 Changes of the queue priority are announced

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo, priorities
outcomes: -
derived: -
contexts: unqueued, parked, blocked, held slots
sources: S0:204; S3:216; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: priority-unannounced
see: -

> queuePriority MUST be observable: a set to another value is announced.

**Antecedent.** The priority of an observed operation is set to a level that it certainly does not have.

**Intent.** A queue may have to sort again.

**Check.** Judged while the operation certainly has not been started, for sets that overlap no other one: the level before each is known, normal where none was declared, and unknown from the first set of an integer on, which may have been adjusted to any level (PRIO-51). For each set to another level a notification is awaited that begins after the call. A set to the same value may be announced or not.

**If violated, look at.** A setter that stores and says nothing.

## KVO-8 Changes of the completion block are announced

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo, completionBlocks
outcomes: -
derived: -
contexts: unqueued
sources: S0:205; S3:217; Operation reference, KVO-Compliant Properties
mutants: completion-block-unannounced
see: ND-23, ND-26

> completionBlock MUST be observable: a set is announced.

**Antecedent.** A completion block is set on an observed operation before anything could start it.

**Intent.** The key path is documented as one that can be read, written and observed.

**Check.** Judged for sets that overlap no other one and returned before the first call that could start or cancel the operation, or by which its class reports. A notification is awaited for each that begins after its call. Later sets may be refused or ignored (ND-23), and that the property turns nil when the block runs (ND-26) may be announced or not.

**If violated, look at.** A setter that stores and says nothing.

## KVO-9 Notifications alone tell the state

level: CORE
kind: query
check: checked
oracle: monitor
needs: kvo
outcomes: -
derived: KVO-1: the last observed value of a run; KVO-3: the last observed value of a run; KVO-4: the last observed value of a run
contexts: -
sources: S0:28; S0:43; S1:16; S3:11; Concurrency Programming Guide, About Operation Objects
mutants: end-unannounced, finish-unannounced, cancel-unannounced
see: ND-3, ND-16

> Observers MUST be able to follow the execution state of every operation by notifications alone.

**Antecedent.** isExecuting, isFinished or isCancelled of an operation is observed from before its start to the end of the run.

**Intent.** Nobody should have to ask again and again.

**Check.** The checkers are those of KVO-1, KVO-3 and KVO-4: an observer that was attached in time and is told of every change knows the value at the end, and one that misses a change does not. Notifications may be late, so absence counts only when stalled. isReady is left out, because its value is free from the start on (ND-3).

**If violated, look at.** Any change of state on a path without notification, such as the finish of a cancelled operation.

## KVO-10 The notification of the finish releases the operation

level: CORE
kind: safety
check: checked
oracle: both
needs: customAsync
outcomes: -
derived: DEP-2: the dependency overrides start; LIMIT-4: the operation that ends overrides start; WAIT-2: the operation overrides start
contexts: limit 1, limit k, limit none, same queue, other queue
sources: S0:195; S1:150; S4:160; Operation reference, isFinished
mutants: reported-finish-releases-nobody, reported-finish-stays-in-its-queue
see: ND-5, ND-8, ND-13, ND-24

> After an operation that overrides `start` has announced isFinished true, its queue MUST take it off its list and give its slot to the next operation, and its dependents MUST be released.

**Antecedent.** The overridden `start` of an operation has returned, and the operation has reported its finish: `report-finished` returned, or `store-finished` and then `notify-finished`.

**Intent.** This notification is the only way in which an operation class and a queue of another author work together.

**Check.** The begin of a dependent, the begin of an operation that waited behind the last slot, and the return of a wait for the operation are awaited. Each absence counts only when stalled, and only where the event is owed for certain as for DEP-2, LIMIT-4 and WAIT-2: the queue runs, has a free slot once the reported one counts as free, nothing else keeps the other operation waiting, fewer bodies are held than any subject lets run, no other client code is held, and no operation of the queues concerned was started by hand (ND-24). Delays and order are free (ND-13). That the operation leaves the list is judged by QUEUE-8.

**If violated, look at.** A queue that looks at isFinished only when `start` has returned; one that listens to the notifications of isExecuting instead.

**Note.** Experiments on Apple's implementation show that only isFinished matters to the queue.

## KVO-11 Overriding start brings the duty to notify

level: CLIENT
kind: client obligation
check: checked
oracle: monitor
needs: kvo, customAsync
outcomes: -
derived: -
contexts: asynchronous
sources: S0:206; S3:219; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: reported-execution-unannounced, reported-finish-unannounced
see: ND-8

> An operation class that overrides `start`, or more than `main`, MUST keep the documented key paths observable, isExecuting and isFinished above all.

**Antecedent.** An operation class that overrides `start` is the subject.

**Intent.** A queue and the dependents learn of the finish only in this way (KVO-10).

**Check.** The class announces when a program calls `report-executing` or `report-finished`. After its `start` was entered, the first call of each changes the value for certain, where the operation never stored its finish in silence and cancel was never called, since a cancelled class may have finished already; a notification that begins after the call is awaited, and for the report of the finish one for isExecuting, too, where execution had been reported. What the queue makes of a silent change is free (ND-8).

**If violated, look at.** Flags that are stored without the calls around the change.

**Note.** One translation misspells the key path of isExecuting.

## KVO-12 Other notifications are rarely needed

level: ADVICE
kind: advice
check: unchecked(advice on the design of operations)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:209; S3:223; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: -
see: -

> A subclass need not send notifications for the other key paths: the base class announces a cancel and a change of the priority itself.

**Antecedent.** The design of an operation class.

**Intent.** Only what a class takes over from the base class is its own business.

**Check.** Nothing to check.

## KVO-13 The values inside the observers are final

level: CORE
kind: safety
check: checked
oracle: monitor
needs: kvo
outcomes: core two-steps, one-step; guide one-step
derived: -
contexts: task, one block, several blocks
sources: S0:189; S0:191; S3:202; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: end-announced-too-early
see: ND-17, ND-40

> Inside the observer of isFinished, isFinished MUST read true and isExecuting false; inside the last call of the observer of isExecuting, isExecuting MUST read false. In profile guide both values are final in both observers.

**Antecedent.** Both key paths of an operation are observed while it finishes.

**Intent.** An observer of one property looks at the other one, too.

**Check.** Both accessors are read in the observers; operations with the default start are judged. In an observer of isFinished a value true of isExecuting is a violation. In an observer of isExecuting it is one if the call began after the recorded end of the task, and is known to be about the second change: there was one before the begin of the task, or the observer was attached while the task ran (each change is announced before the thread that makes it goes on). An operation may lower isExecuting and raise isFinished in two steps with a notification after each (ND-40), so isFinished may still be false in the observer of isExecuting, except in profile guide, whose listing changes both before it announces either. The order of the two notifications is free (ND-17).

**If violated, look at.** isExecuting lowered only after the finish was announced.

## KVO-14 The finish of a cancelled operation is announced

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: kvo
outcomes: -
derived: KVO-4: the operation was cancelled
contexts: cancelled before start, cancelled while executing
sources: S0:195; S1:182; S3:206; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: cancelled-finish-unannounced
see: ND-21, ND-25, C-4

> Observers MUST be told that an operation has finished also where it was cancelled.

**Antecedent.** An observed operation was cancelled and has finished, with the default `start`. What a class reports itself is KVO-11's.

**Intent.** Without the notification everything that depends on the operation would wait for ever.

**Check.** The checker is that of KVO-4 on cancelled operations. One that is in no queue and was never started need not finish (ND-21): only where something shows the finish is a notification awaited.

**If violated, look at.** A finish path of its own for cancelled operations.

## KVO-15 Observers are called on any thread

level: PERMIT
kind: query
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: kvo
outcomes: -
derived: -
contexts: -
sources: S0:43; Operation reference, Multicore Considerations
mutants: -
see: ND-2

> Notifications MAY be delivered on any thread, whichever thread attached the observer.

**Antecedent.** Every notification.

**Intent.** A change is announced where it happens, and operations run on many threads.

**Check.** Nothing to check: no rule compares the thread of an observer. It is that of whoever makes the change, which announces it before it goes on; KVO-3 and KVO-13 rest on that.

## KVO-16 A class that changes its asynchrony notifies

level: CLIENT
kind: client obligation
check: unchecked(no bundled operation class changes its asynchrony)
oracle: -
needs: kvo, customAsync
outcomes: -
derived: -
contexts: -
sources: S0:209; S3:223; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: -
see: -

> An operation class whose isAsynchronous changes during the life of an operation MUST announce the change.

**Antecedent.** Such a class is the subject.

**Intent.** Whoever read the value before would rely on it.

**Check.** Nothing is checked. What would be: as KVO-11, for this key path.

**If violated, look at.** An override that returns a variable without the calls around its change.

## KVO-17 Overridden changes of dependencies are announced

level: CLIENT
kind: client obligation
check: unchecked(no bundled operation class overrides the two methods)
oracle: -
needs: kvo
outcomes: -
derived: DEP-59: the notifications of the subclass
contexts: -
sources: S0:208; S3:221; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: -
see: -

> A subclass that overrides addDependency or removeDependency MUST announce the changes of `dependencies` itself.

**Antecedent.** Such a class is the subject, and the override is called.

**Intent.** The inherited method, which would announce them, may not be called at all.

**Check.** Nothing is checked. What would be: both methods are called on the subclass, and the list before and after each call is compared with the notifications between. It is the duty of DEP-59, as the guide words it.

**If violated, look at.** An override that neither calls super nor announces the change.

## KVO-51 The key paths

level: STATIC
kind: query
check: unchecked(names are settled by the compiler and by the adapter)
oracle: -
needs: kvo
outcomes: -
derived: -
contexts: -
sources: Operation reference, KVO-Compliant Properties
mutants: -
see: -

> The key path of asynchrony is isAsynchronous. queuePriority and completionBlock can be read and written, the other key paths can only be read.

**Antecedent.** The interface.

**Intent.** Observers name key paths by their spelling.

**Check.** Nothing is checked at run time.

## KVO-52 Notifications of different operations come in any order

level: PERMIT
kind: query
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: kvo
outcomes: -
derived: -
contexts: -
sources: Operation reference, KVO-Compliant Properties; experiments on Apple's Foundation, order of notifications
mutants: -
see: ND-16, ND-17

> Inside an observer the property has its new value, but notifications of different operations MAY come in any order: a dependent may announce that it is ready before the notification of its dependency's finish is delivered.

**Antecedent.** Observers of several operations.

**Intent.** The dependent becomes ready by the same event that its dependency is about to announce.

**Check.** Nothing to check. Rules compare observed values, never the order of notifications of different objects.

## KVO-53 No finish before the start

level: CLIENT
kind: client obligation
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: Operation reference, Responding to the Cancel Command; swift-corelibs-foundation, Operation.swift, diagnostics
mutants: -
see: ND-8

> An operation class MUST NOT report isFinished true before the queue it is in has called its `start`, not even in an overridden `cancel`.

**Antecedent.** An operation of a class with its own `start` is in a queue and has not been started.

**Intent.** The queue calls `start` in any case, and an operation that finished before it would finish twice.

**Check.** Decided where an operation class is the subject: a read of isFinished that gives true while the operation is in a queue that was suspended from the beginning, is its mistake. Apple's and the swift-corelibs implementation print a warning.

**If violated, look at.** An overridden `cancel` that finishes whatever it finds.

## KVO-54 A repeated notification of the finish is harmless

level: CORE
kind: safety
check: checked
oracle: both
needs: customAsync, completionBlocks
outcomes: -
derived: DONE-2: the finish is announced again
contexts: queued, manual
sources: S4:238; Operation reference, completionBlock
mutants: completion-once-per-notification
see: ND-19

> A notification of isFinished that an operation class sends again after its finish MUST NOT run the completion block a second time, and MUST NOT end the process.

**Antecedent.** An operation that overrides `start`, and has a completion block from the beginning, has reported its finish, and sends the notification again.

**Intent.** It is an easy slip, for instance when a time limit and the answer of a server meet.

**Check.** The begins of the completion block are counted; a second one is a violation by itself, as for DONE-2. A process that dies inside the repeated report is one, too: no document calls the slip forbidden, so a trap is no answer to it. What becomes of slots and counts is observed and not judged.

**If violated, look at.** A finish that is carried out for every notification.

## KVO-55 A notification without a finish has no effect

level: CORE
kind: safety
check: checked
oracle: both
needs: customAsync
outcomes: -
derived: DONE-1: a notification without a finish was sent; QUEUE-7: a notification without a finish was sent; QUEUE-10: a notification without a finish was sent; LIMIT-5: a notification without a finish was sent; WAIT-1: a notification without a finish was sent; DEP-1: a notification without a finish was sent; ASYNC-12: a notification without a finish was sent
contexts: limit 1, limit k, limit none, same queue, other queue
sources: S4:160; Operation reference, isFinished; WinObjC, NSOperationTests
mutants: notification-taken-for-finish
see: ND-8, ND-13

> A notification of isFinished while isFinished reads false MUST have no effect: the operation stays in its queue and keeps its slot, no dependent is released, its completion block does not run, and no wait for it returns.

**Antecedent.** An operation that overrides `start`, was not cancelled and has neither stored nor reported its finish, sends the notification.

**Intent.** A notification says that a value may have changed; the value decides.

**Check.** Between the call of the notification and the call by which the operation stores or reports its finish, the operation is unfinished for certain. A violation is each of these at a ticket between the two: the begin of its completion block; the return of a wait for it; the begin of a dependent whose edge is certain, which does not override isReady and was not cancelled; a list that was called for after the notification, returned before the finish, and lacks the operation although its add had been accepted. All of them are recorded after what they stand for. That the slot is not given away is judged by LIMIT-5, for which a notification is no report. Other work is pushed through before the real finish, and the real effects are awaited after it.

**If violated, look at.** A queue that reacts to the key path and does not read the value.

"""#,
#"""
# BLOCK: Block operation

A block operation is an operation whose task is one or more blocks. It has begun when its first block begins and is finished when the last one has ended, so it serves to join a group of pieces of work. Order, threads and overlap of its blocks are free (ND-18): they may run at the same time or one after the other.

## BLOCK-1 A block operation finishes after all its blocks

level: CORE
kind: safety
check: checked
oracle: both
needs: blockOperations
outcomes: -
derived: STATE-6: several blocks; DONE-1: several blocks; WAIT-1: several blocks
contexts: queued, manual
sources: S0:38; S1:12; S3:50; S0:64
mutants: finished-after-first-block, finish-announced-after-first-block, finish-announced-after-second-block, finished-after-cancelled-block, cancel-between-blocks-finishes
see: ND-18, ND-31

> A block operation MUST be finished only when all of its blocks have ended.

**Antecedent.** A block operation with two or more blocks is executed, and its finish shows in some event.

**Intent.** It is used to wait for a group.

**Check.** The finish is shown by a read of isFinished true, the return of a wait, the begin of the completion block, or the begin of a dependent that has no other reason to begin (DEP-1). For each block that has begun before this event, its end must have a smaller ticket. One block is held, so that a broken operation has its opportunity: while it is held every read that returns must give isFinished false. Blocks that a cancel has skipped never begin (ND-31) and need no end.

**If violated, look at.** A count that starts too low because blocks are counted while they are submitted.

## BLOCK-2 Each block runs exactly once

level: CORE
kind: safety
check: checked
oracle: both
needs: blockOperations
outcomes: -
derived: -
contexts: one block, several blocks, queued, manual
sources: S0:64; S3:50
mutants: first-block-runs-twice, last-block-forgotten, third-block-forgotten
see: ND-18, ND-44

> A block operation that was not cancelled MUST execute each of its blocks exactly once.

**Antecedent.** A block operation that no command cancels has finished; counted are the blocks given at its creation and those whose addExecutionBlock returned before the add or start was called.

**Intent.** Each block is a piece of work that the client has handed over.

**Check.** Two begins of one block are a violation by themselves. After an event that shows the finish, each counted block must have ended with a smaller ticket: all blocks lie before the finish (BLOCK-1). Blocks added later belong to BLOCK-51.

**If violated, look at.** An initial block that is kept in two places; a loop over a snapshot of the list taken too early.

## BLOCK-3 Blocks of one operation run concurrently

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: blockConcurrency, blockOperations
outcomes: -
derived: -
contexts: -
sources: S0:38; S1:12; S3:50; S4:80; S4:81
mutants: blocks-run-one-after-another
see: ND-18, C-14

> The blocks of one block operation SHOULD be able to execute at the same time.

**Antecedent.** The subject declares blockConcurrency, and a block operation with two blocks executes.

**Intent.** The guide introduces block operations as a way to execute blocks concurrently.

**Check.** One block is held at a gate, and the begins of the others are awaited. Overlapping records show that it held. A missing begin counts only when stalled, of an operation that may not have been cancelled (ND-31), and while the harness holds nothing but bodies, fewer than the subject was measured to let run at once. Left out are the main queue, whose one thread runs one block after another, a queue with an underlying queue of the client's, which may be serial, and a queue that owes nothing more (ND-24). A history alone does not show whether its subject offers the capability: `oqcheck check` judges it by this rule only if asked to.

**If violated, look at.** A loop over the blocks on one thread.

**Note.** Implementations that run the blocks in turn do not declare the capability; that is a known deviation of theirs, no violation.

## BLOCK-4 Blocks may be added before the execution

level: CORE
kind: query
check: checked
oracle: both
needs: blockOperations
outcomes: -
derived: BLOCK-2: blocks added before the start
contexts: unqueued, parked
sources: S0:69; S0:64; S3:50; S4:77
mutants: added-block-replaces-initial, second-added-block-runs-twice
see: ND-44

> A block operation is created with a block as a rule, and further blocks MAY be added before it executes; all of them belong to it.

**Antecedent.** Blocks are added to a block operation that is parked or in no queue.

**Intent.** The group is put together step by step.

**Check.** The checker is that of BLOCK-2, on operations to which blocks were added. Counted are the additions whose calls returned before the operation was offered to a queue or started.

**If violated, look at.** An addExecutionBlock that sets the list in place of appending.

## BLOCK-5 The order of the blocks is unspecified

level: PERMIT
kind: safety
check: unchecked(a freedom of implementations that no checker may take away)
oracle: -
needs: blockOperations
outcomes: -
derived: -
contexts: -
sources: S0:69; S3:58; S4:79; S4:81
mutants: -
see: ND-18

> The order in which the blocks of one operation execute is unspecified; clients that need a serial order MUST submit the blocks to a suitable dispatch queue directly.

**Antecedent.** A block operation with several blocks executes.

**Intent.** Blocks are independent pieces of one unit.

**Check.** Nothing to check. No rule compares two blocks of one operation by order or by thread.

## BLOCK-6 Start returns after all blocks

level: CORE
kind: safety
check: checked
oracle: both
needs: manualStart, blockOperations
outcomes: -
derived: START-2: several blocks
contexts: -
sources: S0:64; S3:50; S4:78
mutants: start-returns-after-own-block
see: ND-18

> start on a block operation MUST return only after all its blocks have ended.

**Antecedent.** A block operation is started by hand, and start returns without an error.

**Intent.** Started by hand a block operation is a synchronous call.

**Check.** The checker is that of START-2: for each block that has begun, ticket(block end) < ticket(start.return), and isFinished read after the return must give true.

**If violated, look at.** A start that runs one block itself and does not await the others.

## BLOCK-7 The thread of a single block started by hand

level: PERMIT
kind: query
check: unchecked(documents and implementations differ; the threads are counted, never judged)
oracle: -
needs: manualStart, blockOperations, threadIdentity
outcomes: -
derived: -
contexts: -
sources: S4:66
mutants: -
see: ND-2, ND-18, C-14

> On which thread the block of a single-block operation runs that is started by hand is unspecified; only BLOCK-6 holds.

**Antecedent.** A block operation with one block is started by hand.

**Intent.** One seed reports the thread of the caller; the guide promises nothing about the environment of blocks.

**Check.** Nothing to check: the two outcomes, the caller's thread and another one, are counted.

## BLOCK-8 Block operations have all features of operations

level: CORE
kind: query
check: checked
oracle: both
needs: blockOperations
outcomes: -
derived: OP-3: block operations
contexts: -
sources: S3:48
mutants: -
see: -

> Block operations MUST offer dependencies, observation and the other features of operations to blocks.

**Antecedent.** A feature of operations is used with a block operation.

**Intent.** It is the reason to wrap blocks in an operation.

**Check.** The checker is that of OP-3, which counts the verdicts of the underlying rules per kind.

**If violated, look at.** A class that overrides start and leaves out what the base class does there.

## BLOCK-9 A block operation joins its blocks

level: CORE
kind: safety
check: sampled
oracle: monitor
needs: blockOperations
outcomes: -
derived: BLOCK-1: several blocks; OP-5: the blocks write
contexts: -
sources: S0:64; S3:50; S1:12
mutants: -
see: ND-18

> Whoever waits for a block operation MUST go on only after all its blocks, and then sees everything they have written; other threads go on working meanwhile.

**Antecedent.** The blocks of an operation write data, and code that is ordered after the finish by the interface reads it.

**Intent.** It is the join of a group of threads.

**Check.** The checkers are those of BLOCK-1 and OP-5: each block writes a value as its last action, and the values are read after the return of a wait, in the completion block, and in the body of a dependent. All must be there. Missing synchronisation may stay invisible by chance, so the rule is sampled; with the capability instrumented a report of ThreadSanitizer counts too.

**If violated, look at.** As for BLOCK-1; a finish that is announced by a plain store.

## BLOCK-10 The type of a block

level: STATIC
kind: query
check: unchecked(the types are settled by the compiler)
oracle: -
needs: blockOperations
outcomes: -
derived: -
contexts: -
sources: S0:65
mutants: -
see: -

> The blocks of a block operation have no parameters and no significant result.

**Antecedent.** The types of the interface.

**Intent.** Blocks capture what they need and store what they produce.

**Check.** Nothing is checked at run time: an adapter that passes another type does not compile.

## BLOCK-51 A block added too late

level: ACCEPT-SET
kind: exception
check: checked
oracle: both
needs: raises, blockOperations
outcomes: core raised, ignored, run-before-finish; reference raised
derived: -
contexts: executing, finished
sources: BlockOperation reference, addExecutionBlock(_:)
mutants: late-block-accepted
see: ND-44

> addExecutionBlock on an operation that is executing or finished MUST raise or be harmless (reference: raise): the block is ignored or, if the operation was executing, runs once before the finish.

**Antecedent.** addExecutionBlock is called while the harness holds a block of the operation, or after an event that shows the operation finished.

**Intent.** A block that runs after the finish runs behind the back of everybody who has waited.

**Check.** The state is certain: executing between the begin and the end of a block, finished after the return of a wait. An error is accepted always, a return only outside profile reference; a crash counts as an error only if the crashing thread is inside the call. A begin of the added block is a violation if the operation was finished at the call, if it is the second one, or if its end does not have a smaller ticket than each event that shows the finish (ND-44).

**If violated, look at.** A list that is read again after the group was joined.

## BLOCK-52 executionBlocks has every block

level: CORE
kind: query
check: checked
oracle: both
needs: blockOperations
outcomes: -
derived: -
contexts: -
sources: BlockOperation reference, executionBlocks
mutants: initial-block-listed-twice
see: -

> executionBlocks MUST contain the blocks that were added, each once.

**Antecedent.** executionBlocks is read before the operation is added or started.

**Intent.** Code that adds blocks in a loop checks what it has.

**Check.** The number must be that of the blocks given at the creation plus those whose addExecutionBlock returned before the read was called, if no such call overlaps the read. Blocks cannot be compared, so only the number is judged. After the execution, and after a cancel that may have finished the operation (ND-21), the value is only counted.

**If violated, look at.** An initial block that is kept in a place of its own and in the list.

## BLOCK-53 A block operation without blocks finishes

level: CORE
kind: liveness
check: checked
oracle: both
needs: blockOperations
outcomes: -
derived: -
contexts: queued, manual
sources: BlockOperation reference, init()
mutants: empty-block-operation-hangs
see: -

> A block operation without blocks MUST finish when it is started.

**Antecedent.** A block operation to which no block was added is started by a queue or by hand.

**Intent.** The blocks come from data and there may be none.

**Check.** In a queue the finish is owed under the conditions under which QUEUE-1 owes a begin. A start by hand is judged if it is the only one, in no queue, certainly ready and never cancelled: there is no block to wait for, so it returns. Each absence counts only when stalled.

**If violated, look at.** A group that is joined by the end of its last block.

## BLOCK-54 A cancel does not finish a block operation early

level: CORE
kind: safety
check: checked
oracle: both
needs: blockOperations
outcomes: -
derived: BLOCK-1: cancelled while a block runs; CANCEL-2: several blocks
contexts: -
sources: BlockOperation reference, Overview; Operation reference, cancel()
mutants: cancel-finishes-block-operation
see: ND-31

> A cancel during the execution MUST NOT make a block operation finish before the blocks that run have ended; blocks that have not begun MAY be skipped or run.

**Antecedent.** cancel is called while the harness holds a block of the operation.

**Intent.** The data of a running block is still in use.

**Check.** The checker is that of BLOCK-1 under cancel: the end of every block that has begun must come before each event that shows the finish. Each block begins at most once; that it does not begin is legal (ND-31).

**If violated, look at.** A cancel that leaves the group on behalf of running blocks.

## BLOCK-55 A block added to a cancelled operation never runs

level: CORE
kind: query
check: checked
oracle: both
needs: blockOperations
outcomes: -
derived: CANCEL-3: a block added after the cancel
contexts: unqueued, parked
sources: BlockOperation reference, addExecutionBlock(_:); swift-corelibs-foundation, Operation.swift
mutants: block-added-after-cancel-runs
see: ND-21, ND-25

> addExecutionBlock on a cancelled operation that was not started is allowed, unless the operation already reports finished, and the block MUST never run.

**Antecedent.** cancel has returned on a block operation that is in no queue (in profile reference also on a parked one), and addExecutionBlock is called before any start.

**Intent.** Code that puts a group together need not look whether it was cancelled.

**Check.** The model accepts an error of the call only where the operation may have finished (ND-21). The operation was cancelled while unstarted for certain, so none of its blocks may begin (CANCEL-3). Outside profile reference a parked operation may have been finished early (ND-25), and the outcome of the call is not judged.

**If violated, look at.** A start that looks at the mark before the blocks it had then, and runs the later ones.

"""#,
#"""
# INVOC: Invocation operation

An invocation operation is made from an object and one of its methods. Its task is to call the method, with at most one argument, and to keep what the method returns or throws. Where no such class exists, it stands for the same thing in other words: a target, a method and an argument in, and a result or an error out.

The reference queue offers the capability `invocation`; swift-corelibs-foundation has no such class.

## INVOC-1 The method is called as it was given

level: CORE
kind: safety
check: checked
oracle: monitor
needs: invocation
outcomes: -
derived: -
contexts: -
sources: S0:37; S1:11; S3:27; Concurrency Programming Guide, Creating an NSInvocationOperation Object
mutants: argument-dropped
see: -

> When it is run, an invocation operation MUST call the given method of the given object with the given argument, and nothing else.

**Antecedent.** An invocation operation is run without a cancel.

**Intent.** Existing code becomes an operation without a change.

**Check.** The target notes receiver, method and argument of every call before client code is entered. A read that was called after the only entry so far, and returned before another one, gives those of the creation.

**If violated, look at.** A dropped argument; a target that is looked up again when the operation runs.

## INVOC-2 The method is called once

level: CORE
kind: safety
check: checked
oracle: monitor
needs: invocation
outcomes: -
derived: EXEC-1: invocation operations; EXEC-2: invocation operations
contexts: -
sources: S0:51; S3:29; Concurrency Programming Guide, Creating an NSInvocationOperation Object
mutants: method-called-twice
see: ND-12

> An invocation operation that is not cancelled MUST call its method exactly once.

**Antecedent.** An invocation operation was started or added, and has finished.

**Intent.** The call is the task.

**Check.** The checks of EXEC-1 and EXEC-2 on operations of this kind.

**If violated, look at.** A call at the creation in addition to that of the task.

## INVOC-3 The method is called on the thread of the start

level: CORE
kind: safety
check: checked
oracle: monitor
needs: invocation, manualStart
outcomes: -
derived: START-1: invocation operations; START-2: invocation operations
contexts: -
sources: S4:3; S4:61; NSInvocationOperation reference, Overview
mutants: invocation-leaves-thread
see: -

> An invocation operation is not concurrent: a start by hand MUST call the method on the calling thread and return after it.

**Antecedent.** An invocation operation that is ready and in no queue is started by hand.

**Intent.** It behaves as any operation with the default `start`.

**Check.** The checks of START-1 and START-2 on operations of this kind: the method was entered on the thread of the start, where threads can be told apart, and the call has ended when the start returns.

**If violated, look at.** A class that hands the call to another thread and waits, or does not.

**Note.** The documents show only the call; the class reference says that the operation is not concurrent.

## INVOC-4 The result of a cancelled operation is an error

level: CORE
kind: exception
check: checked
oracle: monitor
needs: invocation, raises
outcomes: -
derived: -
contexts: -
sources: S0:262; S3:284; NSInvocationOperation reference, result
mutants: cancelled-result-is-nil, cancelled-result-is-value
see: ND-38, ND-39, C-7, C-23

> Asking a cancelled invocation operation that has finished for its result MUST raise.

**Antecedent.** The operation was cancelled before its start or while its method was held, every cancel has returned, and the operation has finished.

**Intent.** Nobody should take the missing result of a cancelled call for a value.

**Check.** The call is answered by an error, where some cancel had returned before the method ended, or the method never ran. A cancelAllOperations counts where the queue certainly had accepted the operation: an add that came after a start by hand may have been ignored (ND-24). Where the cancel raced with the finish the error and the value are both right (ND-39), and a cancel after the finish may change nothing (ND-38): neither is judged. Before the finish nil and the error are both accepted.

**If violated, look at.** nil, or a value of an earlier call.

**Note.** The reference gives nil for what has not finished and an error for what was cancelled, and does not say which of the two comes first; real classes give nil until the finish (C-7).

## INVOC-5 The result is what the method returned

level: CORE
kind: query
check: checked
oracle: monitor
needs: invocation
outcomes: -
derived: -
contexts: -
sources: S0:262; S3:285; NSInvocationOperation reference, result
mutants: result-cleared-by-finish
see: -

> After an invocation operation that was not cancelled has finished, its result MUST be the value that the method returned.

**Antecedent.** The method returned a value, no cancel was called, and a wait for the operation has returned.

**Intent.** The operation carries its output (OP-4).

**Check.** The method returns a value that occurs nowhere else, and the result is that value; asked again it is the same. Judged where no cancel was called before the answer.

**If violated, look at.** A result that is cleared by the finish.

**Note.** The documents name the result only in a list of errors.

## INVOC-6 When to use an invocation operation

level: ADVICE
kind: advice
check: unchecked(advice about the design of programs)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:51; S1:11; S3:27; Concurrency Programming Guide, Creating an NSInvocationOperation Object
mutants: -
see: -

> An invocation operation is the right choice where a method for the work already exists, or where the method is chosen at run time.

**Antecedent.** The design of a program.

**Intent.** It saves a subclass.

**Check.** Nothing to check.

## INVOC-51 The result of a method without result is an error

level: CORE
kind: exception
check: checked
oracle: monitor
needs: invocation, raises
outcomes: -
derived: -
contexts: -
sources: NSInvocationOperation reference, result; NSInvocationOperation reference, Result Exceptions
mutants: void-result-is-nil
see: C-23

> Asking for the result of a method that returns nothing MUST raise, with an error that can be told from that of a cancelled operation.

**Antecedent.** The method returns nothing, and the operation has finished.

**Intent.** nil would look like a result.

**Check.** The call is answered by the error for a missing result, and where a cancel may have come by that one or by the error for a cancelled operation. Where a trap is the answer, or an error without a name, the two cannot be told apart, and any counts.

**If violated, look at.** nil for a method without result.

## INVOC-52 There is no result before the finish

level: CORE
kind: query
check: checked
oracle: monitor
needs: invocation
outcomes: -
derived: -
contexts: -
sources: NSInvocationOperation reference, result
mutants: result-raises-before-finish
see: C-7

> The result of an invocation operation that was not cancelled MUST be nil until it has finished.

**Antecedent.** The result is asked for while the operation is unstarted for certain, or while its method is held, without any cancel.

**Intent.** Asking early is no mistake and does not block.

**Check.** The call returns nil; of a method that returns nothing the error of INVOC-51 is accepted as well, since no document says which comes first (C-7). Cancelled operations are left to INVOC-4.

**If violated, look at.** A getter that waits for the result, or raises.

## INVOC-53 An error of the method is the result

level: CORE
kind: exception
check: checked
oracle: monitor
needs: invocation, exceptions, catchableRaises
outcomes: -
derived: -
contexts: -
sources: NSInvocationOperation reference, result; WinObjC, NSInvocationOperationTests
mutants: method-error-lost, method-error-leaves-start
see: ND-33

> If the method throws, the operation MUST finish all the same, `start` MUST NOT pass the error on, and asking for the result MUST raise the same error.

**Antecedent.** The method throws, and the operation was not cancelled.

**Intent.** The error reaches the one who wants the result, on whatever thread.

**Check.** The only start, during which the method threw, returns normally, where nothing was called that could have added it to a queue; and after the finish the result is answered by the error that was thrown, or by an error without a name. Both are judged only where no cancel was called before the answer. That the operation finishes is asked by the rules of all operations. An error that leaves any other task is unspecified (ND-33).

**If violated, look at.** An error that is swallowed; an operation that stays executing.

## INVOC-54 What an invocation operation can be made of

level: CORE
kind: query
check: checked
oracle: monitor
needs: invocation
outcomes: -
derived: -
contexts: -
sources: NSInvocationOperation reference, initWithTarget:selector:object:; NSInvocationOperation reference, initWithInvocation:; WinObjC, NSInvocationOperationTests
mutants: unknown-method-accepted
see: -

> Creation with a method that the target does not have, or that takes more than one argument, MUST give no operation. Arguments are kept alive. A prepared invocation is accepted whatever its method, and results that are no objects are boxed.

**Antecedent.** An invocation operation is created.

**Intent.** A mistake shows where it is made and not when the operation runs.

**Check.** Methods have numbers. Creation with an unknown method, or with one of two arguments, gives nothing; creation with one of one argument gives an operation. That arguments are kept alive and that numbers are boxed shows in INVOC-1 and INVOC-5.

**If violated, look at.** A creation that succeeds and a crash at the start.

"""#,
#"""
# NONC: Custom non-concurrent operation

The usual way to write a class of operations is to override `main` and nothing else. The class then has a task, and everything else, states, dependencies, notifications and the completion block, comes from the base class. This chapter says what the base class owes to such a subclass, and what the subclass owes to the rest of the program.

In [programs](../Programs.md) an operation without `kind=` has one body. The adapter of a subject with the capability `subclassMain` makes it an object of such a subclass, whose `main` is the body; the rules on the base class are decided on these operations.

## NONC-1 Overriding main is enough

level: CORE
kind: query
check: checked
oracle: both
needs: subclassMain
outcomes: -
derived: EXEC-2: only main is overridden; STATE-2: only main is overridden; STATE-4: only main is overridden; STATE-6: only main is overridden; STATE-7: only main is overridden
contexts: task, queued, manual, cancelled before start, cancelled while executing
sources: S0:72; S0:74; S3:63; S3:65; S4:91; S3:67; Concurrency Programming Guide, Performing the Main Task
mutants: task-in-queue-not-executing
see: -

> A subclass that overrides main, with or without an initialiser, MUST be a complete operation: states, dependencies, cancellation and notifications are supplied by the base class.

**Antecedent.** An operation of a class that overrides only main is used in any way.

**Intent.** It is the promise that makes subclasses worth writing: only the work is new.

**Check.** Every rule of level CORE applies to these operations as to any other. Counted here are the cases of the rules about the task and its states that name the kind, on operations of kind *task*: a missing part of the base class shows there first. They do not look at the class, so their arguments hold here unchanged.

**If violated, look at.** A base class whose start calls its own implementation of main and not the override; a state that only the library's concrete classes maintain.

## NONC-2 The default start calls main

level: CORE
kind: safety
check: checked
oracle: both
needs: subclassMain
outcomes: -
derived: NONC-1: the call of main; EXEC-2: only main is overridden
contexts: task, queued, manual, limit 1, limit k, limit none
sources: S1:23; S0:76; S3:69; S1:21; Concurrency Programming Guide, Performing the Main Task
mutants: urgent-task-not-called
see: -

> The task of the operation is its main: the default start, and through it a queue, MUST call the overridden main.

**Antecedent.** An operation of a class that overrides only main is finished for certain and no cancel was called before that.

**Intent.** An operation that finishes without its task has lied to everybody who waited for it.

**Check.** EXEC-2 on these operations: the body has recorded its end by the ticket that proves the finish. The body is main itself, so its record shows the call.

**If violated, look at.** A start that calls a private hook with the body of the library's own classes; a main found at the time of construction instead of the call.

## NONC-3 A known state from the beginning

level: CLIENT
kind: client obligation
check: unchecked(the fields of a class are invisible to the outside)
oracle: -
needs: subclassMain
outcomes: -
derived: -
contexts: -
sources: S0:75; S0:81; S3:72; S0:78; S0:79; S0:80; S3:66; S3:70; S3:71; Concurrency Programming Guide, Performing the Main Task
mutants: -
see: -

> The initialiser of a custom operation MUST put it into a known state. Methods used by main, accessors for inputs and results, archiving and deallocation are optional.

**Antecedent.** The code of an operation class.

**Intent.** A queue may start the operation at once after it was added.

**Check.** Nothing to check from outside. What a new operation reports through the accessors of the base class is STATE-1.

## NONC-4 No exception leaves main

level: CLIENT
kind: client obligation
check: unchecked(no error leaves main or start in Swift, in which classes are judged)
oracle: -
needs: exceptions, subclassMain
outcomes: -
derived: -
contexts: -
sources: S0:104; S3:92; S0:253; Concurrency Programming Guide, Handling Errors and Exceptions
mutants: -
see: ND-33

> A custom main MUST NOT let an exception escape: it catches and handles it, and does not throw it on.

**Antecedent.** A class of operations is the subject, in a language whose errors can leave main.

**Intent.** Above main there is only a thread of the queue, which nobody prepared for it.

**Check.** It can be decided where classes are subjects: the harness calls main through a frame of its own, and an error that arrives there is reported against the class. Where main cannot throw, as in Swift, there is nothing to decide. What a queue does with an error that escapes all the same is unspecified (ND-33).

**If violated, look at.** A handler around a part of main only; a handler that throws again.

## NONC-5 An autorelease pool of its own

level: CLIENT
kind: client obligation
check: unchecked(about the memory management of Objective-C, which leaves no trace in a history)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:234; S4:113; S0:235; Concurrency Programming Guide, Managing Memory in Operation Objects
mutants: -
see: C-18

> The task of an operation written in Objective-C SHOULD create an autorelease pool of its own, and more where it makes many temporary objects.

**Antecedent.** Task code in Objective-C without automatic pools.

**Intent.** Objects that are released late are memory that others miss.

**Check.** Nothing to check.

**Note.** The class reference says that main runs inside a pool of the library's anyway (C-18).

## NONC-6 main answers cancellation

level: CLIENT
kind: client obligation
check: unchecked(the work of classes that are judged reports neither steps nor resources)
oracle: -
needs: subclassMain
outcomes: -
derived: CANCEL-12: the operation overrides only main
contexts: -
sources: S0:72; S3:63; Concurrency Programming Guide, Responding to Cancellation Events
mutants: -
see: -

> The main of a custom operation MUST respond to cancellation: it looks at isCancelled and returns soon after it is true.

**Antecedent.** A class of operations is the subject, and one of them is cancelled while its main runs.

**Intent.** Nobody else can stop the task (CANCEL-2).

**Check.** The requirement and the way to decide it are those of CANCEL-12, on classes that report their steps.

**If violated, look at.** A main without polls, or with one poll before a long loop.

"""#,
#"""
# ASYNC: Custom concurrent operation

A class that overrides `start` takes the place of the base class: it gives the work to something else, a thread, a connection, a timer, returns from `start`, and reports by itself when the operation executes and when it has finished. Nothing in the library knows about the end of such an operation but what its class reports.

Two parties are judged here. Rules of level CLIENT are duties of the class; they apply where a class of operations is the subject (see [Judging a class of operations](../OperationClasses.md)). The other rules are duties of queues towards any such class, and are checked with operations of kind *asynchronous*: in [programs](../Programs.md) the lane `x.start` is the overridden start, and `report-executing` and `report-finished` are what the class does to itself, so every state of the operation is the program's own doing.

A *report* of the finish is below the call of `report-finished` or `store-finished`. It is recorded before the class changes what isFinished returns; an operation of this kind is therefore unfinished at every ticket that is smaller than those of its reports, provided no class-specific cancel reports unseen.

## ASYNC-1 What a concurrent operation overrides

level: CLIENT
kind: client obligation
check: unchecked(which methods a class overrides is settled when it is compiled)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S0:131; S0:132; S0:133; S0:134; S1:21; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: -
see: -

> A class of concurrent operations MUST override start, isExecuting, isFinished and isConcurrent (today isAsynchronous). Overriding main is optional.

**Antecedent.** A class of operations that are asynchronous relative to the thread that starts them.

**Intent.** Each of the four belongs to the machinery of the base class, which does not fit the new start.

**Check.** Nothing is checked in the list itself. What the overrides have to do is said by the following rules.

**Note.** In one of the source documents the table of methods is an image and lost (S3:124).

## ASYNC-2 start returns at once

level: CLIENT
kind: safety
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S0:48; S3:20; S3:160; Concurrency Programming Guide, Concurrent Versus Non-concurrent Operations
mutants: -
see: -

> The overridden start MUST begin the work asynchronously and return, without waiting for the work to be done.

**Antecedent.** A class of operations is the subject; its work is held at a gate and a client calls start.

**Intent.** The caller chose a concurrent operation in order to go on.

**Check.** It can be decided where classes are subjects: the return of start is awaited while the gate is closed, and the thread that records the work is not the one that called start, which is alive in its call or after it.

**If violated, look at.** A start that calls its own main, or waits for its thread.

## ASYNC-3 start does not call super

level: CLIENT
kind: client obligation
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S0:131; Operation reference, start()
mutants: -
see: -

> The overridden start MUST NOT call the inherited one.

**Antecedent.** A class of operations that overrides start is the subject.

**Intent.** The inherited start has states of its own and ends with a finish of its own, which would run beside those of the class.

**Check.** A call cannot be seen, but its traces can: a second execution of the work, main executed on the thread of the start call while start runs, or a state that the class did not store.

**If violated, look at.** A start written by the pattern of initialisers, whose first line calls super.

## ASYNC-4 isAsynchronous is true

level: CLIENT
kind: query
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S0:134; S3:127; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: -
see: C-13

> isConcurrent and isAsynchronous of a concurrent operation MUST return true.

**Antecedent.** A class of operations that overrides start is the subject, and one of the accessors is read.

**Intent.** Clients who start by hand learn from it whether the call will block them.

**Check.** Every read gives true. To queues the value does not matter (START-58).

**If violated, look at.** An override under one of the two names only.

## ASYNC-5 The reports of state are safe for threads

level: CLIENT
kind: client obligation
check: unchecked(no history shows a data race; ThreadSanitizer shows those of class:unsynchronised)
oracle: -
needs: customAsync, instrumented
outcomes: -
derived: -
contexts: -
sources: S0:133; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: -
see: C-22

> isExecuting and isFinished of a concurrent operation MUST be safe to call from several threads at the same time.

**Antecedent.** A class of operations is the subject, and several threads read its states while it executes.

**Intent.** Queue, dependents, waiters and observers all ask, on threads of their own.

**Check.** Reads from several threads under ThreadSanitizer, where the class is built with it entirely. A race on its own flags is reported against the class. It can only be sampled. `.ci/run` holds that `class:unsynchronised` is reported and `class:async` is not.

**If violated, look at.** Plain fields without a lock, as in the listing of the guide (C-22).

## ASYNC-6 Changes of state are announced

level: CLIENT
kind: client obligation
check: checked
oracle: monitor
needs: kvo, customAsync
outcomes: -
derived: twin of KVO-11
contexts: asynchronous
sources: S0:133; S3:160; S3:181; Concurrency Programming Guide, Maintaining KVO Compliance
mutants: reported-execution-unannounced, reported-finish-unannounced
see: ND-8

> Every change of what isExecuting and isFinished report MUST be accompanied by change notifications for that key path.

**Antecedent.** A class of operations is the subject and observed, and two reads of one of its states differ.

**Intent.** A queue keeps an operation whose finish it was not told, and its dependents never run.

**Check.** The checker is that of KVO-11. What a queue does without the notification is free (ND-8).

**If violated, look at.** A state that is stored in a method which the notifying setter does not use.

## ASYNC-7 A cancelled operation is finished and not launched

level: CLIENT
kind: safety
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S0:160; S0:163; S3:164; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: -
see: -

> The overridden start MUST look at isCancelled before it launches the work. If it is true, the operation MUST move to finished, with a notification, and MUST NOT launch the work.

**Antecedent.** A class of operations is the subject, and cancel returned before start was called, by hand or by a queue in which the operation had been parked.

**Intent.** A queue calls start also for cancelled operations (ASYNC-13), and relies on this answer to get rid of them.

**Check.** The work records nothing, isFinished is awaited and, in a queue, a wait for the queue is awaited.

**If violated, look at.** An early return that forgets to finish: the queue then hangs. A look at isCancelled in main only, after the launch.

## ASYNC-8 The end is reported in both states

level: CLIENT
kind: safety
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S0:186; S3:181; S0:190; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: -
see: ND-17, ND-40

> When the work of a concurrent operation is done, isExecuting MUST become false and isFinished true, with notifications of both.

**Antecedent.** A class of operations is the subject, its work has ended.

**Intent.** Executing and finished exclude each other for every observer (STATE-7).

**Check.** isFinished is awaited; a read of isExecuting that is called after a read of isFinished has returned true gives false. The notifications may come in either order (ND-17).

**If violated, look at.** A finish that stores only the one flag on which queues depend.

## ASYNC-9 Every way ends in finished

level: CLIENT
kind: liveness
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S0:195; S3:206; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: -
see: C-22

> Whatever becomes of the work, success, cancellation or an error, a concurrent operation that was started MUST eventually report finished.

**Antecedent.** A class of operations is the subject and was started; it is then cancelled, or its work is made to fail, or neither.

**Intent.** The queue, its slots and all dependents wait for the report.

**Check.** isFinished is awaited after the gates of the work are open; its absence counts only when stalled.

**If violated, look at.** A report as the last statement inside the block whose errors are caught: an error jumps over it, as in the listing of the guide (C-22).

## ASYNC-10 At first neither executing nor finished

level: CLIENT
kind: query
check: checked
oracle: both
needs: customAsync
outcomes: -
derived: STATE-1: the operation overrides start
contexts: asynchronous
sources: S0:145; S3:140; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: flags-not-initialised
see: -

> isExecuting and isFinished of a new concurrent operation MUST be false.

**Antecedent.** One of the two is read on an operation that overrides start before anything was called that could change it. Or the work of an operation of a class under test has begun.

**Intent.** A queue does not start what says that it is over.

**Check.** The cases of STATE-1 on these operations, those on isExecuting and isFinished. Of classes under test also: work that began before anything was called that can start the operation.

**If violated, look at.** Flags without an initial value; an initialiser that begins the work.

## ASYNC-11 No exception leaves start

level: CLIENT
kind: client obligation
check: unchecked(no error leaves main or start in Swift, in which classes are judged)
oracle: -
needs: customAsync, exceptions
outcomes: -
derived: twin of NONC-4
contexts: -
sources: S0:253; S3:273; Concurrency Programming Guide, Handling Errors and Exceptions
mutants: -
see: ND-33

> The overridden start MUST catch all exceptions, so that none leaves the thread that does the work.

**Antecedent.** As NONC-4, for a class that overrides start.

**Intent.** As NONC-4. Above the work of a concurrent operation there is not even a queue.

**Check.** As NONC-4, with the frame of the harness around start and around the work.

## ASYNC-12 Executing until it reports finished

level: CORE
kind: safety
check: checked
oracle: both
needs: customAsync
outcomes: -
derived: QUEUE-7: the start of the operation has returned; QUEUE-9: the start of the operation has returned; QUEUE-10: the start of the operation has returned; WAIT-3: the start of the operation has returned; DEP-13: the dependency is in a queue
contexts: limit 1, limit k, limit none
sources: S4:160; S0:195; NSHipster, NSOperation
mutants: custom-operation-leaves-with-start, silent-start-unlists
see: ND-8, ND-13, ND-15

> From its start to its report of isFinished a queue MUST treat a concurrent operation as executing, also when start has returned: it is listed and counted, waits for the queue wait for it, and its dependents do not run.

**Antecedent.** A queue accepted the operation, its start has returned, and nothing that says it has finished (report-finished, store-finished, notify-finished) has been called; no cancel was called.

**Intent.** The return of start is the beginning of the work and not its end.

**Check.** Each of these proves a queue that let go too early, because the operation was unfinished during the whole call: a read of *operations* without it; a read of *count* that gives 0; a wait for the queue, called after the add had returned, that returns. Reads are judged if they were called after the return of start and returned before the first report was called, waits by the ticket of their return. Dependents are judged by DEP-13. A history with a hole is not judged: the missing event may be the report.

**If violated, look at.** A queue that treats the return of start as the end of every operation.

## ASYNC-13 The queue calls start, once

level: CORE
kind: safety
check: checked
oracle: both
needs: customAsync
outcomes: -
derived: -
contexts: not cancelled, cancelled before start
sources: S0:131; S0:160; Operation reference, cancel()
mutants: cancelled-custom-operation-never-started, custom-start-called-twice, cancelled-custom-start-called-twice
see: ND-24, ND-25

> A queue MUST execute a concurrent operation by calling its start exactly once, and not its main; also if the operation was cancelled while it waited, so that it can finish itself.

**Antecedent.** A queue accepted the operation by the only add of the program; no client starts it, and nothing is reported for it before its start is entered. Or its start begins although it was neither added nor started by then.

**Intent.** start is the only way into such a class, and the only place from which a cancelled operation can report that it is over.

**Check.** A second begin of start is a violation: nobody but the queue called it. That start was left out is proved by the first sign that the operation counts as finished, isFinished true, a wait for it or for the queue that returned or a list without it, before any begin of start: the class reports nothing before, and the history has no hole that may be the begin. Where nothing moves any more, a missing start counts when stalled, if the operation was cancelled and has no dependencies, its start is certainly owed, and the queue has started something else since it could start this one; if nobody cancelled the operation, the missing start is QUEUE-1's. A start that begins before the first call that adds or starts the operation, or without any, is a violation whoever called it: a client records its call before it makes it, and a queue has nothing to start before it is given it.

**If violated, look at.** A queue that calls main itself; a shortcut for cancelled operations; a start that is called by the add and again by the scheduler.

## ASYNC-14 When a concurrent operation is needed

level: ADVICE
kind: advice
check: unchecked(advice on the choice of a class)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S0:49; S3:22; Concurrency Programming Guide, Concurrent Versus Non-concurrent Operations
mutants: -
see: -

> Concurrent operations need to be defined only for asynchronous execution without a queue.

**Antecedent.** A choice between overriding main and overriding start.

**Intent.** A queue supplies threads to operations that have none.

**Check.** Nothing to check.

**Note.** In practice they are also needed with queues, where the work itself goes on after main would have returned.

## ASYNC-15 isAsynchronous decides about the thread

level: REJECTED
kind: advice
check: unchecked(contradicted by the class reference and by the remark before it in the same article)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S4:222; NSHipster, NSOperation
mutants: -
see: C-13

> The value of isAsynchronous alone determines whether an operation is executed synchronously in main or asynchronously.

**Antecedent.** An operation in a queue.

**Intent.** The article describes the new name of the property.

**Check.** It is not looked for. By the class reference a queue ignores the value and always calls start from a thread of its own; what a queue owes for either value is START-58.

## ASYNC-16 Finished is the last word

level: CLIENT
kind: safety
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S0:171; S0:172; S3:176; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: -
see: C-22

> A concurrent operation MUST store and announce isExecuting before its work can be over, and MUST NOT become executing after it has finished.

**Antecedent.** A class of operations is the subject, and its work takes no time.

**Intent.** An operation that has finished and says that it executes is wrong for ever.

**Check.** In many repetitions, that isExecuting becomes false after isFinished has read true is awaited, and no read of isExecuting that is called after such a false gives true.

**If violated, look at.** A thread that is detached before executing is stored: fast work ends first, and the flag is raised afterwards, as in the listing of the guide (C-22).

## ASYNC-17 Two names of one property

level: CLIENT
kind: query
check: unchecked(names are settled by the compiler and by the adapter)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S4:221; S4:222; NSHipster, NSOperation
mutants: -
see: C-13

> isConcurrent is the old name and isAsynchronous the new name of one property; an adapter MUST treat both as one.

**Antecedent.** A subject has one of the names or both.

**Intent.** Rules speak of the property and not of its spelling.

**Check.** Nothing to check beyond START-3 and ASYNC-4.

## ASYNC-18 Executing while the work goes on

level: CLIENT
kind: safety
check: unchecked(decided where a class of operations is the subject, not from histories of queues)
oracle: -
needs: customAsync
outcomes: -
derived: -
contexts: -
sources: S4:159; S0:133; Concurrency Programming Guide, Configuring Operations for Concurrent Execution
mutants: -
see: -

> From the launch of its work to its finish a concurrent operation MUST report isExecuting true and isFinished false, and MUST have announced isExecuting.

**Antecedent.** A class of operations is the subject, and its work is held at a gate.

**Intent.** Clients and observers show what is going on by these values. Queues do not need them.

**Check.** While the gate is closed isExecuting true is awaited, every read of isFinished gives false and, where changes can be observed, a notification of isExecuting is awaited.

**If violated, look at.** A class that never stores executing, which no queue notices.

## ASYNC-51 Finished also without having executed

level: CLIENT
kind: client obligation
check: unchecked(decided where a class of operations is the subject, by ASYNC-7 and ASYNC-8)
oracle: -
needs: customAsync
outcomes: -
derived: ASYNC-7: cancelled before it executed; ASYNC-8: cancelled before it executed
contexts: -
sources: Operation reference, overview (Responding to the Cancel Command)
mutants: -
see: ND-4

> A concurrent operation MUST report its finish with isExecuting false and isFinished true also if it was cancelled before it began to execute.

**Antecedent.** As ASYNC-7.

**Intent.** Observers wait for the same end, whatever came before.

**Check.** As ASYNC-7 and ASYNC-8.

## ASYNC-52 Finished inside start

level: CORE
kind: safety
check: checked
oracle: both
needs: customAsync
outcomes: -
derived: DEP-2: the dependency reports finished inside its start; DEP-12: the dependency reports finished inside its start; DONE-3: the finish is reported inside start; LIMIT-4: the finish is reported inside start; QUEUE-1: the finish of the operation before is reported inside start; QUEUE-8: the finish is reported inside start; WAIT-2: the finish is reported inside start; WAIT-4: the finish is reported inside start; KVO-10: the report is made inside start
contexts: limit 1, limit k, limit none
sources: Operation reference, overview (Responding to the Cancel Command); swift-corelibs-foundation, OperationQueue
mutants: finish-inside-start-lost
see: ND-5, ND-13

> A queue MUST accept that an operation reports isFinished inside its start, without ever having been executing: it removes the operation and releases its dependents.

**Antecedent.** The lane of the overridden start of a queued operation calls report-finished, the call returns and then start returns.

**Intent.** It is the prescribed answer of a concurrent operation that finds itself cancelled (ASYNC-7).

**Check.** What follows from the finish is awaited: the return of a wait for the operation or for its queue, if everything else there has finished, and the begin of an operation that depends on it alone. Their absence counts only when stalled, and only where the model owes them, as in the rules from which this one is derived.

**If violated, look at.** A notification that arrives before the queue has noted that start was called, and is dropped; a finish that starts the next operation on its own stack, which overflows when many finish in a row.

"""#,
#"""
# MAIN: Main queue

The main queue is the operation queue of the main thread. It exists without being made, it runs one operation at a time, and it shares its thread with the main loop, which has other things to do. Most rules of the other chapters hold for it; this chapter says which, what is special about it, and where implementations differ (C-24, ND-32).

A subject with the capability `mainQueue` gives the harness a pump: a way to let the main loop run for as long as a program needs it. The main thread runs no lane. A program names the main queue by `queue m main`. Where it is suspended or resumed, given another limit, or all of it is cancelled, no rule of another chapter is judged (ND-32). No canary flies to the main queue: what is owed there is missed for certain only in a process that nothing can set going again.

*MAIN-held* means: the command is made inside an operation of the main queue that is executing. Its slot is taken then, and nothing else of the queue can run before it returns. It takes the place of *parked*, which is not certain on a main queue because suspending may have no effect on it (ND-32).

The bundled reference queue offers the capability.

## MAIN-1 Operations run on the main thread

level: CORE
kind: safety
check: checked
oracle: monitor
needs: mainQueue, threadIdentity
outcomes: -
derived: -
contexts: from client, from body, from completion, task, one block, asynchronous
sources: S4:38; S1:62; S4:28; OperationQueue reference, main
mutants: main-queue-in-pool
see: ND-2, ND-18, ND-19

> Operations that are added to the main queue MUST be executed on the main thread: it is the thread that calls main, an overridden start, or the block of a block operation with one block.

**Antecedent.** An operation was added to the main queue, from the main thread or another one, while the main loop runs; it was not started by hand.

**Intent.** The objects of a user interface belong to that thread.

**Check.** The thread that records `begin` is the main thread. Blocks of an operation with several blocks (ND-18), completion blocks (ND-19) and the work that an overridden start gives away run where they like. So does, outside profile reference, an operation with the default start whose isAsynchronous is true: whether a queue asks for that is open (C-13).

**If violated, look at.** A main queue that is an ordinary queue with limit 1.

## MAIN-2 There is one main queue

level: CORE
kind: query
check: checked
oracle: monitor
needs: mainQueue
outcomes: -
derived: -
contexts: -
sources: S1:62; S4:215; OperationQueue reference, main
mutants: main-queue-made-anew
see: -

> The main queue MUST exist without being made, and every request for it MUST give the same queue.

**Antecedent.** The main queue is asked for at least twice, among others by different threads and as the first use of the library.

**Intent.** Programs ask for it where they need it and keep no reference.

**Check.** The main queue is asked for before the program begins. Each `is-main` asks once more, on the thread that gives the command, and compares: the answer is true for it and false for other queues. Nothing that a program does may change which queue that is.

**If violated, look at.** A new object for each call; a reference that nobody owns.

## MAIN-3 Work can be handed to the main thread

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: mainQueue
outcomes: -
derived: QUEUE-1: a task of another queue adds to the main queue
contexts: task, one block, limit 1, from body
sources: S4:25; S4:28; S4:137; OperationQueue reference, main
mutants: main-loop-sleeps-through-tasks
see: -

> An operation that runs elsewhere MUST be able to hand work to the main thread by adding an operation to the main queue, which runs when the main loop runs.

**Antecedent.** The body of an operation of another queue adds an operation to the main queue, and the main loop is pumped afterwards.

**Intent.** To compute in the background and show the result in front is the commonest use of all.

**Check.** The begin of the second operation is awaited, by QUEUE-1. Its ticket is greater than that of the call of add, by the meaning of tickets; a begin without such a call would be another rule's. Where no client code is held there, completion blocks included (DONE-52), the main thread runs nothing but the main loop, and a held operation of the main queue holds its only slot; so where nothing moves any more and the slot is free, nothing legal keeps the operation.

**If violated, look at.** A main queue that wakes the loop only for additions made on the main thread.

## MAIN-4 Dependencies, priorities and completion blocks hold

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: mainQueue
outcomes: -
derived: DEP-1: the main queue is the only queue; DEP-2: the main queue is the only queue; DONE-1: the main queue is the only queue; DONE-2: the main queue is the only queue; DONE-3: the main queue is the only queue; DONE-4: the main queue is the only queue; PRIO-3: the main queue is the only queue
contexts: -
sources: S4:232; S4:233; S4:243; S4:219; NSHipster, NSOperation
mutants: main-queue-skips-completion
see: ND-19, ND-32

> Dependencies, priorities and completion blocks of operations of the main queue MUST work as they do elsewhere.

**Antecedent.** An operation of the main queue has a dependency, a completion block, or a priority other than that of its neighbours.

**Intent.** The main queue is an operation queue and not a list of calls.

**Check.** The checks of the bases, in programs that have no other queue. Priorities are compared only where both operations certainly waited together, as PRIO-3 says.

**If violated, look at.** A path of its own for the main queue that leaves out the end of the life cycle.

## MAIN-5 add does not execute

level: CORE
kind: safety
check: checked
oracle: monitor
needs: mainQueue, threadIdentity
outcomes: -
derived: -
contexts: from body, from completion
sources: S4:28; S4:38
mutants: main-queue-runs-inline
see: -

> Adding to the main queue from the main thread MUST NOT execute the operation inside the call.

**Antecedent.** The main thread adds an operation to the main queue.

**Intent.** The code that adds is not prepared for the effects of the operation before its own next line.

**Check.** No begin of the operation has a ticket between the call and the return of add, nor before control has gone back to the main loop. The main thread was busy with the caller all the time and no other thread may run the operation (MAIN-1), so no correct implementation can record one. An operation whose isAsynchronous is true is left out as in MAIN-1, and so is an add that waits for what it adds, which can come back only if the operation is executed inside it (WAIT-5).

**If violated, look at.** A shortcut that executes at once if the caller is the right thread already.

**Note.** The documents do not say it in these words. It follows from MAIN-1 and from adding being asynchronous.

## MAIN-51 One operation at a time

level: CORE
kind: safety
check: checked
oracle: monitor
needs: mainQueue
outcomes: -
derived: LIMIT-1: the main queue is the only queue; LIMIT-5: the main queue is the only queue
contexts: -
sources: OperationQueue reference, main
mutants: main-slot-freed-with-start
see: ND-32

> The main queue MUST execute one operation at a time, from its start to its finish.

**Antecedent.** At least two operations are added to the main queue.

**Intent.** Operations there exclude each other, also while one of them waits for something asynchronous.

**Check.** The checks of the bases, in programs that have no other queue, with limit 1. One interval for each operation: from the begin of its first block to the end of its last one, or from the call of its overridden start to the report of its finish. The intervals are disjoint. What the queue reports as its limit is not judged, and setting it has an effect or none (ND-32).

**If violated, look at.** A queue that takes the return of an overridden start for the end of the operation.

## MAIN-52 The current queue is the main queue

level: CORE
kind: query
check: checked
oracle: monitor
needs: mainQueue, currentQueue
outcomes: -
derived: QUEUE-22: the main queue is the only queue
contexts: task, one block, asynchronous
sources: OperationQueue reference, current
mutants: main-queue-never-current
see: ND-27, C-15

> Inside main, an overridden start or the only block of an operation of the main queue, the current queue MUST be the main queue.

**Antecedent.** The current queue is read on the main thread by the body of an operation that the main queue started.

**Intent.** Code can find out where it runs and add there what follows.

**Check.** The check of QUEUE-22 on the lane of the body, wherever its thread is (MAIN-1), in programs that have no other queue: the value is the main queue. In all other places of the main thread the answer is free (ND-27).

**If violated, look at.** A current queue that is kept per worker thread and forgotten for the main thread.

## MAIN-53 Suspending, cancelling and limiting the main queue

level: ACCEPT-SET
kind: query
check: checked
oracle: monitor
needs: mainQueue
outcomes: core obeyed, ignored
derived: -
contexts: -
sources: OperationQueue reference, main; swift-corelibs-foundation, OperationQueue
mutants: main-loop-ignores-suspension
see: ND-32, C-24

> Suspending the main queue, cancelling all of its operations and setting its limit each act as on any other queue, or have no effect at all, on its accessors neither.

**Antecedent.** One of the three is called, then read back, and an operation is added; for the cancellation MAIN-held.

**Intent.** Whichever it is, what the accessors say has to be what the queue does.

**Check.** *Obeyed*: the value reads back and the operation behaves accordingly. *Ignored*: the value reads as before and the operation runs. A mixture is outside the set, and only a mixture is a violation: isSuspended that reads true and false in one suspension, or true beside a begin of what was added in it; an operation that reads cancelled after a MAIN-held cancelAll, which comes before its start for certain, and runs all the same, or reads uncancelled and finishes without its task; a limit that is neither the first one that was read nor one that was set. That an operation begins late proves nothing, and no rule of another chapter is judged beside it.

**If violated, look at.** A flag that the setter stores and the main loop never asks.

**Note.** The references make no exception for the main queue; one implementation ignores the calls there (C-24).

## MAIN-54 The main loop gets its turn

level: CORE
kind: liveness
check: unchecked(only a main queue that is never empty shows it, and no verdict comes from elapsed time)
oracle: -
needs: mainQueue
outcomes: -
derived: -
contexts: -
sources: OperationQueue reference, main
mutants: -
see: -

> Operations of the main queue MUST be interleaved with the other work of the main loop.

**Antecedent.** Each operation of the main queue adds its successor before it returns, until a timer of the main loop, which is due from the beginning, has fired.

**Intent.** A program that keeps its main queue busy must still hear its user.

**Check.** The firing of the timer is awaited. The queue is never empty meanwhile, so a queue that returns to the loop only when it is empty never lets the timer through. Such a process does not come to rest either, and there is no quiescence to judge it by: the rule can be decided only against a step bound that the implementer has declared, and is inconclusive without one.

**If violated, look at.** A loop that drains the queue until nothing is left.

## MAIN-55 Underlying queue and quality of service are fixed

level: CORE
kind: query
check: checked
oracle: monitor
needs: qos, mainQueue, underlyingQueue
outcomes: -
derived: -
contexts: -
sources: OperationQueue reference, main; OperationQueue reference, qualityOfService; WinObjC, NSOperationTests MainQueue
mutants: main-queue-quality-stored, main-underlying-queue-replaced
see: -

> The underlying queue of the main queue is the main dispatch queue, and its quality of service is fixed: setting either MUST have no effect, and MUST NOT raise.

**Antecedent.** One of the two is set on the main queue.

**Intent.** The main thread cannot be exchanged.

**Check.** A read after the set gives the value of a read before it: what is fixed is the same at every moment, whatever runs meanwhile. The underlying queue reads as one that no program has made. A set that is answered by an error is a violation before the first add; what a queue that holds operations answers is not said.

**If violated, look at.** A setter that stores.

"""#,
#"""
# ERR: Errors and exceptions

An operation is a world of its own: nobody stands above its task to catch what it throws. The rules of this chapter say who has to deal with an error, and which calls of the interface are themselves answered by one.

*Raises* has the meaning of the chapter START: an error that the caller can catch or, where the language has none, a trap of the calling thread inside the call (C-23).

## ERR-1 The default start catches nothing

level: CORE
kind: safety
check: checked
oracle: monitor
needs: exceptions, manualStart, subclassMain
outcomes: -
derived: -
contexts: -
sources: S0:253; S3:273; Concurrency Programming Guide, Handling Errors and Exceptions; Operation reference, main()
mutants: start-swallows-error
see: ND-33, C-23

> The default start MUST NOT catch an exception that main throws: it reaches the caller of start. Invocation operations are excepted (INVOC-53).

**Antecedent.** A client starts by hand an operation whose overridden main throws an exception that the language lets cross the call.

**Intent.** An error that disappears cannot be handled by anybody.

**Check.** The error arrives at the only call of start, which was called before the task threw and came back after it, with nothing called that could have added the operation to a queue. An error without a name counts. Nothing else is judged in such a history: nothing is said about the state of the operation afterwards (ND-33); one implementation leaves it executing. Block operations are left out, whose blocks may run on threads of their own (ND-2). In Swift main cannot throw, so subjects written in it lack the capability, unless a task is a closure that may.

**If violated, look at.** A catch-all around the call of main.

**Note.** The start of Mac OS X 10.5 did catch and suppress.

## ERR-2 Operations handle their own errors

level: CLIENT
kind: client obligation
check: unchecked(no error leaves main or start in Swift, in which classes are judged)
oracle: -
needs: -
outcomes: -
derived: twin of NONC-4
contexts: -
sources: S0:253; S0:255; S3:277; S0:257; S0:256; S3:278; S3:279; Concurrency Programming Guide, Handling Errors and Exceptions
mutants: -
see: -

> The code of an operation MUST handle every error that it meets: error codes of the system, error results of functions and methods, and exceptions of its own code, of frameworks and of the operation class.

**Antecedent.** The code of a task or of an overridden start.

**Intent.** There is no caller to whom a queued operation could hand its error.

**Check.** Only one part leaves a trace outside the class: an exception that is not caught, which NONC-4 and ASYNC-11 describe. Whether an error code was looked at cannot be seen from outside.

## ERR-3 Four calls that raise

level: PROFILE(guide)
kind: exception
check: checked
oracle: both
needs: raises, manualStart
outcomes: -
derived: START-4: profile guide; START-5: profile guide; START-6: profile guide; DONE-7: profile guide; INVOC-4: profile guide
contexts: manual, blocked, executing, finished
sources: S0:258; S3:280; Concurrency Programming Guide, Handling Errors and Exceptions
mutants: cancelled-run-starts-again-silently
see: ND-22, ND-23, C-2, C-3, C-7

> In profile guide an error MUST be raised by a start of an operation that is not ready, by a start of one that executes or has finished, by setting a completion block while the operation executes or after it has finished, and by asking a cancelled invocation operation for its result.

**Antecedent.** One of the four calls is made in the state named.

**Intent.** The guide lists these calls in one place, so a reader looks for them in one place.

**Check.** The rule has no checker of its own: each of the four is decided by the rules from which this one is derived, on the subjects that offer what they need. They differ in what the other profiles accept.

**Note.** The translations of the guide call the third state *executed*; the original says *executing* (C-3).

## ERR-4 There is no channel for errors

level: STATIC
kind: query
check: unchecked(the absence of a call is settled by the interface)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S3:285; Concurrency Programming Guide, Handling Errors and Exceptions
mutants: -
see: -

> The operation class offers no way to pass error codes or exceptions to the rest of the program; code that wants to do so brings its own.

**Antecedent.** None: it is a fact about the interface.

**Intent.** It follows that to a queue a task that failed is a task that ended: dependents run, the completion block runs.

**Check.** Nothing to check. Every rule holds for a task that handled an error as for any other one; DEP-54 says so for dependencies.

## ERR-5 Report errors to whom they concern

level: CLIENT
kind: client obligation
check: unchecked(a duty towards the rest of a program, which no history shows)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:253; S3:285; Concurrency Programming Guide, Handling Errors and Exceptions
mutants: -
see: -

> The code of an operation SHOULD tell the other parts of the program about errors that concern them.

**Antecedent.** A task that met an error.

**Intent.** Dependents start whether the task succeeded or not, and have to be able to ask.

**Check.** Nothing to check.

## ERR-51 A legal call is not refused

level: CORE
kind: query
check: checked
oracle: both
needs: -
outcomes: -
derived: -
contexts: from client, from body, from completion
sources: S0:258; S0:322; Concurrency Programming Guide, Handling Errors and Exceptions
mutants: cancel-all-closes-queue
see: ND-24, ND-28, ND-7

> A call that no rule forbids MUST NOT be answered by an error: neither an add of a new operation, nor a setting of a queue, nor a change of an operation that was not started.

**Antecedent.** A new operation is added, alone or in a group, or gets a dependency, a completion block or another block; a block is added; a queue is suspended, resumed, cancelled, or given a limit of 1 or more, or none; a dependency is removed; a priority is set.

**Intent.** The documents list the calls that raise. Whoever makes another call has no reason to expect an error, and seldom catches one.

**Check.** An operation is new if no other add, no start, no cancel and no report of it was called before the call returned. Where a state that the call may have met allows an error, nothing is said: a limit of 0 (LIMIT-54), a dependency that exists already (ND-28), that may close a cycle (C-16) or that comes late (ND-7), an operation that a queue may have (ND-24), a group with an invalid member (QUEUE-52), the properties of the main queue. An error from cancel belongs to CANCEL-4.

**If violated, look at.** A queue that was closed by an earlier call, such as cancelAllOperations; a check that mistakes a state for another one.

"""#,
#"""
# DISPATCH: Dispatch queues

Dispatch queues are the simpler relatives of operation queues: functions go in, run, and leave nothing behind that could be asked or cancelled. The source documents describe them because operation queues are built upon them and compared with them. The rules of this chapter are those that the documents state; they are no complete specification of the library.

A *task* is here a block that was submitted to a dispatch queue, *sync* and *async* are the two ways to submit it. Everything said in [Histories](../Histories.md) about records applies: the recorded interval of a task lies inside the true one.

A library that is judged by these rules is a subject of its own, of which nothing is said that concerns operations: [Judging a dispatch library](../Dispatch.md). The bundled subject `dispatch` is the library of the toolchain.

## DISPATCH-1 First in, first out

level: CORE
kind: safety
check: checked
oracle: monitor
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: S0:7; S0:26; S1:119; Concurrency Programming Guide, Dispatch Queues
mutants: serial-queue-takes-newest
see: ND-9

> A dispatch queue MUST take its tasks off in the order in which they were submitted.

**Antecedent.** Two tasks were submitted to one serial queue, the second after the call that submitted the first had returned.

**Intent.** Order without further means is what a serial queue is for.

**Check.** ticket(begin of the first) < ticket(begin of the second). On a serial queue the first has ended before the second is entered (DISPATCH-2), so the records cannot change places. On a concurrent queue only the order of taking off is promised; the threads then race to their first statements, and nothing is concluded (ND-9).

**If violated, look at.** A stack in place of a list; an order by priority or by the age of the thread.

## DISPATCH-2 A serial queue runs one task at a time

level: CORE
kind: safety
check: checked
oracle: monitor
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: S0:7; Concurrency Programming Guide, Dispatch Queues
mutants: serial-queue-has-two-threads
see: -

> A serial dispatch queue MUST execute one task at a time, and start the next one only after the task before it has completed.

**Antecedent.** Two tasks of one serial queue record `begin`.

**Intent.** Code on a serial queue needs no lock against other code on the same queue.

**Check.** The recorded intervals are disjoint. Two that overlap prove that the tasks did.

**If violated, look at.** Two threads that both find the queue without an owner.

**Note.** In one of the source documents a typing error turns *until* into *directly* (S0:7).

## DISPATCH-3 A concurrent queue does not wait for earlier tasks

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: S0:7; Concurrency Programming Guide, Dispatch Queues
mutants: concurrent-queue-is-serial
see: ND-30

> A concurrent dispatch queue MUST start tasks without waiting for earlier ones to end, as far as threads are available.

**Antecedent.** Two tasks of one concurrent queue are submitted and nothing else is held; the doctor has seen two bodies at once.

**Intent.** Otherwise the second kind of queue would not exist.

**Check.** Each of the two waits for the begin of the other one. Their meeting is awaited; that it does not happen counts only when stalled.

**If violated, look at.** A concurrent queue whose drain goes on only when a task returns.

## DISPATCH-4 The system supplies the threads

level: CORE
kind: query
check: checked
oracle: monitor
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: S0:4; S0:10; Concurrency Programming Guide, Dispatch Queues
mutants: async-left-to-next-call
see: -

> A task that was submitted asynchronously MUST be executed without any thread of the client, while the submitting thread does something else.

**Antecedent.** A client thread, or a task of another queue or of the same concurrent one, submits a task by async to a queue that is not the main queue, and then blocks until the task has begun.

**Intent.** The client defines work and does not lend its own thread for it.

**Check.** The begin of the task is awaited, and the thread of the task is not the one that is inside the call of async. Both threads are alive at once, so their identities can be compared. That a task has not begun counts only when stalled, with no client code inside.

**If violated, look at.** An async that runs the task in place, or leaves it to the next call of the client.

## DISPATCH-5 async never deadlocks

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: S0:14; Concurrency Programming Guide, Dispatch Queues
mutants: async-in-task-waits
see: -

> Asynchronous submission MUST NOT deadlock the queue, also from inside a task of the same serial queue.

**Antecedent.** A task of a serial queue submits another one to its own queue by async.

**Intent.** Work that follows from work is submitted where it is discovered.

**Check.** The return of async is awaited inside the outer task, and after the end of that task the begin of the inner one. An inner begin with a ticket below that of the outer end is a case of DISPATCH-2.

**If violated, look at.** An async that executes at once when called on the queue's own thread.

## DISPATCH-6 sync waits and async does not

level: CORE
kind: safety
check: checked
oracle: monitor
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: S4:34
mutants: async-waits, sync-lost-behind-others, sync-returns-early
see: -

> A synchronous submission MUST return only after its task has completed; an asynchronous one MUST return without waiting for it.

**Antecedent.** A task is submitted by sync; or it is submitted by async and held.

**Intent.** The caller of sync uses the result in its next statement; the caller of async has other things to do.

**Check.** For sync ticket(end of the task) < ticket(return): the end is recorded inside the task, the return after the call. The return itself is awaited: that a sync has not come back counts only when stalled, with no client code inside. For async the return is awaited while the gate of the task is closed.

**If violated, look at.** A sync that returns when the task is enqueued; a sync that finds its queue busy and misses the signal that its task is over; an async that shares code with sync.

## DISPATCH-7 A serial queue replaces a lock

level: CORE
kind: safety
check: sampled
oracle: monitor
needs: dispatch
outcomes: -
derived: DISPATCH-2: the tasks write to memory that they share
contexts: -
sources: S0:16; Concurrency Programming Guide, Dispatch Queues
mutants: queue-memory-stale
see: -

> Tasks of one serial queue MUST exclude each other, and each MUST see what the tasks before it wrote.

**Antecedent.** Tasks of one serial queue, submitted by several threads, change the same unprotected counter.

**Intent.** This is the recommended replacement of a mutex.

**Check.** DISPATCH-2 on the intervals, and after all have ended the counter equals the number of tasks: a lost increment proves an overlap or a stale read. It can miss an overlap that loses nothing. That a serial queue is faster than a lock is said too, and not judged.

**If violated, look at.** A queue that passes from one thread to another without a barrier of memory.

## DISPATCH-8 The main dispatch queue uses the main thread

level: CORE
kind: safety
check: checked
oracle: monitor
needs: mainQueue, dispatch, threadIdentity
outcomes: -
derived: MAIN-1: a task of the main dispatch queue
contexts: -
sources: S4:35; S4:38
mutants: main-dispatch-queue-has-worker
see: -

> Tasks of the main dispatch queue MUST run on the main thread.

**Antecedent.** A task is submitted to the main dispatch queue while the main loop runs.

**Intent.** It is the way back to the thread that owns the user interface.

**Check.** As MAIN-1: the thread that records `begin` is the main thread, whichever call submitted the task. A synchronous submission by a client waits for the main thread and lends it nothing.

**If violated, look at.** A main queue that any idle worker may drain.

## DISPATCH-9 Once, after, and groups

level: CORE
kind: safety
check: checked
oracle: monitor
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: S4:36; S1:12
mutants: deadline-ignored, group-counts-one-leave, group-notifies-at-first-leave, group-wait-ends-at-first-leave, group-waiter-not-woken, later-deadline-replaces, once-marked-late, once-waiter-forgotten
see: -

> Code under *once* MUST run exactly once however many threads ask for it, and no call that asks for it returns before it has ended; a task that was submitted with a delay MUST NOT run before its deadline; a notification of, or a wait for, a group MUST come only after every member of the group has ended.

**Antecedent.** One of the three is used: several threads reach the same *once*; a task is submitted with a deadline on the monotonic clock; a group has members when it is asked for a notification or waited for.

**Intent.** These are what the documents count as advantages over operations.

**Check.** *Once*: one begin, and its end comes before the return of any call that asks for it. *After*: the task reads the clock in which its deadline was given, first of all, and the value is not below the deadline by more than a millisecond; deadlines on the wall clock, which can be set back, are not judged. This compares two values of one clock and concludes nothing from a duration. *Group*: the ticket of the end of every member is below that of the begin of the notification or of the return of the wait. A member counts if the call that made it one returned before the wait or the notification was called; an enter counts in the same way, a leave from its call on, so a race can only hide a violation. A group that was dropped, or left before it was entered, is not judged. All of them come at last; that one has not counts only when stalled, with no client code inside: every call that asks for *once* returns, a task with a deadline begins, and where every member of a group has ended and every enter has its leave, its waits return and its notifications begin.

**If violated, look at.** A group that notifies at the first leave, or that counts leaves under one lock and enters under another; a timer that rounds down, or is set anew for each task; callers of *once* that sleep where nobody wakes them.

**Note.** In Swift *once* is the initialisation of a global or static constant.

## DISPATCH-10 Advantages of dispatch queues

level: ADVICE
kind: advice
check: unchecked(statements about quality and speed; no verdict may come from elapsed time)
oracle: -
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: S0:9; S0:11; S0:12; S0:13; S0:15; Concurrency Programming Guide, Dispatch Queues
mutants: -
see: -

> Dispatch queues are said to have a simple interface, to be fast and sparing with memory, to stay out of the kernel under load, and to scale under contention.

**Antecedent.** None: it is an assessment.

**Intent.** It explains why the documents recommend them for small pieces of work.

**Check.** Nothing to check.

## DISPATCH-11 What operations offer in addition

level: STATIC
kind: query
check: unchecked(a comparison of two interfaces)
oracle: -
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: S4:39; S4:251; S4:44; S4:42; NSHipster, NSOperation
mutants: -
see: -

> Compared with dispatch queues, operation queues add a limit of concurrency, suspending, cancelling of all, dependencies, priorities, states that can be asked for, and observation.

**Antecedent.** None: it compares interfaces.

**Intent.** It is the list of reasons to choose operations.

**Check.** Nothing to check: each addition is the subject of a chapter.

**Note.** The comparison is older than the present library, in which dispatch queues can be suspended and work items cancelled.

## DISPATCH-12 Limit 1 does not make a serial dispatch queue

level: CORE
kind: safety
check: unchecked(its halves are decided apart, by DISPATCH-1 and LIMIT-3: no subject has both kinds of queue)
oracle: -
needs: dispatch, priorities
outcomes: -
derived: DISPATCH-1: the same work is given to both kinds of queue; LIMIT-3: the same work is given to both kinds of queue
contexts: -
sources: S0:280; S1:116; S3:313; Concurrency Programming Guide, Adding Operations to an Operation Queue
mutants: -
see: ND-1, ND-10

> Work that must run in the order of submission belongs on a serial dispatch queue: the order of an operation queue with limit 1 MUST still follow readiness and priorities.

**Antecedent.** The same pieces of work, with priorities and dependencies that contradict the order of submission, are given to a serial dispatch queue and to an operation queue of limit 1.

**Intent.** The two look alike and are exchanged by mistake.

**Check.** Side by side: DISPATCH-1 on the one, LIMIT-3 on the other. The second half needs no dispatch queue and is checked wherever LIMIT-3 is.

**If violated, look at.** An operation queue that hands its operations to a serial dispatch queue as they come.

## DISPATCH-13 Primitives beneath the frameworks

level: CORE
kind: safety
check: checked
oracle: monitor
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: S4:248; NSHipster, NSOperation
mutants: dispatch-barrier-lets-later-pass, dispatch-barrier-passes-earlier, second-barrier-forgotten, second-waiter-not-woken, signal-before-wait-lost, signal-counts-twice
see: -

> Dispatch queues, groups, semaphores, sources and barriers are the primitives of concurrency. Of those not covered above: a wait for a semaphore MUST return only after a signal for it, and a barrier on a private concurrent queue MUST run alone, after what was submitted before it and before what was submitted after it.

**Antecedent.** A semaphore is waited for; or a barrier is submitted to a concurrent queue that the program made, between other tasks.

**Intent.** Everything above is built on these.

**Check.** *Semaphore*: at the return of the n-th wait at least n, less the initial value, signals have been called. A wait is counted at its return and a signal at its call, so that a race can only hide a violation. When stalled, no wait goes on while more signals than waits have returned. *Barrier*: its recorded interval is disjoint from that of every other task of the queue; tasks whose submission returned before that of the barrier was called have ended before it begins, and tasks whose submission was called after that of the barrier returned begin after it has ended. When stalled, with no client code inside, the barrier has begun.

**If violated, look at.** A barrier that waits for the tasks that have begun, and not for those that were taken off and have not; one place for a barrier that waits, where there may be two; a signal that is sent to whoever waits, and is not kept.

**Note.** The source names the primitives without saying what they do; the requirement is what their own references say.

## DISPATCH-51 A submission runs its task at most once

level: CORE
kind: safety
check: checked
oracle: monitor
needs: dispatch
outcomes: -
derived: -
contexts: -
sources: DispatchQueue reference, async(execute:); DispatchGroup reference, notify(queue:work:); libdispatch, dispatch_group_async(3)
mutants: notification-kept-by-group, task-behind-others-enqueued-twice
see: -

> A task MUST NOT run more often than it was submitted, whichever call submitted it.

**Antecedent.** A task that was submitted has begun.

**Intent.** A task does something: it takes money from an account, or sends a message. Doing it twice is a fault that no test for an order and no test for an end can see.

**Check.** The n-th begin of a task comes after n calls that submit it. A call counts from its own ticket on, also one that has not returned or did not succeed, so a race can only hide a violation. Code under *once* is DISPATCH-9's, and a handler of a source may run for each event.

**If violated, look at.** A group that keeps its notifications when it has told them, and tells them again when it is used again; a queue that enqueues a task on two paths when it is busy; a lost compare-and-swap that is tried again although it took effect.

**Note.** That a task runs at all is DISPATCH-4's, and DISPATCH-5's of a task that submits to its own serial queue.

"""#,
#"""
# SOURCE: Dispatch sources

A dispatch source turns events of the system into tasks: when the event that it watches occurs, it submits its handler to a dispatch queue. The source documents name the kinds of events and little more.

Three precautions belong to every check of this chapter. The handler is awaited, never timed: an event that was not delivered counts only when stalled, with a canary on the same queue. The event is triggered only after the source has said, by its registration handler, that it is watching; one that comes earlier may rightly be lost. Several events may be reported by one call of the handler, so calls are never counted against events.

A library that is judged by these rules is a subject of its own, of which nothing is said that concerns operations: [Judging a dispatch library](../Dispatch.md). The bundled subject `dispatch` has the kinds of source that there are on Linux.

## SOURCE-1 An event submits the handler

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: sources
outcomes: -
derived: -
contexts: -
sources: S0:18; Concurrency Programming Guide, Dispatch Sources
mutants: source-leaves-its-queue
see: -

> When the event that a dispatch source watches occurs, the source MUST submit its handler to its dispatch queue.

**Antecedent.** A source was activated, its registration handler has run, and then the event is triggered; the source is not cancelled.

**Intent.** Events are handled where the data lives, without a thread that waits for them.

**Check.** The begin of the handler is awaited. It runs on the queue that was named: a mark of that queue is found by the handler and, if the queue is serial, DISPATCH-2 sees to it that the interval of the handler is disjoint from those of its other tasks.

**If violated, look at.** A handler that is called on the thread that receives events; a registration that is not finished when the source says so.

## SOURCE-2 Nothing but its event fires a source

level: CORE
kind: safety
check: checked
oracle: monitor
needs: sources
outcomes: -
derived: -
contexts: -
sources: S0:18; Concurrency Programming Guide, Dispatch Sources
mutants: event-told-twice, source-fires-at-activation
see: -

> A dispatch source MUST NOT call its handler without an event of the kind that it watches.

**Antecedent.** A source was activated and its event has certainly not occurred: nothing triggers it, and the harness alone has access to the descriptor, signal or object.

**Intent.** A handler reads without asking whether there is anything to read.

**Check.** Other work is pushed through the queue of the source; a begin of the handler before the trigger is called is a violation. So is one more begin than there were triggers before it, but for a descriptor, which may be reported as long as there is something to read.

**If violated, look at.** A first call at activation; an event that stays pending while its handler runs, and is told again.

## SOURCE-3 Timers

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: sources, timerSource
outcomes: -
derived: -
contexts: -
sources: S0:19; Concurrency Programming Guide, Dispatch Sources
mutants: timer-armed-again, timer-ignores-deadline, timer-outlives-cancel
see: -

> Timer events MUST be supported: a timer fires, never before its deadline, once if it does not repeat, and not after its cancel handler has run.

**Antecedent.** A timer with a deadline on the monotonic clock is activated and not cancelled.

**Intent.** Timers are the commonest source.

**Check.** The first call is awaited; its absence counts only when stalled, with no client code inside, and where the source was neither cancelled nor dropped. The handler first reads the clock in which the deadline was given and compares with the deadline itself, to within a millisecond; deadlines on the wall clock are not judged. A timer that does not repeat has one begin to the end of the program, and on a serial queue none has a begin after its cancel handler has run: there the two records cannot change places. How late a timer fires is never judged.

**If violated, look at.** A deadline that is rounded down; a timer that is armed again without being asked.

## SOURCE-4 Signals

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: sources, signalSource
outcomes: -
derived: -
contexts: -
sources: S0:20; Concurrency Programming Guide, Dispatch Sources
mutants: signal-watched-is-another
see: -

> Signals sent to the process MUST be reported by a source that watches them.

**Antecedent.** The default action of the signal was turned off when the process began, the registration handler has run, and the process then sends itself the signal.

**Intent.** A handler on a queue may do what a signal handler may not.

**Check.** Awaited is that the sum of the counts reported reaches one. The next signal is sent only after the one before it was reported, because pending signals of one number become one. The disposition of a signal belongs to the whole process: each number is set to be ignored once, at its first use, and used again only after all others and while none of it is pending.

**If violated, look at.** A signal that is blocked on the thread that was to receive it.

## SOURCE-5 Descriptors

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: sources, descriptorSource
outcomes: -
derived: -
contexts: -
sources: S0:21; Concurrency Programming Guide, Dispatch Sources
mutants: later-input-lost, writing-source-disarms-reading
see: -

> A source MUST report that a descriptor can be read or written.

**Antecedent.** A descriptor is watched for input, and input comes; or it is watched for room while it has some. One source may read from a descriptor while another one writes to it.

**Intent.** Input arrives when it pleases; nobody should block on it.

**Check.** The handler is awaited after the input was sent, and for room without any. A begin of the reading handler before that call is a violation (SOURCE-2). The number of bytes that the source reports is an estimate and is not judged.

**If violated, look at.** Edge and level triggering confused: data that was there before the registration is never reported. One registration for both directions of a descriptor, which the end of one source takes from the other.

## SOURCE-6 Processes

level: CORE
kind: liveness
check: unchecked(the dispatch library has no sources of processes on Linux, and no other one is bundled)
oracle: -
needs: sources, processSource
outcomes: -
derived: -
contexts: -
sources: S0:22; Concurrency Programming Guide, Dispatch Sources
mutants: -
see: -

> A source MUST report the events of a process that it watches, such as its exit.

**Antecedent.** A child process is watched, the registration handler has run, and then the child is let go and exits.

**Intent.** A parent learns of the end of a child without a thread in a wait.

**Check.** The handler is awaited. The child is held by a pipe until the source watches it.

**If violated, look at.** An exit that is taken away by a wait elsewhere in the process.

**Note.** The dispatch library has no such sources on Linux, so the rule does not apply there.

## SOURCE-7 Mach ports

level: CORE
kind: liveness
check: unchecked(there are no Mach ports outside of Apple's systems)
oracle: -
needs: sources, machSource
outcomes: -
derived: -
contexts: -
sources: S0:23; Concurrency Programming Guide, Dispatch Sources
mutants: -
see: -

> A source MUST report the events of a Mach port: a message that can be received, or a right that has died.

**Antecedent.** A port is watched, the registration handler has run, and then a message is sent to it or its right dies.

**Intent.** Ports are the channel of the system on the platforms that have them.

**Check.** The handler is awaited.

**If violated, look at.** A notification of a dead name that is requested too late.

**Note.** There are no Mach ports outside of Apple's systems; elsewhere the rule does not apply.

## SOURCE-8 Custom events

level: CORE
kind: liveness
check: checked
oracle: monitor
needs: sources, customSource
outcomes: -
derived: -
contexts: -
sources: S0:24; Concurrency Programming Guide, Dispatch Sources
mutants: sent-value-overwrites, value-sent-meanwhile-lost
see: -

> A source of custom events MUST report what client code sends to it, and lose nothing when several threads send.

**Antecedent.** Values other than zero are sent to the source by several threads, after its activation.

**Intent.** It is the cheapest way to gather many small events into few calls.

**Check.** How many calls there are is free; what they report together is not. For a source that adds, awaited is that the sum of the reported values equals the sum of those sent. For one that combines bits, that the union of the reported values equals that of those sent. For one that replaces, with a single sender, that the last reported value is the last one sent.

**If violated, look at.** A read and a reset of the pending value that are two steps.

"""#,
#"""
# ADV: Design advice

What the source documents recommend about the design of programs, and no rule of the other chapters repeats. None of it can be violated by an implementation of operation queues. It is listed because a catalogue that leaves out a part of its sources cannot be trusted to have read the rest, and because some of it says why the interface is as it is.

## ADV-1 Prefer asynchronous design to threads

level: ADVICE
kind: advice
check: unchecked(advice on the design of programs)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:2; S0:4; S0:5; Concurrency Programming Guide, The Move Away from Threads
mutants: -
see: -

> Programs SHOULD describe tasks and leave threads to the system, by dispatch queues or operation queues, rather than manage threads of their own.

**Antecedent.** A program that wants to do several things at once.

**Intent.** The right number of threads depends on the machine and on everything else that it does, which only the system knows.

**Check.** Nothing to check: the choice is made before any queue exists.

## ADV-2 Weigh what concurrency costs

level: ADVICE
kind: advice
check: unchecked(advice on the design of programs)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:30; S0:31; S3:15; S4:143; Concurrency Programming Guide, Asynchronous Design Techniques
mutants: -
see: -

> Concurrency SHOULD be planned when a program is designed, with its tasks and the data that they need, because it buys responsiveness and throughput with overhead and complexity.

**Antecedent.** The design of a program.

**Intent.** A free main thread and busy cores are worth something; so is code that can be read and debugged.

**Check.** Nothing to check. Speed and responsiveness are never judged by the suite, since no verdict may come from elapsed time.

## ADV-3 Operations serve with a queue and alone

level: ADVICE
kind: advice
check: unchecked(a remark about the purpose of the classes)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:33; S3:2; Concurrency Programming Guide, About Operation Objects
mutants: -
see: -

> Operations are meant for programs in Cocoa's style, and are designed to be used with a queue or alone.

**Antecedent.** None: it describes what the classes are for.

**Intent.** It tells the reader that manual execution is no accident of the interface.

**Check.** Nothing to check in the remark. Both ways of execution are exercised by the programs of a campaign and judged by the chapters START and QUEUE.

## ADV-4 Choose the size of operations

level: ADVICE
kind: advice
check: unchecked(advice about performance; no verdict may come from elapsed time)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:265; S3:290; S3:294; Concurrency Programming Guide, Determining an Appropriate Scope for Operation Objects
mutants: -
see: -

> Each operation SHOULD carry enough work to be worth its scheduling, and little enough to keep the machine busy; the balance is to be found by measuring.

**Antecedent.** Work that can be cut into pieces of different sizes.

**Intent.** Ten operations on ten values each may do in less time what a hundred on one value each do.

**Check.** Nothing to check. That queues survive very many small operations is QUEUE-27.

## ADV-5 Make operations asynchronous

level: ADVICE
kind: advice
check: unchecked(advice on the design of programs)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:319; S1:185; S3:366; Concurrency Programming Guide, Waiting for Operations to Finish
mutants: -
see: -

> Programs SHOULD be designed so that nobody has to wait for an operation, and the application stays free while operations run.

**Antecedent.** Code that would block until an operation has finished.

**Intent.** A thread that waits is a thread lost; dependencies and completion blocks say the same without one.

**Check.** Nothing to check. What a wait does where a client wants one is the subject of the chapter WAIT.

## ADV-6 Suspend a queue when the user asks for a pause

level: ADVICE
kind: advice
check: unchecked(advice about when to use a call)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:324; S3:373; Concurrency Programming Guide, Suspending and Resuming Queues
mutants: -
see: -

> A queue SHOULD be suspended to pause work that is to go on later, for instance because a user asked for it.

**Antecedent.** Work that is wanted, but not yet.

**Intent.** To cancel would throw away what is wanted again in a moment.

**Check.** Nothing to check. What suspending does is the subject of the chapter SUSP.

## ADV-7 Use the highest abstraction that fits

level: ADVICE
kind: advice
check: unchecked(advice on the choice between interfaces)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S4:153; S4:246; S4:249; S4:43; S4:45; S4:252; S4:245; NSHipster, NSOperation
mutants: -
see: -

> A queue SHOULD be preferred to a start by hand, and the highest suitable abstraction to lower ones: operations for structured, repeatable work with dependencies, priorities and cancellation; dispatch queues for single pieces of work and for many independent ones.

**Antecedent.** A choice between start and a queue, or between operations and dispatch queues.

**Intent.** What the abstraction does need not be written, nor debugged, by its user. Both can be used in one program.

**Check.** Nothing to check: each way is judged where it is used.

## ADV-8 Divide large tasks

level: ADVICE
kind: advice
check: unchecked(advice on the design of operations)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S4:223; S4:224; NSHipster, NSOperation
mutants: -
see: -

> A large task MAY be divided into operations that depend on each other, such as one that downloads an image and one that resizes it.

**Antecedent.** A task with parts that follow one another or that are useful alone.

**Intent.** Parts can be reused, cancelled and placed in different queues.

**Check.** Nothing to check in the advice. That the second operation of such a pair never begins before the first has finished is DEP-1.

## ADV-9 Subclass only where it is needed

level: ADVICE
kind: advice
check: unchecked(advice on the choice of a class)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S0:39; S0:71; S3:61; S4:147; S4:148; S4:149; Concurrency Programming Guide, Defining a Custom Operation Object
mutants: -
see: -

> The concrete classes of the library SHOULD be used where they suffice; a subclass of the operation class gives full control over execution and the reports of state.

**Antecedent.** A choice of the class of an operation.

**Intent.** Every override is an obligation: the chapters NONC and ASYNC are the price list.

**Check.** Nothing to check.

## ADV-10 The basic recipe

level: ADVICE
kind: advice
check: unchecked(a description of ordinary use)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S4:53; S4:54; S4:58; S1:65; S1:66; S0:268; Concurrency Programming Guide, Executing Operations
mutants: -
see: -

> Work is put into an operation (an invocation, a block, or a class of one's own) and the operation is added to a queue, which runs it on another thread; or it is started by hand.

**Antecedent.** Any use of the interface.

**Intent.** It is the sentence from which all rules about queues follow.

**Check.** Nothing to check here: that an added operation runs is QUEUE-1, that its task runs is EXEC-2, on which thread is the subject of the chapter THREAD.

## ADV-11 A pattern for long tasks

level: ADVICE
kind: advice
check: unchecked(an example of client code)
oracle: -
needs: -
outcomes: -
derived: -
contexts: -
sources: S4:124; S4:126; S4:131; S4:137; S4:135
mutants: -
see: -

> A long task SHOULD look at isCancelled before it begins and after each long step, drop intermediate results once it is true, and hand its result to the main thread without waiting.

**Antecedent.** A task of several steps with a receiver of the result, such as the download of an image.

**Intent.** A cancelled download should neither decode nor display.

**Check.** Nothing to check on queues. That a polling task sees the mark is CANCEL-13; that work can be handed to the main thread is MAIN-3.

**Note.** The example tells its receiver even if the cancel comes after the last look. That is legal (ND-12), and a receiver has to expect it.

"""#,
  ]
}

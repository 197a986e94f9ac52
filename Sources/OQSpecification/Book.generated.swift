// swift-format-ignore-file
// Generated from Spec by 'swift run oqspec regenerate'; edit the pages instead.

/// The hand-written part of the pages in `Spec`.
enum GeneratedBook {

  static let freedoms: String =
#"""
# Freedoms

Where the contract is silent, or its documents and the known implementations differ, an
implementation may choose. Each such point is a *freedom* with a number, ND-n. The [model](Model.md)
branches at each freedom, so it has a run for every implementation that keeps the rules. No checker
may prefer one outcome to another. Some disagreements cannot be resolved by a choice. They are
[contested points](Contested.md).

A freedom lists its outcomes. Nothing outside the list is allowed.

- An outcome in code font is counted by the model whenever a run takes it. The tests of the model
  reach every one of these outcomes.
- An outcome in italics is the ordinary course of things, to which the others are the exception; or
  a history cannot show it.

The paragraph *Checkers* says what follows for whoever judges a history: what must be accepted, and
which conclusion would be a false alarm. The paragraph *Not seen* says why histories do not hold the
facts by which the outcomes differ.

The words *new*, *waiting*, *chosen*, *starting*, *executing*, *ended* and *finished* are the phases
of an operation in the [model](Model.md#phases).

## ND-1 Which of several equals comes next

> Several waiting operations of one queue are ready and have the same, highest priority. The queue
> decides which of them it chooses, and how long after the choice the task begins.

- `first`: the one that was added first is chosen.
- `other`: a later one is chosen.

**Checkers.** Any order among equals is legal, and any finite delay. Only profile reference fixes
the order, and only where the order can be seen: the limit is 1; all waiting operations have the
same priority; they were ready when they were added; and of each two the add of one returned before
the add of the other was called.

**Note.** The delay includes the growth of a thread pool: a third body may begin much later than the
second although nothing holds it up.

## ND-2 On which thread client code runs

> The implementation chooses the thread on which a queue runs a body, a block, a completion block or
> an observer. It may use this thread again for something else.

- *a thread of the pool*: any, even one that ran another operation before.
- *the main thread*: for what the main queue runs.
- *the caller's thread*: possible for the block of a block operation that a client started; another
  thread is possible there, too.

**Checkers.** Nothing may be concluded from two bodies having the same thread or different threads.
The chapter on threads says what is fixed: a queue uses neither the thread that added nor a thread
that waits, and the main queue uses the main thread.

**Not seen.** The model does not look at threads.

## ND-3 isReady after the start

> From the moment when start has been called, the value of isReady is unspecified: while the
> operation is starting, while it executes, and after it has finished.

- `true`: isReady goes on reading true.
- `false`: isReady reads false.

**Checkers.** A read of isReady counts only if it returned before the operation can have been
started. A start that was refused changes nothing (START-56), so reads that are called after its
return count again. The two flags isExecuting and isFinished exclude each other; isReady belongs to
no such exclusion ([C-9]).

## ND-4 isExecuting of an operation that was started cancelled

> An operation that was cancelled before its start finishes without its task. Meanwhile it may
> report for a moment that it executes.

- `none`: isExecuting never reads true.
- `pulse`: isExecuting reads true for a while and then false, without any body.

**Checkers.** isExecuting true of a cancelled operation proves no execution. Only the begin of its
body is forbidden.

**Note.** GNUstep sends the pulse; swift-corelibs-foundation and, by one report, Apple's own
implementation do not ([C-19]).

## ND-5 How soon readiness follows its cause

> A dependency finishes, is removed, or the operation is cancelled. Then isReady turns true in a
> step of its own, and the queue takes notice in another step.

- `prompt`: isReady reads true as soon as the cause has taken effect.
- `delayed`: isReady reads false for a finite time although its last obstacle is gone.

**Checkers.** A single read of false proves nothing. Until the queue has taken notice it may choose
another operation, even one of lower priority. A queue certainly knows only of those operations that
were ready when they were added.

## ND-6 An overridden isReady that turns true in silence

> An operation with an isReady of its own becomes ready and sends no notification. Whether its queue
> ever finds out is open.

- `noticed`: the queue looks again at some time and starts the operation.
- `unstarted`: the operation stays where it is.

**Checkers.** No start may be demanded before the notification was sent. No start may be called
wrong because the notification was not sent. A start is wrong if isReady has been false throughout.

## ND-7 A dependency that comes late

> A dependency is added to an operation that already waits in a queue or has been started.

- `honoured`: the dependency is listed, and an operation that still waits will wait for it, too.
- `ignored`: the dependency has no effect on the start, whether `dependencies` lists it or not.
- `rejected`: the call is answered by an error and adds nothing.

**Checkers.** The body may begin before the late dependency has finished, or only after. A late
dependency must not lose the operation: when everything it might wait for has finished, its start is
owed. Under profile reference a call on a started operation is not rejected.

## ND-8 A custom isFinished that turns true in silence

> An operation that overrides start stores that it has finished and sends no notification.

- `noticed`: queue, dependents or waiters find out, at any time from the store on.
- `unnoticed`: some of them or all never do.

**Checkers.** What follows from a finish is *permitted* from the store and *owed* only from the
notification. Dependents that begin in between are legal.

**Note.** swift-corelibs-foundation looks at isFinished right after start has returned.

## ND-9 Order of begins against order of choice

> With a limit above 1, operations are chosen one after the other but reach the first statement of
> their tasks on threads of their own.

- `same`: bodies begin in the order in which they were chosen.
- `different`: an operation that was chosen later begins first.

**Checkers.** With more than one slot the order of begins says nothing about the order of choice.
Rules on priority compare only what the free slots force.

## ND-10 A priority that changes while the operation waits

> setQueuePriority is called on an operation that is already in a queue.

- `new`: it is ranked by the new priority.
- `old`: it keeps its old place.

**Checkers.** An operation whose priority was set while it waited counts with each of its
priorities. A begin is wrong only if it is wrong for all of them. The accessor itself gives the new
value, and the operation still runs once ([PRIO-54]).

## ND-11 Rank of an operation without a priority of its own

> A priority was never set. The operation has a quality of service, of its own or from its queue.

- `normal`: it is ranked as normal.
- `other`: it is ranked at some other of the five levels, derived from the quality of service.

**Checkers.** Two operations are comparable only if the program has set the priorities of both;
*normal* counts as set. The level is fixed at the add and does not depend on the limit.

**Note.** swift-corelibs-foundation sorts by quality of service where no priority is set ([C-27]).

## ND-12 A cancel that meets the start

> The default start looks at isCancelled some time before the first statement of the task. A cancel
> may come in between.

- `ran`: the body runs, and reads isCancelled as true.
- `skipped`: the operation finishes without its body.

**Checkers.** The body certainly does not begin only if the cancel returned before the operation can
have been started. A body that has begun is never interrupted, whenever the cancel came.

## ND-13 How soon a queue forgets a finished operation

> An operation has finished, and a wait for it may have returned. The operation still has to leave
> the list of its queue and to give back its slot. Both take time, and either may be first.

- `unlisted-first`: the operation has left the list and still holds its slot.
- `freed-first`: the slot is free, and the next operation may take it, while the first one is still
  listed.

**Checkers.** A finished operation in the list, or counted by operationCount, is no fault while
anything may still move. The operation must have left only in a history that ended stalled.

**Note.** In 1274 of 5000 probes swift-corelibs-foundation still listed an operation after a wait
for it had returned.

## ND-14 Operations on their way when a queue is suspended

> setSuspended(true) has returned. The queue may have chosen a listed operation that has not begun,
> or a scheduling pass may be under way that will still pick one.

- *none*: nothing begins before the queue is resumed.
- `straggler`: an operation that was listed at the return begins afterwards, even one that became
  ready after the return.

**Checkers.** As many stragglers are legal as slots were free when the call returned. Here a slot
counts as free until its operation has begun. Operations that were added after the return, or that
had no slot left, must not begin.

## ND-15 Additions while all operations are awaited

> Operations are added to a queue while a thread waits in waitUntilAllOperationsAreFinished.

- `awaited`: the wait goes on until the new operations have finished, too.
- `not-awaited`: the wait returns without them.

**Checkers.** The wait is judged only by the operations that were listed when it was called. Other
operations may or may not be in the queue at the return ([C-17]).

## ND-16 Waits against the isFinished notification

> An operation finishes. Observers are told and waiters return, in no fixed order.

- *notification first*: observers see the change before any wait returns.
- *wait first*: a wait has returned before observers are told.

**Checkers.** At the return of a wait isFinished reads true; a notification may still be to come.

**Not seen.** The model does not look at notifications.

## ND-17 Order of notifications

> Two notifications belong to one change: isExecuting and isFinished at the end of one operation, or
> isFinished of a dependency and isReady of the dependent.

- *in order of the state*: isExecuting is announced before isFinished, the dependency before the
  dependent.
- *otherwise*: the other way round, or at once on two threads.

**Checkers.** Any order is legal. What counts is the value that an observer reads. The announced
property already has its new value. At the notification of isFinished, isExecuting reads false as
well. At the notification of isExecuting, isFinished may still read false.

**Not seen.** The model does not look at notifications.

## ND-18 Order of the blocks of one operation

> A block operation has several blocks.

- `in-order`: one begins after another in the order of addition.
- `out-of-order`: a later block begins before an earlier one.
- `overlapping`: one begins while another runs.

**Checkers.** No order may be demanded or forbidden. Overlap may be demanded only where the subject
offers `blockConcurrency`, and may never be forbidden. Each block still runs once, and the operation
ends after the last one.

**Note.** Apple's implementation runs them concurrently; swift-corelibs-foundation and GNUstep run
one after the other in the thread of the operation ([C-14]).

## ND-19 The completion block against everything else

> The finish of an operation has several consequences: its completion block, the start of
> dependents, the start of the next operation in the queue, the return of waits, the removal from
> the list.

- `block-first`: the completion block is handed over while the operation is still listed.
- `block-later`: the completion block is handed over after the removal.

**Checkers.** No order between the completion block and any other consequence may be concluded, and
they may overlap. The completion block runs once, after the task, and isFinished is true then.

## ND-20 More operations than a lowered limit

> The limit is lowered while more operations hold slots than the new limit allows.

- *none*: no operation that had been chosen begins after the change.
- `straggler`: an operation that was chosen under the old limit begins, although more operations
  hold slots than the new limit allows.

**Checkers.** Until the operations of the old limit have finished, the greatest limit in force since
they were chosen bounds the number of operations under way. New choices obey the new limit.

## ND-21 isFinished of a cancelled operation outside any queue

> cancel is called on an operation that was neither added nor started.

- `unfinished`: isFinished stays false until the operation is started.
- `finished`: the operation has finished at once.

**Checkers.** Both values are legal until the start. If the operation has finished at once,
everything that follows from a finish follows: dependents are released, the completion block is due,
a later start falls under [ND-22], a later add under [ND-24].

**Note.** The class reference says *at once*; in tests and experiments Apple's implementation and
others wait for the start ([C-4]).

## ND-22 Start of a finished operation

> start is called on an operation that has finished.

- `rejected`: the call is answered by an error.
- `ignored`: it returns and nothing happens.

**Checkers.** Both are legal in core. Profile guide asks for the first, profile reference for the
second. The task never runs a second time.

## ND-23 A completion block that comes late

> A completion block is set on an operation that is executing or has finished.

- `rejected`: the call is answered by an error.
- `ignored`: the call returns, and the block that was there before counts.
- `replaced`: the new block takes the place of one that has not run yet, and runs instead.
- `late-run`: after the old block has run, or without one, the new block runs once more.

**Checkers.** While the operation executes, at most one of the two blocks runs. After the finish the
new block runs at most once in addition, and possibly never. Profile guide accepts only the
rejection ([C-3]).

## ND-24 Adding or starting what a queue already has

> An operation that is waiting, under way or finished is added again; or an operation that waits in
> a queue is started by hand.

- `add-rejected`: the add is answered by an error.
- `add-ignored`: the add returns without effect.
- `start-rejected`: the start is answered by an error.
- `start-ignored`: the start returns without effect.
- `start-executes`: the operation runs here and now, in the thread of the caller.

**Checkers.** Whatever the answer, the operation runs once. A start by hand that took effect may
confuse the queue: it then owes no start, finish or release of its other operations. Calls that wait
for nothing still return, and rules of safety still apply to the queue. Profile reference asks for
the rejection of an add.

## ND-25 When a cancelled operation of a queue finishes

> An operation was cancelled while it waited in a queue. It will finish without its task, and has no
> use for a slot.

- `in-turn`: the operation is started when its turn comes.
- `early`: the operation finishes before its turn, ahead of higher priorities and without a slot.
- `while-suspended`: the operation finishes although the queue is suspended, outside profile
  reference.
- `overridden-start`: the queue calls an overridden start ahead of its turn; this one takes a slot.

**Checkers.** Begins and finishes of cancelled operations are no evidence against the queue's order,
limit or suspension. The begin of a body of a cancelled operation is evidence ([CANCEL-3]).

## ND-26 The property completionBlock after the block ran

> The block has run. The property may be emptied.

- *emptied*: the property reads as nil, as the class reference says.
- *unchanged*: the property still holds the block.

**Checkers.** Neither value may be demanded outside profile reference.

**Not seen.** No command reads the completion block.

## ND-27 currentQueue where no queue called

> Code asks for the current queue while it runs on the main thread outside any operation, in an
> operation that was started by hand, in a completion block, an observer, or one block of several.

- *nil*: there is no current queue.
- *the main queue*: possible on the main thread.
- *anything*: in the other places.

**Checkers.** The answer is fixed only inside an operation that its queue runs, and on foreign
threads ([C-15]).

**Not seen.** No command reads the current queue.

## ND-28 The same dependency twice

> A dependency is added that is already listed.

- `once`: the list names it once.
- `twice`: the list names it twice.
- `rejected`: the call is answered by an error.

**Checkers.** All three are legal, and so are both lists that a later read may give. While no
removal is called, the dependent does not begin before the dependency has finished (DEP-1). Neither
the rules nor the model judge whether the dependent ever becomes ready, and whether one removal
undoes both. These two are only observed.

## ND-29 The list of a queue under way

> operations or operationCount is read while other threads add and operations finish.

- `snapshot`: the answer is the list at one instant of the call.

**Checkers.** The answer must fit some instant between call and return. Two reads may contradict
each other if anything may have happened between them.

## ND-30 How many operations an unlimited queue runs

> No limit was set, or one far above the number of cores.

- `one`: a body begins while no other of its queue runs.
- `several`: a body begins while others run.

**Checkers.** At least one operation must make progress. More may be expected only of a subject that
was measured to begin two (see [Histories](Histories.md#two-bodies)). The limit is the only upper
bound.

## ND-31 Remaining blocks of a cancelled block operation

> A block operation is cancelled while some of its blocks have not begun.

- `skipped`: the remaining blocks never run.
- `ran`: the remaining blocks run as if nothing had happened.

**Checkers.** Only operations that were never cancelled must run every block. No block begins after
the operation has finished.

## ND-32 Whether the main queue can be suspended

> The main queue is suspended, its limit is set, or all its operations are cancelled, as for any
> other queue.

- *as any queue*: the call has its usual effect.
- *ignored*: the call has no effect.

**Checkers.** Rules on suspension, limit and cancelAllOperations do not speak of the main queue
([C-24]). [MAIN-53] objects to a mixture of the two outcomes.

**Not seen.** The model does not speak of a history in which a setting of the main queue changes.

## ND-33 After an error has left a body

> An error leaves the task of an operation.

- *anything*: the process ends, the operation finishes, or it never does.

**Checkers.** Nothing is owed from that instant on. The default start has only one duty: it must not
swallow the error.

**Not seen.** No error leaves a body.

## ND-34 A group add that fails

> A list of operations is added with one call, and one of them cannot be added.

- `none-added`: the call is rejected, and no valid operation was added.
- `some-added`: the call is rejected, and some or all of the valid operations were added.
- `skipped`: the invalid operation is left out, and the call returns.

**Checkers.** After an error each valid operation of the group may run once or not at all. After a
normal return all of them are in the queue. Profile reference does not accept the third outcome.

## ND-35 Cancelled, with an overridden isReady that is false

> An operation has a readiness condition of its own, which does not hold. The operation is
> cancelled.

- `stays`: the operation stays unstarted until isReady is true.
- `finished`: its queue finishes the operation without its task.
- `start-rejected`: a start by hand is answered by an error.
- `start-finished`: a start by hand finishes the operation without its task.

**Checkers.** No finish may be demanded before isReady is true. An earlier finish is no fault.

## ND-36 Cancelled, with unfinished dependencies

> An operation is cancelled while it depends on something that has not finished.

- `heeded`: the operation becomes ready at once and finishes without waiting; then its own
  dependents may go on.
- `waited`: the operation finishes after its dependencies have finished.

**Checkers.** The finish is owed when the dependencies have finished; under profile reference at
once. The choice may differ from one operation to the next, but it is not revoked ([C-5]).

## ND-37 A dependency removed from a waiting operation

> removeDependency is called on an operation that is already in a queue.

- `honoured`: the operation no longer waits for the other one.
- `waits`: the operation goes on waiting until the other one has finished, outside profile
  reference.

**Checkers.** Nothing may be concluded from a late begin while the removed dependency is unfinished.
The begin is owed when the removed dependency has finished, or if it was not the obstacle.

## ND-38 Cancel of a finished operation

> cancel is called on an operation that has finished.

- `none`: isCancelled stays false.
- `cancelled`: isCancelled turns true, outside profile reference.

**Checkers.** Both are legal; isFinished stays true and nothing runs a second time.

## ND-39 A cancel that overlaps the finish

> cancel is called before the finish and returns after it.

- *none*: isCancelled was true before the finish, or stays false.
- `cancelled`: isCancelled turns true after isFinished did.

**Checkers.** Until the cancel returns, isCancelled may read false, even on a finished operation.
After the return its value no longer changes.

## ND-40 Between the end of the task and the finish

> The task has ended. isExecuting falls and isFinished rises, in one step or in two.

- *one step*: no read sees a state between.
- `gap`: both read false for a moment.

**Checkers.** After the task has begun, both may read false. They never both read true.

## ND-41 A new dependency that has already finished

> The dependency that is added reports finished.

- `released`: isReady stays true.
- `delayed`: isReady reads false for a finite time.

**Checkers.** isReady may read false for a while after such an addition. In the end the operation is
ready.

## ND-42 An overridden isReady that is true and false again

> A readiness condition held for a while and was taken back before the operation started.

- `started`: the queue has seen that the condition held, and starts the operation nevertheless.
- `forgotten`: the queue no longer takes the operation for ready.

**Checkers.** The operation may start or not, whether notifications were sent or not. Only a
condition that never held forbids the start.

## ND-43 What a barrier block is to its queue

> A barrier block was added. The class reference says what the barrier separates. It says nothing of
> other functions of the queue.

- `counted`: operationCount includes the barrier.
- `not-counted`: operationCount does not include the barrier.
- `awaited`: waiting for all operations waits for the barrier.
- `not-awaited`: the wait returns without the barrier.
- `dropped`: a later cancelAllOperations removes the barrier before it runs.
- `early`: a barrier that was added to an empty queue runs although the queue is suspended or has
  the limit 0.

**Checkers.** Only the separation is judged: the barrier runs after what was listed before it, and
before what is added after it. Cancelled operations may still finish ahead of the barrier ([ND-25]).
isReady of an operation that was added after the barrier may read false as long as the barrier is in
the queue: Foundation makes the barrier a dependency of what follows it. So after the barrier the
queue notices one after the other that they are ready, as after the finish of any dependency, and
priorities count among those that it has noticed.

## ND-44 A block that comes late

> addExecutionBlock is called on a block operation that may be starting, or is executing.

- `rejected`: the call is answered by an error.
- `ignored`: the call returns, and the block never runs.
- `added`: the block runs once, before the finish.

**Checkers.** All three are legal while the operation is not known to have finished. A block that
begins after the finish is illegal. Profile reference asks for the rejection when the operation
visibly executes.
"""#

  static let contested: String =
#"""
# Contested points

The rules were read from documents. On some points these contradict each other, the class
references, or what every known implementation does. This page lists each point with its readings
and with the decision that the rules follow. A decision is always the weakest one that still says
something: a rule is enforced only where no reading allows the contrary. Where a reading deserves to
be enforced, a profile enforces it.

A reading names where it is found:

- `S1:177` is a line of a source document, see [Sources](Sources.md).
- *Guide* is the English edition of 2012 of the Concurrency Programming Guide.
- *References* are the class references of Operation, OperationQueue, BlockOperation and
  NSInvocationOperation.
- The implementations are Apple's, as far as others have described it, swift-corelibs-foundation,
  and GNUstep.

## C-1 Start of a cancelled operation

> What does start do with an operation that was cancelled?

- **S0:283.** It handles the case, and then raises an exception.
- **S3:322; Guide.** It avoids executing the operation; it raises if the operation is not ready.
- **S1:144.** One of its checks is for cancellation.
- **Listings, S0:161.** They move the operation to finished and return.
- **Operation reference; all implementations.** It returns without calling main, and the operation
  is finished.

**Resolution.** S0 mistranslates the sentence that S3 translates. A start of a ready, cancelled
operation returns without error, the task does not run, and the operation is finished.

## C-2 Start of a finished operation

> Is it an error to start an operation that has finished?

- **S0:260; S3:282.** Yes, an exception is raised.
- **Operation reference.** The call simply returns; it raised an exception up to Mac OS X 10.5.
- **swift-corelibs-foundation.** It returns.
- **GNUstep.** It raises.

**Resolution.** Error and return are both accepted ([ND-22]); the task must not run again. Profile
guide enforces the error, profile reference the return.

## C-3 Completion block on an executing or finished operation

> May a completion block be set once execution has begun?

- **S0:261.** No, an exception is raised when the operation is executing or has finished.
- **S3:283.** The same, with *executed* in place of *executing*, by a slip of translation.
- **Operation reference.** Says nothing.
- **swift-corelibs-foundation; GNUstep.** They accept it.

**Resolution.** An error is accepted, and so are a call without effect and a late block that runs at
most once ([ND-23]). Profile guide demands the error. No other document says that any version of
Apple's implementation raises.

## C-4 When a cancelled operation is finished

> Does a cancel finish an operation, and when are those that depend on it released?

- **S1:177.** After the cancel, isFinished turns true as well.
- **S0:316.** A cancelled operation counts as finished, and its dependents go on.
- **S4:162.** A cancelled operation must become finished.
- **Operation reference, cancel().** An operation that is in no queue is marked as finished at once.
- **Experiments on Apple's; tests of swift-corelibs-foundation; GNUstep.** isFinished stays false
  until the start.

**Resolution.** A cancelled operation finishes by its start, which a queue or a client calls, or its
queue finishes it without a body ([ND-25]). The finish releases dependents; the cancel does not. For
an operation outside any queue both values are accepted until it is started ([ND-21]). An operation
may be cancelled and then neither added nor started. Its dependents wait as long as it does not
report finished.

## C-5 Cancel of an operation with unfinished dependencies

> Must a cancelled operation still wait for its dependencies?

- **S0–S4.** They say nothing of it.
- **Operation reference, since Mac OS X 10.6.** Dependencies no longer count, and isReady becomes
  true.
- **Operation reference, before.** The operation waits for them.
- **Apple's, by experiment; swift-corelibs-foundation; GNUstep.** They do what the present reference
  says.

**Resolution.** Profile reference demands that the operation becomes ready at once and finishes
without waiting, even while a dependency still runs. Elsewhere both are accepted ([ND-36]).

## C-6 Whether a cancel takes an operation out of its queue

> Is cancelling the way to remove an operation, and does it work in a suspended queue?

- **S0:315; S1:169; S3:361.** An operation cannot be removed; the only way to dequeue it is to
  cancel it.
- **S1:50; S0:251.** An operation leaves the queue by itself when it finishes.
- **OperationQueue reference.** cancel does not remove. A suspended queue removes nothing, not even
  cancelled operations.
- **Apple's, by experiment; swift-corelibs-foundation.** They follow the reference.

**Resolution.** cancel marks, the finish removes. Profile reference demands that a suspended queue
keeps its cancelled operations. Elsewhere the queue may finish them ([ND-25]).

## C-7 Result of a cancelled invocation operation

> What does result give after a cancel?

- **S0:262; S3:284.** An exception.
- **NSInvocationOperation reference.** The exception for a cancelled invocation; nil as long as the
  operation has not finished.
- **Tests of WinObjC; GNUstep.** nil until it has finished, the exception afterwards.

**Resolution.** The exception after the finish; before the finish nil and the exception are both
accepted. The same holds for a method that returns nothing: the reference speaks of its exception in
the same sentence.

## C-8 Adding an operation twice

> May an operation be added that is or was in a queue, or that has been started?

- **S4:14.** A scraped list of alternatives adds one object several times and does not comment on
  that.
- **OperationQueue reference.** An NSInvalidArgumentException is raised.
- **swift-corelibs-foundation.** The process ends in a trap.
- **GNUstep.** The call has no effect.

**Resolution.** Error and no effect are both accepted ([ND-24]), and profile reference asks for the
error. In every profile the operation is executed at most once.

## C-9 Whether ready, executing and finished exclude each other

> Is exactly one of the three states true at a time?

- **S4:157.** Yes.
- **Apple's, by experiment; swift-corelibs-foundation; GNUstep.** isReady remains true while the
  operation executes and after it has finished.

**Resolution.** Only executing and finished exclude each other. The wider statement is kept as a
rejected rule; isReady is unspecified from the start on ([ND-3]).

## C-10 When the completion block runs

> Before, with or after what else?

- **S0:42; S1:15; S3:10.** After the main task.
- **Operation reference.** Once isFinished is true, and before the queue lets go of the operation.
- **Apple's, by report since iOS 8.** Concurrently with the next operation.
- **swift-corelibs-foundation.** Asynchronously, on a global queue.
- **GNUstep.** In place, under the lock of the operation.

**Resolution.** The block runs once, after the task, and isFinished is true then. Its order relative
to everything else is free ([ND-19]).

## C-11 Changing an operation after it was added

> Is it forbidden, or just too late?

- **S0:279; S1:100.** An operation must never be changed once it is in a queue.
- **S3:235; Guide.** An operation should be configured before the add; a later change may have no
  effect any more.

**Resolution.** Clients have the duty not to change it. Late changes have accepted outcomes of their
own ([ND-7], [ND-10], [ND-37]), and none of them may lose the operation or run it twice.

## C-12 Changing the priority after the add

> May a waiting operation be given another priority?

- **S0:279.** No, like every other change.
- **S0:209.** It is rarely needed.
- **S0:203.** queuePriority can be observed, so it can change.
- **swift-corelibs-foundation; GNUstep.** The new priority counts.

**Resolution.** Allowed; the queue may rank the operation by the old or by the new value ([ND-10]),
and it still runs exactly once.

## C-13 Whether a queue asks isConcurrent

> Does isConcurrent, or isAsynchronous, decide on which thread a queue runs an operation?

- **S4:222.** The property alone decides between synchronous and asynchronous.
- **S0:49.** With queues there is no need for concurrent operations.
- **OperationQueue reference; Apple's, by experiment.** A queue ignores the property and always uses
  another thread.

**Resolution.** Profile reference demands that a queue ignores it. Elsewhere only the number of
executions is checked, and the statement of S4 is a rejected rule.

## C-14 Whether the blocks of a block operation run at once

> Are they submitted together, or one after the other?

- **S0:38; S0:64; S1:12; S3:50.** They run concurrently; S4 shows the log of such a run.
- **Apple's, by experiment.** They do.
- **swift-corelibs-foundation; GNUstep.** One after the other, in the thread of the operation.

**Resolution.** Order and overlap are free ([ND-18]). Subjects that offer `blockConcurrency` must
show overlap. The only block of an operation that is started by hand may run on any thread.

## C-15 The current queue outside operations

> What does currentQueue give where no queue runs the code?

- **S1:60.** nil.
- **OperationQueue reference.** nil, as a rule.
- **swift-corelibs-foundation; GNUstep.** nil, but on the main thread the main queue.

**Resolution.** nil on foreign threads; on the main thread nil or the main queue ([ND-27]).

## C-16 Circles of dependencies

> What becomes of operations that wait for each other?

- **S0:215; S3:231.** They never run; it is an error of the programmer.
- **S4:237.** Deadlock, and sadness.
- **Operation reference.** The program may freeze.
- **Apple's, by experiment.** Only the operations concerned hang.

**Resolution.** Operations in a circle, and those behind it, never run as long as the circle lasts.
What becomes of the others is recorded and not judged. Taking an edge away dissolves the circle. In
profile reference cancelling a member dissolves it, too. The call that would close a circle may be
refused; then there is no circle. If an operation is made to depend on itself, the call may be
refused, the operation may never become ready, or the call may hang.

## C-17 Additions during a wait for all

> Does waitUntilAllOperationsAreFinished wait for operations that are added meanwhile?

- **S0:322; S1:189; S3:370.** Other threads can still add, and that may prolong the wait.
- **OperationQueue reference.** The wait returns when all pending operations have finished.
- **swift-corelibs-foundation; GNUstep.** They look again until the queue is empty.

**Resolution.** Either ([ND-15]). The wait covers what was listed when it was called.

## C-18 Autorelease pools

> Must a task create one?

- **S0:234; S4:113.** Always, even if there may be one already.
- **S3:259.** The section on pools has been left out.
- **Operation reference.** main runs within a pool.

**Resolution.** Advice about one language's memory management, nothing to check.

## C-19 isExecuting of an operation started cancelled

> Does such an operation ever report that it executes?

- **Listings, S0:161.** No, it goes to finished directly.
- **GNUstep.** Yes, for a moment.
- **Apple's; swift-corelibs-foundation.** No.

**Resolution.** Either ([ND-4]). Only the body is forbidden.

## C-20 Instances of the base class

> May the abstract class itself be used?

- **S0:35; S1:10.** It is abstract; a subclass is needed.
- **S4:216.** An example makes an instance of it and adds it to a queue.
- **Operation reference.** The main of the class does nothing.

**Resolution.** A subject may have no way to make an instance. If it has a way, the instance is an
operation with an empty task that finishes.

## C-21 Order among equals

> In which order do operations of the same priority run?

- **S4:150.** Roughly in some order; the words "first in, first out" were lost when the page was
  scraped.
- **OperationQueue reference.** In the order of their addition, but no program should rely on it.

**Resolution.** Any ([ND-1]). Profile reference holds queues of limit 1 to the order of addition,
where the history shows that order.

## C-22 Errors in the listings of the guide

> Do the listings of the documents bind implementations?

- **S0; S3.** They print the listings as models to follow.
- **Guide.** Has the same listings, with the same errors.

**Resolution.** Listings are examples. Their errors are collected under [Defects of the
listings](Sources.md#defects-of-the-listings) and serve as mutants for the checks of operation
classes.

## C-23 What an exception is

> How does a library whose language has no exceptions answer a forbidden call?

- **S0:258; S3:280.** An exception is raised, and can be caught.
- **swift-corelibs-foundation.** The process ends in a trap.

**Resolution.** Both count as *rejected*. The capability `raises` says that there is an answer.
`catchableRaises` says that the process survives the answer. Without `catchableRaises` such calls
are made in a process that may die.

## C-24 Suspending and cancelling the main queue

> Is the main queue a queue like any other?

- **S1:62; OperationQueue reference.** No exception is made for it.
- **swift-corelibs-foundation.** It ignores suspension and cancelAllOperations of the main queue.

**Resolution.** Either ([ND-32]).

## C-25 Notifications from the completion block

> May the completion block send the final notifications of a concurrent operation?

- **S0:228; S3:252.** Yes, that is one of its uses.
- **The finish itself.** The block runs after isFinished has turned true, and this very notification
  announces that. So the advice goes round in a circle.

**Resolution.** Not enforced.

## C-26 What follows a finish, and in which order

> Waiters wake, the queue forgets the operation, dependents are released, observers are told. What
> comes first?

- **S0–S4.** They say nothing of it.
- **Tests of WinObjC.** On Apple's platform waits return before the isFinished notification,
  sometimes long before.
- **swift-corelibs-foundation.** A wait may return while the queue still lists the operation.

**Resolution.** No order ([ND-13], [ND-16], [ND-17], [ND-19]).

## C-27 Quality of service as a priority

> Does the quality of service of an operation influence when its queue chooses it?

- **S4:177.** Priority and quality of service are described as two separate things.
- **swift-corelibs-foundation.** It ranks an operation without a priority by its quality of service,
  at the add, whatever the limit is later.

**Resolution.** Nobody can know the rank of an operation whose priority was never set ([ND-11]).
Programs that compare priorities set all of them.

## C-28 A new thread for each operation

> Does every operation get a thread of its own?

- **S4:55.** A new thread is started.
- **S0:247; all implementations.** Threads belong to the queue, and are used again.

**Resolution.** The thread is only required to be another one than that of a client that adds or
waits.
"""#

  static let sources: String =
#"""
# Sources

The rules were first read from five documents. Each is a text of its own kind, none is a standard,
and all have errors. This page says what each section states, and which rules cite it. The last
column is generated from the line *sources* of the rules. A section without rules says why. The
sections cover the lines of a document without a gap.

A rule cites the lines that state it, at least the plainest one. It does not cite every repetition.
Rules with numbers from 51 on come from [other sources](#other-sources).

## S0 Digest of the Concurrency Programming Guide

The file is `000_e6a921efd1ef313e.txt`. It is a shortened text in Chinese: an excerpt of the chapter
"Concurrency and Application Design" and the chapter "Operation Queues" of Apple's *Concurrency
Programming Guide*. It follows an earlier edition than S3 does: its listings retain and release, and
its warning against late changes is stricter.

| lines | section | what it says | rules |
|---|---|---|---|
| 1-5 | Introduction | Threads scale badly and are hard to use well; instead there are Grand Central Dispatch and operation queues, which manage threads themselves. | |
| 6-16 | Dispatch queues | Tasks run first in, first out, one at a time in a serial queue, many at once in a concurrent one; a list of advantages. | |
| 17-24 | Dispatch sources | A source submits a block to a queue when an event occurs: timer, signal, descriptor, process, Mach port, or one of its own. | |
| 25-28 | Operation queues, overview | Order follows from dependencies and other factors, not from the order of addition alone; operations can be observed. | |
| 29-31 | Designing for concurrency | Concurrency keeps the main thread free and uses the cores; it costs something, and belongs into the design. | |
| 32-45 | Operation objects | The abstract class, its two ready-made subclasses, and what every operation can do: dependencies, completion block, observation, priority, cancellation. | |
| 46-49 | Concurrent and non-concurrent operations | start runs the operation in the calling thread, unless the operation is concurrent; a queue brings its own thread, so that few operations need to be. | |
| 50-62 | Invocation operations | An existing method becomes an operation, without a subclass. | |
| 63-69 | Block operations | Several blocks are one operation, which has finished when the last block has; blocks can be added. | |
| 70-72 | Custom operations | What must be written for a non-concurrent operation is little, for a concurrent one much. | |
| 73-107 | The main task | An initializer and main are needed; the listing shows main with a pool, and catching everything. | |
| 108-127 | Answering a cancel | Cancelling is cooperative: the task has to ask, often, and to clean up. | |
| 128-195 | Concurrent operations | What start, main, isExecuting, isFinished and isConcurrent must do when start is overridden, with the listing of a class; a cancelled operation must also announce its finish. | |
| 196-209 | Observation | Eight key paths; which of them a subclass must keep alive, and how isReady is overridden. | |
| 210-218 | Dependencies | What they mean, that they cross queues, that circles are an error, that they belong before the add. | |
| 219-222 | Priority | Readiness first, then priority, within one queue; priority replaces no dependency. | |
| 223-226 | Thread priority | From 0.0 to 1.0, in force while main runs. | |
| 227-229 | Completion block | Runs after the main task, takes nothing and returns nothing. | |
| 230-245 | Memory management | A task creates its own autorelease pool. | |
| 246-248 | Per-thread storage | Threads belong to the queue; data belong into the operation. | |
| 249-251 | References | A queue drops what has finished, so keep a reference of your own. | |
| 252-262 | Errors and exceptions | No error may leave the task; four calls are answered by exceptions. | |
| 263-266 | Size of operations | Neither too small nor too many; batches by completion block. | |
| 267-280 | Adding to a queue | Three ways to add; operations soon run; they must not be changed any more; the limit, and why a limit of 1 is no dispatch queue. | |
| 281-313 | Executing by hand | isReady before start, start and not main; a listing that polls. | |
| 314-317 | Cancelling | A queue owns its operations; a cancelled one counts as finished for its dependents. | |
| 318-322 | Waiting | For one operation or for all, never on the main thread; others may add meanwhile. | |
| 323-324 | Suspending | Nothing new is scheduled, what runs goes on. | |

## S1 Notes on NSOperation and NSOperationQueue

The file is `001_6fbb845bcfe6a572.txt`. It is a blog in Chinese. The blog goes through the functions
of both classes with a comment on each, and then through the same topics as the guide, often in the
words of the guide. Every sentence is broken over several lines.

| lines | section | what it says | rules |
|---|---|---|---|
| 1-18 | Operation objects | Contents; the abstract class, its subclasses, and what every operation can do. | |
| 19-43 | Functions of NSOperation | start, main, cancel, the accessors, dependencies, waiting, completion block, each in a line. | |
| 44-62 | Functions of NSOperationQueue | Group and block additions, list and count, suspension, cancelling all, current and main queue. | |
| 63-122 | Adding to a queue | The three ways; more queues do not mean more concurrency; why a start may be delayed; the limit, and dependencies where order matters. | |
| 123-163 | Executing by hand | Look at isReady and isCancelled, call start and not main, mind isConcurrent. | |
| 164-183 | Cancelling | Queues keep their operations; cancelling makes isFinished true and thereby releases dependents. | |
| 184-189 | Waiting | For one or for all; not on the main thread. | |
| 190-193 | Suspending | Queues can be suspended, single operations cannot. | |

## S2 The digest once more

The file is `002_4e4f2fd11f4859b7.txt`. It is the text of S0 in another layout. Without white space
and the marks of lists and tables both are equal, 14493 characters each. What a rule cites from S0
stands in S2, too, at a line up to 3 lower. S2 has nothing that S0 lacks.

## S3 The chapter "Operation Queues"

The file is `003_ae4ea4c4ed84d303.txt`. It is a fuller Chinese translation of the chapter, edition
of 2012, in part made by a machine. Its two tables were pictures, which are lost.

| lines | section | what it says | rules |
|---|---|---|---|
| 1-15 | About operation objects | The abstract class and what every operation can do; operations also divide an application into parts. | |
| 16-24 | Concurrent and non-concurrent operations | As in S0, with the advice that most developers need no concurrent ones. | |
| 25-46 | Invocation operations | As in S0. | |
| 47-59 | Block operations | All blocks are submitted to a concurrent queue; further ones can be added. | |
| 60-97 | Custom operations | What a subclass has to supply; the listing without a pool. | |
| 98-121 | Answering a cancel | When to ask isCancelled; clean up. | |
| 122-207 | Concurrent operations | The same listing, in three parts; the finish must be announced even after a cancel. | |
| 208-224 | Observation | The eight key paths, and what overriding isReady, start or the dependencies entails. | |
| 225-238 | Configuration and dependencies | Dependencies bind across queues; set them before the add; later ones may have no effect. | |
| 239-245 | Priority | Readiness, then priority, for one queue alone. | |
| 246-250 | Thread priority | Set before the add or the start, in force for main. | |
| 251-255 | Completion block | After the task; for notices, and for the last notifications of a concurrent operation. | |
| 256-266 | Hints; per-thread storage | Threads belong to the queue; an operation carries its data. | |
| 267-271 | References | The queue may have dropped it already. | |
| 272-286 | Errors and exceptions | The default start lets errors pass; four calls raise exceptions; how an operation reports its own errors. | |
| 287-295 | Size of operations | As in S0, with the advice to measure. | |
| 296-316 | Adding to a queue | As in S0, but late changes *may* come too late; the limit bounds this queue alone. | |
| 317-359 | Executing by hand | An operation is ready or start refuses it; the same listing. | |
| 360-364 | Cancelling | As in S0. | |
| 365-371 | Waiting | As in S0. | |
| 372-374 | Suspending | As in S0. | |

## S4 Fragments, and the article NSOperation

The file is `004_5c7510175baf0c86.txt`. It has lines scraped from Chinese blogs and a forum, and
then the English article *NSOperation* of NSHipster (2014). Words in code font are missing from the
article.

| lines | section | what it says | rules |
|---|---|---|---|
| 1-33 | Snippets | Calls one after the other: adding, limits, suspension, cancelling all, dependencies, the main queue. | |
| 34-45 | Comparison with Grand Central Dispatch | What either offers, and when to use which. | |
| 46-50 | A question in a forum | How does one cancel a running operation? By dividing its task and asking between the parts. | |
| 51-82 | Kinds of operations | Invocation and block operations by example, with the threads of a run. | |
| 83-90 | Cancel and completion block | One line on each. | |
| 91-138 | A download operation | A subclass that asks for a cancel at three places and reports to a delegate on the main thread. | |
| 139-153 | Introduction | What an operation and a queue are; a queue is a priority queue with a limit. | |
| 154-160 | State | Ready, executing, finished: announced by notifications, exclusive of each other; a queue keeps an operation until it has finished. | |
| 161-165 | Cancellation | Cancelled operations clean up and finish; how the words are spelt. | |
| 166-176 | Priority | The five levels and their values. | |
| 177-219 | Quality of service | Five classes that replace the thread priority. | |
| 220-222 | Asynchronous operations | concurrent was renamed to asynchronous, and is said to decide how a queue runs an operation. | |
| 223-237 | Dependencies | Downloading and resizing as two operations; circles end in deadlock. | |
| 238-244 | completionBlock | Runs exactly once when the operation finishes. | |
| 245-252 | When to use which | Dispatch for what is done in place, operations for what has dependencies, priority or a state. | |

## Defects of the texts

These readings are wrong, or something is missing from them. No rule is derived from them.

| where | reads | what is meant |
|---|---|---|
| S0:283 | start handles cancelled operations, and then raises | it does not execute them; it raises if the operation is not ready ([C-1]) |
| S3:99 | to recognise a cancel is necessary | it is voluntary, by necessity |
| S3:13 | a cancel pauses an executing operation | it makes it end early; single operations cannot be paused (S1:192) |
| S3:283 | a completion block set on an executed operation | on an executing one ([C-3]) |
| S0:316 | dependents of a cancelled operation are released and executed | released; they are executed when everything else permits |
| S0:279, S1:100 | never change an operation after the add | the earlier edition; in that of 2012 such a change may come too late ([C-11]) |
| S3:127, 160, 181, 219 | the key path isexecution | isExecuting |
| S3:6, 124 | two pictures | the tables in S0:37-39 and S0:130-134 |
| S0:7 | a serial queue *directly* finishes the current task before it takes the next | *until* it has finished it does not take the next |
| S0:28 | notifications serve to watch the process | the progress |
| S4:144-150, 182, 246 | gaps where a word in code font stood; "in a roughly manner" | at S4:150 roughly first in, first out ([C-21]) |
| S4:157-160 | properties ready, executing, finished, cancelled | key paths isReady, isExecuting, isFinished, isCancelled |
| S4:160 | finished after a *successful* execution or a cancel | success does not matter |
| S4:218 | a constant NSOperationQualityOfServiceBackground | NSQualityOfServiceBackground |
| S1:169-172 against S1:50 | only a cancel dequeues; a queue drops what has finished | the second ([C-6]) |
| S4:1-20 | one program | pieces of several pages, with one object added over and over |
| S1:105, 147, 188; S3:361; S4:28, 36, 38 | misspelt names of methods and classes | obvious each time |

## Defects of the listings

The guide prints code as a model. The documents repeat this code with its errors. Apple's own
edition has the errors, too ([C-22]). Authors of operation classes really make each of these errors,
so each is worth a mutant for the checks of such classes.

| listing | error | see |
|---|---|---|
| start of MyOperation, S0:170-173, S3:174-177 | The thread is detached before executing is set. A short task is over first, and then executing stays true for ever beside finished. | [STATE-2], [STATE-7], [ASYNC-16] |
| flags of MyOperation, S0:136-158 | Plain variables, written and read by several threads without a lock. | [ASYNC-5] |
| main of MyOperation, S0:175-185, S3:183-193 | The finish is the last statement inside the try; an error in the work leaves it out, and the operation never finishes. | [ASYNC-9] |
| performOperation, cancelled branch, S0:298-311 | It sets the flags of the object that performs, not of the operation, which therefore never finishes. | [START-8] |
| performOperation, concurrent branch, S0:294 | It starts a concurrent operation on another thread, although its start returns at once; an exception of start is lost there. | [START-4] |
| start of MyOperation, cancelled branch, S0:161-168 | It announces the finish and leaves executing alone; right only because executing was never set. | [CANCEL-5] |
| DownloadOperation, S4:106-138 | It asks for a cancel between steps only; one that comes after the last question still reports to the delegate. Allowed ([CANCEL-2], [ND-12]), but clients must expect it. | [CANCEL-12] |

## Other sources

These sources decide what the five documents leave open, and where the five documents contradict
each other. Where these sources disagree with each other, a rule accepts each of them or belongs to
a profile. Rules cite these sources in words.

| source | what it is |
|---|---|
| Concurrency Programming Guide | the chapters "Operation Queues" and "Concurrency and Application Design" of the English edition of 2012 |
| Operation, OperationQueue, BlockOperation, NSInvocationOperation reference | the class references, present text; for Operation also that before Mac OS X 10.6 |
| DispatchQueue, DispatchGroup reference | the class references, present text |
| libdispatch | its manual pages; its library, run here |
| NSOperation.h | the comments of the header |
| swift-corelibs-foundation | source and tests; run here |
| GNUstep | source and tests of libs-base, read |
| WinObjC | unit tests which their authors verified on Apple's platform, read |
| experiments | reports by third parties on Apple's implementation, each from a single source and not repeated |
"""#

  static let glossary: String =
#"""
# Glossary

Each thing has one word, in the specification, in the sources and in the reports. Each word has one
meaning. The words operation, queue, dependency, cancel, suspend and finish belong to the things
under test; no part of this suite has such a name.

| word | meaning |
|---|---|
| acceptor | the oracle that asks whether the model has any run with a given history |
| accuse, accusation | what a rule does to a legal history that it calls a violation: a false alarm, which is a fault of the suite |
| adapter | the thin code by which the driver operates a subject, in the same process or over a pipe |
| aftermath | what a composed program does after its call: it lets go of everything that it kept, waits for what must come to its end, and looks at what there is to see |
| antecedent | the condition under which a rule speaks; where it never occurs the rule is vacuous |
| asleep | of a process, for some time: it would be sealed but for waits and timers that end later than that |
| aspect | what can be asked of the operation, the queue or the caller of a call, such as *phase*; its values are facts |
| awaited | named by an `until` step, or by a wait that the program makes |
| beyond the bound | of a history: more states of the model explain it than the acceptor may follow; the key `undecided` of the census also counts histories that the model does not represent |
| blame | what a violation finds at fault: one rule, or `unexplained`, or `difference`, or `crash` |
| blind mutant | a mutant that nobody has chosen: one edit of the decisions of the reference queue, or two, drawn from the list of all edits |
| body | the client code of an operation's task as the driver installs it: `begin`, what the program says, `end` |
| calibration | two measurements before the first program of a campaign: how many bodies begin while none returns, and the longest delay of a body or a canary |
| callback | a point at which a subject calls client code: the body, a block, the completion block, an overridden method, an observer |
| campaign | many programs and all applicable rules, with one report |
| canary | new work that takes the same route as what is awaited; when the canary ends, the route is open |
| cancel, dependency, finish, queue, suspend | words of the thing under test, with the meaning that the rules give them |
| candidate | a smaller program that the shrinker tries |
| capability | something that a subject offers or lacks; a rule may need it |
| case | one place in a history at which a rule speaks: its antecedent occurred there; a case is decided or open |
| cause | one mistake of a subject, as far as programs tell: everything that needs one trigger and goes with it, whatever rules it breaks |
| cell | a verb with two facts, a *pair*, or with three, a *triple*: what a composed program aims at |
| census | the counts of what was observed where the contract leaves a freedom; never a failure |
| checker | a pure function from a history to the judgement of one rule |
| choice sequence | the numbers from which a program was drawn; the shrinker edits them |
| command | one call that a program makes on the subject, such as `add` or `cancel` |
| composed program | a program that brings some facts about, makes a call in which they meet, and has an aftermath |
| context | a kind of case in which decided cases of a rule are counted, such as *limit 1* |
| counterexample | a proof, with the sentence that explains it |
| coverage of interactions | how many of the pairs and triples of facts that can meet in a call have met, by verb |
| doctor | the command `oqcheck doctor`, which examines an adapter of the wire protocol step by step |
| doubt | the reason why a program is undecided |
| driver | executes a program on a subject and records the history; the only step with effects |
| encounter | what clients do at once, and how their objects hang together |
| ending, of an exploration | what a run had shown when nothing more had to happen |
| establisher | the steps by which a composed program brings a fact about, with the gates that keep it until the call |
| event | one observation with its ticket: a call, a return, a begin, an end, a step of the harness |
| exclusion | facts that cannot meet in a call, with the reason |
| explorer | visits every state that the runs of a program can come to on the model |
| fact | one value of an aspect, which matters to a call, such as *phase=queued*; it is read from the state of the model in which the call is made |
| fan-in, fan-out | an operation with many dependencies; one with many dependents |
| finding | what a report prints and a failure file keeps of one blame: the smallest program that shows it, a history, the proof, and how often it was reproduced |
| freedom (ND) | a point at which the contract allows several outcomes; the model branches there and no checker prefers one |
| gate | the place in a callback at which the harness holds the thread until the program opens it |
| generator | makes programs from a seed and an index |
| golden | an expected output that is kept as a file |
| harness | driver, lanes, gates and recorder together: everything in the process that is not the subject |
| history | the complete ordered list of events of one run, and how the run ended |
| hold | a lane stays at a point of the subject, as any thread may that loses the processor there; also the harness step that keeps client code at its gate |
| hole | a ticket without an event: the process died after a thread took the ticket and before it stored the record; the record may have been of any event |
| judgement | what one checker says of one history: its cases, decided and open, and its counterexamples |
| kill, survive | what a mutant's rule does to the mutant: it shows a violation of that rule, or the mutant survives |
| lane | a sequence of commands on one thread: a client thread, or the thread inside a callback that is held |
| limit | the maximum concurrent operation count of a queue |
| litmus test | a program of a few lines with questions, in `Spec/Litmus`, for one contested point, freedom or rule |
| lookout | the events, and orders of two events, by which the explorer tells endings apart |
| model | the executable specification: the states of operations and queues, and which steps are allowed |
| monitor | the word of the field `oracle` for the checker of a rule |
| mutant | an implementation that is broken in one decision, on purpose |
| near miss | a legal history that is one event away from an illegal one |
| object | whatever an `op` line of a program declares: an operation, an observer, or a block, group, semaphore, source or timer of the dispatch library |
| open | of a case: the history does not tell whether the rule held (the key `undecided` of a rule in JSON) |
| operation | an object that a queue of operations runs, or that a client starts by hand; the thing under test |
| oracle | what decides about a history: the checker of a rule, or the model |
| owed | the model says that a step must happen, unless something else happens first |
| parked | in a queue that was suspended before the add and has not been resumed |
| passed | of a canary, a step of the doctor, or a test case: it ended as it should; a rule is satisfied, and a case is decided or open |
| pin | a line of a failure file that says which lane is held where, or which harness point comes next |
| point | a visible step of the subject on a lane: the return of a call into a library of the system, such as the unlock of a mutex; a *harness point* is a moment at which the harness has the thread |
| profile | a reading of the contract: core, guide, reference |
| program | a finite, replayable list of commands and harness steps on lanes |
| proof | the two to five events of one history that show a violation |
| question | asks whether some run of a program, no run or every run shows something; the file says the expected answer |
| quiescence | nothing moves in the process, and it is sealed or canaries have passed; recorded as an event with its evidence |
| reading | the contract under one profile, and what the model answers under it |
| reference queue | a correct implementation that belongs to this package; it shows that the rules can be met |
| reply | what the model says of a question: never, sometimes, always, or not decided |
| reproduction | a run that shows the blame of a finding again |
| rule | one numbered requirement |
| ruling | all that the oracles say of one history: a judgement for each rule, and the violations |
| scan | one run of a program for each of its points, with a lane held there |
| sealed | of a process: every thread sleeps in a wait that only another thread ends, and no timer, child or outsider can act |
| seed | the number from which the programs of a campaign come; in the list of sources, one of the five documents |
| sentence | plain English text in a report that ends a thought, such as the message of a finding |
| session | everything that a subject makes for one program |
| settle | to find out of a suspect whether it is stalled or moves after all |
| shrink | to make a failing program smaller while the same rule stays violated |
| sighting | a violation with its program and history, as a campaign first sees it, before a reproduction |
| slot | a place among the operations of a queue that may be under way at once; there are as many as the limit |
| stall | the reason why a client waits in vain although nobody owes anything |
| straggler | an operation that was dispatched before a suspension or a lower limit took effect, and begins after it |
| subject | the implementation that is judged: a queue, an operation class, dispatch queues or sources |
| suspect | a process that ended in quiescence with something owed; it is kept until it is stalled or moves |
| target | of a command: the queue or object on which it is called |
| task | what client code supplies for an operation to do |
| ticket | the number that orders events, from one counter that all threads share |
| timely | of a dependency: added before the operation was added to a queue or started |
| trigger | the steps and facts of a smallest program without which nothing wrong shows; two failures with the same trigger have one cause |
| twin | a rule that says the same as another one, from another source; both share a checker |
| unaided | of a run: nothing is added beside the program before the step bound is over |
| vacuous, of a question | asks for the order, the value or the company of an event that happens in no run |
| vector | a history with what one rule says of it, in `Spec/Vectors`, for checkers in any language |
| violation | one thing that a history shows to be broken: a blame with its counterexample |
| vocabulary | the verbs and kinds of operations that may occur in the programs of a campaign |
| witness | the events that show that a rule was exercised and held |
| woken | of a quiescence: after the step bound something moved when a canary was sent, and the program alone would have waited for ever |
| worker | the process in which driver, adapter and subject live |
| zygote | the process from which workers and their guards are forked, so that another one costs no start of a program |

## Answers

This table holds what the suite says of rules, programs and runs, and where to look then.
`oqcheck explain unexplained` prints one row; the command knows every word of this page.
[How to read a rule](README.md#verdicts) defines the five verdicts on a rule.

| word | meaning | what to look at |
|---|---|---|
| conformant | of a run: every enforced rule was decided, and none was violated; of a program: it came to its end, and nobody objects to its history | the claim beside it: what the subject does not offer was not judged |
| crash | the process died where no rule speaks of it | the last output of the process in the finding; then `oqcheck replay FILE`. Where a finding has several programs, late work of an earlier one may have caused the death |
| difference | a class of operations stands still in a program that the control brings to an end, and no rule says what is owed | the first call of the program that did not return, or the state that it waits for; then every way in which the class may report its finish or become ready |
| inconclusive | of a rule: its cases stayed open; of a run: nothing was broken, and something was not decided; the reason is attached | the reasons under *Not decided*; then more programs (`--budget 5m`), or a machine that has less to do |
| not applicable | the subject lacks a capability that the rule needs, or only another profile enforces it | the capabilities that the subject declares, and the ones that the reason names |
| not waited for | of a program: it had not ended when time was over; it counts nowhere, not even among the programs | the budget, where there are many: with a longer one more of them come to their end |
| satisfied | of a rule: it was decided often enough, and it held each time | its row in the report, which says how often; the JSON report says in which contexts |
| stalled | a quiescence that was confirmed: nothing can move any more; an absence counts only in such a run | who owed the next step: a wake-up that was lost, a slot or a dependency that was not released. In an adapter also a thread that died: its last words are on standard error |
| stall without a rule | a call never returned, or client code that a program waits for never came, until nothing could move any more; no rule says that it had to, and the model does not show that it need not: legal as far as the rules go, and seldom what a user expects; it changes no verdict | the program that the report names; `oqcheck replay` with it |
| undecided | of a program: neither an end nor a quiescence could be established, an adapter has [lost a lane](WireProtocol.md#lanes-that-die), or a call ended with `unknown`; what the run shows is judged, what it does not show proves nothing | threads that poll instead of waiting, and timers that never end; the adapter's standard error; `oqcheck doctor` |
| unexplained | no rule objects to the history, and the model has no run with it: the history keeps each rule by itself, but no choice that the contract leaves explains the whole history | the event of the proof: it is the first event that no run of the model can have. Then what the lane and the operation of that event did before; `oqcheck explain transition` says what the model allows. Most often a call was refused that the contract allows, or something happened early. If the history is right, a rule or the model is wrong: a fault of the suite |
| unusable | the subject could not be driven, or does not do what it declares | the reason; for an adapter `oqcheck doctor`, step by step |
| vacuous | of a rule: its antecedent never occurred; nothing was learned | more programs; `--rules` with the rule, which aims all programs at this rule. One program alone leaves most rules vacuous |
| violated | of a rule: a counterexample is shown, two to five events of one history | the proof in the finding, and the paragraph *If violated, look at* of the rule |
"""#
}

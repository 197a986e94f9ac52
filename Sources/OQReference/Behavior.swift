/// Where a body can be held up without being on the way: nowhere, in a correct queue.
package enum SafePoint: Sendable {
  /// A command that the body gives.
  case command
  /// The return of the body.
  case end
}

/// Every decision of the reference queue: guards, plans, reads and placement.
///
/// `standard` is the correct queue. A mutant is an edit of one member, in one to three lines.
package struct Behavior: Sendable {
  /// A decision about one thing.
  package typealias Decision<Question, Answer> = @Sendable (State, Question) -> Answer
  /// A decision about a pair of things.
  package typealias PairDecision<First, Second, Answer> =
    @Sendable (State, First, Second) -> Answer

  /// The correct queue.
  package static let standard = Behavior()

  /// The correct queue in the reading of profile guide: four calls raise, of which the standard
  /// queue answers two in the way of the reference documents (ERR-3).
  package static let guide = standard.edited {
    $0.startCheck = Guards.startCheckOfGuide
    $0.completionCheck = Guards.completionCheckOfGuide
  }

  // MARK: Guards

  /// Whether the queue finds an operation ready.
  package var isReady: Decision<OperationID, Bool> = Guards.isReady
  /// Whether no barrier stands before an operation.
  package var isUnbarred: Decision<OperationID, Bool> = Guards.isUnbarred
  /// Whether a queue may dispatch at all.
  package var mayDispatch: Decision<QueueID, Bool> = Guards.mayDispatch
  /// Whether a queue has a slot left.
  package var slotFree: Decision<QueueID, Bool> = Guards.slotFree
  /// The operation that is dispatched next.
  package var choose: Decision<QueueID, OperationID?> = Guards.choose
  /// Whether a manual start is allowed.
  package var startCheck: Decision<OperationID, Admission> = Guards.startCheck
  /// Whether a started operation runs its body.
  package var runsBody: Decision<OperationID, Bool> = Guards.runsBody
  /// The index of the block that runs next; nil at the end.
  package var nextBlock: Decision<OperationID, Int?> = Guards.nextBlock
  /// Whether a block of an operation can begin while another one runs.
  package var sharesBlocks: Decision<OperationID, Bool> = Guards.sharesBlocks
  /// How often the start of an operation that reports for itself is called; without a call it is
  /// finished at once.
  package var startCalls: Decision<OperationID, Int> = { _, _ in 1 }
  /// Whether the finish of an operation that reports for itself takes its course.
  package var reportsFinish: Decision<OperationID, Bool> = Guards.reportsFinish
  /// Whether the rest of the task is left to another thread, so that the start can return.
  package var detaches: Decision<OperationID, Bool> = { _, _ in false }
  /// Whether a thread that runs a body may go on.
  package var mayContinue: PairDecision<OperationID, SafePoint, Bool> = { _, _, _ in true }
  /// Whether an accessor of an operation comes back at once.
  package var answers: PairDecision<OperationID, Reader, Bool> = { _, _, _ in true }
  /// Whether an operation can be added to a queue.
  package var addCheck: PairDecision<OperationID, QueueID, Admission> = Guards.addCheck
  /// Whether a group can be added to a queue.
  package var groupCheck: PairDecision<[OperationID], QueueID, Admission> = Guards.groupCheck
  /// Whether a group add waits, given what the caller asked for.
  package var awaitsGroup: Decision<Bool, Bool> = { $1 }
  /// Whether the add of an operation returns only after its finish.
  package var awaitsAdded: Decision<OperationID, Bool> = { _, _ in false }
  /// Whether a dependency (second) can be added to an operation (first).
  package var dependencyCheck: PairDecision<OperationID, OperationID, Admission> =
    Guards.dependencyCheck
  /// Whether a new dependency (second) of an operation (first) counts as unfinished.
  package var opens: PairDecision<OperationID, OperationID, Bool> = Guards.opens
  /// The operations whose edges close when an operation has finished.
  package var released: Decision<OperationID, [OperationID]> = Guards.released
  /// Whether cancel has an effect.
  package var cancelCheck: Decision<OperationID, Bool> = Guards.cancelCheck
  /// The operations that cancelAllOperations cancels.
  package var cancelTargets: Decision<QueueID, [OperationID]> = Guards.cancelTargets
  /// The priority of a new operation.
  package var initialPriority: Decision<Kind, Int> = { _, _ in 0 }
  /// The priority that is stored for a value.
  package var adjustPriority: Decision<Int, Int> = { Guards.adjustPriority($1) }
  /// The thread priority of a new operation.
  package var initialThreadPriority: Decision<Kind, Int> = { _, _ in ThreadPriority.usual }
  /// The thread priority at which the completion block of an operation runs.
  package var completionPriority: Decision<OperationID, Int> = { _, _ in ThreadPriority.usual }
  /// Whether a completion block can be installed.
  package var completionCheck: Decision<OperationID, Admission> = Guards.completionCheck
  /// Whether a block can be added.
  package var blockCheck: Decision<OperationID, Admission> = Guards.blockCheck
  /// Whether a property can be observed.
  package var observationCheck: Decision<Property, Admission> = { _, _ in .accept }
  /// Whether a limit can be set.
  package var limitCheck: PairDecision<QueueID, Int, Admission> = { Guards.limitCheck($2) }
  /// Whether an operation can be made of a method with so many arguments; nil for one that the
  /// target does not have.
  package var invocationCheck: Decision<Int?, Bool> = { Guards.invocationCheck($1) }
  /// Whether the method of an operation gets the argument that was given.
  package var passesArgument: Decision<OperationID, Bool> = { _, _ in true }
  /// What is kept of the result of a method.
  package var keeps: PairDecision<OperationID, InvocationResult, InvocationResult> = { $2 }
  /// Whether an error of the task leaves the start.
  package var propagates: Decision<OperationID, Bool> = Guards.propagates
  /// The name of the error that answers a forbidden command.
  package var errorName: Decision<Misuse, ErrorName> = { _, _ in .invalidArgument }
  /// Whether the underlying queue of a queue can be changed.
  package var underlyingCheck: Decision<QueueID, Admission> = Guards.underlyingCheck
  /// The number of the underlying queue on which an operation runs, or 0.
  package var executor: Decision<OperationID, Int> = Guards.executor
  /// Whether the finish of an operation counts as a unit of its queue's progress.
  package var countsProgress: Decision<OperationID, Bool> = Guards.countsProgress
  /// The barrier that can run.
  package var barrierDue: Decision<QueueID, BarrierID?> = Guards.barrierDue
  /// The operations that a wait has to wait for.
  package var awaited: Decision<WaitScope, [OperationID]> = Guards.awaited
  /// The waits that learn of the finish of an operation.
  package var wakes: Decision<OperationID, [WaitID]> = { $0[$1].waiters }

  /// Whether a wait has nothing left to wait for.
  package var isOver: Decision<WaitID, Bool> = { $0.isOver($1) }

  // MARK: Plans

  /// addOperation.
  package var addPlan: Plan = [
    .own, .list, .count, .notice, .reschedule, .announce(.operations), .announce(.operationCount),
  ]
  /// addOperations, as a whole.
  package var groupPlan: Plan = [
    .enlistEach, .reschedule, .announce(.operations), .announce(.operationCount), .awaitGroup,
  ]
  /// addOperations, for each member.
  package var memberPlan: Plan = [.own, .list, .count, .notice]
  /// A queue's dispatch of an operation.
  package var dispatchPlan: Plan = [.takeSlot, .enterDispatched, .launch]
  /// A queue's start of an operation, on the operation's thread.
  package var queueStartPlan: Plan = [.enterStarting]
  /// A manual start, on the caller's thread.
  package var manualStartPlan: Plan = [.enterStarting]
  /// Before the first block.
  package var beginPlan: Plan = [
    .setExecuting, .enterExecuting, .announce(.isExecuting), .applyThreadPriority,
  ]
  /// After each block.
  package var blockPlan: Plan = []
  /// After the last block.
  package var endPlan: Plan = [.restoreThreadPriority, .enterEnded]
  /// In place of the body of an operation that was cancelled.
  package var skipPlan: Plan = [.enterEnded]
  /// The finish.
  package var finishPlan =
    ([
      .clearExecuting, .setFinished, .announce(.isExecuting), .announce(.isFinished), .release,
      .notify, .announceReleased, .unlist, .uncount, .countProgress, .freeSlot, .passBarriers,
      .wake, .reschedule, .announce(.operations), .announce(.operationCount), .takeCompletion,
      .complete,
    ] as Plan).onlyWhen(.executed, .announce(.isExecuting))
  /// The return of a start of the client's.
  package var startReturnPlan: Plan = []
  /// The client's condition is stored.
  package var conditionPlan: Plan = [.setCondition]
  /// The client notifies a change of readiness.
  package var notifyReadyPlan: Plan = [.notice, .reschedule, .announce(.isReady)]
  /// The client reports that the operation executes.
  package var reportExecutingPlan: Plan = [.setExecuting, .announce(.isExecuting)]
  /// The client stores that the operation has finished.
  package var storeFinishedPlan: Plan = [.clearExecuting, .storeFinished]
  /// cancel.
  package var cancelPlan: Plan = [
    .markCancelled, .heed, .notice, .reschedule, .announce(.isCancelled), .announce(.isReady),
  ]
  /// cancelAllOperations.
  package var cancelAllPlan: Plan = [.cancelEach]
  /// addDependency.
  package var addDependencyPlan: Plan = [.listDependency, .open, .notice]
  /// removeDependency.
  package var removeDependencyPlan: Plan = [.unlistDependency, .close, .notice, .reschedule]
  /// After addDependency and removeDependency.
  package var dependencyAnnouncements: Plan = [.announce(.dependencies), .announce(.isReady)]
  /// The setter of queuePriority.
  package var priorityPlan: Plan = [.setPriority, .announce(.queuePriority)]
  /// The setter of threadPriority.
  package var threadPriorityPlan: Plan = [.setThreadPriority]
  /// The setter of completionBlock.
  package var completionPlan: Plan = [.setCompletion, .announce(.completionBlock)]
  /// addExecutionBlock.
  package var addBlockPlan: Plan = [.appendBlock]
  /// isSuspended set to true.
  package var suspendPlan: Plan = [.setSuspended, .announce(.isSuspended)]
  /// isSuspended set to false.
  package var resumePlan: Plan = [.clearSuspended, .reschedule, .announce(.isSuspended)]
  /// The setter of maxConcurrentOperationCount.
  package var limitPlan: Plan = [.setLimit, .reschedule, .announce(.maxConcurrentOperationCount)]
  /// The setter of the name of an operation.
  package var namePlan: Plan = [.setName]
  /// The setter of the quality of service of an operation.
  package var qualityPlan: Plan = [.setQuality]
  /// The setter of the name of a queue.
  package var queueNamePlan: Plan = [.setName]
  /// The setter of the quality of service of a queue.
  package var queueQualityPlan: Plan =
    ([.setQuality] as Plan).onlyWhen(!.main, .setQuality)
  /// The setter of the total of a queue's progress.
  package var progressPlan: Plan = [.setProgressTotal]
  /// The setter of the underlying queue.
  package var underlyingPlan: Plan =
    ([.setUnderlying] as Plan).onlyWhen(!.main, .setUnderlying)
  /// addBarrierBlock.
  package var addBarrierPlan: Plan = [.enlistBarrier, .reschedule]
  /// The start of a barrier.
  package var beginBarrierPlan: Plan = [.beginBarrier, .launchBarrier]
  /// The end of a barrier.
  package var endBarrierPlan: Plan = [.endBarrier, .noticeAll, .reschedule]
  /// waitUntilFinished, waitUntilAllOperationsAreFinished, and the wait of a group add.
  package var waitPlan: Plan = [.snapshot, .register, .park]

  // MARK: Reads and placement

  /// The accessors.
  package var reads = Reads()
  /// Where client code runs and what keeps objects alive.
  package var placement = Placement()

  /// The correct queue.
  package init() {}

  /// The standard behavior with an edit.
  ///
  /// - Parameter edit: changes a member of the correct queue.
  /// - Returns: the edited behavior.
  package static func edited(_ edit: (inout Behavior) -> Void) -> Behavior {
    standard.edited(edit)
  }

  /// The behavior with an edit.
  ///
  /// - Parameter edit: changes a member.
  /// - Returns: the edited behavior.
  package func edited(_ edit: (inout Behavior) -> Void) -> Behavior {
    var behavior = self
    edit(&behavior)
    return behavior
  }
}

/// One elementary action of a plan.
///
/// Each is named after a transition of the contract, and each does nothing where it has nothing to
/// do.
package enum Step: Sendable, Equatable {
  // Into a queue.
  /// Makes the queue the owner of the operation.
  case own
  /// Appends the operation to the queue's list.
  case list
  /// Counts the operation in.
  case count
  /// Compares what the queue knows about the operation's readiness with the guards.
  case notice
  /// Performs the element plan for every member of a group.
  case enlistEach
  /// Waits for the members of the group if the caller asked for it.
  case awaitGroup
  /// Dispatches what the guards allow in every queue that the plan touched.
  case reschedule

  // Dispatch.
  /// Takes a slot of the queue.
  case takeSlot
  /// Takes the operation out of those that wait.
  case enterDispatched
  /// Hands the operation to a thread.
  case launch

  // Execution.
  /// Claims the operation for this start.
  case enterStarting
  /// Raises isExecuting.
  case setExecuting
  /// Notes that the body runs.
  case enterExecuting
  /// Notes that the body is over or was skipped.
  case enterEnded
  /// Lowers isExecuting.
  case clearExecuting
  /// Raises isFinished.
  case setFinished
  /// Closes the edges that end at the operation.
  case release
  /// Notices the operations that `release` found.
  case notify
  /// Takes the operation off the queue's list.
  case unlist
  /// Counts the operation out.
  case uncount
  /// Gives a slot back.
  case freeSlot
  /// Tells the barriers behind the operation.
  case passBarriers
  /// Ends the waits that wait for nothing else.
  case wake
  /// Takes the completion block out of the operation.
  case takeCompletion
  /// Runs the completion block that was taken.
  case complete

  /// Gives the thread the priority of the operation.
  case applyThreadPriority
  /// Gives the thread the priority that it had before.
  case restoreThreadPriority

  // Commands on an operation.
  /// Lists the dependency.
  case listDependency
  /// Counts the dependency as unfinished, if the guards say so.
  case open
  /// Takes the dependency off the list.
  case unlistDependency
  /// Stops counting the dependency as unfinished.
  case close
  /// Stores the priority.
  case setPriority
  /// Stores the thread priority.
  case setThreadPriority
  /// Stores the completion block.
  case setCompletion
  /// Appends a block.
  case appendBlock
  /// Raises isCancelled.
  case markCancelled
  /// Lets the cancellation reach readiness.
  case heed

  /// Stores the client's condition.
  case setCondition
  /// Stores isFinished for an operation that reports for itself, and tells nobody.
  case storeFinished

  // Commands on a queue.
  /// Raises the suspended flag.
  case setSuspended
  /// Lowers the suspended flag.
  case clearSuspended
  /// Stores the limit.
  case setLimit
  /// Performs the cancel plan for every operation that the guards name.
  case cancelEach
  /// Appends a barrier.
  case enlistBarrier
  /// Marks the barrier as running.
  case beginBarrier
  /// Hands the barrier's block to a thread.
  case launchBarrier
  /// Takes the barrier out of the queue.
  case endBarrier
  /// Notices everything that is listed.
  case noticeAll

  // Waits.
  /// Asks the guards what to wait for.
  case snapshot
  /// Registers the wait with the operations of the snapshot.
  case register
  /// Blocks the calling thread until the wait is over.
  case park

  // Properties.
  /// Stores the name.
  case setName
  /// Stores the quality of service.
  case setQuality
  /// Gives an operation the quality of service of its queue.
  case inheritQuality
  /// Counts a unit of progress, if the guards say so.
  case countProgress
  /// Stores the total of the progress.
  case setProgressTotal
  /// Stores the underlying queue.
  case setUnderlying

  // Observers.
  /// Tells the observers of a property of the operation, or of its queue; of isReady only if it has
  /// changed since it was announced last.
  case announce(Property)
  /// Tells the observers of isReady of the operations that `release` found.
  case announceReleased

  // No steps of the contract.
  /// Takes the operation out of those that its queue knows to be ready.
  case strike
  /// Gives the lock up, lets other threads run, and takes the lock again.
  case window
  /// Does in every queue and for every wait what may have been left out before.
  case catchUp

  /// Whether a slow variant may pause before the step.
  ///
  /// The list and its count are two sides of one fact: no pause between them. Observers are the
  /// client's, and mostly there are none.
  var mayBeDelayed: Bool {
    switch self {
    case .uncount, .announce, .announceReleased: false
    default: true
    }
  }
}

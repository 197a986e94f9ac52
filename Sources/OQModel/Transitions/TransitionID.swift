/// The transitions of the model, by the names of the specification.
package enum TransitionID: UInt8, Sendable, Hashable, CaseIterable {
  // Commands on an operation.
  case create, addDependency, removeDependency, setCondition, notifyReady, setPriority
  case setCompletion, addExecutionBlock, cancel, startManually, report
  // Commands on a queue.
  case add, addGroup, addBarrier, setSuspended, setLimit, cancelAll
  // What a queue does by itself.
  case notice, forget, dispatch, flush, startByQueue, runBarrier, endBarrier, dropBarrier
  // What an operation does by itself.
  case checkCancelled, skipBody, beginBody, endBody, clearExecuting, finish, heed
  // What follows the finish.
  case release, unlist, freeSlot, complete
  // Observations.
  case read, wait, waitAll, runBlock, runCompletion, runStart, returns
}

/// Who reads an accessor.
package enum Reader: Sendable {
  /// A thread that runs no code of an operation of this world.
  case client
  /// The thread that runs the operation's own body or one of its blocks.
  case ownBody
  /// The thread that runs the body or a block of another operation.
  case otherBody
  /// The thread that runs a completion block.
  case completion
}

/// The accessors, as pure functions of the state.
package struct Reads: Sendable {
  /// A value that an operation reports.
  package typealias OfOperation<Value> = @Sendable (State, OperationID, Reader) -> Value
  /// A value that a queue reports.
  package typealias OfQueue<Value> = @Sendable (State, QueueID) -> Value

  /// The queue that is current on a thread, given the operation whose task, or whose start, runs
  /// there; nil for none.
  package typealias OfThread = @Sendable (State, OperationID?) -> QueueID?

  /// isReady.
  package var isReady: OfOperation<Bool> = { state, x, _ in Guards.isReady(state, x) }
  /// isExecuting.
  package var isExecuting: OfOperation<Bool> = { state, x, _ in state[x].isExecuting }
  /// isFinished.
  package var isFinished: OfOperation<Bool> = { state, x, _ in state[x].isFinished }
  /// isCancelled.
  package var isCancelled: OfOperation<Bool> = { state, x, _ in state[x].isCancelled }
  /// dependencies, in order of addition.
  package var dependencies: OfOperation<[OperationID]> = { state, x, _ in state[x].dependencies }
  /// queuePriority: -8, -4, 0, 4 or 8.
  package var priority: OfOperation<Int> = { state, x, _ in state[x].priority }
  /// threadPriority, in hundredths.
  package var threadPriority: OfOperation<Int> = { state, x, _ in state[x].threadPriority }
  /// completionBlock.
  package var completion: OfOperation<CompletionID?> = { state, x, _ in state[x].completion }
  /// result of an invocation operation.
  package var result: OfOperation<InvocationResult> = { state, x, _ in Guards.result(state, x) }
  /// The number of executionBlocks.
  package var blockCount: OfOperation<Int> = { state, x, _ in
    state[x].kind == .block ? state[x].blocks : 0
  }
  /// isAsynchronous.
  package var isAsynchronous: OfOperation<Bool> = { state, x, _ in
    [.asynchronous, .flagged].contains(state[x].kind)
  }
  /// name of an operation.
  package var name: OfOperation<String?> = { state, x, _ in state[x].name }
  /// qualityOfService of an operation.
  package var quality: OfOperation<Quality> = { state, x, _ in state[x].quality }
  /// name of a queue.
  package var queueName: OfQueue<String?> = { state, q in
    state[q].name ?? "reference queue \(q.index)"
  }
  /// qualityOfService of a queue.
  package var queueQuality: OfQueue<Quality> = { state, q in state[q].quality }
  /// completedUnitCount of the progress of a queue.
  package var progress: OfQueue<Int> = { state, q in state[q].progressCompleted }
  /// The number of underlyingQueue; 0 without one.
  package var underlying: OfQueue<Int> = { state, q in
    state[q].isMain ? UnderlyingQueue.main.number : state[q].underlying
  }
  /// operations, in order of addition; linear.
  package var operations: OfQueue<[OperationID]> = { state, q in state[q].list.members }
  /// operationCount.
  package var operationCount: OfQueue<Int> = { state, q in state[q].counted }
  /// maxConcurrentOperationCount; -1 for no limit.
  package var limit: OfQueue<Int> = { state, q in state[q].limit }
  /// isSuspended.
  package var isSuspended: OfQueue<Bool> = { state, q in state[q].isSuspended }
  /// currentQueue.
  package var currentQueue: OfThread = Guards.currentQueue
}

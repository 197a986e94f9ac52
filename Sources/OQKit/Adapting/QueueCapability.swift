import OQSpecification

/// Something that an implementation offers beyond the least; rules that need what it lacks do not
/// apply to it.
///
/// The words are those of the specification. What is missing here is out of the reach of a
/// ``QueueAdapter``: the dispatch library and its sources, which are judged by other rules, and
/// `instrumented`, of which no rule is checked.
public enum QueueCapability: String, Sendable, Hashable, CaseIterable {
  /// A forbidden call is answered by an error, or by a trap.
  case raises
  /// A forbidden call is answered by an error that the process survives.
  case catchableRaises
  /// Clients can start operations without a queue.
  case manualStart
  /// Clients can subclass the operation and override `main`.
  case subclassMain
  /// There is a block operation with several blocks.
  case blockOperations
  /// The blocks of one block operation run concurrently.
  case blockConcurrency
  /// Operations have a completion block.
  case completionBlocks
  /// Several operations can be added by one call.
  case groupAdd
  /// Operations have a queue priority.
  case priorities
  /// A queue priority can be set as a raw integer.
  case rawPriorities
  /// A thread can wait for one operation.
  case operationWait
  /// A thread can wait for all operations of a queue.
  case queueWait
  /// Queues list and count their operations.
  case listing
  /// Queues accept barrier blocks.
  case barrier
  /// An operation subclass can override `isReady` and announce changes of it.
  case customReady
  /// An operation subclass can override `start` and report its own state.
  case customAsync
  /// References can be dropped and their release observed.
  case weakReferences
  /// Operations and queues have names.
  case names
  /// Threads can be told apart.
  case threadIdentity
  /// Code can ask for the queue it runs in.
  case currentQueue
  /// Clients can observe property changes.
  case kvo
  /// Operations and queues have a quality of service.
  case qos
  /// Queues report progress.
  case progress
  /// Operations have a thread priority.
  case threadPriority
  /// There is an invocation operation.
  case invocation
  /// An error can leave a task.
  case exceptions
  /// There is a main queue and a main loop that runs its operations.
  case mainQueue
  /// Queues can be given an underlying queue.
  case underlyingQueue

  /// The same in the specification, where every word of this list occurs; a test holds it to that.
  package var inSpecification: Capability? { Capability(rawValue: rawValue) }
}

/// The five levels of queue priority, with the raw values of the documents.
public enum QueuePriority: Int, Sendable, Hashable, CaseIterable {
  /// Below ``low``.
  case veryLow = -8
  /// Below ``normal``.
  case low = -4
  /// What an operation has unless it is given another.
  case normal = 0
  /// Above ``normal``.
  case high = 4
  /// Above ``high``.
  case veryHigh = 8
}

/// What an adapter throws where the error itself matters.
///
/// Any other error says that the implementation has answered a forbidden call by an error of its
/// own.
public enum QueueAdapterError: Error, Sendable, Hashable {
  /// The implementation has no such call. Of a declared capability that is a contradiction.
  case unsupported
  /// The implementation has answered by the error that the documents name for forbidden calls,
  /// `NSInvalidArgumentException`.
  case invalidArgument
  /// The implementation has answered by its error for the result of a cancelled operation.
  case cancelledResult
  /// The implementation has answered by its error for the result of a method that returns nothing.
  case voidResult
}

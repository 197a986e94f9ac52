import OQSpecification

/// An API call that a program can make: the vocabulary shared by programs, adapters and histories.
///
/// Every property of a verb (its text, its parameters, what it needs) stands in ``VerbTable``; the
/// parser, the printer, vocabularies and the documentation are derived from that table.
package enum Verb: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  // Queue family: commands.
  case add, addGroup, addGroupWaiting, addBlock, addBarrier
  case suspend, resume, setLimit, cancelAll, waitAll
  // Queue family: reads.
  case isSuspended, limit, operations, operationCount
  // Operation family: commands.
  case addDependency, removeDependency, setPriority, setCompletion, addExecutionBlock
  case cancel, start, wait
  // Operation family: reads.
  case isReady, isExecuting, isFinished, isCancelled, isAsynchronous
  case dependencies, priority, executionBlockCount
  // Operation family: what a custom operation class does to itself.
  case setCondition, notifyReady
  case reportExecuting, reportFinished, storeFinished, notifyFinished
  // Properties on which no order depends.
  case setName, name, setQueueName, queueName
  case setRawPriority, hasCompletion
  case setQuality, quality, setQueueQuality, queueQuality
  case setProgressTotal, progress
  case setUnderlyingQueue, underlyingQueue, underlyingKey
  // What tasks throw, and invocation operations.
  case throwError
  case receiver, method, methodArgument, result, makesInvocation
  // Both families: observers.
  case observe, observeQueue
  // Of the thread that asks.
  case isCurrent
  // Thread priority: the property, and the thread that asks.
  case setThreadPriority, threadPriority, runsAt
  // Of the library.
  case isMain
  // Dispatch queues, groups, semaphores, code that runs once.
  case async, sync, asyncBarrier, asyncGroup, asyncAfter, isDue
  case groupEnter, groupLeave, groupWait, groupNotify
  case signal, waitSignal, once
  case countUp, counted
  // Dispatch sources.
  case activate, trigger, reported, cancelSource

  /// The verb's row in the table.
  package var entry: VerbTable.Entry { VerbTable.entries[Int(rawValue)] }

  /// Whether the verb reads an accessor and changes nothing.
  package var isRead: Bool { entry.result != .none }

  /// Whether the verb attaches an observer.
  package var isObservation: Bool { self == .observe || self == .observeQueue }

  /// Whether the verb puts operations into a queue.
  package var isAdd: Bool {
    switch self {
    case .add, .addGroup, .addGroupWaiting, .addBlock: true
    default: false
    }
  }

  /// Whether the verb adds operations as one group.
  package var isGroupAdd: Bool { self == .addGroup || self == .addGroupWaiting }

  /// Order of the table.
  package static func < (left: Verb, right: Verb) -> Bool { left.rawValue < right.rawValue }

  /// The verb with this text form, such as `wait-all`.
  ///
  /// - Parameter name: the word that a program uses.
  /// - Complexity: O(number of verbs).
  package init?(name: some StringProtocol) {
    guard let verb = Verb.allCases.first(where: { $0.entry.name == name }) else { return nil }
    self = verb
  }
}

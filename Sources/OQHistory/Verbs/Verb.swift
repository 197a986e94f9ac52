import OQSpecification

/// An API call that a program can make: the vocabulary shared by programs, adapters and histories.
///
/// Every property of a verb (its text, its parameters, what it needs) stands in its row further
/// down in this file; the parser, the printer, vocabularies and the documentation are derived from
/// the rows. A verb without a row, and one with two, ends every process that asks for a row.
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

  /// Whether the verb is about a property on which no order depends.
  package var isBesideOrder: Bool { Verb.besideOrder.contains(self) }
  private static let besideOrder = VerbSet(VerbTable.properties.lazy.map(\.verb))

  /// Whether the model says nothing of the verb: its call takes effect without any step, and may
  /// return anything.
  package var isBesideModel: Bool { isBesideOrder && self != .setRawPriority }

  /// Whether the verb is a call on the dispatch library.
  package var isDispatch: Bool { Verb.onDispatch.contains(self) }
  private static let onDispatch = VerbSet(
    (VerbTable.dispatch + VerbTable.sources).lazy.map(\.verb))

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

/// The rows, each with its verb.
extension VerbTable {
  package static var rows: [Entry] {
    queueCommands + queueReads + operationCommands + operationReads + customClass + properties
      + observation + threadReads + dispatch + sources
  }

  fileprivate static let queueCommands: [Entry] = [
    row(.add, "add", .queue, .operation, rejected: true, "adds an operation to the queue"),
    row(
      .addGroup, "add-group", .queue, .operations, needs: [.groupAdd], rejected: true,
      "adds operations as one group"),
    row(
      .addGroupWaiting, "add-group-wait", .queue, .operations, needs: [.groupAdd], blocks: true,
      rejected: true,
      "adds operations as one group and waits until they have finished"),
    row(
      .addBlock, "add-block", .queue, .operation,
      "adds a bare block; the operation of kind `closure` stands for it"),
    row(
      .addBarrier, "add-barrier", .queue, .operation, needs: [.barrier],
      "adds a barrier block; the operation of kind `barrier` stands for it"),
    row(.suspend, "suspend", .queue, .none, "suspends the queue"),
    row(.resume, "resume", .queue, .none, "resumes the queue"),
    row(
      .setLimit, "set-limit", .queue, .integer, rejected: true,
      "sets the maximum concurrent operation count; -1 is no limit"),
    row(.cancelAll, "cancel-all", .queue, .none, "cancels every operation in the queue"),
    row(
      .waitAll, "wait-all", .queue, needs: [.queueWait], blocks: true,
      "waits until all operations of the queue have finished"),
  ]

  fileprivate static let queueReads: [Entry] = [
    row(
      .isSuspended, "is-suspended", .queue, result: .boolean, "reads whether the queue is suspended"
    ),
    row(.limit, "limit", .queue, result: .integer, "reads the maximum concurrent operation count"),
    row(
      .operations, "operations", .queue, result: .operations, needs: [.listing],
      "reads the list of operations in the queue"),
    row(
      .operationCount, "count", .queue, result: .integer, needs: [.listing],
      "reads the number of operations in the queue"),
  ]

  fileprivate static let operationCommands: [Entry] = [
    row(
      .addDependency, "depend", .operation, .operation, rejected: true,
      "makes the target depend on the second operation"),
    row(
      .removeDependency, "undepend", .operation, .operation, "removes a dependency of the target"),
    row(
      .setPriority, "set-priority", .operation, .priority, needs: [.priorities],
      "sets the queue priority"),
    row(
      .setCompletion, "set-completion", .operation, .integer, needs: [.completionBlocks],
      rejected: true,
      "installs the completion block with this number; 0 removes the block"),
    row(
      .addExecutionBlock, "add-execution-block", .operation, .integer, needs: [.blockOperations],
      rejected: true,
      "adds the execution block with this number"),
    row(.cancel, "cancel", .operation, .none, "cancels the operation"),
    row(
      .start, "start", .operation, needs: [.manualStart], blocks: true, rejected: true,
      "starts the operation on the calling thread"),
    row(
      .wait, "wait", .operation, needs: [.operationWait], blocks: true,
      "waits until the operation has finished"),
  ]

  fileprivate static let operationReads: [Entry] = [
    row(.isReady, "is-ready", .operation, result: .boolean, "reads isReady"),
    row(.isExecuting, "is-executing", .operation, result: .boolean, "reads isExecuting"),
    row(.isFinished, "is-finished", .operation, result: .boolean, "reads isFinished"),
    row(.isCancelled, "is-cancelled", .operation, result: .boolean, "reads isCancelled"),
    row(.isAsynchronous, "is-asynchronous", .operation, result: .boolean, "reads isAsynchronous"),
    row(
      .dependencies, "dependencies", .operation, result: .operations,
      "reads the list of dependencies"),
    row(
      .priority, "priority", .operation, result: .priority, needs: [.priorities],
      "reads the priority"),
    row(
      .executionBlockCount, "execution-block-count", .operation, result: .integer,
      needs: [.blockOperations],
      "reads the number of execution blocks"),
  ]

  fileprivate static let customClass: [Entry] = [
    row(
      .setCondition, "set-condition", .operation, .boolean, needs: [.customReady],
      "stores the condition that an overridden isReady returns, without notification"),
    row(
      .notifyReady, "notify-ready", .operation, needs: [.customReady],
      "sends the change notification of isReady"),
    row(
      .reportExecuting, "report-executing", .operation, needs: [.customAsync],
      "a custom start reports isExecuting true"),
    row(
      .reportFinished, "report-finished", .operation, needs: [.customAsync],
      "a custom start reports isExecuting false and isFinished true"),
    row(
      .storeFinished, "store-finished", .operation, needs: [.customAsync],
      "a custom start stores isFinished true without notification"),
    row(
      .notifyFinished, "notify-finished", .operation, needs: [.customAsync],
      "a custom start notifies isFinished without changing it"),
  ]

  /// Verbs of properties on which no order depends.
  ///
  /// Texts and objects are told apart by numbers, so that every value has a fixed size: name 3 is
  /// the text that ``NumberedName`` makes of 3.
  static let properties: [Entry] = [
    row(
      .setName, "set-name", .operation, .integer, needs: [.names], "gives the operation the name N"),
    row(
      .name, "name", .operation, result: .integer, needs: [.names],
      "reads the number of the operation's name: 0 without one, -1 for any other text"),
    row(
      .setQueueName, "set-queue-name", .queue, .integer, needs: [.names],
      "gives the queue the name N"),
    row(
      .queueName, "queue-name", .queue, result: .integer, needs: [.names],
      "reads the number of the queue's name: 0 without one, -1 for any other text"),
    row(
      .setRawPriority, "set-raw-priority", .operation, .integer,
      needs: [.priorities, .rawPriorities],
      "sets the queue priority to an integer"),
    row(
      .hasCompletion, "has-completion", .operation, result: .boolean, needs: [.completionBlocks],
      "reads whether a completion block is installed"),
    row(
      .setQuality, "set-qos", .operation, .integer, needs: [.qos],
      "sets the quality of service: 33, 25, 17, 9, or -1 for default"),
    row(
      .quality, "qos", .operation, result: .integer, needs: [.qos], "reads the quality of service"),
    row(
      .setQueueQuality, "set-queue-qos", .queue, .integer, needs: [.qos],
      "sets the quality of service of the queue: 33, 25, 17, 9, or -1 for default"),
    row(
      .queueQuality, "queue-qos", .queue, result: .integer, needs: [.qos],
      "reads the quality of service of the queue"),
    row(
      .setProgressTotal, "set-progress-total", .queue, .integer, needs: [.progress],
      "sets the total unit count of the queue's progress"),
    row(
      .progress, "progress", .queue, result: .integer, needs: [.progress],
      "reads the completed unit count of the queue's progress"),
    row(
      .setUnderlyingQueue, "set-underlying", .queue, .integer, needs: [.underlyingQueue],
      rejected: true,
      "makes underlying queue N that of the queue; 0 takes it away"),
    row(
      .underlyingQueue, "underlying", .queue, result: .integer, needs: [.underlyingQueue],
      "reads the number of the underlying queue: 0 without one, -1 for one of no number"),
    row(
      .underlyingKey, "underlying-key", .queue, result: .integer, needs: [.underlyingQueue],
      "reads the number of the underlying queue on which the calling code runs, or 0"),
    row(
      .throwError, "throw", .operation, .none, needs: [.exceptions],
      "in the task of the operation: an error leaves the task when its script has ended"),
    row(
      .receiver, "receiver", .operation, result: .integer, needs: [.invocation],
      "reads the number of the object whose method was called last for the operation"),
    row(
      .method, "method", .operation, result: .integer, needs: [.invocation],
      "reads the number of the method that was called last for the operation"),
    row(
      .methodArgument, "argument", .operation, result: .integer, needs: [.invocation],
      "reads the number of the argument that this method got; 0 for none"),
    row(
      .result, "result", .operation, result: .integer, needs: [.invocation], rejected: true,
      "reads the result of the invocation operation; 0 for none"),
    row(
      .makesInvocation, "make-invocation", .operation, .integer, result: .boolean,
      needs: [.invocation],
      "reads whether an operation can be made of the target and its method N"),
  ]

  fileprivate static let observation: [Entry] = [
    row(
      .observe, "observe", .operation, .observer, needs: [.kvo],
      "attaches an observer to a property; the operation of kind `observer` stands for it"),
    row(
      .observeQueue, "observe-queue", .queue, .observer, needs: [.kvo],
      "attaches an observer to a property of a queue"),
  ]

  fileprivate static let threadReads: [Entry] = [
    row(
      .isCurrent, "is-current", .queue, result: .boolean, needs: [.currentQueue],
      "reads whether the current queue of the calling thread is this one"),
    row(
      .setThreadPriority, "set-thread-priority", .operation, .integer, needs: [.threadPriority],
      "sets the thread priority, in hundredths from 0 to 100"),
    row(
      .threadPriority, "thread-priority", .operation, result: .integer, needs: [.threadPriority],
      "reads the thread priority, in hundredths"),
    row(
      .runsAt, "runs-at", .operation, result: .boolean, needs: [.threadPriority],
      "reads whether the calling thread has the thread priority of the operation"),
    row(
      .isMain, "is-main", .queue, result: .boolean, needs: [.mainQueue],
      "asks for the main queue, and reads whether it is this one"),
  ]

  /// Verbs of dispatch queues and of what stands beside them: groups, semaphores, code that runs
  /// once.
  ///
  /// The block that is submitted is the operation of kind `closure` that the call names last.
  static let dispatch: [Entry] = [
    row(
      .async, "async", .queue, .operation, needs: [.dispatch],
      "submits a block to the dispatch queue and returns"),
    row(
      .sync, "sync", .queue, .operation, needs: [.dispatch], blocks: true, rejected: true,
      "submits a block to the dispatch queue and waits until it has run"),
    row(
      .asyncBarrier, "async-barrier", .queue, .operation, needs: [.dispatch],
      "submits a block to the dispatch queue as a barrier and returns"),
    row(
      .asyncGroup, "async-group", .queue, .operations, needs: [.dispatch],
      "submits a block to the dispatch queue as a member of a group: the group, then the block"),
    row(
      .asyncAfter, "async-after", .queue, .operation, needs: [.dispatch],
      "submits a block to the dispatch queue with a deadline that lies some milliseconds ahead"),
    row(
      .isDue, "is-due", .operation, result: .boolean, needs: [.dispatch],
      "reads whether the clock has reached the deadline of the block or timer, less a millisecond"),
    row(.groupEnter, "group-enter", .operation, needs: [.dispatch], "enters the group by hand"),
    row(
      .groupLeave, "group-leave", .operation, needs: [.dispatch], rejected: true,
      "leaves the group, once for each enter"),
    row(
      .groupWait, "group-wait", .operation, needs: [.dispatch], blocks: true,
      "waits until the group has no members"),
    row(
      .groupNotify, "group-notify", .queue, .operations, needs: [.dispatch],
      "has a block submitted once a group has no members: the group, then the block"),
    row(.signal, "signal", .operation, needs: [.dispatch], "signals the semaphore"),
    row(
      .waitSignal, "wait-signal", .operation, needs: [.dispatch], blocks: true,
      "waits for a signal of the semaphore, which has none at first"),
    row(
      .once, "once", .operation, needs: [.dispatch], blocks: true,
      "runs the code of the target unless it has run, and returns when it has"),
    row(
      .countUp, "count-up", .queue, needs: [.dispatch],
      "adds one to the counter of the queue, which nothing protects"),
    row(
      .counted, "counted", .queue, result: .integer, needs: [.dispatch],
      "reads the counter of the queue, which is 0 at first"),
  ]

  /// Verbs of dispatch sources.
  static let sources: [Entry] = [
    row(
      .activate, "activate", .queue, .operation, needs: [.sources],
      "makes the source with the dispatch queue as its target, and activates it"),
    row(
      .trigger, "trigger", .operation, .integer, needs: [.sources],
      "brings the event of the source about: sends it N, writes N bytes, or sends the signal"),
    row(
      .reported, "reported", .operation, result: .integer, needs: [.sources],
      "reads what the handler of the source was told so far: the sum, the union, or the last value"),
    row(
      .cancelSource, "cancel-source", .operation, needs: [.sources], "cancels the source"),
  ]
}

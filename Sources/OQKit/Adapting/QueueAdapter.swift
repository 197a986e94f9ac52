import Dispatch
import OQSubjects

/// Says how an implementation of operation queues is used, so that it can be judged.
///
/// One value serves one program: whatever an adapter has to keep is gone when the program is over.
/// Calls come from several threads at once, each on the thread of a client. An adapter adds no
/// order of its own (no locks around calls of the implementation) and keeps no reference to queues
/// and operations: a program says when the last reference goes.
///
/// What has no default is asked of every implementation. The rest says
/// ``QueueAdapterError/unsupported``, and is called only where ``capabilities`` declares it. A call
/// that the implementation forbids throws, or traps.
///
/// A conforming type is found by its name when the executable is started again as a worker: it must
/// not be private and not be declared inside a function.
public protocol QueueAdapter: Sendable {
  /// The class of the implementation's queues.
  associatedtype AdaptedQueue: AnyObject, Sendable
  /// The class of the implementation's operations.
  associatedtype AdaptedOperation: AnyObject, Sendable

  /// The class of the queues on which the operations of a queue can be run (`underlyingQueue`): the
  /// queues of the dispatch library unless said otherwise.
  associatedtype AdaptedUnderlyingQueue: AnyObject, Sendable = DispatchQueue

  /// Client code that the implementation is given: it calls it, once unless said otherwise, and
  /// keeps it no longer than it has to.
  typealias Block = @Sendable () -> Void
  /// Client code that may throw: the error is the implementation's to handle.
  typealias ThrowingBlock = @Sendable () throws -> Void

  /// The name on the command line and in reports: lower case letters, digits and hyphens.
  static var name: String { get }
  /// The version of the implementation; `unversioned` unless said otherwise.
  static var version: String { get }
  /// What the implementation offers beyond the least; nothing unless said otherwise.
  static var capabilities: [QueueCapability] { get }
  /// The longest time, in seconds, that the implementation may take for one step: for how long
  /// nothing must move until what is owed counts as lost. Nil, the default, takes 10 s.
  static var stepBound: Double? { get }

  /// Prepares for one program.
  init()

  // MARK: Queues

  /// Makes a queue with default properties.
  func makeQueue() -> AdaptedQueue
  /// Adds an operation.
  func add(_ operation: AdaptedOperation, to queue: AdaptedQueue) throws
  /// Adds a bare block.
  func add(_ block: @escaping Block, to queue: AdaptedQueue) throws
  /// Suspends or resumes a queue.
  func setSuspended(_ isSuspended: Bool, of queue: AdaptedQueue) throws
  /// Whether a queue is suspended.
  func isSuspended(_ queue: AdaptedQueue) throws -> Bool
  /// Sets the number of operations that a queue runs at once; -1 is no limit.
  func setLimit(_ limit: Int, of queue: AdaptedQueue) throws
  /// The number of operations that a queue runs at once.
  func limit(of queue: AdaptedQueue) throws -> Int
  /// Cancels every operation in a queue.
  func cancelAll(in queue: AdaptedQueue) throws

  /// Waits until all operations of a queue have finished (`queueWait`).
  func waitUntilAllFinished(in queue: AdaptedQueue) throws
  /// The unfinished operations of a queue (`listing`).
  func operations(in queue: AdaptedQueue) throws -> [AdaptedOperation]
  /// The number of them (`listing`).
  func operationCount(in queue: AdaptedQueue) throws -> Int
  /// Adds operations as one group, and waits for them if it is asked to (`groupAdd`).
  func add(
    _ group: [AdaptedOperation], to queue: AdaptedQueue, waitUntilFinished: Bool) throws
  /// Adds a barrier block (`barrier`).
  func addBarrier(_ block: @escaping Block, to queue: AdaptedQueue) throws
  /// Whether the calling code runs in a queue (`currentQueue`).
  func isCurrent(_ queue: AdaptedQueue) throws -> Bool
  /// Names a queue (`names`).
  func setName(_ name: String, of queue: AdaptedQueue) throws
  /// The name of a queue (`names`).
  func name(of queue: AdaptedQueue) throws -> String?

  // MARK: Operations

  /// Makes an operation that runs a block.
  func makeOperation(_ block: @escaping Block) throws -> AdaptedOperation
  /// Makes an operation without a task: of the base class, where there is one. Runs an empty block
  /// unless said otherwise.
  func makeEmptyOperation() throws -> AdaptedOperation
  /// Makes one operation depend on another.
  func addDependency(_ other: AdaptedOperation, to operation: AdaptedOperation) throws
  /// Takes a dependency away.
  func removeDependency(_ other: AdaptedOperation, from operation: AdaptedOperation) throws
  /// The operations that an operation depends on.
  func dependencies(of operation: AdaptedOperation) throws -> [AdaptedOperation]
  /// Cancels an operation.
  func cancel(_ operation: AdaptedOperation) throws
  /// Whether an operation can be started.
  func isReady(_ operation: AdaptedOperation) throws -> Bool
  /// Whether an operation runs.
  func isExecuting(_ operation: AdaptedOperation) throws -> Bool
  /// Whether an operation has finished, also by cancellation.
  func isFinished(_ operation: AdaptedOperation) throws -> Bool
  /// Whether an operation was cancelled.
  func isCancelled(_ operation: AdaptedOperation) throws -> Bool
  /// Whether an operation says that it runs asynchronously.
  func isAsynchronous(_ operation: AdaptedOperation) throws -> Bool

  /// Waits until an operation has finished (`operationWait`).
  func waitUntilFinished(_ operation: AdaptedOperation) throws
  /// Starts an operation on the calling thread (`manualStart`).
  func start(_ operation: AdaptedOperation) throws
  /// Sets the priority (`priorities`).
  func setPriority(_ priority: QueuePriority, of operation: AdaptedOperation) throws
  /// Sets the priority to an integer (`rawPriorities`).
  func setRawPriority(_ priority: Int, of operation: AdaptedOperation) throws
  /// The priority (`priorities`).
  func priority(of operation: AdaptedOperation) throws -> QueuePriority
  /// Installs a completion block, or takes it away (`completionBlocks`).
  func setCompletion(_ block: Block?, of operation: AdaptedOperation) throws
  /// Whether a completion block is installed (`completionBlocks`).
  func hasCompletion(_ operation: AdaptedOperation) throws -> Bool
  /// Names an operation (`names`).
  func setName(_ name: String, of operation: AdaptedOperation) throws
  /// The name of an operation (`names`).
  func name(of operation: AdaptedOperation) throws -> String?

  // MARK: Block operations

  /// Makes a block operation (`blockOperations`).
  func makeBlockOperation(_ blocks: [Block]) throws -> AdaptedOperation
  /// Adds an execution block to a block operation (`blockOperations`).
  func addExecutionBlock(_ block: @escaping Block, to operation: AdaptedOperation) throws
  /// The number of its execution blocks (`blockOperations`).
  func executionBlockCount(of operation: AdaptedOperation) throws -> Int

  // MARK: Classes of clients

  /// Makes an operation whose class overrides `isAsynchronous` alone, with true (`subclassMain`).
  func makeFlaggedOperation(_ block: @escaping Block) throws -> AdaptedOperation
  /// Makes an operation whose class overrides `isReady`: it is ready if the condition says so and
  /// the class above agrees (`customReady`).
  func makeConditionalOperation(
    _ block: @escaping Block, isReady condition: @escaping @Sendable () -> Bool
  ) throws -> AdaptedOperation
  /// Announces that `isReady` of a conditional operation may have changed (`customReady`).
  func notifyReady(_ operation: AdaptedOperation) throws
  /// Makes an operation whose class overrides `start`, which calls the block and nothing of the
  /// class above, and reports its own state (`customAsync`).
  func makeAsynchronousOperation(start block: @escaping Block) throws -> AdaptedOperation
  /// Has an asynchronous operation report that it executes (`customAsync`).
  func reportExecuting(_ operation: AdaptedOperation) throws
  /// Has it report that it has finished and executes no longer, with the announcements of both
  /// (`customAsync`).
  func reportFinished(_ operation: AdaptedOperation) throws
  /// Has it store that it has finished, without an announcement (`customAsync`).
  func storeFinished(_ operation: AdaptedOperation) throws
  /// Has it announce `isFinished` without a change (`customAsync`).
  func notifyFinished(_ operation: AdaptedOperation) throws

  // MARK: Observers

  /// Has a block called after each change of a property that is announced, on any thread, for as
  /// long as the operation lives (`kvo`).
  func observe(
    _ property: OperationProperty, of operation: AdaptedOperation, _ block: @escaping Block) throws
  /// Has a block called after each change of a property that is announced, on any thread, for as
  /// long as the queue lives (`kvo`).
  func observe(
    _ property: QueueProperty, of queue: AdaptedQueue, _ block: @escaping Block) throws

  // MARK: Quality of service, progress, thread priority

  /// Sets the quality of service of an operation (`qos`).
  func setQuality(_ quality: ServiceQuality, of operation: AdaptedOperation) throws
  /// The quality of service of an operation (`qos`).
  func quality(of operation: AdaptedOperation) throws -> ServiceQuality
  /// Sets the quality of service of a queue (`qos`).
  func setQuality(_ quality: ServiceQuality, of queue: AdaptedQueue) throws
  /// The quality of service of a queue (`qos`).
  func quality(of queue: AdaptedQueue) throws -> ServiceQuality
  /// Sets the number of units that make the progress of a queue complete (`progress`).
  func setTotalUnitCount(_ count: Int, of queue: AdaptedQueue) throws
  /// The number of completed units of the progress of a queue (`progress`).
  func completedUnitCount(of queue: AdaptedQueue) throws -> Int
  /// Sets the thread priority, from 0, the lowest, to 1 (`threadPriority`).
  func setThreadPriority(_ priority: Double, of operation: AdaptedOperation) throws
  /// The thread priority (`threadPriority`).
  func threadPriority(of operation: AdaptedOperation) throws -> Double
  /// Whether the calling thread has the thread priority of an operation (`threadPriority`).
  func isThreadPriorityCurrent(of operation: AdaptedOperation) throws -> Bool

  // MARK: Invocation operations, errors of tasks

  /// Makes an operation that calls a method of an object with an argument (`invocation`); nil where
  /// there can be none: the object does not have the method, or it has not just one argument.
  func makeInvocationOperation(
    _ receiver: InvocationReceiver, method: InvocationMethod, argument: Int
  ) throws -> AdaptedOperation?
  /// The result of an invocation operation; nil where there is none (`invocation`). The errors for
  /// it are ``QueueAdapterError/cancelledResult`` and ``QueueAdapterError/voidResult``; that of the
  /// method is thrown as it is.
  func result(of operation: AdaptedOperation) throws -> Int?
  /// Makes an operation that runs a block which may throw (`exceptions`): where that is declared,
  /// all tasks are made by it and none by ``makeOperation(_:)``. An error that leaves ``start(_:)``
  /// leaves it as it is.
  func makeThrowingOperation(_ block: @escaping ThrowingBlock) throws -> AdaptedOperation

  // MARK: The main queue

  /// The main queue, which is never made: the same one for each call (`mainQueue`).
  func mainQueue() throws -> AdaptedQueue
  /// Runs the operations of the main queue on the calling thread, which is the first one of the
  /// process, until ``endMainLoop()`` was called, also before (`mainQueue`).
  ///
  /// Unless both are implemented, the run loop of the first thread is run, by which the main queues
  /// of Foundation and of the dispatch library are served. The main queue then is taken for one
  /// that outlives the program: after it the queue is resumed and given back its limit and its
  /// quality of service (`qos`), and its operations are waited for (`listing`).
  func runMainLoop() throws
  /// Ends the main loop, now and for ever; what it is running is not interrupted (`mainQueue`).
  func endMainLoop() throws

  // MARK: Underlying queues

  /// Makes an underlying queue; code that runs on it can ask for its number (`underlyingQueue`).
  /// Has a default for queues of the dispatch library.
  func makeUnderlyingQueue(_ number: Int) throws -> AdaptedUnderlyingQueue
  /// The number of the underlying queue on which the calling code runs; nil where that has none
  /// (`underlyingQueue`). Has a default for queues of the dispatch library.
  func currentUnderlyingNumber() throws -> Int?
  /// Has the operations of a queue run on another one, or no longer (`underlyingQueue`).
  func setUnderlyingQueue(
    _ underlying: AdaptedUnderlyingQueue?, of queue: AdaptedQueue) throws
  /// The queue on which the operations of a queue run; nil without one (`underlyingQueue`).
  func underlyingQueue(of queue: AdaptedQueue) throws -> AdaptedUnderlyingQueue?
}

/// What an implementation offers that says nothing of it: the least.
extension QueueAdapter {
  /// No version.
  public static var version: String { "unversioned" }
  /// Nothing beyond the least.
  public static var capabilities: [QueueCapability] { [] }
  /// Says nothing.
  public static var stepBound: Double? { nil }

  /// See ``QueueAdapter/makeEmptyOperation()``.
  public func makeEmptyOperation() throws -> AdaptedOperation { try makeOperation {} }

  /// Unsupported.
  public func waitUntilAllFinished(in queue: AdaptedQueue) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func operations(in queue: AdaptedQueue) throws -> [AdaptedOperation] {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func operationCount(in queue: AdaptedQueue) throws -> Int {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func add(
    _ group: [AdaptedOperation], to queue: AdaptedQueue, waitUntilFinished: Bool
  ) throws { throw QueueAdapterError.unsupported }
  /// Unsupported.
  public func addBarrier(_ block: @escaping Block, to queue: AdaptedQueue) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func isCurrent(_ queue: AdaptedQueue) throws -> Bool {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func setName(_ name: String, of queue: AdaptedQueue) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func name(of queue: AdaptedQueue) throws -> String? { throw QueueAdapterError.unsupported }

  /// Unsupported.
  public func waitUntilFinished(_ operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func start(_ operation: AdaptedOperation) throws { throw QueueAdapterError.unsupported }
  /// Unsupported.
  public func setPriority(_ priority: QueuePriority, of operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func setRawPriority(_ priority: Int, of operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func priority(of operation: AdaptedOperation) throws -> QueuePriority {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func setCompletion(_ block: Block?, of operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func hasCompletion(_ operation: AdaptedOperation) throws -> Bool {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func setName(_ name: String, of operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func name(of operation: AdaptedOperation) throws -> String? {
    throw QueueAdapterError.unsupported
  }

  /// Unsupported.
  public func makeBlockOperation(_ blocks: [Block]) throws -> AdaptedOperation {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func addExecutionBlock(
    _ block: @escaping Block, to operation: AdaptedOperation
  ) throws { throw QueueAdapterError.unsupported }
  /// Unsupported.
  public func executionBlockCount(of operation: AdaptedOperation) throws -> Int {
    throw QueueAdapterError.unsupported
  }

  /// Unsupported.
  public func makeFlaggedOperation(_ block: @escaping Block) throws -> AdaptedOperation {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func makeConditionalOperation(
    _ block: @escaping Block, isReady condition: @escaping @Sendable () -> Bool
  ) throws -> AdaptedOperation { throw QueueAdapterError.unsupported }
  /// Unsupported.
  public func notifyReady(_ operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func makeAsynchronousOperation(
    start block: @escaping Block
  ) throws -> AdaptedOperation { throw QueueAdapterError.unsupported }
  /// Unsupported.
  public func reportExecuting(_ operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func reportFinished(_ operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func storeFinished(_ operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func notifyFinished(_ operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }

  /// Unsupported.
  public func observe(
    _ property: OperationProperty, of operation: AdaptedOperation, _ block: @escaping Block
  ) throws { throw QueueAdapterError.unsupported }
  /// Unsupported.
  public func observe(
    _ property: QueueProperty, of queue: AdaptedQueue, _ block: @escaping Block
  ) throws { throw QueueAdapterError.unsupported }

  /// Unsupported.
  public func setQuality(_ quality: ServiceQuality, of operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func quality(of operation: AdaptedOperation) throws -> ServiceQuality {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func setQuality(_ quality: ServiceQuality, of queue: AdaptedQueue) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func quality(of queue: AdaptedQueue) throws -> ServiceQuality {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func setTotalUnitCount(_ count: Int, of queue: AdaptedQueue) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func completedUnitCount(of queue: AdaptedQueue) throws -> Int {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func setThreadPriority(_ priority: Double, of operation: AdaptedOperation) throws {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func threadPriority(of operation: AdaptedOperation) throws -> Double {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func isThreadPriorityCurrent(of operation: AdaptedOperation) throws -> Bool {
    throw QueueAdapterError.unsupported
  }

  /// Unsupported.
  public func makeInvocationOperation(
    _ receiver: InvocationReceiver, method: InvocationMethod, argument: Int
  ) throws -> AdaptedOperation? { throw QueueAdapterError.unsupported }
  /// Unsupported.
  public func result(of operation: AdaptedOperation) throws -> Int? {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func makeThrowingOperation(
    _ block: @escaping ThrowingBlock
  ) throws -> AdaptedOperation { throw QueueAdapterError.unsupported }

  /// Unsupported.
  public func mainQueue() throws -> AdaptedQueue { throw QueueAdapterError.unsupported }
  /// Unsupported; see ``QueueAdapter/runMainLoop()`` for what is run then.
  public func runMainLoop() throws { throw QueueAdapterError.unsupported }
  /// Unsupported; see ``QueueAdapter/runMainLoop()`` for what is run then.
  public func endMainLoop() throws { throw QueueAdapterError.unsupported }

  /// Unsupported.
  public func makeUnderlyingQueue(_ number: Int) throws -> AdaptedUnderlyingQueue {
    throw QueueAdapterError.unsupported
  }
  /// Unsupported.
  public func currentUnderlyingNumber() throws -> Int? { throw QueueAdapterError.unsupported }
  /// Unsupported.
  public func setUnderlyingQueue(
    _ underlying: AdaptedUnderlyingQueue?, of queue: AdaptedQueue
  ) throws { throw QueueAdapterError.unsupported }
  /// Unsupported.
  public func underlyingQueue(of queue: AdaptedQueue) throws -> AdaptedUnderlyingQueue? {
    throw QueueAdapterError.unsupported
  }
}

extension QueueAdapter where AdaptedUnderlyingQueue == DispatchQueue {
  /// A concurrent dispatch queue that carries the number as a key.
  public func makeUnderlyingQueue(_ number: Int) throws -> DispatchQueue {
    DispatchQueue(underlyingNumber: number)
  }
  /// The number that the current dispatch queue carries.
  public func currentUnderlyingNumber() throws -> Int? { DispatchQueue.underlyingNumber }
}

import Dispatch
import OQSubjects

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

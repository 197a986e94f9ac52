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
}

import OQMutants
import OQReference
import OperationQueueConformance

/// Which variant of the reference queue is adapted.
protocol Variant {
  /// The name of the adapter.
  static var name: String { get }
  /// The mutant of which the queue is made; nil for the correct one.
  static var mutant: String? { get }
  /// What the adapter declares and does not do.
  static var boasts: [QueueCapability] { get }
}

extension Variant {
  static var mutant: String? { nil }
  static var boasts: [QueueCapability] { [] }
}

/// The correct queue.
enum Correct: Variant {
  static let name = "adapted-reference"
}

/// A queue that runs a task twice.
enum Repeating: Variant {
  static let name = "adapted-mutant"
  static let mutant: String? = "task-runs-twice"
}

/// The correct queue, of which too much is said.
enum Boasting: Variant {
  static let name = "adapted-boast"
  static let boasts: [QueueCapability] = [.customReady]
}

/// Threads that the programs of a worker share.
private let pool = WorkerPool()

/// The reference queue behind an adapter.
final class ReferenceAdapter<Kind: Variant>: QueueAdapter {
  typealias AdaptedUnderlyingQueue = UnderlyingQueue

  static var name: String { Kind.name }
  static var stepBound: Double? { 1 }
  static var capabilities: [QueueCapability] {
    [
      .raises, .catchableRaises, .manualStart, .subclassMain, .blockOperations, .completionBlocks,
      .groupAdd, .priorities, .rawPriorities, .operationWait, .queueWait, .listing, .barrier,
      .customAsync, .blockConcurrency, .weakReferences, .names, .threadIdentity, .currentQueue,
      .kvo, .qos, .progress, .threadPriority, .invocation, .exceptions, .mainQueue,
      .underlyingQueue,
    ] + Kind.boasts
  }

  let world = ReferenceWorld(
    behavior: Kind.mutant.flatMap { Mutant.named($0)?.behavior } ?? .standard, pool: pool)

  init() {}

  deinit { world.tearDown() }

  /// Says which errors are those of the documents.
  func documented<Value>(_ call: () throws -> Value) throws -> Value {
    do { return try call() } catch is Misuse { throw QueueAdapterError.invalidArgument }
  }

  func makeQueue() -> ReferenceQueue { world.makeQueue() }
  func add(_ operation: ReferenceOperation, to queue: ReferenceQueue) throws {
    try documented { try queue.addOperation(operation) }
  }
  func add(_ block: @escaping Block, to queue: ReferenceQueue) { queue.addBlock(block) }
  func add(
    _ group: [ReferenceOperation], to queue: ReferenceQueue, waitUntilFinished: Bool
  ) throws {
    try documented { try queue.addOperations(group, waitUntilFinished: waitUntilFinished) }
  }
  func addBarrier(_ block: @escaping Block, to queue: ReferenceQueue) {
    queue.addBarrierBlock(block)
  }
  func setSuspended(_ value: Bool, of queue: ReferenceQueue) { queue.isSuspended = value }
  func isSuspended(_ queue: ReferenceQueue) -> Bool { queue.isSuspended }
  func setLimit(_ limit: Int, of queue: ReferenceQueue) throws {
    try documented { try queue.setMaxConcurrentOperationCount(limit) }
  }
  func limit(of queue: ReferenceQueue) -> Int { queue.maxConcurrentOperationCount }
  func cancelAll(in queue: ReferenceQueue) { queue.cancelAllOperations() }
  func waitUntilAllFinished(in queue: ReferenceQueue) {
    queue.waitUntilAllOperationsAreFinished()
  }
  func operations(in queue: ReferenceQueue) -> [ReferenceOperation] { queue.operations }
  func operationCount(in queue: ReferenceQueue) -> Int { queue.operationCount }
  func isCurrent(_ queue: ReferenceQueue) -> Bool { queue.isCurrent }
  func setName(_ name: String, of queue: ReferenceQueue) { queue.name = name }
  func name(of queue: ReferenceQueue) -> String? { queue.name }

  func makeOperation(_ block: @escaping Block) -> ReferenceOperation {
    world.makeOperation { _ in block() }
  }
  func makeEmptyOperation() -> ReferenceOperation { world.makeOperation() }
  func addDependency(_ other: ReferenceOperation, to operation: ReferenceOperation) throws {
    try documented { try operation.addDependency(other) }
  }
  func removeDependency(_ other: ReferenceOperation, from operation: ReferenceOperation) {
    operation.removeDependency(other)
  }
  func dependencies(of operation: ReferenceOperation) -> [ReferenceOperation] {
    operation.dependencies
  }
  func cancel(_ operation: ReferenceOperation) { operation.cancel() }
  func isReady(_ operation: ReferenceOperation) -> Bool { operation.isReady }
  func isExecuting(_ operation: ReferenceOperation) -> Bool { operation.isExecuting }
  func isFinished(_ operation: ReferenceOperation) -> Bool { operation.isFinished }
  func isCancelled(_ operation: ReferenceOperation) -> Bool { operation.isCancelled }
  func isAsynchronous(_ operation: ReferenceOperation) -> Bool { operation.isAsynchronous }
  func waitUntilFinished(_ operation: ReferenceOperation) { operation.waitUntilFinished() }
  func start(_ operation: ReferenceOperation) throws { try documented { try operation.start() } }
  func setPriority(_ priority: QueuePriority, of operation: ReferenceOperation) {
    operation.queuePriority = priority.rawValue
  }
  func setRawPriority(_ priority: Int, of operation: ReferenceOperation) {
    operation.queuePriority = priority
  }
  func priority(of operation: ReferenceOperation) -> QueuePriority {
    QueuePriority(rawValue: operation.queuePriority) ?? .normal
  }
  func setCompletion(_ block: Block?, of operation: ReferenceOperation) throws {
    try documented { try operation.setCompletionBlock(block) }
  }
  func hasCompletion(_ operation: ReferenceOperation) -> Bool { operation.completionBlock != nil }
  func setName(_ name: String, of operation: ReferenceOperation) { operation.name = name }
  func name(of operation: ReferenceOperation) -> String? { operation.name }

  func makeBlockOperation(_ blocks: [Block]) -> ReferenceOperation {
    world.makeBlockOperation(blocks.map { block in { _ in block() } })
  }
  func addExecutionBlock(_ block: @escaping Block, to operation: ReferenceOperation) throws {
    try documented { try operation.addExecutionBlock { _ in block() } }
  }
  func executionBlockCount(of operation: ReferenceOperation) -> Int {
    operation.executionBlockCount
  }
  func makeFlaggedOperation(_ block: @escaping Block) -> ReferenceOperation {
    world.makeFlaggedOperation { _ in block() }
  }
  func makeAsynchronousOperation(start block: @escaping Block) -> ReferenceOperation {
    world.makeAsynchronousOperation { _ in block() }
  }
  func reportExecuting(_ operation: ReferenceOperation) { operation.reportExecuting() }
  func reportFinished(_ operation: ReferenceOperation) { operation.reportFinished() }
  func storeFinished(_ operation: ReferenceOperation) { operation.storeFinished() }
  func notifyFinished(_ operation: ReferenceOperation) { operation.notifyFinished() }
}

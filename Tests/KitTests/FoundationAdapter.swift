import Foundation
import OperationQueueConformance

/// Foundation's operation queue; what nothing else depends on is in another file.
struct FoundationAdapter: QueueAdapter {
  static let name = "foundation-adapter"
  static let stepBound: Double? = 5
  static let basics: [QueueCapability] = [
    .raises, .manualStart, .subclassMain, .blockOperations, .completionBlocks, .groupAdd,
    .priorities, .operationWait, .queueWait, .listing, .barrier, .customReady, .customAsync,
    .weakReferences, .names, .threadIdentity, .currentQueue,
  ]

  func makeQueue() -> OperationQueue { OperationQueue() }
  func add(_ operation: Operation, to queue: OperationQueue) { queue.addOperation(operation) }
  func add(_ block: @escaping Block, to queue: OperationQueue) { queue.addOperation(block) }
  func add(_ group: [Operation], to queue: OperationQueue, waitUntilFinished: Bool) {
    queue.addOperations(group, waitUntilFinished: waitUntilFinished)
  }
  func addBarrier(_ block: @escaping Block, to queue: OperationQueue) {
    queue.addBarrierBlock(block)
  }
  func setSuspended(_ value: Bool, of queue: OperationQueue) { queue.isSuspended = value }
  func isSuspended(_ queue: OperationQueue) -> Bool { queue.isSuspended }
  func setLimit(_ number: Int, of queue: OperationQueue) {
    queue.maxConcurrentOperationCount = number
  }
  func limit(of queue: OperationQueue) -> Int { queue.maxConcurrentOperationCount }
  func cancelAll(in queue: OperationQueue) { queue.cancelAllOperations() }
  func waitUntilAllFinished(in queue: OperationQueue) { queue.waitUntilAllOperationsAreFinished() }
  func operations(in queue: OperationQueue) -> [Operation] { queue.operations }
  func operationCount(in queue: OperationQueue) -> Int { queue.operationCount }
  func isCurrent(_ queue: OperationQueue) -> Bool { OperationQueue.current === queue }
  func setName(_ name: String, of queue: OperationQueue) { queue.name = name }
  func name(of queue: OperationQueue) -> String? { queue.name }

  func makeOperation(_ block: @escaping Block) -> Operation { Task(block) }
  func makeEmptyOperation() -> Operation { Operation() }
  func addDependency(_ other: Operation, to operation: Operation) { operation.addDependency(other) }
  func removeDependency(_ other: Operation, from operation: Operation) {
    operation.removeDependency(other)
  }
  func dependencies(of operation: Operation) -> [Operation] { operation.dependencies }
  func cancel(_ operation: Operation) { operation.cancel() }
  func isReady(_ operation: Operation) -> Bool { operation.isReady }
  func isExecuting(_ operation: Operation) -> Bool { operation.isExecuting }
  func isFinished(_ operation: Operation) -> Bool { operation.isFinished }
  func isCancelled(_ operation: Operation) -> Bool { operation.isCancelled }
  func isAsynchronous(_ operation: Operation) -> Bool { operation.isAsynchronous }
  func waitUntilFinished(_ operation: Operation) { operation.waitUntilFinished() }
  func start(_ operation: Operation) { operation.start() }
  func setPriority(_ priority: QueuePriority, of operation: Operation) {
    operation.queuePriority = .init(rawValue: priority.rawValue) ?? .normal
  }
  func priority(of operation: Operation) -> QueuePriority {
    QueuePriority(rawValue: operation.queuePriority.rawValue) ?? .normal
  }
  func setCompletion(_ block: Block?, of operation: Operation) { operation.completionBlock = block }
  func hasCompletion(_ operation: Operation) -> Bool { operation.completionBlock != nil }
  func setName(_ name: String, of operation: Operation) { operation.name = name }
  func name(of operation: Operation) -> String? { operation.name }

  func makeBlockOperation(_ blocks: [Block]) -> Operation { Blocks(blocks) }
  func addExecutionBlock(_ block: @escaping Block, to operation: Operation) throws {
    try operation.blocks.addExecutionBlock(block)
  }
  func executionBlockCount(of operation: Operation) throws -> Int {
    try operation.blocks.executionBlocks.count
  }
  func makeFlaggedOperation(_ block: @escaping Block) -> Operation { Flagged(block) }
  func makeConditionalOperation(
    _ block: @escaping Block, isReady condition: @escaping @Sendable () -> Bool
  ) -> Operation { Conditional(block, condition) }
  func notifyReady(_ operation: Operation) { operation.tellReady() }
  func makeAsynchronousOperation(start block: @escaping Block) -> Operation { Asynchronous(block) }
  func reportExecuting(_ operation: Operation) throws { try operation.asynchronous.begin() }
  func reportFinished(_ operation: Operation) throws { try operation.asynchronous.end() }
  func storeFinished(_ operation: Operation) throws { try operation.asynchronous.store() }
  func notifyFinished(_ operation: Operation) throws { try operation.asynchronous.tell() }
}

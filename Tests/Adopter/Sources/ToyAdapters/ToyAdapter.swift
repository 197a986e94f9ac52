import OperationQueueConformance
import ToyQueue

/// The toy queue, as it is meant to be.
package struct ToyAdapter: QueueAdapter {
  package static let name = "toy"
  package static let version = "1.0"
  package static let capabilities: [QueueCapability] = [.queueWait]
  package static let stepBound: Double? = 0.5

  package init() {}

  package func makeQueue() -> ToyQueue { ToyQueue() }
  package func add(_ operation: ToyOperation, to queue: ToyQueue) { queue.add(operation) }
  package func add(_ block: @escaping Block, to queue: ToyQueue) { queue.add(ToyOperation(block)) }
  package func setSuspended(_ value: Bool, of queue: ToyQueue) { queue.isSuspended = value }
  package func isSuspended(_ queue: ToyQueue) -> Bool { queue.isSuspended }
  package func setLimit(_ limit: Int, of queue: ToyQueue) { queue.limit = limit }
  package func limit(of queue: ToyQueue) -> Int { queue.limit }
  package func cancelAll(in queue: ToyQueue) { queue.cancelAll() }
  package func waitUntilAllFinished(in queue: ToyQueue) { queue.waitUntilEmpty() }

  package func makeOperation(_ block: @escaping Block) -> ToyOperation { ToyOperation(block) }
  package func addDependency(_ other: ToyOperation, to operation: ToyOperation) {
    operation.addDependency(other)
  }
  package func removeDependency(_ other: ToyOperation, from operation: ToyOperation) {
    operation.removeDependency(other)
  }
  package func dependencies(of operation: ToyOperation) -> [ToyOperation] { operation.dependencies }
  package func cancel(_ operation: ToyOperation) { operation.cancel() }
  package func isReady(_ operation: ToyOperation) -> Bool { operation.isReady }
  package func isExecuting(_ operation: ToyOperation) -> Bool { operation.isExecuting }
  package func isFinished(_ operation: ToyOperation) -> Bool { operation.isFinished }
  package func isCancelled(_ operation: ToyOperation) -> Bool { operation.isCancelled }
  package func isAsynchronous(_ operation: ToyOperation) -> Bool { false }
}

import OperationQueueConformance
import ToyQueue

/// A toy queue that traps the process.
package struct TrappingToyAdapter: BrokenToyAdapter {
  package static let name = "trapping-toy"
  package static let mistake = Mistake.trap

  package init() {}
}

/// A toy queue whose waits never return.
package struct HangingToyAdapter: BrokenToyAdapter {
  package static let name = "hanging-toy"
  package static let mistake = Mistake.hang

  package init() {}
}

/// A toy queue that is made with a mistake.
package protocol BrokenToyAdapter: QueueAdapter
where AdaptedQueue == ToyQueue, AdaptedOperation == ToyOperation {
  /// The mistake.
  static var mistake: Mistake { get }
}

/// What is not made differently is used as the toy queue is.
extension BrokenToyAdapter {
  package static var capabilities: [QueueCapability] { ToyAdapter.capabilities }
  package static var stepBound: Double? { ToyAdapter.stepBound }
  private var toy: ToyAdapter { ToyAdapter() }

  package func makeQueue() -> ToyQueue { ToyQueue(Self.mistake) }
  package func makeOperation(_ block: @escaping Block) -> ToyOperation {
    ToyOperation(block, mistake: Self.mistake)
  }
  package func add(_ operation: ToyOperation, to queue: ToyQueue) { toy.add(operation, to: queue) }
  package func add(_ block: @escaping Block, to queue: ToyQueue) { toy.add(block, to: queue) }
  package func setSuspended(_ value: Bool, of queue: ToyQueue) {
    toy.setSuspended(value, of: queue)
  }
  package func isSuspended(_ queue: ToyQueue) -> Bool { toy.isSuspended(queue) }
  package func setLimit(_ limit: Int, of queue: ToyQueue) { toy.setLimit(limit, of: queue) }
  package func limit(of queue: ToyQueue) -> Int { toy.limit(of: queue) }
  package func cancelAll(in queue: ToyQueue) { toy.cancelAll(in: queue) }
  package func waitUntilAllFinished(in queue: ToyQueue) { toy.waitUntilAllFinished(in: queue) }
  package func addDependency(_ other: ToyOperation, to operation: ToyOperation) {
    toy.addDependency(other, to: operation)
  }
  package func removeDependency(_ other: ToyOperation, from operation: ToyOperation) {
    toy.removeDependency(other, from: operation)
  }
  package func dependencies(of operation: ToyOperation) -> [ToyOperation] {
    toy.dependencies(of: operation)
  }
  package func cancel(_ operation: ToyOperation) { toy.cancel(operation) }
  package func isReady(_ operation: ToyOperation) -> Bool { toy.isReady(operation) }
  package func isExecuting(_ operation: ToyOperation) -> Bool { toy.isExecuting(operation) }
  package func isFinished(_ operation: ToyOperation) -> Bool { toy.isFinished(operation) }
  package func isCancelled(_ operation: ToyOperation) -> Bool { toy.isCancelled(operation) }
  package func isAsynchronous(_ operation: ToyOperation) -> Bool { toy.isAsynchronous(operation) }
}

import OQReference
import OperationQueueConformance

/// What the reference queue offers beyond the queues and operations of a small implementation.
extension ReferenceAdapter {
  func observe(
    _ property: OperationProperty, of operation: ReferenceOperation, _ block: @escaping Block
  ) throws {
    let property: Property =
      switch property {
      case .isCancelled: .isCancelled
      case .isAsynchronous: .isAsynchronous
      case .isExecuting: .isExecuting
      case .isFinished: .isFinished
      case .isReady: .isReady
      case .dependencies: .dependencies
      case .queuePriority: .queuePriority
      case .completionBlock: .completionBlock
      }
    try documented { try operation.observe(property, block) }
  }
  func observe(
    _ property: QueueProperty, of queue: ReferenceQueue, _ block: @escaping Block
  ) throws {
    let property: Property =
      switch property {
      case .operations: .operations
      case .operationCount: .operationCount
      case .maxConcurrentOperationCount: .maxConcurrentOperationCount
      case .isSuspended: .isSuspended
      }
    try documented { try queue.observe(property, block) }
  }

  func setQuality(_ quality: ServiceQuality, of operation: ReferenceOperation) {
    operation.qualityOfService = Quality(rawValue: quality.rawValue) ?? .unspecified
  }
  func quality(of operation: ReferenceOperation) -> ServiceQuality {
    ServiceQuality(rawValue: operation.qualityOfService.rawValue) ?? .unspecified
  }
  func setQuality(_ quality: ServiceQuality, of queue: ReferenceQueue) {
    queue.qualityOfService = Quality(rawValue: quality.rawValue) ?? .unspecified
  }
  func quality(of queue: ReferenceQueue) -> ServiceQuality {
    ServiceQuality(rawValue: queue.qualityOfService.rawValue) ?? .unspecified
  }
  func setTotalUnitCount(_ count: Int, of queue: ReferenceQueue) { queue.setTotalUnitCount(count) }
  func completedUnitCount(of queue: ReferenceQueue) -> Int { queue.completedUnitCount }
  func setThreadPriority(_ priority: Double, of operation: ReferenceOperation) {
    operation.threadPriority = Int((priority * 100).rounded())
  }
  func threadPriority(of operation: ReferenceOperation) -> Double {
    Double(operation.threadPriority) / 100
  }
  func isThreadPriorityCurrent(of operation: ReferenceOperation) -> Bool {
    operation.isThreadPriorityCurrent
  }

  func makeInvocationOperation(
    _ receiver: InvocationReceiver, method: InvocationMethod, argument: Int
  ) -> ReferenceOperation? {
    world.makeInvocationOperation(Target(receiver), method: method.rawValue, argument: argument)
  }
  func result(of operation: ReferenceOperation) throws -> Int? {
    do { return try operation.result() } catch let error as ResultError {
      throw error == .cancelled ? QueueAdapterError.cancelledResult : .voidResult
    }
  }
  func makeThrowingOperation(_ block: @escaping ThrowingBlock) -> ReferenceOperation {
    world.makeOperation { _ in try block() }
  }

  func mainQueue() -> ReferenceQueue { world.mainQueue }
  func runMainLoop() { world.runMainLoop() }
  func endMainLoop() { world.endMainLoop() }

  func makeUnderlyingQueue(_ number: Int) -> UnderlyingQueue { UnderlyingQueue(number: number) }
  func currentUnderlyingNumber() -> Int? { UnderlyingQueue.current?.number }
  func setUnderlyingQueue(_ underlying: UnderlyingQueue?, of queue: ReferenceQueue) throws {
    try documented { try queue.setUnderlyingQueue(underlying) }
  }
  func underlyingQueue(of queue: ReferenceQueue) -> UnderlyingQueue? { queue.underlyingQueue }
}

/// What an invocation operation of the reference queue calls.
private final class Target: MethodReceiver {
  private let receiver: InvocationReceiver

  init(_ receiver: InvocationReceiver) { self.receiver = receiver }

  func arguments(of method: Int) -> Int? {
    InvocationMethod(rawValue: method).flatMap(receiver.arguments)
  }

  func invoke(_ method: Int, argument: Int?) throws -> Int? {
    try InvocationMethod(rawValue: method).flatMap { try receiver.call($0, argument: argument) }
  }
}

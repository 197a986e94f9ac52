import OQReference
import OperationQueueConformance

/// What an adapter declares and leaves to the defaults.
protocol Boast: Sendable {
  /// The capability.
  static var capability: QueueCapability { get }
}

enum BoastOfObservers: Boast { static let capability = QueueCapability.kvo }
enum BoastOfQuality: Boast { static let capability = QueueCapability.qos }
enum BoastOfProgress: Boast { static let capability = QueueCapability.progress }
enum BoastOfThreadPriority: Boast { static let capability = QueueCapability.threadPriority }
enum BoastOfInvocation: Boast { static let capability = QueueCapability.invocation }
enum BoastOfExceptions: Boast { static let capability = QueueCapability.exceptions }
enum BoastOfMainQueue: Boast { static let capability = QueueCapability.mainQueue }
enum BoastOfUnderlyingQueue: Boast { static let capability = QueueCapability.underlyingQueue }

/// The reference queue with the least that an adapter must offer, and one capability in words only.
final class BoastingAdapter<Kind: Boast>: QueueAdapter {
  static var name: String { "boast" }
  static var capabilities: [QueueCapability] { [Kind.capability] }

  private let world = ReferenceWorld()

  init() {}

  deinit { world.tearDown() }

  func makeQueue() -> ReferenceQueue { world.makeQueue() }
  func add(_ operation: ReferenceOperation, to queue: ReferenceQueue) throws {
    try queue.addOperation(operation)
  }
  func add(_ block: @escaping Block, to queue: ReferenceQueue) { queue.addBlock(block) }
  func setSuspended(_ value: Bool, of queue: ReferenceQueue) { queue.isSuspended = value }
  func isSuspended(_ queue: ReferenceQueue) -> Bool { queue.isSuspended }
  func setLimit(_ limit: Int, of queue: ReferenceQueue) throws {
    try queue.setMaxConcurrentOperationCount(limit)
  }
  func limit(of queue: ReferenceQueue) -> Int { queue.maxConcurrentOperationCount }
  func cancelAll(in queue: ReferenceQueue) { queue.cancelAllOperations() }
  func makeOperation(_ block: @escaping Block) -> ReferenceOperation {
    world.makeOperation { _ in block() }
  }
  func addDependency(_ other: ReferenceOperation, to operation: ReferenceOperation) throws {
    try operation.addDependency(other)
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
}

import Foundation
import OperationQueueConformance
import Synchronization

/// The classes that a client of Foundation makes: what is tested with them is Foundation.
class Task: Operation, @unchecked Sendable {
  // Safety: constants only.
  fileprivate let block: @Sendable () -> Void

  init(_ block: @escaping @Sendable () -> Void) { self.block = block }

  override func main() { block() }
}

/// A block operation with blocks.
final class Blocks: BlockOperation, @unchecked Sendable {
  // Safety: no variables.
  init(_ blocks: [@Sendable () -> Void]) {
    super.init()
    for block in blocks { addExecutionBlock(block) }
  }
}

/// An operation that claims to be asynchronous.
final class Flagged: Task, @unchecked Sendable {
  // Safety: no variables.
  override var isAsynchronous: Bool { true }
}

/// An operation that waits for a condition.
final class Conditional: Task, @unchecked Sendable {
  // Safety: constants only.
  private let condition: @Sendable () -> Bool

  init(_ block: @escaping @Sendable () -> Void, _ condition: @escaping @Sendable () -> Bool) {
    self.condition = condition
    super.init(block)
  }

  override var isReady: Bool { condition() && super.isReady }
}

/// An operation that reports its own state.
final class Asynchronous: Task, @unchecked Sendable {
  // Safety: the flags are atomic.
  private let executing = Atomic<Bool>(false)
  private let finished = Atomic<Bool>(false)

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { executing.load(ordering: .sequentiallyConsistent) }
  override var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }
  override func start() { block() }

  /// Reports that it executes.
  func begin() {
    willChangeValue(for: \.isExecuting)
    executing.store(true, ordering: .sequentiallyConsistent)
    didChangeValue(for: \.isExecuting)
  }

  /// Reports that it has finished.
  func end() {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    store()
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
  }

  /// Stores that it has finished.
  func store() {
    executing.store(false, ordering: .sequentiallyConsistent)
    finished.store(true, ordering: .sequentiallyConsistent)
  }

  /// Announces that it may have finished.
  func tell() {
    willChangeValue(for: \.isFinished)
    didChangeValue(for: \.isFinished)
  }
}

extension Operation {
  /// The operation as one with blocks; any other has no such calls.
  var blocks: BlockOperation {
    get throws {
      guard let object = self as? BlockOperation else { throw QueueAdapterError.unsupported }
      return object
    }
  }

  /// The operation as one that reports its own state; any other has no such calls.
  var asynchronous: Asynchronous {
    get throws {
      guard let object = self as? Asynchronous else { throw QueueAdapterError.unsupported }
      return object
    }
  }

  /// Announces that it may have become ready.
  func tellReady() {
    willChangeValue(for: \.isReady)
    didChangeValue(for: \.isReady)
  }
}

extension QualityOfService {
  /// The level of this name.
  init(_ quality: ServiceQuality) {
    self =
      switch quality {
      case .userInteractive: .userInteractive
      case .userInitiated: .userInitiated
      case .utility: .utility
      case .background: .background
      case .unspecified: .default
      }
  }

  /// The level of this name: raw values differ between platforms.
  var quality: ServiceQuality {
    ServiceQuality.allCases.first { QualityOfService($0) == self } ?? .unspecified
  }
}

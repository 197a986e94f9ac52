import Foundation
import OperationQueueConformance
import Synchronization

/// An operation whose work goes on after start, on a dispatch queue.
class FetchOperation: Operation, @unchecked Sendable {
  // Safety: the state is guarded, the task constant.
  private enum State { case ready, executing, finished }

  private let task: @Sendable () throws -> Void
  private let state = Mutex(State.ready)

  init(_ task: @escaping @Sendable () throws -> Void) { self.task = task }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    guard !isCancelled else { return finish() }
    willChangeValue(for: \.isExecuting)
    state.withLock { $0 = .executing }
    didChangeValue(for: \.isExecuting)
    launch()
  }

  func launch() { DispatchQueue.global().async { self.fetch() } }

  func fetch() {
    try? task()
    finish()
  }

  final func finish() {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    state.withLock { $0 = .finished }
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
  }

  /// What the operation does.
  final func run() throws { try task() }
}

struct FetchAdapter: OperationClassAdapter {
  static let name = "fetch"
  func makeOperation(_ work: @escaping Work) -> Operation { FetchOperation(work) }
}

/// Finishes only where nothing went wrong.
final class HopefulFetchOperation: FetchOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func fetch() {
    guard (try? run()) != nil else { return }
    finish()
  }
}

struct HopefulFetchAdapter: OperationClassAdapter {
  static let name = "hopeful-fetch"
  func makeOperation(_ work: @escaping Work) -> Operation { HopefulFetchOperation(work) }
}

import Foundation
import Synchronization

/// A correct class that overrides start: the control of all classes of its nature.
///
/// Subclasses override one of its decisions.
class AsyncOperation: Operation, @unchecked Sendable {
  // Safety: the state is atomic, the work constant.
  /// Where an operation is in its life.
  enum State: Int, AtomicRepresentable {
    case ready
    case executing
    case finished
  }

  let work: OperationClass.Work
  // One value, which needs no lock: ThreadSanitizer sees what an atomic orders, and not what a
  // contended `Mutex` does.
  private let stored = Atomic(State.ready)
  private let follower = Mutex<(@Sendable () -> Void)?>(nil)

  required init(_ work: @escaping OperationClass.Work) { self.work = work }

  var state: State { stored.load(ordering: .sequentiallyConsistent) }

  /// Called after the finish was reported; set before the operation is used.
  var whenFinished: (@Sendable () -> Void)? {
    get { follower.withLock { $0 } }
    set { follower.withLock { $0 = newValue } }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state == .executing }
  override var isFinished: Bool { state == .finished }

  override func start() {
    guard !isCancelled else { return finish() }
    execute()
    launch()
  }

  /// Reports that the operation executes.
  func execute() {
    willChangeValue(for: \.isExecuting)
    store(.executing)
    didChangeValue(for: \.isExecuting)
  }

  /// Begins the work on a thread of its own.
  func launch() { Thread.detachNewThread { self.perform() } }

  /// Does the work; runs on its thread.
  func perform() {
    try? work()
    finish()
  }

  /// Reports that the operation has finished.
  func finish() {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    store(.finished)
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
    whenFinished?()
  }

  /// Changes the state and tells nobody.
  final func store(_ state: State) {
    stored.store(state, ordering: .sequentiallyConsistent)
  }
}

/// A correct class that overrides main: the control of all classes of its nature.
final class MainOperation: Operation, @unchecked Sendable {
  // Safety: constants only.
  private let work: OperationClass.Work

  init(_ work: @escaping OperationClass.Work) { self.work = work }

  override func main() {
    guard !isCancelled else { return }
    try? work()
  }
}

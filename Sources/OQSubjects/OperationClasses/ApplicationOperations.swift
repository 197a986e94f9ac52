import Foundation
import Synchronization

// Correct classes as applications have them: they finish, work or deliver on the main thread,
// await, inherit from a base of their own, or run other operations.

/// Reports its finish on the main queue.
final class FinishesOnMain: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func perform() {
    try? work()
    DispatchQueue.main.async { self.finish() }
  }
}

/// Does its work on the main run loop.
final class WorksOnMain: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func launch() {
    RunLoop.main.add(
      Timer(timeInterval: 0, repeats: false) { _ in self.perform() }, forMode: .common)
  }
}

/// The class *DownloadOperation* of the source documents: its main looks at isCancelled between the
/// steps, and tells its delegate on the main thread, for which it does not wait.
final class DownloadOperation: Operation, @unchecked Sendable {
  // Safety: the delegate's only variable is atomic, the rest constant.
  private final class Delegate: Sendable {
    private let finished = Atomic(0)
    func downloadFinished(_ image: Int) { finished.add(image, ordering: .relaxed) }
  }

  private let delegate = Delegate()
  private let download: OperationClass.Work

  init(_ download: @escaping OperationClass.Work) { self.download = download }

  override func main() {
    if isCancelled { return }
    let image: Int
    do {
      try download()
      image = 1
    } catch {
      image = 0
    }
    if isCancelled { return }
    RunLoop.main.perform { [delegate] in delegate.downloadFinished(image) }
  }
}

/// Does its work in a task that it awaits.
final class AwaitingOperation: AsyncOperation, @unchecked Sendable {
  // Safety: the task is guarded, the rest as its superclass.
  private let task = Mutex<Task<Void, Never>?>(nil)

  override func launch() {
    let task = Task {
      try? await self.body()
      self.finish()
    }
    self.task.withLock { $0 = task }
  }

  override func cancel() {
    super.cancel()
    task.withLock(\.self)?.cancel()
  }

  /// Gives the work to a thread that it may block, which those of tasks must not be.
  private func body() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try self.work() })
      }
    }
  }
}

/// A base class with a result: subclasses override ``execute()`` and end with ``finish(with:)``.
class ResultOperation<Success: Sendable>: Operation, @unchecked Sendable {
  // Safety: the state is under a lock.
  private struct State {
    var isExecuting = false
    var result: Result<Success, any Error>?
  }

  private let state = Mutex(State())

  /// How it ended; nil before.
  final var result: Result<Success, any Error>? { state.withLock(\.result) }

  override final var isAsynchronous: Bool { true }
  override final var isExecuting: Bool { state.withLock(\.isExecuting) }
  override final var isFinished: Bool { state.withLock { $0.result != nil } }

  override final func start() {
    guard !isCancelled else { return finish(with: .failure(CancellationError())) }
    willChangeValue(for: \.isExecuting)
    state.withLock { $0.isExecuting = true }
    didChangeValue(for: \.isExecuting)
    execute()
  }

  /// Begins the work; whatever becomes of it, ``finish(with:)`` is called.
  func execute() { preconditionFailure("a subclass says what is to be done") }

  /// Ends the operation; later calls do nothing.
  final func finish(with result: Result<Success, any Error>) {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    state.withLock {
      guard $0.result == nil else { return }
      $0 = State(isExecuting: false, result: result)
    }
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
  }
}

/// The second level: a result that is fetched on a queue that all operations share.
final class FetchingOperation: ResultOperation<Int>, @unchecked Sendable {
  // Safety: as its superclass; constants only.
  private static let queue = DispatchQueue(label: "fetching", attributes: .concurrent)
  private let work: OperationClass.Work

  init(_ work: @escaping OperationClass.Work) { self.work = work }

  override func execute() {
    FetchingOperation.queue.async {
      self.finish(
        with: Result {
          try self.work()
          return 1
        })
    }
  }
}

/// Runs other operations in a queue of its own, and has finished when they have.
final class GroupOperation: AsyncOperation, @unchecked Sendable {
  // Safety: the queue and the members are safe for threads, and constant.
  private let queue = OperationQueue()
  private let member: Operation
  private let last = BlockOperation()

  required init(_ work: @escaping OperationClass.Work) {
    member = BlockOperation { try? work() }
    super.init(work)
    last.addDependency(member)
    last.addExecutionBlock { [weak self] in self?.finish() }
  }

  override func launch() {
    queue.addOperations([member, last], waitUntilFinished: false)
  }

  /// Of the group that is cancelled the members are; the last one reports the finish all the same.
  override func cancel() {
    super.cancel()
    member.cancel()
  }
}

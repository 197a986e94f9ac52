import Foundation
import Synchronization

// Mistakes of classes in public bug reports and in widely copied listings, each written anew.

/// Keeps *cancelled* as one state among others, so that the mark is lost with the next one.
final class CancelledIsAState: Operation, @unchecked Sendable {
  // Safety: the state is atomic, the work constant.
  private enum State: Int, AtomicRepresentable { case ready, executing, cancelled, finished }

  private let work: OperationClass.Work
  private let state = Atomic(State.ready)

  init(_ work: @escaping OperationClass.Work) { self.work = work }

  override var isAsynchronous: Bool { true }
  override var isCancelled: Bool { state.load(ordering: .sequentiallyConsistent) == .cancelled }
  override var isExecuting: Bool { state.load(ordering: .sequentiallyConsistent) == .executing }
  override var isFinished: Bool { state.load(ordering: .sequentiallyConsistent) == .finished }

  override func start() {
    guard !isCancelled else { return become(.finished) }
    become(.executing)
    Thread.detachNewThread {
      try? self.work()
      self.become(.finished)
    }
  }

  override func cancel() {
    super.cancel()
    if !isFinished { become(.cancelled) }
  }

  private func become(_ next: State) {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    state.store(next, ordering: .sequentiallyConsistent)
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
  }
}

/// Takes an operation that was cancelled for one that is not ready.
final class UnreadyWhenCancelled: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  private let wasCancelled = Atomic(false)

  override var isReady: Bool {
    super.isReady && !wasCancelled.load(ordering: .sequentiallyConsistent)
  }

  override func cancel() {
    wasCancelled.store(true, ordering: .sequentiallyConsistent)
    super.cancel()
  }
}

/// Its main calls the completion block itself where it was cancelled.
final class CallsOwnCompletion: Operation, @unchecked Sendable {
  // Safety: constants only.
  private let work: OperationClass.Work

  init(_ work: @escaping OperationClass.Work) { self.work = work }

  override func main() {
    try? work()
    if isCancelled { completionBlock?() }
  }
}

/// Cancels what it depends on with itself.
final class CancelsItsDependencies: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func cancel() {
    super.cancel()
    for operation in dependencies { operation.cancel() }
  }
}

/// Remembers nowhere that it was cancelled before the first step of its work.
final class LosesEarlyCancel: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the flag is atomic.
  private let isUnderWay = Atomic(false)

  override func perform() {
    // The step that is waiting when it is cancelled is taken off, and nobody goes on.
    for _ in 0..<200 { sched_yield() }
    if isCancelled { return }
    isUnderWay.store(true, ordering: .sequentiallyConsistent)
    try? work()
    finish()
  }
}

/// Starts once more when its work has failed, up to three times.
final class StartsAgainAfterError: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the count is atomic.
  private let attempts = Atomic(0)

  override func perform() {
    do {
      try work()
      finish()
    } catch {
      let attempt = attempts.add(1, ordering: .relaxed).newValue
      if attempt < 3 { start() } else { finish() }
    }
  }
}

/// Keeps its completion block to itself, and calls it on success, before the finish.
final class SwallowsCompletion: AsyncOperation, @unchecked Sendable {
  // Safety: the block is guarded, the rest as its superclass.
  private let block = Mutex<(@Sendable () -> Void)?>(nil)

  override var completionBlock: (@Sendable () -> Void)? {
    get { block.withLock(\.self) }
    set { block.withLock { $0 = newValue } }
  }

  override func perform() {
    if (try? work()) != nil, !isCancelled { completionBlock?() }
    finish()
  }
}

import Foundation
import Synchronization

// What widely copied classes for asynchronous work get wrong: each class has one mistake.

/// Changes its state at the end and tells nobody.
final class SilentFinish: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func finish() { store(.finished) }
}

/// Announces the finish, and stores it then.
final class AnnouncesFirst: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func finish() {
    willChangeValue(for: \.isFinished)
    didChangeValue(for: \.isFinished)
    for _ in 0..<2_000 { sched_yield() }
    store(.finished)
  }
}

/// Reports the finish when the work is launched.
final class FinishedAtLaunch: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func launch() {
    Thread.detachNewThread { try? self.work() }
    finish()
  }
}

/// Its start calls the inherited one, which calls main, before it launches the work.
final class CallsSuperStart: Operation, @unchecked Sendable {
  // Safety: constants only; the states are those of the inner operation.
  private let work: OperationClass.Work
  private let inner: AsyncOperation

  init(_ work: @escaping OperationClass.Work) {
    self.work = work
    inner = AsyncOperation(work)
    super.init()
    inner.whenFinished = { [weak self] in
      self?.willChangeValue(for: \.isFinished)
      self?.didChangeValue(for: \.isFinished)
    }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { inner.isExecuting }
  override var isFinished: Bool { inner.isFinished }

  override func cancel() {
    inner.cancel()
    super.cancel()
  }

  override func start() {
    super.start()
    inner.start()
  }

  override func main() { try? work() }
}

/// Does its work in main, and again where main is called.
final class WorksTwice: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func main() { try? work() }

  override func perform() {
    main()
    try? work()
    finish()
  }
}

/// Does not look at isCancelled.
final class IgnoresCancel: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func start() {
    execute()
    launch()
  }
}

/// Returns from start when it is cancelled, without a report.
final class CancelledForever: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func start() {
    guard !isCancelled else { return }
    execute()
    launch()
  }
}

/// Forgets the finish when it is cancelled while it works.
final class CancelledWorkForever: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func perform() {
    try? work()
    if !isCancelled { finish() }
  }
}

/// Its work skips the report of the finish when it fails.
final class ErrorSkipsFinish: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func perform() {
    do {
      try work()
      finish()
    } catch {
      // Nobody is told.
    }
  }
}

/// Keeps isExecuting true after the finish.
final class ExecutingForever: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override var isExecuting: Bool { state != .ready }
}

/// Never reports that it executes.
final class NeverExecuting: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func execute() {}
}

/// Takes an operation that does not execute for one that has finished.
final class FinishedUnlessExecuting: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override var isFinished: Bool { !isExecuting }
}

/// Leaves isAsynchronous as it is inherited.
final class NotAsynchronous: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override var isAsynchronous: Bool { false }
}

/// Does its work in start.
final class WorksInStart: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func launch() { perform() }
}

/// Its start waits for the thread that works.
final class WaitsInStart: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func launch() {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      self.perform()
      done.signal()
    }
    done.wait()
  }
}

/// Reports the finish in cancel, also before start was called.
final class FinishesInCancel: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func cancel() {
    super.cancel()
    if state == .ready { finish() }
  }

  override func start() {
    if state == .ready { super.start() }
  }
}

/// Overrides cancel and leaves the inherited one out.
final class CancelsAlone: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func cancel() {}
}

/// Overrides isReady with a value of its own.
final class ReadyAlone: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override var isReady: Bool { true }
}

/// Overrides main, gives its work away and returns.
final class MainReturnsEarly: Operation, @unchecked Sendable {
  // Safety: constants only.
  private let work: OperationClass.Work

  init(_ work: @escaping OperationClass.Work) { self.work = work }

  override func main() {
    Thread.detachNewThread { try? self.work() }
  }
}

/// Overrides main and reports its finish there; the inherited start reports it once more.
final class FinishesTwice: Operation, @unchecked Sendable {
  // Safety: the flag is atomic, the work constant.
  private let work: OperationClass.Work
  private let hasReported = Atomic(false)

  init(_ work: @escaping OperationClass.Work) { self.work = work }

  override var isFinished: Bool {
    hasReported.load(ordering: .sequentiallyConsistent) || super.isFinished
  }

  override func main() {
    guard !isCancelled else { return }
    try? work()
    willChangeValue(for: \.isFinished)
    hasReported.store(true, ordering: .sequentiallyConsistent)
    didChangeValue(for: \.isFinished)
  }
}

/// Keeps its states in plain fields, which its thread writes and everybody reads.
final class Unsynchronised: AsyncOperation, @unchecked Sendable {
  // Safety: none; the data race is the mistake.
  private var executing = false
  private var finished = false

  override var isExecuting: Bool { executing }
  override var isFinished: Bool { finished }

  override func execute() {
    willChangeValue(for: \.isExecuting)
    executing = true
    didChangeValue(for: \.isExecuting)
  }

  override func finish() {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    executing = false
    finished = true
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
    whenFinished?()
  }
}

import Foundation

/// The class *MyOperation* as the guide describes it: listings of methods start, main and
/// completeOperation.
///
/// Three of its defects are kept: the thread is detached before executing is stored, the flags are
/// plain fields, and the report of the finish is the last statement of the block whose errors are
/// caught. Between the detachment and the store the starting thread gives way for a while, which
/// any scheduler may make it do.
final class GuideOperation: Operation, @unchecked Sendable {
  // Safety: none; plain flags, read and written by several threads, are what the listing has.
  private let work: OperationClass.Work
  private var executing = false
  private var finished = false

  init(_ work: @escaping OperationClass.Work) { self.work = work }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { executing }
  override var isFinished: Bool { finished }

  override func start() {
    if isCancelled {
      willChangeValue(for: \.isFinished)
      finished = true
      didChangeValue(for: \.isFinished)
      return
    }
    willChangeValue(for: \.isExecuting)
    Thread.detachNewThread { self.main() }
    for _ in 0..<2_000 where !finished { sched_yield() }
    executing = true
    didChangeValue(for: \.isExecuting)
  }

  override func main() {
    do {
      try work()
      completeOperation()
    } catch {
      // The listing catches and does not go on.
    }
  }

  private func completeOperation() {
    willChangeValue(for: \.isFinished)
    willChangeValue(for: \.isExecuting)
    executing = false
    finished = true
    didChangeValue(for: \.isExecuting)
    didChangeValue(for: \.isFinished)
  }
}

/// The method *performOperation* as the guide describes it, in a class that performs another
/// operation and shows its states.
///
/// Of an operation that was cancelled it stores the finish in fields of the performer, where the
/// operation's own were meant.
final class PerformingOperation: Operation, @unchecked Sendable {
  // Safety: the flags are written by the one thread that starts the operation, and never read.
  private let performed: AsyncOperation
  private var executing = false
  private var finished = false

  init(_ work: @escaping OperationClass.Work) {
    performed = AsyncOperation(work)
    super.init()
    performed.whenFinished = { [weak self] in
      self?.willChangeValue(for: \.isFinished)
      self?.didChangeValue(for: \.isFinished)
    }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { performed.isExecuting }
  override var isFinished: Bool { performed.isFinished }

  override func cancel() {
    super.cancel()
    performed.cancel()
  }

  override func start() { perform(performed) }

  private func perform(_ operation: Operation) {
    if operation.isReady, !operation.isCancelled {
      if operation.isAsynchronous {
        Thread.detachNewThread { operation.start() }
      } else {
        operation.start()
      }
    } else if operation.isCancelled {
      willChangeValue(for: \.isFinished)
      willChangeValue(for: \.isExecuting)
      executing = false
      finished = true
      didChangeValue(for: \.isExecuting)
      didChangeValue(for: \.isFinished)
    }
  }
}

import Foundation
import Synchronization

// More mistakes of classes as applications have them: in the properties that they override, in what
// they do with a cancel, and with operations of their own.

/// Lets go of its completion block when it is cancelled.
final class CancelDropsCompletion: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func cancel() {
    completionBlock = nil
    super.cancel()
  }
}

/// Calls its completion block itself, beside the queue that does.
final class CompletesTwice: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func perform() {
    try? work()
    completionBlock?()
    finish()
  }
}

/// Keeps a mark of its own, which only a cancel of executing work sets.
final class OwnMark: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the mark is atomic.
  private let mark = Atomic(false)

  override var isCancelled: Bool { mark.load(ordering: .sequentiallyConsistent) }

  override func cancel() {
    if isExecuting { mark.store(true, ordering: .sequentiallyConsistent) }
    super.cancel()
  }
}

/// Says that it is cancelled only until it has finished.
final class MarkEndsWithFinish: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override var isCancelled: Bool { super.isCancelled && !isFinished }
}

/// Lets its waiters share one signal.
final class OneSignal: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the semaphore is safe for threads.
  private let signal = DispatchSemaphore(value: 0)

  override func finish() {
    super.finish()
    signal.signal()
  }

  override func waitUntilFinished() { signal.wait() }
}

/// Cancels all of its inner queue, the member included that was to report the finish.
final class GroupNeverNotifies: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the queue is safe for threads.
  private let queue = OperationQueue()

  override func launch() {
    let member = BlockOperation { try? self.work() }
    let last = BlockOperation { self.finish() }
    last.addDependency(member)
    queue.addOperations([member, last], waitUntilFinished: false)
  }

  override func cancel() {
    super.cancel()
    queue.cancelAllOperations()
  }
}

/// Gives up on work that takes long: it reports its finish, and the work goes on.
final class GivesUp: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the mark is atomic.
  private let isOver = Atomic(false)

  override func launch() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { self.finish() }
    super.launch()
  }

  override func finish() {
    if !isOver.exchange(true, ordering: .sequentiallyConsistent) { super.finish() }
  }
}

/// Does not let go of what it once depended on.
final class KeepsDependencies: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func removeDependency(_ operation: Operation) {}
}

/// Begins its work when it is made, and reports it once it is started.
final class StartsItself: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the mark is atomic.
  private let isDone = Atomic(false)

  required init(_ work: @escaping OperationClass.Work) {
    super.init(work)
    launch()
  }

  override func start() {
    guard !isCancelled else { return finish() }
    execute()
    if isDone.load(ordering: .sequentiallyConsistent) { finish() }
  }

  override func perform() {
    try? work()
    isDone.store(true, ordering: .sequentiallyConsistent)
    if isExecuting { finish() }
  }
}

/// Waits in cancel until its work is over.
final class CancelWaits: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the queue is safe for threads.
  private let own = DispatchQueue(label: "work")

  override func launch() { own.async { self.perform() } }

  override func cancel() { own.sync { super.cancel() } }
}

/// Does no work where two others of the class are at work.
final class TwoAtOnce: AsyncOperation, @unchecked Sendable {
  // Safety: as its superclass; the count is atomic.
  private static let working = Atomic(0)

  override func perform() {
    let count = Self.working.add(1, ordering: .sequentiallyConsistent).newValue
    if count <= 2 { try? work() }
    Self.working.subtract(1, ordering: .sequentiallyConsistent)
    finish()
  }
}

/// Overrides main, and does its work once more when it is made.
final class WorksWhenMade: Operation, @unchecked Sendable {
  // Safety: constants only.
  private let work: OperationClass.Work

  init(_ work: @escaping OperationClass.Work) {
    self.work = work
    super.init()
    main()
  }

  override func main() { try? work() }
}

/// Overrides main, and cancels the whole queue when its work fails.
final class FailureCancelsOthers: Operation, @unchecked Sendable {
  // Safety: constants only.
  private let work: OperationClass.Work

  init(_ work: @escaping OperationClass.Work) { self.work = work }

  override func main() {
    guard !isCancelled else { return }
    do { try work() } catch { OperationQueue.current?.cancelAllOperations() }
  }
}

import Foundation

/// A mistake that a toy queue can be made with.
package enum Mistake: Sendable {
  /// The process is trapped when a dependency is taken away.
  case trap
  /// Whoever waits for a queue is never told that it has become empty.
  case hang
}

/// An operation: a block that runs once.
package final class ToyOperation: @unchecked Sendable {
  // Safety: the variables are touched only under the lock of all toys.
  private let mistake: Mistake?
  private let block: @Sendable () -> Void
  fileprivate var queue: ToyQueue?
  private var state = State.pending
  private var cancelled = false
  private var needed: [ToyOperation] = []

  private enum State { case pending, executing, finished }

  /// An operation in no queue.
  package init(_ block: @escaping @Sendable () -> Void, mistake: Mistake? = nil) {
    self.mistake = mistake
    self.block = block
  }

  /// Whether it can be started.
  package var isReady: Bool { toys.locked { ready } }
  /// Whether its block runs.
  package var isExecuting: Bool { toys.locked { state == .executing } }
  /// Whether it is over.
  package var isFinished: Bool { toys.locked { finished } }
  /// Whether it was cancelled before it was over.
  package var isCancelled: Bool { toys.locked { cancelled } }
  /// The operations that it waits for, or has waited for.
  package var dependencies: [ToyOperation] { toys.locked { needed } }

  /// Makes it wait for another operation.
  package func addDependency(_ other: ToyOperation) {
    toys.locked { if !needed.contains(where: { $0 === other }) { needed.append(other) } }
  }

  /// Makes it wait for another operation no longer.
  package func removeDependency(_ other: ToyOperation) {
    precondition(mistake != .trap, "a mistake was asked for")
    toys.locked {
      needed.removeAll { $0 === other }
      toys.startWhatIsDue()
    }
  }

  /// Asks it to end early, or not to begin at all.
  package func cancel() {
    toys.locked {
      markCancelled()
      toys.startWhatIsDue()
    }
  }

  fileprivate var finished: Bool { state == .finished }
  fileprivate var pending: Bool { state == .pending }
  fileprivate var ready: Bool { cancelled || needed.allSatisfy(\.finished) }

  fileprivate func markCancelled() { if !finished { cancelled = true } }

  /// Begins, on a thread of its own.
  fileprivate func begin() {
    state = .executing
    let runs = !cancelled
    Thread.detachNewThread { [self] in
      if runs { block() }
      toys.locked {
        state = .finished
        queue?.remove(self)
        queue = nil
        toys.startWhatIsDue()
      }
    }
  }
}

/// A queue of operations, which runs as many of them at once as it may.
package final class ToyQueue: @unchecked Sendable {
  // Safety: the variables are touched only under the lock of all toys.
  private let mistake: Mistake?
  private var all: [ToyOperation] = []
  private var mayRun = -1
  private var held = false

  /// An empty queue, without a limit.
  package init(_ mistake: Mistake? = nil) { self.mistake = mistake }

  /// How many operations run at once; -1 is no limit.
  package var limit: Int {
    get { toys.locked { mayRun } }
    set { change { mayRun = newValue } }
  }

  /// Whether no operation is started.
  package var isSuspended: Bool {
    get { toys.locked { held } }
    set { change { held = newValue } }
  }

  /// Adds an operation that was never added before.
  package func add(_ operation: ToyOperation) {
    change {
      all.append(operation)
      operation.queue = self
      toys.note(self)
    }
  }

  /// Cancels all operations.
  package func cancelAll() { change { for operation in all { operation.markCancelled() } } }

  /// Waits until there is no operation.
  package func waitUntilEmpty() { toys.wait { all.isEmpty } }

  private func change(_ body: () -> Void) {
    toys.locked {
      body()
      toys.startWhatIsDue()
    }
  }

  fileprivate var isEmpty: Bool { all.isEmpty }

  fileprivate func remove(_ operation: ToyOperation) {
    all.removeAll { $0 === operation }
    if mistake != .hang { toys.tell() }
  }

  fileprivate func startWhatIsDue() {
    guard !held else { return }
    var running = all.count { !$0.pending }
    for operation in all where operation.pending && operation.ready {
      guard mayRun < 0 || running < mayRun else { return }
      operation.begin()
      running += 1
    }
  }
}

/// What all toys share: the lock, and the queues that have operations.
private final class Toys: @unchecked Sendable {
  // Safety: the lock guards the variable.
  private let condition = NSCondition()
  private var queues: [ToyQueue] = []

  func locked<Value>(_ body: () -> Value) -> Value { condition.withLock(body) }

  func wait(until isOver: () -> Bool) {
    condition.withLock { while !isOver() { condition.wait() } }
  }

  func tell() { condition.broadcast() }

  func note(_ queue: ToyQueue) {
    if !queues.contains(where: { $0 === queue }) { queues.append(queue) }
  }

  func startWhatIsDue() {
    for queue in queues { queue.startWhatIsDue() }
    queues.removeAll(where: \.isEmpty)
  }
}

private let toys = Toys()

import Foundation
import OperationQueueConformance
import Synchronization
import TestSupport
import Testing

/// Correct classes that do things in another way than the bundled ones.
@Suite(.waiting, .limit(minutes: 3)) struct `Correct classes of other kinds` {
  @Test func `break no rule`() async throws {
    var options = ConformanceOptions(programs: 112)
    options.requiresDecisions = false
    let adapters: [any OperationClassAdapter.Type] = [
      OneThreadAdapter.self, PromptAdapter.self, TwoStepAdapter.self, CarefulMainAdapter.self,
      MainQueueAdapter.self, MainLoopAdapter.self,
    ]
    for adapter in adapters {
      for rule in Conformance.rules(of: adapter, options) { try await rule.check() }
    }
  }
}

/// All operations work on one thread.
final class OneThreadOperation: FetchOperation, @unchecked Sendable {
  // Safety: as its superclass.
  private static let queue = DispatchQueue(label: "the one thread")

  override func launch() { Self.queue.async { self.fetch() } }
}

/// Reports the finish in cancel while its work still comes to an end.
final class PromptOperation: Operation, @unchecked Sendable {
  // Safety: the state is guarded, the work constant.
  private enum State { case ready, executing, finished }

  private let work: @Sendable () throws -> Void
  private let state = Mutex(State.ready)

  init(_ work: @escaping @Sendable () throws -> Void) { self.work = work }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func cancel() {
    super.cancel()
    finish(from: .executing)
  }

  override func start() {
    guard !isCancelled else { return finish(from: .ready) }
    willChangeValue(for: \.isExecuting)
    state.withLock { $0 = .executing }
    didChangeValue(for: \.isExecuting)
    Thread.detachNewThread { [self] in
      try? work()
      finish(from: .executing)
    }
    if isCancelled { finish(from: .executing) }
  }

  private func finish(from expected: State) {
    let isFirst = state.withLock { state in
      guard state == expected else { return false }
      state = .finished
      return true
    }
    guard isFirst else { return }
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
    didChangeValue(for: \.isFinished)
  }
}

/// Takes isExecuting back first, and reports the finish then.
final class TwoStepOperation: Operation, @unchecked Sendable {
  // Safety: the flags are atomic, the work constant.
  private let work: @Sendable () throws -> Void
  private let executing = Atomic(false)
  private let finished = Atomic(false)

  init(_ work: @escaping @Sendable () throws -> Void) { self.work = work }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { executing.load(ordering: .sequentiallyConsistent) }
  override var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }
  override var isReady: Bool { super.isReady }

  override func start() {
    if isCancelled { return finish() }
    change(\.isExecuting) { executing.store(true, ordering: .sequentiallyConsistent) }
    Thread.detachNewThread { [self] in
      try? work()
      change(\.isExecuting) { executing.store(false, ordering: .sequentiallyConsistent) }
      for _ in 0..<100 { sched_yield() }
      finish()
    }
  }

  private func finish() {
    change(\.isFinished) { finished.store(true, ordering: .sequentiallyConsistent) }
  }

  private func change(_ path: KeyPath<Operation, Bool>, _ store: () -> Void) {
    willChangeValue(for: path)
    store()
    didChangeValue(for: path)
  }
}

/// Begins its work on the main queue, and finishes there.
final class MainQueueOperation: FetchOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func launch() { DispatchQueue.main.async { self.fetch() } }
}

/// Hands its work to the main run loop, which nobody wakes.
final class MainLoopOperation: FetchOperation, @unchecked Sendable {
  // Safety: as its superclass.
  override func launch() { RunLoop.main.perform { self.fetch() } }
}

/// Overrides main, looks at isCancelled in between, and calls what it inherits.
final class CarefulMainOperation: Operation, @unchecked Sendable {
  // Safety: constants only.
  private let work: @Sendable () throws -> Void

  init(_ work: @escaping @Sendable () throws -> Void) { self.work = work }

  override var isReady: Bool { super.isReady }
  override func cancel() { super.cancel() }

  override func main() {
    if isCancelled { return }
    do { try work() } catch { cancel() }
  }
}

struct OneThreadAdapter: OperationClassAdapter {
  static let name = "one-thread"
  func makeOperation(_ work: @escaping Work) -> Operation { OneThreadOperation(work) }
}

struct PromptAdapter: OperationClassAdapter {
  static let name = "prompt"
  func makeOperation(_ work: @escaping Work) -> Operation { PromptOperation(work) }
}

struct TwoStepAdapter: OperationClassAdapter {
  static let name = "two-step"
  func makeOperation(_ work: @escaping Work) -> Operation { TwoStepOperation(work) }
}

struct MainQueueAdapter: OperationClassAdapter {
  static let name = "main-queue"
  func makeOperation(_ work: @escaping Work) -> Operation { MainQueueOperation(work) }
}

struct MainLoopAdapter: OperationClassAdapter {
  static let name = "main-loop"
  func makeOperation(_ work: @escaping Work) -> Operation { MainLoopOperation(work) }
}

struct CarefulMainAdapter: OperationClassAdapter {
  static let name = "careful-main"
  static let nature = OperationNature.overridesMain
  func makeOperation(_ work: @escaping Work) -> Operation { CarefulMainOperation(work) }
}

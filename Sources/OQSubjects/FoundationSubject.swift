import Foundation
#if os(Linux)
  import Glibc
#endif
import OQAdapters
import OQHistory
import OQSpecification
import Synchronization

/// Foundation's OperationQueue as a subject.
package struct FoundationSubject: Subject {
  /// Name, version, capabilities.
  package let description: SubjectDescription

  /// Foundation of the running toolchain or system.
  package init() { self.init(FoundationSubject.capabilities) }

  private init(_ capabilities: [Capability]) {
    // Where its pool of threads is exhausted, libdispatch adds one a second; nothing else delays
    // it.
    description = SubjectDescription(
      name: "foundation", version: FoundationSubject.version,
      capabilities: capabilities, stepBound: 5)
  }

  /// Without the main queue, which the first thread alone runs.
  package var besideFirstThread: any Subject {
    FoundationSubject(FoundationSubject.capabilities.filter { $0 != .mainQueue })
  }

  /// What Foundation offers on Linux; misuse is a trap, which no caller survives.
  package static let capabilities: [Capability] = [
    .raises, .manualStart, .subclassMain, .blockOperations, .completionBlocks, .groupAdd,
    .priorities, .operationWait, .queueWait, .listing, .barrier, .customReady, .customAsync,
    .weakReferences, .names, .qos, .progress, .underlyingQueue, .threadIdentity, .currentQueue,
    .mainQueue,
  ]

  /// The version, and which copy runs: a command may hold its own.
  private static var version: String {
    "\(release), \(isShared ? "shared library" : "linked in")"
  }

  /// Whether the process has mapped Foundation as a library, which a static executable has not.
  private static var isShared: Bool {
    #if os(Linux)
      // Line by line: the file has no length, and changes while it is read.
      guard let file = fopen("/proc/self/maps", "r") else { return false }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 4096)
      while fgets(&line, Int32(line.count), file) != nil {
        if strstr(line, "/libFoundation.so") != nil { return true }
      }
      return false
    #else
      return true
    #endif
  }

  private static var release: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  /// See ``Subject/session(_:)``.
  package func session(_ probe: any Probe) -> any Session {
    FoundationSubject.prepare
    return FoundationSession(probe)
  }

  /// Makes objects and drops them, once in a process: the run-time system finds the types that they
  /// are made of, which costs as much as a small program.
  private static let prepare: Void = {
    let queue = OperationQueue()
    let (operation, dependency) = (BaseOperation(OperationID(0)), BaseOperation(OperationID(1)))
    operation.addDependency(dependency)
    operation.removeDependency(dependency)
    queue.underlyingQueue = nil
    _ = (queue.operations, operation.description, (operation as Operation) as? any Numbered)
  }()
}

/// An operation that knows its number in the program.
private protocol Numbered: Operation {
  var number: OperationID { get }
}

private class TaskOperation: Operation, Numbered, @unchecked Sendable {
  // Safety: constants only.
  let number: OperationID
  let probe: any Probe

  init(_ number: OperationID, _ probe: any Probe) {
    self.number = number
    self.probe = probe
  }

  override func main() { probe.run(Callback(number)) }
}

private final class BaseOperation: Operation, Numbered, @unchecked Sendable {
  // Safety: constants only.
  let number: OperationID
  init(_ number: OperationID) { self.number = number }
}

private final class NumberedBlockOperation: BlockOperation, Numbered, @unchecked Sendable {
  // Safety: constants only.
  let number: OperationID

  init(_ number: OperationID, _ probe: any Probe, blocks: Int) {
    self.number = number
    super.init()
    for index in 0..<blocks {
      addExecutionBlock { probe.run(Callback(number, index: index + 1)) }
    }
  }
}

private final class ConditionalOperation: TaskOperation, @unchecked Sendable {
  // Safety: the condition is atomic, the rest constant.
  private let condition = Atomic<Bool>(false)

  override var isReady: Bool {
    let entry = probe.enter(Callback(number, .isReady))
    defer { probe.leave(entry) }
    return condition.load(ordering: .sequentiallyConsistent) && super.isReady
  }

  func set(_ value: Bool) { condition.store(value, ordering: .sequentiallyConsistent) }

  func notifyReady() {
    willChangeValue(for: \.isReady)
    didChangeValue(for: \.isReady)
  }
}

private final class FlaggedOperation: TaskOperation, @unchecked Sendable {
  // Safety: constants only.
  override var isAsynchronous: Bool { true }
}

private final class AsynchronousOperation: TaskOperation, @unchecked Sendable {
  // Safety: the flags are atomic, the rest constant.
  private let executing = Atomic<Bool>(false)
  private let finished = Atomic<Bool>(false)

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { executing.load(ordering: .sequentiallyConsistent) }
  override var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }
  override func start() { probe.run(Callback(number, .start)) }

  func reportExecuting() {
    willChangeValue(for: \.isExecuting)
    executing.store(true, ordering: .sequentiallyConsistent)
    didChangeValue(for: \.isExecuting)
  }

  func reportFinished() {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    executing.store(false, ordering: .sequentiallyConsistent)
    finished.store(true, ordering: .sequentiallyConsistent)
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
  }

  func storeFinished() {
    executing.store(false, ordering: .sequentiallyConsistent)
    finished.store(true, ordering: .sequentiallyConsistent)
  }

  func notifyFinished() {
    willChangeValue(for: \.isFinished)
    didChangeValue(for: \.isFinished)
  }
}

final class FoundationSession: TableSession {
  /// Makes the operation that a program has under a number; its one body is the probe.
  typealias MakeTask = @Sendable (OperationID) -> Operation

  private let probe: any Probe
  private let makeTask: MakeTask
  /// The dispatch queues that the program numbers.
  let dispatchQueues = NumberedQueues<DispatchQueue, Never> { DispatchQueue(underlyingNumber: $0) }
  let queues = ObjectTable<OperationQueue>()
  let operations = ObjectTable<Operation>()
  // Nil without a main queue.
  private let mainQueue = Mutex<MainQueueLease?>(nil)

  /// Begins a program.
  ///
  /// - Parameters:
  ///   - probe: what is called wherever client code is.
  ///   - makeTask: makes operations of kind *task*; nil overrides `main` and nothing else.
  init(_ probe: any Probe, makeTask: MakeTask? = nil) {
    self.probe = probe
    self.makeTask = makeTask ?? { TaskOperation($0, probe) }
  }

  func make(_ queue: QueueID) { queues.append(OperationQueue(), at: queue.index) }

  func makeMain(_ queue: QueueID) {
    mainQueue.withLock { $0 = $0 ?? MainQueueLease() }
    queues.append(.main, at: queue.index)
  }

  func runMainLoop() { mainQueue.withLock(\.self)?.run() }

  func endMainLoop() { mainQueue.withLock(\.self)?.end() }

  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int) {
    let object: Operation =
      switch kind {
      case .block: NumberedBlockOperation(operation, probe, blocks: blocks)
      case .base: BaseOperation(operation)
      case .conditional: ConditionalOperation(operation, probe)
      case .asynchronous: AsynchronousOperation(operation, probe)
      case .flagged: FlaggedOperation(operation, probe)
      // Of the other kinds programs have none, but for tasks.
      default: makeTask(operation)
      }
    operations.append(object, at: operation.index)
  }

  /// Foundation throws nothing.
  func outcome(of failure: Never) -> Outcome {}

  func perform(_ command: Command, on queue: OperationQueue) -> Outcome {
    let operands = command.operands.compactMap { operations[$0.index] }
    switch command.verb {
    case .add:
      guard let operation = operands.first else { return .unsupported }
      queue.addOperation(operation)
    case .addGroup, .addGroupWaiting:
      guard operands.count == command.operands.count else { return .unsupported }
      queue.addOperations(operands, waitUntilFinished: command.verb == .addGroupWaiting)
    case .addBlock, .addBarrier:
      guard let body = command.operands.first else { return .unsupported }
      let probe = probe
      if command.verb == .addBlock {
        queue.addOperation { probe.run(Callback(body)) }
      } else {
        queue.addBarrierBlock { probe.run(Callback(body)) }
      }
    case .suspend: queue.isSuspended = true
    case .resume: queue.isSuspended = false
    case .setLimit: queue.maxConcurrentOperationCount = command.integer ?? -1
    case .cancelAll: queue.cancelAllOperations()
    case .waitAll: queue.waitUntilAllOperationsAreFinished()
    case .isSuspended: return .returned(.boolean(queue.isSuspended))
    case .limit: return .returned(.integer(queue.maxConcurrentOperationCount))
    case .operations: return .returned(.operations(numbers(queue.operations)))
    case .operationCount: return .returned(.integer(queue.operationCount))
    case .isCurrent: return .returned(.boolean(OperationQueue.current === queue))
    case .isMain: return .returned(.boolean(OperationQueue.main === queue))
    default: return performProperty(command, on: queue)
    }
    return .done
  }

  func perform(
    _ command: Command, _ number: OperationID, on operation: Operation
  ) -> Outcome {
    performState(command, on: operation)
      ?? performChange(command, number, on: operation)
      ?? performProperty(command, on: operation)
      ?? performCustom(command, on: operation)
  }

  private func performState(_ command: Command, on operation: Operation) -> Outcome? {
    switch command.verb {
    case .isReady: .returned(.boolean(operation.isReady))
    case .isExecuting: .returned(.boolean(operation.isExecuting))
    case .isFinished: .returned(.boolean(operation.isFinished))
    case .isCancelled: .returned(.boolean(operation.isCancelled))
    case .isAsynchronous: .returned(.boolean(operation.isAsynchronous))
    case .dependencies: .returned(.operations(numbers(operation.dependencies)))
    case .priority:
      .returned(.priority(Priority(rawValue: operation.queuePriority.rawValue) ?? .normal))
    case .executionBlockCount:
      (operation as? BlockOperation).map { .returned(.integer($0.executionBlocks.count)) }
    default: nil
    }
  }

  private func performChange(
    _ command: Command, _ number: OperationID, on operation: Operation
  ) -> Outcome? {
    let probe = probe
    switch command.verb {
    case .addDependency, .removeDependency:
      guard let operand = command.operands.first, let other = operations[operand.index] else {
        return .unsupported
      }
      if command.verb == .addDependency {
        operation.addDependency(other)
      } else {
        operation.removeDependency(other)
      }
    case .setPriority:
      guard case .priority(let priority) = command.argument,
        let level = Operation.QueuePriority(rawValue: priority.rawValue)
      else { return .unsupported }
      operation.queuePriority = level
    case .setCompletion:
      let index = command.integer ?? 0
      let block: @Sendable () -> Void = { probe.run(Callback(number, .completion, index: index)) }
      operation.completionBlock = index == 0 ? nil : block
    case .addExecutionBlock:
      guard let block = operation as? BlockOperation else { return .unsupported }
      let index = command.integer ?? 1
      block.addExecutionBlock { probe.run(Callback(number, index: index)) }
    case .cancel: operation.cancel()
    case .start: operation.start()
    case .wait: operation.waitUntilFinished()
    default: return nil
    }
    return .done
  }

  private func performCustom(_ command: Command, on operation: Operation) -> Outcome {
    switch (command.verb, operation, command.argument) {
    case (.setCondition, let operation as ConditionalOperation, .boolean(let value)):
      operation.set(value)
    case (.notifyReady, let operation as ConditionalOperation, _): operation.notifyReady()
    case (.reportExecuting, let operation as AsynchronousOperation, _):
      operation.reportExecuting()
    case (.reportFinished, let operation as AsynchronousOperation, _): operation.reportFinished()
    case (.storeFinished, let operation as AsynchronousOperation, _): operation.storeFinished()
    case (.notifyFinished, let operation as AsynchronousOperation, _): operation.notifyFinished()
    default: return .unsupported
    }
    return .done
  }

  /// The program's numbers of operations.
  ///
  /// Objects of a class that knows no numbers are looked up among those that the program has not
  /// dropped; others are left out.
  private func numbers(_ objects: [Operation]) -> [OperationID] {
    objects.compactMap { object in
      (object as? any Numbered)?.number
        ?? operations.firstIndex { $0 === object }.map { OperationID($0) }
    }
  }
}

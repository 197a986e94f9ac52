import OQAdapters
import OQHistory
import OQReference
import OQSpecification

/// The reference queue, or a variant of it, as a subject.
package struct ReferenceSubject: Subject {
  /// Name, version, capabilities.
  package let description: SubjectDescription
  private let behavior: Behavior
  private let pacing: Pacing
  private let pool: WorkerPool
  private let tellsMoments: Bool

  /// What the reference queue offers.
  package static let capabilities: [Capability] = [
    .raises, .catchableRaises, .manualStart, .subclassMain, .blockOperations, .completionBlocks,
    .groupAdd, .priorities, .operationWait, .queueWait, .listing, .barrier, .customReady,
    .customAsync, .weakReferences, .names, .rawPriorities, .qos, .progress, .underlyingQueue,
    .invocation, .exceptions, .kvo, .threadIdentity, .currentQueue, .threadPriority, .mainQueue,
    .blockConcurrency,
  ]

  /// The reference queue with a behavior.
  ///
  /// - Parameters:
  ///   - name: the name of the subject.
  ///   - behavior: every decision of the queue.
  ///   - pacing: how promptly it acts.
  ///   - tellsMoments: whether the log is told when calls can have taken effect and tasks were
  ///     under way.
  package init(
    name: String = "reference", behavior: Behavior = .standard, pacing: Pacing = .prompt,
    tellsMoments: Bool = false
  ) {
    description = SubjectDescription(
      name: name, version: "1", capabilities: ReferenceSubject.capabilities)
    self.behavior = behavior
    self.pacing = pacing
    self.tellsMoments = tellsMoments
    pool = WorkerPool(growth: pacing.growth)
  }

  /// See ``Subject/session(_:)``.
  package func session(_ probe: any Probe) -> any Session {
    let witness: @Sendable (OQReference.Moment) -> Void = { probe.note(OQAdapters.Moment($0)) }
    return ReferenceSession(
      ReferenceWorld(
        behavior: behavior, pacing: pacing, pool: pool, witness: tellsMoments ? witness : nil),
      probe)
  }
}

extension OQAdapters.Moment {
  fileprivate init(_ moment: OQReference.Moment) {
    switch moment {
    case .locked: self = .callBegins
    case .unlocking: self = .callEnds
    case .taskBegins: self = .taskBegins
    case .taskEnded: self = .taskEnded
    }
  }
}

final class ReferenceSession: TableSession {
  let world: ReferenceWorld
  let probe: any Probe
  /// What tasks throw.
  let errors = TaskErrors()
  /// What methods were called with.
  let invocations = InvocationLog()
  let queues = ObjectTable<ReferenceQueue>()
  let operations = ObjectTable<ReferenceOperation>()
  // The world numbers its objects itself; the program's numbers are needed on the way back.
  private let numbers = NumberTable<OQReference.OperationID>()

  init(_ world: ReferenceWorld, _ probe: any Probe) {
    self.world = world
    self.probe = probe
  }

  // The session is gone when its program is over: whatever is parked must not outlive it.
  deinit { world.tearDown() }

  func make(_ queue: OQHistory.QueueID) { queues.append(world.makeQueue(), at: queue.index) }

  func makeMain(_ queue: OQHistory.QueueID) { queues.append(world.mainQueue, at: queue.index) }

  func runMainLoop() { world.runMainLoop() }

  func endMainLoop() { world.endMainLoop() }

  func make(_ operation: OQHistory.OperationID, kind: Program.Kind, blocks: Int) {
    let (probe, errors) = (probe, errors)
    let object: ReferenceOperation
    switch kind {
    case .block:
      let bodies = (0..<blocks).map { index -> ReferenceWorld.Body in
        { _ in try errors.run(Callback(operation, index: index + 1), probe) }
      }
      object = world.makeBlockOperation(bodies)
    case .base: object = world.makeOperation()
    case .conditional:
      object = world.makeConditionalOperation(
        getter: { probe.run(Callback(operation, .isReady)) }
      ) { _ in try errors.run(Callback(operation), probe) }
    case .asynchronous:
      object = world.makeAsynchronousOperation { _ in probe.run(Callback(operation, .start)) }
    case .flagged:
      object = world.makeFlaggedOperation { _ in try errors.run(Callback(operation), probe) }
    case .invocation, .procedure:
      guard let made = makeInvocation(operation, method: methodNumber(kind)) else { return }
      object = made
    default: object = world.makeOperation { _ in try errors.run(Callback(operation), probe) }
    }
    numbers.note(object.id, operation.index)
    operations.append(object, at: operation.index)
  }

  func outcome(of failure: any Error) -> Outcome { .rejected(rejection(failure)) }

  func perform(
    _ command: Command, on queue: ReferenceQueue
  ) throws -> Outcome {
    let operands = command.operands.compactMap { operations[$0.index] }
    switch command.verb {
    case .add:
      guard let operation = operands.first else { return .unsupported }
      try queue.addOperation(operation)
    case .addGroup, .addGroupWaiting:
      guard operands.count == command.operands.count else { return .unsupported }
      try queue.addOperations(
        operands, waitUntilFinished: command.verb == .addGroupWaiting)
    case .addBlock, .addBarrier:
      guard let body = command.operands.first else { return .unsupported }
      let probe = probe
      if command.verb == .addBlock {
        queue.addBlock { probe.run(Callback(body)) }
      } else {
        queue.addBarrierBlock { probe.run(Callback(body)) }
      }
    case .suspend: queue.isSuspended = true
    case .resume: queue.isSuspended = false
    case .setLimit: try queue.setMaxConcurrentOperationCount(command.integer ?? -1)
    case .cancelAll: queue.cancelAllOperations()
    case .observeQueue:
      guard let observer = observer(command) else { return .unsupported }
      try queue.observe(observer.property, observer.run)
    case .waitAll: queue.waitUntilAllOperationsAreFinished()
    case .isSuspended: return .returned(.boolean(queue.isSuspended))
    case .limit: return .returned(.integer(queue.maxConcurrentOperationCount))
    case .operations: return .returned(.operations(identities(queue.operations)))
    case .operationCount: return .returned(.integer(queue.operationCount))
    case .isMain: return .returned(.boolean(world.mainQueue === queue))
    case .isCurrent: return .returned(.boolean(queue.isCurrent))
    default: return try performProperty(command, on: queue)
    }
    return .done
  }

  func perform(
    _ command: Command, _ id: OQHistory.OperationID, on operation: ReferenceOperation
  ) throws -> Outcome {
    switch command.verb {
    case .addDependency, .removeDependency:
      guard let operand = command.operands.first, let other = operations[operand.index] else {
        return .unsupported
      }
      if command.verb == .addDependency {
        try operation.addDependency(other)
      } else {
        operation.removeDependency(other)
      }
    case .setPriority:
      if case .priority(let priority) = command.argument {
        operation.queuePriority = priority.rawValue
      }
    case .setThreadPriority: operation.threadPriority = command.integer ?? 0
    case .setCompletion:
      let probe = probe
      let number = command.integer ?? 0
      let block: @Sendable () -> Void = { probe.run(Callback(id, .completion, index: number)) }
      try operation.setCompletionBlock(number == 0 ? nil : block)
    case .addExecutionBlock:
      let probe = probe
      let number = command.integer ?? 1
      try operation.addExecutionBlock { _ in probe.run(Callback(id, index: number)) }
    case .observe:
      guard let observer = observer(command) else { return .unsupported }
      try operation.observe(observer.property, observer.run)
    case .cancel: operation.cancel()
    case .start: try operation.start()
    case .wait: operation.waitUntilFinished()
    case .setCondition:
      guard case .boolean(let value) = command.argument else { return .unsupported }
      operation.setCondition(value)
    case .notifyReady: operation.notifyReady()
    case .reportExecuting: operation.reportExecuting()
    case .reportFinished: operation.reportFinished()
    case .storeFinished: operation.storeFinished()
    case .notifyFinished: operation.notifyFinished()
    default: return try performRead(command, id, on: operation)
    }
    return .done
  }

  /// The observer that a command attaches.
  private func observer(
    _ command: Command
  ) -> (property: OQReference.Property, run: @Sendable () -> Void)? {
    guard case .observer(let named, let observer) = command.argument,
      let property = OQReference.Property(rawValue: named.rawValue)
    else { return nil }
    let probe = probe
    return (property, { probe.run(Callback(observer, .observer)) })
  }

  private func performRead(
    _ command: Command, _ id: OQHistory.OperationID, on operation: ReferenceOperation
  ) throws -> Outcome {
    switch command.verb {
    case .isReady: return .returned(.boolean(operation.isReady))
    case .isExecuting: return .returned(.boolean(operation.isExecuting))
    case .isFinished: return .returned(.boolean(operation.isFinished))
    case .isCancelled: return .returned(.boolean(operation.isCancelled))
    case .isAsynchronous: return .returned(.boolean(operation.isAsynchronous))
    case .dependencies: return .returned(.operations(identities(operation.dependencies)))
    case .priority:
      return .returned(.priority(OQHistory.Priority(rawValue: operation.queuePriority) ?? .normal))
    case .executionBlockCount: return .returned(.integer(operation.executionBlockCount))
    case .threadPriority: return .returned(.integer(operation.threadPriority))
    case .runsAt: return .returned(.boolean(operation.isThreadPriorityCurrent))
    default: return try performProperty(command, id, on: operation)
    }
  }

  private func identities(_ objects: [ReferenceOperation]) -> [OQHistory.OperationID] {
    objects.compactMap { numbers[$0.id].map { OQHistory.OperationID($0) } }
  }
}

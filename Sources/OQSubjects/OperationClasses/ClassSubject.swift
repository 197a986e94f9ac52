import Foundation
import OQAdapters
import OQHistory
import OQSpecification
import Synchronization

/// Foundation's queue with operations of one class: the class is the subject, the queue its host.
///
/// On Linux Foundation is the only host there is for subclasses of its Operation. It offers no
/// observers of key paths; what a class announces shows in what the queue, its dependents and
/// waiters do.
package struct ClassSubject: Subject {
  /// What command lines put before the name of a bundled class.
  package static let prefix = "class:"

  /// Name, version, capabilities.
  package let description: SubjectDescription
  /// The name by which an executable that is started as a worker makes the subject.
  package let workerName: String
  /// What operations of the class override.
  package let nature: OperationNature
  private let make: @Sendable (@escaping OperationClass.Work) -> Operation
  private let controlClass: OperationClass

  /// What the host offers to programs about classes; a work that fails is the class's to handle.
  package static let capabilities: [Capability] = [
    .manualStart, .subclassMain, .completionBlocks, .groupAdd, .operationWait, .queueWait,
    .listing, .weakReferences, .threadIdentity, .exceptions,
  ]

  /// The class on its host.
  ///
  /// - Parameters:
  ///   - operationClass: the class.
  ///   - version: the version of the class.
  ///   - stepBound: longest time, in seconds, of one step of the class or its host.
  ///   - workerName: the name by which workers make it; nil takes the name of the subject.
  ///   - control: the class that is taken for correct; nil takes the bundled one of its nature.
  package init(
    _ operationClass: OperationClass, version: String = FoundationSubject().description.version,
    stepBound: Double = 5, workerName: String? = nil, control: OperationClass? = nil
  ) {
    let name = ClassSubject.prefix + operationClass.name
    description = SubjectDescription(
      name: name, version: version, capabilities: ClassSubject.capabilities, stepBound: stepBound)
    self.workerName = workerName ?? name
    nature = operationClass.nature
    make = operationClass.make
    controlClass = control ?? .correct(operationClass.nature)
  }

  /// A correct class of the same nature on the same host.
  package var control: ClassSubject { ClassSubject(controlClass) }

  /// See ``Subject/session(_:)``.
  package func session(_ probe: any Probe) -> any Session { ClassSession(probe, make) }
}

/// The objects of one program about a class.
private final class ClassSession: Session {
  private let probe: any Probe
  private let make: @Sendable (@escaping OperationClass.Work) -> Operation
  private let queues = ObjectTable<OperationQueue>()
  private let operations = ObjectTable<Operation>()
  private let failing = Mutex<Set<OperationID>>([])

  init(
    _ probe: any Probe, _ make: @escaping @Sendable (@escaping OperationClass.Work) -> Operation
  ) {
    self.probe = probe
    self.make = make
  }

  func make(_ queue: QueueID) { queues.append(OperationQueue(), at: queue.index) }

  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int) {
    // The other kinds need what the host of a class does not declare.
    guard kind == .task else { return operations.append(nil, at: operation.index) }
    let probe = probe
    let object = make { [weak self] in
      probe.run(Callback(operation))
      if self?.failing.withLock({ $0.contains(operation) }) ?? false { throw WorkError() }
    }
    operations.append(object, at: operation.index)
  }

  func drop(_ handle: Handle) {
    switch handle {
    case .operation(let operation): operations.drop(operation.index)
    case .queue(let queue): queues.drop(queue.index)
    }
  }

  func perform(_ command: Command) -> Outcome {
    switch command.target {
    case .queue(let queue):
      guard let object = queues[queue.index] else { return .unsupported }
      return perform(command, on: object)
    case .operation(let operation):
      if command.verb == .throwError {
        failing.withLock { _ = $0.insert(operation) }
        return .done
      }
      guard let object = operations[operation.index] else { return .unsupported }
      return read(command.verb, of: object) ?? perform(command, operation, on: object)
    }
  }

  private func perform(_ command: Command, on queue: OperationQueue) -> Outcome {
    let operands = command.operands.compactMap { operations[$0.index] }
    let probe = probe
    switch command.verb {
    case .add:
      guard let operation = operands.first else { return .unsupported }
      queue.addOperation(operation)
    case .addGroup, .addGroupWaiting:
      guard operands.count == command.operands.count else { return .unsupported }
      queue.addOperations(operands, waitUntilFinished: command.verb == .addGroupWaiting)
    case .addBlock:
      guard let body = command.operands.first else { return .unsupported }
      queue.addOperation { probe.run(Callback(body)) }
    case .suspend: queue.isSuspended = true
    case .resume: queue.isSuspended = false
    case .setLimit: queue.maxConcurrentOperationCount = command.integer ?? -1
    case .cancelAll: queue.cancelAllOperations()
    case .waitAll: queue.waitUntilAllOperationsAreFinished()
    case .isSuspended: return .returned(.boolean(queue.isSuspended))
    case .limit: return .returned(.integer(queue.maxConcurrentOperationCount))
    case .operations: return .returned(.operations(numbers(queue.operations)))
    case .operationCount: return .returned(.integer(queue.operationCount))
    default: return .unsupported
    }
    return .done
  }

  private func read(_ verb: Verb, of operation: Operation) -> Outcome? {
    switch verb {
    case .isReady: .returned(.boolean(operation.isReady))
    case .isExecuting: .returned(.boolean(operation.isExecuting))
    case .isFinished: .returned(.boolean(operation.isFinished))
    case .isCancelled: .returned(.boolean(operation.isCancelled))
    case .isAsynchronous: .returned(.boolean(operation.isAsynchronous))
    case .dependencies: .returned(.operations(numbers(operation.dependencies)))
    case .hasCompletion: .returned(.boolean(operation.completionBlock != nil))
    default: nil
    }
  }

  private func perform(
    _ command: Command, _ number: OperationID, on operation: Operation
  ) -> Outcome {
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
    case .setCompletion:
      let index = command.integer ?? 0
      let block: @Sendable () -> Void = { probe.run(Callback(number, .completion, index: index)) }
      operation.completionBlock = index == 0 ? nil : block
    case .cancel: operation.cancel()
    case .start: operation.start()
    case .wait: operation.waitUntilFinished()
    default: return .unsupported
    }
    return .done
  }

  /// The program's numbers of operations; those that it has dropped are left out.
  private func numbers(_ objects: [Operation]) -> [OperationID] {
    objects.compactMap { object in
      operations.firstIndex { $0 === object }.map { OperationID($0) }
    }
  }
}

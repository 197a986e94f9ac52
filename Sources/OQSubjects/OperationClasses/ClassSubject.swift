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
package struct ClassSubject: OperationClassSubject {
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
    .listing, .weakReferences, .threadIdentity, .exceptions, .priorities, .names, .qos,
    .customAsync, .customReady,
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

  /// See ``OperationClassSubject/correct``.
  package var correct: any Subject { control }

  /// Classes finish or work on the main queue and the main run loop, as applications have them do.
  package var firstThread: (any FirstThreadService)? { MainLoopService.shared }

  /// A class is not its own canary: what it never does proves nothing of the queue.
  package var standIn: (any Subject)? { control }

  /// See ``Subject/session(_:)``.
  package func session(_ probe: any Probe) -> any Session { ClassSession(probe, make) }
}

/// The objects of one program about a class: those of its host, whose tasks are of the class.
private final class ClassSession: Session {
  private let host: FoundationSession
  private let failures = Failures()

  init(
    _ probe: any Probe, _ make: @escaping @Sendable (@escaping OperationClass.Work) -> Operation
  ) {
    let failures = failures
    host = FoundationSession(probe) { operation in
      make {
        probe.run(Callback(operation))
        try failures.end(operation)
      }
    }
  }

  func make(_ queue: QueueID) { host.make(queue) }

  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int) {
    // The other kinds need what the host of a class does not declare.
    if kind == .task { host.make(operation, kind: kind, blocks: blocks) }
  }

  func drop(_ handle: Handle) { host.drop(handle) }

  func perform(_ command: Command) -> Outcome {
    guard command.verb == .throwError, let operation = command.operation else {
      return host.perform(command)
    }
    failures.ask(operation)
    return .done
  }
}

/// The operations whose work is asked to fail.
private final class Failures: Sendable {
  private let asked = Mutex<Set<OperationID>>([])

  func ask(_ operation: OperationID) { asked.withLock { _ = $0.insert(operation) } }

  /// The end of an operation's work.
  func end(_ operation: OperationID) throws {
    if asked.withLock({ $0.contains(operation) }) { throw WorkError() }
  }
}

/// A command that the contract forbids; nothing has changed when it is thrown.
package enum Misuse: Error, Equatable, Sendable {
  /// start: a dependency is unfinished.
  case startBeforeReady
  /// start: the operation belongs to a queue.
  case startWhileQueued
  /// start: the operation was started and has not finished.
  case startWhileExecuting
  /// start: the operation has finished; only where the guide is followed.
  case startAfterFinish
  /// add: the operation is in a queue, this one or another.
  case addWhileQueued
  /// add: the operation was started and has not finished.
  case addWhileExecuting
  /// add: the operation has finished.
  case addAfterFinish
  /// addOperations: an operation occurs twice in the group.
  case groupRepeatsOperation
  /// addDependency: an operation cannot depend on itself.
  case dependsOnItself
  /// addDependency: the operation was started already; allowed, and no guard here asks for it.
  case dependencyAfterStart
  /// setMaxConcurrentOperationCount: negative and not -1; the value is attached.
  case negativeLimit(Int)
  /// setCompletionBlock: the operation executes or has finished; only where the guide is followed.
  case completionAfterStart
  /// addExecutionBlock: the operation executes or has finished.
  case blockAfterStart
  /// addExecutionBlock: the operation is not a block operation.
  case notABlockOperation
  /// The underlying queue: the queue holds operations.
  case underlyingWhileBusy
  /// observe: no observer of the property is accepted.
  case notObservable
}

extension Misuse: CustomStringConvertible {
  /// The reason in words.
  package var description: String {
    switch self {
    case .startBeforeReady: "start: the operation is not ready"
    case .startWhileQueued: "start: the operation is in a queue"
    case .startWhileExecuting: "start: the operation was started already"
    case .startAfterFinish: "start: the operation has finished"
    case .addWhileQueued: "add: the operation is in a queue already"
    case .addWhileExecuting: "add: the operation is executing"
    case .addAfterFinish: "add: the operation has finished"
    case .groupRepeatsOperation: "add: the group holds the same operation twice"
    case .dependsOnItself: "add dependency: an operation cannot depend on itself"
    case .dependencyAfterStart: "add dependency: the operation was started already"
    case .negativeLimit(let count): "set limit: the count \(count) is negative"
    case .completionAfterStart: "set completion block: the operation was started already"
    case .blockAfterStart: "add block: the operation was started already"
    case .notABlockOperation: "add block: not a block operation"
    case .underlyingWhileBusy: "set underlying queue: the queue holds operations"
    case .notObservable: "observe: the property cannot be observed"
    }
  }
}

/// The answer of a guard that admits a command.
package enum Admission: Equatable, Sendable {
  /// The command takes effect.
  case accept
  /// The command returns and has no effect.
  case ignore
  /// The command throws and has no effect.
  case reject(Misuse)
}

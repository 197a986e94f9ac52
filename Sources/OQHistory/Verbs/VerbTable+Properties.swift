import OQSpecification

extension VerbTable {
  /// Verbs of properties on which no order depends.
  ///
  /// Texts and objects are told apart by numbers, so that every value has a fixed size: name 3 is
  /// the text that ``NumberedName`` makes of 3.
  static let properties: [Entry] = [
    row("set-name", .operation, .integer, needs: [.names], "gives the operation the name N"),
    row(
      "name", .operation, result: .integer, needs: [.names],
      "reads the number of the operation's name: 0 without one, -1 for any other text"),
    row("set-queue-name", .queue, .integer, needs: [.names], "gives the queue the name N"),
    row(
      "queue-name", .queue, result: .integer, needs: [.names],
      "reads the number of the queue's name: 0 without one, -1 for any other text"),
    row(
      "set-raw-priority", .operation, .integer, needs: [.priorities, .rawPriorities],
      "sets the queue priority to an integer"),
    row(
      "has-completion", .operation, result: .boolean, needs: [.completionBlocks],
      "reads whether a completion block is installed"),
    row(
      "set-qos", .operation, .integer, needs: [.qos],
      "sets the quality of service: 33, 25, 17, 9, or -1 for default"),
    row("qos", .operation, result: .integer, needs: [.qos], "reads the quality of service"),
    row(
      "set-queue-qos", .queue, .integer, needs: [.qos],
      "sets the quality of service of the queue: 33, 25, 17, 9, or -1 for default"),
    row(
      "queue-qos", .queue, result: .integer, needs: [.qos],
      "reads the quality of service of the queue"),
    row(
      "set-progress-total", .queue, .integer, needs: [.progress],
      "sets the total unit count of the queue's progress"),
    row(
      "progress", .queue, result: .integer, needs: [.progress],
      "reads the completed unit count of the queue's progress"),
    row(
      "set-underlying", .queue, .integer, needs: [.underlyingQueue], rejected: true,
      "makes underlying queue N that of the queue; 0 takes it away"),
    row(
      "underlying", .queue, result: .integer, needs: [.underlyingQueue],
      "reads the number of the underlying queue: 0 without one, -1 for one of no number"),
    row(
      "underlying-key", .queue, result: .integer, needs: [.underlyingQueue],
      "reads the number of the underlying queue on which the calling code runs, or 0"),
    row(
      "throw", .operation, .none, needs: [.exceptions],
      "in the task of the operation: an error leaves the task when its script has ended"),
    row(
      "receiver", .operation, result: .integer, needs: [.invocation],
      "reads the number of the object whose method was called last for the operation"),
    row(
      "method", .operation, result: .integer, needs: [.invocation],
      "reads the number of the method that was called last for the operation"),
    row(
      "argument", .operation, result: .integer, needs: [.invocation],
      "reads the number of the argument that this method got; 0 for none"),
    row(
      "result", .operation, result: .integer, needs: [.invocation], rejected: true,
      "reads the result of the invocation operation; 0 for none"),
    row(
      "make-invocation", .operation, .integer, result: .boolean, needs: [.invocation],
      "reads whether an operation can be made of the target and its method N"),
  ]
}

extension Verb {
  /// Whether the model says nothing of the verb: its call takes effect without any step, and may
  /// return anything.
  package var isBesideModel: Bool { isBesideOrder && self != .setRawPriority }

  /// Whether the verb is about a property on which no order depends.
  package var isBesideOrder: Bool {
    switch self {
    case .setName, .name, .setQueueName, .queueName, .setRawPriority, .hasCompletion, .setQuality,
      .quality, .setQueueQuality, .queueQuality, .setProgressTotal, .progress,
      .setUnderlyingQueue, .underlyingQueue, .underlyingKey, .throwError, .receiver, .method,
      .methodArgument, .result, .makesInvocation:
      true
    default: false
    }
  }
}

/// What invocation operations are made of, as numbers.
///
/// Each operation has a target of its own, an argument and a value that its method returns; all of
/// them occur nowhere else.
package enum InvocationNumbers {
  /// The number of the target of an operation.
  package static func receiver(of operation: OperationID) -> Int { 1_000_000 + operation.index }
  /// The number of the argument of an operation.
  package static func argument(of operation: OperationID) -> Int { 2_000_000 + operation.index }
  /// What the method of an operation returns.
  package static func result(of operation: OperationID) -> Int { 3_000_000 + operation.index }
  /// The method that returns a value.
  package static let method = 1
  /// The method that returns nothing.
  package static let procedure = 2
  /// A method with two arguments.
  package static let methodOfTwo = 3
  /// A method that no target has.
  package static let unknownMethod = 4
}

/// Names that programs give, as numbers.
package enum NumberedName {
  /// The name with a number.
  ///
  /// - Parameter number: from 1.
  /// - Returns: a text that no implementation chooses by itself.
  package static func text(_ number: Int) -> String { "name \(number)" }

  /// The number of a name.
  ///
  /// - Parameter text: a name as the implementation gives it.
  /// - Returns: its number; 0 for none or an empty one, -1 for a text that no program gives.
  package static func number(_ text: String?) -> Int {
    guard let text, !text.isEmpty else { return 0 }
    guard text.hasPrefix("name "), let number = Int(text.dropFirst(5)), number > 0 else {
      return -1
    }
    return number
  }
}

/// One API call: a verb, the object it is called on, and its argument.
package struct Command: Sendable, Hashable {
  /// The second parameter of a call.
  package enum Argument: Sendable, Hashable {
    case none
    case operation(OperationID)
    case operations([OperationID])
    case integer(Int)
    case priority(Priority)
    case boolean(Bool)
    /// A property, and the operation of kind `observer` that stands for the observer.
    case observer(Property, OperationID)
  }

  /// What is called.
  package let verb: Verb
  /// The object it is called on.
  package let target: Handle
  /// The second parameter, `.none` for verbs without one.
  package let argument: Argument

  /// Makes a command whose parts must fit the verb's row in ``VerbTable``.
  ///
  /// - Parameters:
  ///   - verb: what is called.
  ///   - target: a queue for a verb of the queue family, else an operation.
  ///   - argument: of the kind that the verb's row names.
  package init(_ verb: Verb, _ target: Handle, _ argument: Argument = .none) {
    precondition(
      Command.fits(verb, target, argument), "\(verb) does not take \(target), \(argument)")
    self.verb = verb
    self.target = target
    self.argument = argument
  }

  /// A command on a queue.
  ///
  /// - Parameters:
  ///   - verb: a verb of the queue family.
  ///   - queue: the target.
  ///   - argument: of the kind that the verb's row names.
  package init(_ verb: Verb, _ queue: QueueID, _ argument: Argument = .none) {
    self.init(verb, .queue(queue), argument)
  }

  /// A command on an operation.
  ///
  /// - Parameters:
  ///   - verb: a verb of the operation family.
  ///   - operation: the target.
  ///   - argument: of the kind that the verb's row names.
  package init(_ verb: Verb, _ operation: OperationID, _ argument: Argument = .none) {
    self.init(verb, .operation(operation), argument)
  }

  /// The target, where it is a queue.
  package var queue: QueueID? {
    if case .queue(let queue) = target { queue } else { nil }
  }

  /// The target, where it is an operation.
  package var operation: OperationID? {
    if case .operation(let operation) = target { operation } else { nil }
  }

  /// The operations named by the argument: one, a group, or none.
  package var operands: [OperationID] {
    switch argument {
    case .operation(let operation): [operation]
    case .operations(let operations): operations
    case .observer(_, let observer): [observer]
    case .none, .integer, .priority, .boolean: []
    }
  }

  /// The priority that the command gives to its operation, where it gives one.
  package var priority: Priority? {
    switch (verb, argument) {
    case (_, .priority(let priority)): priority
    case (.setRawPriority, .integer(let value)): Priority(adjusting: value)
    default: nil
    }
  }

  /// The property that is observed, where the command attaches an observer.
  package var property: Property? {
    if case .observer(let property, _) = argument { property } else { nil }
  }

  /// The integer argument, where there is one.
  package var integer: Int? {
    if case .integer(let value) = argument { value } else { nil }
  }

  /// Whether the command changes what the main queue may ignore: suspension, limit, cancellation of
  /// everything.
  package var changesSettings: Bool {
    switch verb {
    case .suspend, .resume, .setLimit, .cancelAll: true
    default: false
    }
  }

  private static func fits(_ verb: Verb, _ target: Handle, _ argument: Argument) -> Bool {
    let entry = verb.entry
    let targetFits =
      switch (entry.family, target) {
      case (.queue, .queue), (.operation, .operation): true
      default: false
      }
    let argumentFits =
      switch (entry.parameter, argument) {
      case (.none, .none), (.operation, .operation), (.operations, .operations),
        (.integer, .integer), (.priority, .priority), (.boolean, .boolean):
        true
      case (.observer, .observer(let property, _)): property.family == entry.family
      default: false
      }
    return targetFits && argumentFits
  }
}

/// How a command ended.
package enum Outcome: Sendable, Hashable {
  /// What a call returned.
  package enum Value: Sendable, Hashable {
    case none
    case boolean(Bool)
    case integer(Int)
    case operations([OperationID])
    case priority(Priority)
  }

  /// How a forbidden call was answered.
  package enum Rejection: String, Sendable, Hashable, CaseIterable {
    /// An error or exception that the caller could catch, of which no more is known.
    case raised
    /// A trap that ended the process inside the call.
    case trapped
    /// The error that the documents name for forbidden calls.
    case invalidArgument = "invalid-argument"
    /// The error for the result of a cancelled operation.
    case cancelledResult = "cancelled-result"
    /// The error for the result of a method that returns nothing.
    case voidResult = "void-result"
    /// The error that a task threw.
    case taskError = "task-error"
    /// An error with another name.
    case otherError = "other-error"
  }

  /// The call returned normally.
  case returned(Value)
  /// The call was answered by an error or a trap.
  case rejected(Rejection)
  /// The adapter does not offer the verb.
  case unsupported

  /// A normal return without a value.
  package static let done = Outcome.returned(.none)

  /// The boolean that a read returned, if it did.
  package var boolean: Bool? {
    if case .returned(.boolean(let value)) = self { value } else { nil }
  }

  /// The integer that a read returned, if it did.
  package var integer: Int? {
    if case .returned(.integer(let value)) = self { value } else { nil }
  }

  /// The list that a read returned, if it did.
  package var operations: [OperationID]? {
    if case .returned(.operations(let value)) = self { value } else { nil }
  }

  /// Whether the call was answered by an error or a trap.
  package var isRejection: Bool {
    if case .rejected = self { true } else { false }
  }

  /// Whether the call was answered by an error that the caller could catch.
  package var isRaise: Bool {
    if case .rejected(let rejection) = self { rejection != .trapped } else { false }
  }

  /// The error or trap by which the call was answered, if it was.
  package var rejection: Rejection? {
    if case .rejected(let rejection) = self { rejection } else { nil }
  }
}

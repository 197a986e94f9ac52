import OQHistory

/// An argument of a call, or what it returned, in names instead of positions.
package enum WireValue: Sendable, Hashable {
  case none
  case boolean(Bool)
  case integer(Int)
  /// A name, or the word of a priority.
  case word(String)
  /// Names.
  case words([String])

  /// Reads a member; nil for what no value looks like.
  init?(_ json: JSON?) {
    switch json {
    case nil, .null: self = .none
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .string(let value): self = .word(value)
    case .array:
      guard let words = json?.strings else { return nil }
      self = .words(words)
    case .decimal, .object: return nil
    }
  }

  /// The value of a member; nil where it is left out.
  var json: JSON? {
    switch self {
    case .none: nil
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .word(let value): .string(value)
    case .words(let values): .strings(values)
    }
  }
}

/// How an adapter says that a call ended.
package enum WireOutcome: Sendable, Hashable {
  /// It returned normally.
  case returned(WireValue)
  /// A definite error: it was answered by this error, and had no effect; a trap tells no tale.
  case raised(Outcome.Rejection)
  /// The adapter does not offer the verb.
  case unsupported
  /// An indefinite error: whether it had an effect, or will have one, is not known.
  case unknown

  /// The word on the wire.
  package var word: String {
    switch self {
    case .returned: "returned"
    case .raised: "raised"
    case .unsupported: "unsupported"
    case .unknown: "unknown"
    }
  }

  /// What a waist answers, in names.
  ///
  /// - Parameters:
  ///   - outcome: how a call ended; a trap never gets here.
  ///   - names: the names of operations.
  package init(_ outcome: Outcome, _ names: (OperationID) -> String) {
    switch outcome {
    case .rejected(let error): self = .raised(error)
    case .unsupported: self = .unsupported
    case .returned(let value):
      switch value {
      case .none: self = .returned(.none)
      case .boolean(let value): self = .returned(.boolean(value))
      case .integer(let value): self = .returned(.integer(value))
      case .operations(let operations): self = .returned(.words(operations.map(names)))
      case .priority(let priority): self = .returned(.word(priority.name))
      }
    }
  }
}

extension WireValue {
  /// The argument of a command, in names.
  init(_ argument: Command.Argument, _ names: (OperationID) -> String) {
    switch argument {
    case .none: self = .none
    case .operation(let operation): self = .word(names(operation))
    case .operations(let operations): self = .words(operations.map(names))
    case .integer(let value): self = .integer(value)
    case .priority(let priority): self = .word(priority.name)
    case .boolean(let value): self = .boolean(value)
    case .observer(let property, let observer):
      self = .words([property.rawValue, names(observer)])
    }
  }

  /// The argument that a verb takes; nil where the value does not fit.
  ///
  /// - Parameters:
  ///   - verb: the verb.
  ///   - operation: the operation with a name.
  /// - Returns: the argument.
  package func argument(
    of verb: Verb, _ operation: (String) -> OperationID?
  ) -> Command.Argument? {
    switch (verb.entry.parameter, self) {
    case (.none, .none): return Command.Argument.none
    case (.operation, .word(let name)): return operation(name).map { .operation($0) }
    case (.operations, .words(let names)):
      let operations = names.compactMap(operation)
      return operations.count == names.count ? .operations(operations) : nil
    case (.integer, .integer(let value)): return .integer(value)
    case (.priority, .word(let name)): return Priority(name: name).map { .priority($0) }
    case (.boolean, .boolean(let value)): return .boolean(value)
    case (.observer, .words(let names)):
      guard names.count == 2, let property = Property(rawValue: names[0]),
        let observer = operation(names[1])
      else { return nil }
      return .observer(property, observer)
    default: return nil
    }
  }

  /// The value that a verb returns; nil where it does not fit.
  ///
  /// - Parameters:
  ///   - verb: the verb.
  ///   - operation: the operation with a name.
  /// - Returns: the value.
  func result(of verb: Verb, _ operation: (String) -> OperationID?) -> Outcome.Value? {
    switch (verb.entry.result, self) {
    case (.none, _): return Outcome.Value.none
    case (.boolean, .boolean(let value)): return .boolean(value)
    case (.integer, .integer(let value)): return .integer(value)
    case (.operations, .words(let names)):
      let operations = names.compactMap(operation)
      return operations.count == names.count ? .operations(operations) : nil
    case (.priority, .word(let name)): return Priority(name: name).map { .priority($0) }
    default: return nil
    }
  }
}

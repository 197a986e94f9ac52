import OQHistory

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

extension WireOutcome {
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

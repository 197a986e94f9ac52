/// The words of commands, steps, callbacks and values, for programs and histories.
///
/// Public inside the package because findings and timelines speak in the same words.
package struct StepPrinter: Sendable {
  private let program: Program

  /// A printer that uses a program's names.
  ///
  /// - Parameter program: the program whose declarations give the names.
  package init(_ program: Program) { self.program = program }

  /// The name of an operation.
  package func name(_ operation: OperationID) -> String { program.operations[operation.index].name }

  /// The name of a queue.
  package func name(_ queue: QueueID) -> String { program.queues[queue.index].name }

  /// The name of an object.
  package func name(_ handle: Handle) -> String {
    switch handle {
    case .operation(let operation): name(operation)
    case .queue(let queue): name(queue)
    }
  }

  /// `x`, `x.2`, `x.completion`, `x.completion.2`, `x.is-ready`, with `#2` when repeated.
  package func text(_ callback: Callback) -> String {
    var text = name(callback.operation)
    if callback.point != .body { text += ".\(callback.point.name)" }
    if callback.index != 1 { text += ".\(callback.index)" }
    if callback.occurrence != 1 { text += "#\(callback.occurrence)" }
    return text
  }

  /// `setup`, `client2`, or the callback's text.
  package func text(_ lane: Lane) -> String {
    switch lane {
    case .setup: "setup"
    case .client(let number): "client\(number)"
    case .callback(let callback): text(callback)
    }
  }

  /// `add q x`.
  package func text(_ command: Command) -> String {
    let head = "\(command.verb.entry.name) \(name(command.target))"
    return switch command.argument {
    case .none: head
    case .operation(let operation): "\(head) \(name(operation))"
    case .operations(let operations): "\(head) \(text(operations))"
    case .integer(let value): "\(head) \(value)"
    case .priority(let priority): "\(head) \(priority.name)"
    case .boolean(let value): "\(head) \(value)"
    case .observer(let property, let observer):
      "\(head) \(property.rawValue) \(name(observer))"
    }
  }

  /// `true`, `3`, `a,b`, `-` (the empty list), `high`; empty for no value.
  package func text(_ value: Outcome.Value) -> String {
    switch value {
    case .none: ""
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .operations(let operations): text(operations)
    case .priority(let priority): priority.name
    }
  }

  /// A step's words, such as `until begin x`.
  package func text(_ step: Step) -> String {
    switch step {
    case .command(let command): text(command)
    case .hold: "hold"
    case .open(let callback): "open \(text(callback))"
    case .until(let condition): "until \(text(condition))"
    case .meet(let number): "meet \(number)"
    case .drop(let handle): "drop \(name(handle))"
    }
  }

  /// `begin x`, `end x`, `is-ready x`, `count q 0`.
  package func text(_ condition: Condition) -> String {
    switch condition {
    case .began(let callback): "begin \(text(callback))"
    case .ended(let callback): "end \(text(callback))"
    case .reads(let command, .boolean(true)): text(command)
    case .reads(let command, let value): "\(text(command)) \(text(value))"
    }
  }

  private func text(_ operations: [OperationID]) -> String {
    operations.isEmpty ? "-" : operations.map(name).joined(separator: ",")
  }
}

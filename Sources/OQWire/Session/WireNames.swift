import OQHistory

/// The names of one program on the wire, in both directions.
///
/// Canaries are operations and queues beyond those that the program declares; their names are none
/// that a program can declare.
package struct WireNames: Sendable {
  private let printer: StepPrinter
  private let operationCount: Int
  private let queueCount: Int
  // Looked up only, never iterated.
  private var operations: [String: OperationID] = [:]

  /// The lane of the calls that make what the declarations say.
  package static let setup = "setup"
  /// The lane of canaries.
  package static let canary = "-canary"
  private static let prefix = "-canary-"

  /// The lane of a client.
  static func client(_ number: Int) -> String { "client\(number)" }

  /// The names of a program.
  ///
  /// - Complexity: O(declarations).
  package init(_ program: Program) {
    printer = StepPrinter(program)
    operationCount = program.operations.count
    queueCount = program.queues.count
    for (index, operation) in program.operations.enumerated() {
      operations[operation.name] = OperationID(index)
    }
  }

  /// The name of an operation, a canary or not.
  package func name(_ operation: OperationID) -> String {
    operation.index < operationCount
      ? printer.name(operation) : "\(WireNames.prefix)\(operation.index - operationCount)"
  }

  /// The name of a queue, a canary's or not.
  package func name(_ queue: QueueID) -> String {
    queue.index < queueCount
      ? printer.name(queue) : "\(WireNames.prefix)queue-\(queue.index - queueCount)"
  }

  /// The name of an object.
  package func name(_ handle: Handle) -> String {
    switch handle {
    case .operation(let operation): name(operation)
    case .queue(let queue): name(queue)
    }
  }

  /// The operation with a name; nil where the program has none.
  package func operation(_ name: String) -> OperationID? {
    if let declared = operations[name] { return declared }
    guard name.hasPrefix(WireNames.prefix),
      let number = Int(name.dropFirst(WireNames.prefix.count)), number >= 0
    else { return nil }
    return OperationID(operationCount + number)
  }

  /// Whether an operation is a canary.
  package func isCanary(_ operation: OperationID) -> Bool { operation.index >= operationCount }

  /// The name of a lane.
  package func text(_ lane: Lane) -> String {
    switch lane {
    case .setup: WireNames.setup
    case .client(let number): WireNames.client(number)
    case .callback(let callback): text(callback)
    }
  }

  /// The name of a callback, without its occurrence.
  package func text(_ callback: Callback) -> String {
    CallbackName(
      operation: name(callback.operation), point: callback.point, index: callback.index
    ).text
  }

  /// The callback with a name; nil where the operation is none of the program's.
  package func callback(_ text: String) -> Callback? {
    guard let name = CallbackName(text), let operation = operation(name.operation) else {
      return nil
    }
    return Callback(operation, name.point, index: name.index)
  }
}

/// The name of a callback in its parts: `x`, `x.2`, `x.completion`, `x.completion.2`,
/// `x.is-ready`, `x.start`.
package struct CallbackName: Sendable, Hashable {
  /// The name of the operation.
  package let operation: String
  /// The kind of code.
  package let point: Point
  /// Number of the block or of the completion block, from 1.
  package let index: Int

  /// Puts a name together.
  package init(operation: String, point: Point, index: Int) {
    self.operation = operation
    self.point = point
    self.index = index
  }

  /// The name.
  package var text: String {
    var text = operation
    if point != .body { text += ".\(point.name)" }
    if index != 1 { text += ".\(index)" }
    return text
  }

  /// Reads a name; nil where it is none.
  ///
  /// - Parameter text: what ``text`` gives.
  package init?(_ text: String) {
    var parts = text.split(separator: ".", omittingEmptySubsequences: false)[...]
    guard let operation = parts.popFirst(), !operation.isEmpty else { return nil }
    self.operation = String(operation)
    if let word = parts.first,
      let point = Point.allCases.first(where: { $0 != .body && $0.name == word })
    {
      self.point = point
      parts.removeFirst()
    } else {
      point = .body
    }
    if let number = parts.popFirst() {
      guard let index = Int(number), index > 1, String(index) == number else { return nil }
      self.index = index
    } else {
      index = 1
    }
    guard parts.isEmpty else { return nil }
  }
}

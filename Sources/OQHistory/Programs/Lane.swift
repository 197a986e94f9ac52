/// A place where the implementation calls client code.
package enum Point: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// The task: the body, or one block of a block operation (index = number of the block).
  case body
  /// The completion block (index = number of the installed block).
  case completion
  /// An overridden `start`.
  case start
  /// An overridden `isReady`.
  case isReady
  /// An observer of a property; its operation is of kind `observer`.
  case observer
  /// The registration handler of a dispatch source.
  case registration
  /// The cancel handler of a dispatch source.
  case cancellation

  /// The word after the dot in a callback's text form; empty for the body.
  package var name: String {
    switch self {
    case .body: ""
    case .completion: "completion"
    case .start: "start"
    case .isReady: "is-ready"
    case .observer: "observer"
    case .registration: "registration"
    case .cancellation: "cancellation"
    }
  }

  /// Order of the cases.
  package static func < (left: Point, right: Point) -> Bool { left.rawValue < right.rawValue }
}

/// Client code that an implementation calls: which operation, at which point, which of several.
///
/// Text form: `x` (the body), `x.2` (the second block), `x.completion`, `x.completion.2`,
/// `x.is-ready`, `o.observer`; a repeated call of the same code carries its number, `x#2`.
package struct Callback: Sendable, Hashable, Comparable {
  /// The operation whose code is called.
  package let operation: OperationID
  /// The kind of code.
  package let point: Point
  /// Number of the block or of the completion block, from 1.
  package let index: Int
  /// Which call of this code it is, from 1; a correct queue calls a body once.
  package let occurrence: Int

  /// Names one call of client code.
  package init(
    _ operation: OperationID, _ point: Point = .body, index: Int = 1, occurrence: Int = 1
  ) {
    precondition(index >= 1 && occurrence >= 1, "callbacks are numbered from 1")
    self.operation = operation
    self.point = point
    self.index = index
    self.occurrence = occurrence
  }

  /// The same code, called for the first time: the key of a script.
  package var first: Callback { Callback(operation, point, index: index) }

  /// By operation, point, index, occurrence.
  package static func < (left: Callback, right: Callback) -> Bool {
    (left.operation, left.point, left.index, left.occurrence)
      < (right.operation, right.point, right.index, right.occurrence)
  }
}

/// A thread of the program: commands on one lane run in order, one at a time.
package enum Lane: Sendable, Hashable, Comparable {
  /// The harness itself, before the clients: it makes what the declarations say.
  case setup
  /// A client thread, numbered from 1.
  case client(Int)
  /// The thread on which a callback runs, from its entry to its return.
  case callback(Callback)

  /// The callback, where the lane is one.
  package var callback: Callback? {
    if case .callback(let callback) = self { callback } else { nil }
  }

  /// Setup, then clients, then callbacks.
  package static func < (left: Lane, right: Lane) -> Bool {
    switch (left, right) {
    case (.setup, .setup): false
    case (.setup, _): true
    case (_, .setup): false
    case (.client(let a), .client(let b)): a < b
    case (.client, .callback): true
    case (.callback, .client): false
    case (.callback(let a), .callback(let b)): a < b
    }
  }
}

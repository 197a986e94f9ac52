/// An operation of a program: its position among the declarations.
package struct OperationID: Sendable, Hashable, Comparable, Codable {
  /// Position in ``Program/operations``.
  package let index: Int

  /// Names the operation at a position.
  ///
  /// - Parameter index: position in the program's declarations, from 0.
  package init(_ index: Int) {
    precondition(index >= 0, "an operation has a position, not \(index)")
    self.index = index
  }

  /// Order of declaration.
  package static func < (left: OperationID, right: OperationID) -> Bool {
    left.index < right.index
  }
}

/// A queue of a program: its position among the declarations.
package struct QueueID: Sendable, Hashable, Comparable, Codable {
  /// Position in ``Program/queues``.
  package let index: Int

  /// Names the queue at a position.
  ///
  /// - Parameter index: position in the program's declarations, from 0.
  package init(_ index: Int) {
    precondition(index >= 0, "a queue has a position, not \(index)")
    self.index = index
  }

  /// Order of declaration.
  package static func < (left: QueueID, right: QueueID) -> Bool { left.index < right.index }
}

/// An object of a program: what a command acts on and what a client holds a reference to.
package enum Handle: Sendable, Hashable {
  /// An operation.
  case operation(OperationID)
  /// A queue.
  case queue(QueueID)
}

/// The five levels of queue priority.
///
/// Source of the raw values: rule PRIO-2.
package enum Priority: Int, Sendable, Hashable, CaseIterable, Comparable, Codable {
  case veryLow = -8
  case low = -4
  case normal = 0
  case high = 4
  case veryHigh = 8

  /// The word used in programs, such as `very-high`.
  package var name: String {
    switch self {
    case .veryLow: "very-low"
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    case .veryHigh: "very-high"
    }
  }

  /// The priority with this word.
  ///
  /// - Parameter name: a word such as `high`.
  package init?(name: some StringProtocol) {
    guard let match = Priority.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }

  /// The level that an integer is adjusted to: the first one on the way to normal.
  ///
  /// Source: rule PRIO-51.
  ///
  /// - Parameter value: any integer.
  package init(adjusting value: Int) {
    self =
      switch value {
      case 8...: .veryHigh
      case 4...: .high
      case (-3)...: .normal
      case (-7)...: .low
      default: .veryLow
      }
  }

  /// Lower levels first.
  package static func < (left: Priority, right: Priority) -> Bool {
    left.rawValue < right.rawValue
  }
}

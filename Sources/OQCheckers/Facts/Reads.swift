import OQHistory

extension HistoryIndex.OperationRecord {
  /// Whether the operation is taken through its states by the default `start`.
  var hasDefaultStart: Bool { declaration.kind != .asynchronous }

  /// Whether the operation has a task of its own that the default `start` runs.
  var hasTask: Bool { declaration.kind.hasBody && declaration.blocks > 0 }
}

extension [Read] {
  /// The read of a value that returned first, among those called after a ticket; nil without any.
  ///
  /// Whatever comes after one of these reads comes after this one too.
  ///
  /// - Complexity: O(n).
  func first(_ value: Bool, after ticket: Ticket = 0) -> Read? {
    filter { $0.value == value && $0.called > ticket }.min { $0.returned < $1.returned }
  }
}

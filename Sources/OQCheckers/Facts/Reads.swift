import OQHistory

/// A read of a boolean accessor that came back with a value.
struct Read: Sendable {
  /// Ticket of the call.
  let called: Ticket
  /// Ticket of the return: the accessor had the value at some instant between the two.
  let returned: Ticket
  /// What was read.
  let value: Bool
}

extension HistoryIndex.OperationRecord {
  /// The reads of a boolean accessor that came back with a value, by call ticket.
  ///
  /// - Complexity: O(calls on the operation).
  func reads(_ accessor: Verb) -> [Read] { calls.reads(accessor) }

  /// Whether the operation is taken through its states by the default `start`.
  var hasDefaultStart: Bool { declaration.kind != .asynchronous }

  /// Whether the operation has a task of its own that the default `start` runs.
  var hasTask: Bool { declaration.kind.hasBody && declaration.blocks > 0 }
}

extension HistoryIndex.QueueRecord {
  /// The reads of a boolean accessor that came back with a value, by call ticket.
  ///
  /// - Complexity: O(calls on the queue).
  func reads(_ accessor: Verb) -> [Read] { calls.reads(accessor) }
}

extension [Call] {
  /// The reads of a boolean accessor that came back with a value, in the order of the calls.
  ///
  /// - Complexity: O(n).
  fileprivate func reads(_ accessor: Verb) -> [Read] {
    compactMap { call in
      guard call.command.verb == accessor, let returned = call.returned,
        let value = call.outcome?.boolean
      else { return nil }
      return Read(called: call.called, returned: returned, value: value)
    }
  }
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

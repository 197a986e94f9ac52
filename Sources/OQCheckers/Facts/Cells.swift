import OQHistory
import OQSpecification

extension HistoryIndex.OperationRecord {
  /// The cell of the operation's kind; nil for kinds that have none.
  var kindCell: String? {
    switch declaration.kind {
    case .task, .flagged: "task"
    case .block: declaration.blocks == 1 ? "one block" : "several blocks"
    case .closure: "added block"
    case .conditional: "conditional"
    case .asynchronous: "asynchronous"
    default: nil
    }
  }

  /// `queued` or `manual`; nil where both, or neither, may have started it before a ticket.
  ///
  /// - Complexity: O(calls on the operation).
  func starterCell(at ticket: Ticket) -> String? {
    let queued = possibleAdds.contains { $0.called < ticket }
    switch (queued, mayBeStartedByHand(before: ticket)) {
    case (true, false): return "queued"
    case (false, true): return "manual"
    case (true, true), (false, false): return nil
    }
  }

  /// The cell of when the first cancel was called.
  ///
  /// - Complexity: O(runs of the operation).
  var cancelCell: String {
    guard let first = firstCancel else { return "not cancelled" }
    guard let begin, begin < first else { return "cancelled before start" }
    return isExecuting(at: first) ? "cancelled while executing" : "cancelled after finish"
  }
}

extension LimitTimeline {
  /// The cell of the limit in force during a call that has returned; nil where it is uncertain.
  func cell(during call: Call) -> String? {
    switch only(from: call.called, to: call.returned ?? call.called) {
    case 1: "limit 1"
    case .some(Int.max): "limit none"
    case .some: "limit k"
    case nil: nil
    }
  }
}

/// The cells of one case: those that are known, and that the rule counts.
///
/// - Parameters:
///   - found: the cells of the case, nil where one is uncertain.
///   - counted: the contexts of the rule.
/// - Returns: the cells in both.
func cells(_ found: String?..., in counted: [String]) -> [String] {
  // Contexts are few, so that a list is searched faster than a table.
  found.compactMap { cell in cell.flatMap { counted.contains($0) ? $0 : nil } }
}

extension Call {
  /// The cell of the lane that made the call; nil where no cell is defined.
  var laneCell: String? {
    switch lane {
    case .setup, .client: "from client"
    case .callback(let callback):
      switch callback.point {
      case .body, .start: "from body"
      case .completion: "from completion"
      case .isReady, .observer, .registration, .cancellation: nil
      }
    }
  }
}

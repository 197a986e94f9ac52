import OQHistory

extension HistoryIndex.OperationRecord {
  /// The call by which an operation with its own `start` certainly announced its finish, after that
  /// `start` had been entered; nil without one.
  ///
  /// A report, or a notification called after a store had returned.
  ///
  /// - Complexity: O(calls on the operation).
  var finishReport: Call? {
    guard declaration.kind == .asynchronous, let begin = starts.first?.begin else { return nil }
    func first(_ verb: Verb, after ticket: Ticket) -> Call? {
      calls(verb).first { $0.succeeded && $0.called > ticket }
    }
    let report = first(.reportFinished, after: begin)
    let stored = first(.storeFinished, after: begin)?.returned
    let notification = stored.flatMap { first(.notifyFinished, after: $0) }
    return [report, notification].compactMap(\.self).min { $0.called < $1.called }
  }

  /// Whether an operation with its own `start` may have reported before a ticket that it executes
  /// or has finished, which may be without a start: what isReady makes of that is open (ND-3).
  ///
  /// - Complexity: O(1).
  func mayHaveReported(before ticket: Ticket) -> Bool {
    if let firstReport { firstReport < ticket } else { false }
  }
}

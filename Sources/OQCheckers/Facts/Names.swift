import OQHistory

extension HistoryIndex {
  /// The words of this history, for messages.
  var words: StepPrinter { StepPrinter(history.declarations) }

  /// The name of an operation, for messages.
  func name(_ operation: OperationID) -> String { history.declarations[operation].name }

  /// The name of a queue, for messages.
  func name(_ queue: QueueID) -> String { history.declarations[queue].name }
}

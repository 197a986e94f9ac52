import OQHistory

extension HistoryIndex.OperationRecord {
  /// Cancels that certainly reached the operation, finished or not: its own that returned, and a
  /// `cancel-all` called after its only add had returned, by call ticket.
  ///
  /// An add that may have found the operation started by hand, cancelled or finished may have been
  /// ignored (ND-24), and then the queue does not cancel it.
  ///
  /// - Complexity: O(calls on the operation + cancels).
  var certainCancels: [Call] {
    let own = calls(.cancel).filter(\.succeeded)
    guard possibleAdds.count == 1, let add = acceptedAdd else { return own }
    let all = queueCancels.filter {
      $0.succeeded && $0.command.queue == add.command.queue && add.succeeded(before: $0.called)
    }
    return (own + all).sorted { $0.called < $1.called }
  }
}

import OQHistory

extension HistoryIndex.OperationRecord {
  /// The ticket up to which the operation is certainly unfinished; 0 where nothing shows it.
  ///
  /// Its task runs until then; or nothing had been called that could start or cancel it; or it
  /// is never cancelled and its task never began (EXEC-2); or a read of isFinished gave false. A
  /// class with its own `start` may report its finish without ever having been started.
  ///
  /// - Parameter end: the ticket after the last event of the history.
  /// - Returns: a ticket; `end` where it never finishes in this history.
  /// - Complexity: O(calls on the operation + its runs).
  func unfinishedUntil(_ end: Ticket) -> Ticket {
    let untouched = firstTouch ?? end
    if declaration.kind == .asynchronous { return min(untouched, mayReadFinished ?? end) }
    let read = calls(.isFinished).last { $0.outcome?.boolean == false }?.called ?? 0
    if !bodies.isEmpty { return max(read, bodies.map { $0.end ?? end }.max() ?? 0) }
    let needsTask = declaration.kind.hasBody && declaration.blocks > 0
    if needsTask, finishShown == nil, !mayBeCancelled(before: end) { return end }
    return max(read, untouched)
  }

  /// The event that completes the proof that the operation was unfinished at a ticket: a task that
  /// begins later, or the return of a read of false that was called later.
  ///
  /// - Parameter ticket: below ``unfinishedUntil(_:)``.
  /// - Returns: nil where what lies before the ticket shows it.
  /// - Complexity: O(calls on the operation + its runs).
  func unfinishedProof(at ticket: Ticket) -> Ticket? {
    guard !isUnfinished(at: ticket) else { return nil }
    let read = calls(.isFinished).first { $0.called > ticket && $0.outcome?.boolean == false }
    let begin = bodies.map(\.begin).filter { $0 > ticket }.min()
    return [begin, read?.returned].compactMap(\.self).min()
  }

  /// Ticket of the end of its task, or of whatever else shows that the operation has finished.
  var finishTrace: Ticket? { bodies.compactMap(\.end).max() ?? finishShown }
}

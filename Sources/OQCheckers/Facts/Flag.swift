import OQHistory

extension HistoryIndex.QueueRecord {
  /// Calls that set the flag of suspension, by call ticket.
  var flagSets: [Call] {
    calls.filter { $0.command.verb == .suspend || $0.command.verb == .resume }
  }

  /// Whether a call that set the flag follows two that gave it the other value, all in order: it
  /// must undo both of them (SUSP-52).
  ///
  /// A declared suspension counts as one that came before every event.
  ///
  /// - Parameter set: one of ``flagSets`` that has returned.
  /// - Returns: true only where the order of all of them is certain.
  /// - Complexity: O(calls on the queue).
  func undoesTwo(_ set: Call) -> Bool {
    let earlier = flagSets.filter { !$0.isRejected && $0.called < set.called }
    guard zip(earlier, earlier.dropFirst() + [set]).allSatisfy({ $0.returned(before: $1.called) })
    else { return false }
    let equal = earlier.reversed().prefix { $0.command.verb != set.command.verb }.count
    let isDeclared =
      equal == earlier.count && declaration.suspended && set.command.verb == .resume
    return equal + (isDeclared ? 1 : 0) >= 2
  }
}

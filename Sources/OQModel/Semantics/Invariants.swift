import OQHistory

extension Model {
  /// The first invariant of the model that a state breaks, or nil.
  ///
  /// Each is a rule; none can be broken while no guard is.
  ///
  /// - Parameter state: any reachable state.
  /// - Returns: a sentence that begins with a rule id.
  /// - Complexity: O(operations).
  package func violatedInvariant(_ state: State) -> String? {
    for (index, operation) in state.operations.enumerated() {
      if let message = violatedInvariant(of: operation, index) {
        return message + " (operation \(index))"
      }
    }
    for (index, queue) in state.queues.enumerated() {
      let holders = state.operations.filter {
        Int($0.owner) == index && $0.flags.contains(.slot)
      }
      if holders.count != Int(queue.slots) {
        return "LIMIT-4: queue \(index) counts \(queue.slots) slots, \(holders.count) are held"
      }
      if !queue.suspended && queue.credit != 0 {
        return "SUSP-1: queue \(index) runs and has a credit"
      }
    }
    return nil
  }

  /// The first invariant that one operation breaks by itself, or nil.
  ///
  /// - Parameters:
  ///   - operation: its state in some reachable state.
  ///   - index: its position.
  /// - Returns: a sentence that begins with a rule id.
  package func violatedInvariant(of operation: OperationState, _ index: Int) -> String? {
    let flags = operation.flags
    if !operation.begun.numbers(beyond: operation.blocks).isEmpty {
      return "EXEC-1: a block began more than once"
    }
    if !operation.running.numbers(beyond: operation.begun).isEmpty {
      return "EXEC-1: a block runs that did not begin"
    }
    if kinds[index] == .asynchronous { return nil }
    if flags.contains(.executing), flags.contains(.finished) {
      return "STATE-7: executing and finished"
    }
    if flags.contains(.finished) != (operation.phase == .finished) {
      return "STATE-6: finished in the wrong phase"
    }
    if operation.phase >= .ended, !operation.running.isEmpty {
      return "STATE-6: the task ended while a block runs"
    }
    if !operation.begun.isEmpty, operation.phase < .executing {
      return "STATE-2: a block began before the start"
    }
    if kinds[index] == .barrier { return nil }
    if !operation.begun.isEmpty, !flags.contains(.passed) {
      return "CANCEL-3: the body of an operation ran that was cancelled before the start"
    }
    if operation.phase == .finished, !operation.isCancelled, operation.begun != operation.blocks {
      return "EXEC-2: finished without its task"
    }
    if !operation.due.isEmpty, !flags.contains(.finished) {
      return "DONE-1: a completion block is due before the finish"
    }
    if operation.isStarted, !operation.open.isEmpty {
      return "DEP-1: started with an unfinished dependency"
    }
    return nil
  }
}

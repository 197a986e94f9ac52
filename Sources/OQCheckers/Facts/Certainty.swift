import OQHistory
import OQSpecification

extension HistoryIndex.OperationRecord {
  /// Whether some recorded task of the operation was running at a ticket.
  ///
  /// - Complexity: O(runs of the operation).
  func isExecuting(at ticket: Ticket) -> Bool { firstBodies.contains { $0.contains(ticket) } }

  /// Whether the operation was certainly unfinished at a ticket.
  ///
  /// A task that is running has not finished. Without a cancel an operation with the default start
  /// finishes only after all blocks that it was given have ended, and one with its own `start` only
  /// when it reports so. A cancelled one with its own `start` may report unseen.
  ///
  /// - Complexity: O(runs and calls of the operation).
  func isUnfinished(at ticket: Ticket) -> Bool {
    if isExecuting(at: ticket) { return true }
    guard !mayBeCancelled(before: ticket) else { return false }
    switch declaration.kind {
    case .asynchronous:
      return mayReadFinished.map { $0 >= ticket } ?? true
    case .task, .block, .closure, .conditional, .invocation, .procedure, .flagged:
      let blocks = declaration.blocks
      return firstBodies.count { $0.callback.index <= blocks && $0.ended(before: ticket) } < blocks
    default: return false
    }
  }

  /// Whether the operation was certainly listed during a whole call.
  ///
  /// It was accepted by the queue before the call, and unfinished until its return: an operation
  /// leaves its queue only when it has finished (QUEUE-10).
  ///
  /// - Parameters:
  ///   - queue: the queue.
  ///   - read: a call that has returned.
  /// - Returns: true only if it was listed at every instant of the call.
  /// - Complexity: O(runs and calls of the operation).
  func isListed(in queue: QueueID, during read: Call) -> Bool {
    guard let add = acceptedAdd, add.command.queue == queue, add.succeeded(before: read.called),
      let returned = read.returned
    else { return false }
    return isUnfinished(at: returned)
  }
}

import OQHistory
import OQSpecification

extension HistoryIndex.OperationRecord {
  /// The number of the completion block that the operation certainly had before anything could
  /// start or finish it, where nothing may have changed it later; nil without one.
  ///
  /// - Complexity: O(calls on the operation).
  var certainCompletion: Int? {
    let sets = completionSets
    guard
      sets.allSatisfy({ firstTouch == nil ? $0.succeeded : $0.succeeded(before: firstTouch ?? 0) }),
      zip(sets, sets.dropFirst()).allSatisfy({ $0.returned(before: $1.called) })
    else { return nil }
    let number = sets.last?.command.integer ?? (declaration.completion ? 1 : 0)
    return number > 0 ? number : nil
  }

  /// Whether cancel may have been called before the task had ended, or the finish had shown.
  ///
  /// - Complexity: O(runs and calls of the operation).
  func mayBeCancelledUnfinished(before end: Ticket) -> Bool {
    mayBeCancelled(before: bodies.compactMap(\.end).max() ?? finishShown ?? end)
  }
}

/// What an operation that has certainly finished still owes.
///
/// While the harness holds as many bodies as any subject lets run, nothing is: an implementation
/// may do one thing after the other, and a completion block among them may wait for a thread.
extension Stall {
  /// Whether some completion block is held: it may run in the thread, or under the lock, that the
  /// return of any call needs, whatever operation it belongs to.
  var holdsCompletion: Bool { held.contains { $0.callback.point == .completion } }

  /// Whether the completion block of an operation that has certainly finished has certainly not
  /// begun, although it must.
  ///
  /// Nothing is owed by a queue in which an operation was started by hand (ND-24), nor while a
  /// completion block is held, which may have the only thread for such blocks (DONE-52).
  ///
  /// - Complexity: O(calls on the operation).
  func owesCompletion(_ operation: OperationID) -> Bool {
    let record = index[operation]
    return record.certainCompletion != nil && record.completions.isEmpty && !isCrowded && !isFrozen
      && !holdsCompletion && !mayBeConfused(operation)
  }

  /// The first wait for an operation that has not returned although it has certainly finished.
  ///
  /// A wait that the operation's own completion block makes is owed at once. The block runs because
  /// the operation has finished, so nothing is left that the wait could depend on. The order of the
  /// effects of a finish (ND-19) cannot put the wait behind the end of the block. A class with its
  /// own `start` may only have stored its finish. Then the queue may find out, and waits may not
  /// (ND-8). Other waits may be behind a completion block that is held.
  ///
  /// - Complexity: O(calls on the operation).
  func owedWait(_ operation: OperationID) -> Call? {
    guard !isFrozen, !isCrowded else { return nil }
    let record = index[operation]
    let isOver = isOver(operation) && !holdsCompletion
    let isToldToAll = record.hasDefaultStart || record.finishReport != nil
    return record.calls(.wait).first {
      $0.returned == nil && $0.called < ticket && (isOver || isToldToAll && $0.isInOwnCompletion)
    }
  }

  /// The first wait for a queue that has not returned although every operation that may have been
  /// added to it has certainly finished; nil while a completion block is held.
  ///
  /// - Parameters:
  ///   - queue: any queue.
  ///   - countingOwed: whether an operation counts as finished whose finish is owed in turn.
  /// - Returns: the wait; nil where none is owed.
  /// - Complexity: O(calls on the queue and its operations).
  func owedQueueWait(_ queue: QueueID, countingOwed: Bool = false) -> Call? {
    let record = index[queue]
    let isAdding = record.adds.contains {
      $0.returned == nil && $0.command.verb != .addGroupWaiting
    }
    guard !isFrozen, !isCrowded, !holdsCompletion, !isDisturbed(queue), !isAdding,
      record.members.allSatisfy({
        countingOwed ? owesFinishInTurn($0.id) : isOver($0.id)
      })
    else { return nil }
    return record.calls(.waitAll).first { $0.returned == nil && $0.called < ticket }
  }
}

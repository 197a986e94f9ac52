import OQHistory
import OQSpecification

extension HistoryIndex.OperationRecord {
  /// Ticket of the end of the last block, where all that certainly had to run have ended; nil where
  /// one runs, or may still begin.
  ///
  /// A cancelled operation may skip blocks (ND-31): of one that may be cancelled by then it is
  /// enough that those which began have ended.
  ///
  /// - Complexity: O(runs and calls of the operation).
  var endOfTask: Ticket? {
    let ends = firstBodies.compactMap(\.end)
    guard let last = ends.max(), ends.count == bodies.count else { return nil }
    let added = calls(.addExecutionBlock).filter { !$0.hadNoEffect }.count
    return ends.count >= declaration.blocks + added || mayBeCancelled(before: last) ? last : nil
  }
}

extension Stall {
  /// The read that shows that the finish of an uncancelled operation has not followed the end of
  /// its task, although nothing stands between the two; nil where something does, or no read shows
  /// it.
  ///
  /// No completion block runs behind which it may wait, no cycle freezes the program, no start by
  /// hand met a queue (ND-24).
  ///
  /// - Complexity: O(runs and calls of the operation and calls on its queue).
  func missingFinish(_ operation: OperationID) -> Read? {
    let record = index[operation]
    guard isOver(operation), !isFrozen, !isCrowded, record.endOfTask != nil,
      record.finishShown == nil, !record.mayBeCancelled(before: index.end),
      record.possibleAdds.isEmpty || record.manualStarts.allSatisfy(\.isRejected)
    else { return nil }
    return awaitedRead(.isFinished, true, of: operation)
  }
}

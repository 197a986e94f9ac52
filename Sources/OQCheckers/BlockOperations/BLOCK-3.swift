import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// BLOCK-3: the blocks of one block operation can execute at the same time.
  ///
  /// The checker judges subjects that offer `blockConcurrency`. The rule held where a block began
  /// before another one had ended. A missing begin counts only at a confirmed quiescence, where all
  /// of this is certain:
  ///
  /// - The block was given at creation, and another one of the operation is inside.
  /// - No cancel may have been called on the operation (ND-31).
  /// - The harness holds fewer bodies than the subject was measured to let run. It holds nothing
  ///   but bodies, which no lock may surround.
  ///
  /// The checker leaves out three kinds of queues: the main queue, whose thread runs one block
  /// after another; a queue that the client gave a queue of its own, which may do the same; and a
  /// queue that a start by hand has confused (ND-24).
  static let blocksOverlap = Checker("BLOCK-3") { index, profile, judgement in
    let records = index.operations.filter {
      $0.declaration.kind == .block && $0.declaration.blocks > 1
    }
    guard !records.isEmpty else { return }
    let stall = index.stall(profile)
    for record in records {
      if let pair = firstOverlap(of: record) {
        judgement.hold(pair.0.begin, pair.1.begin)
      } else if let stall, let inside = stall.runBesideOwedBlock(record),
        let missing = record.unbegunBlock
      {
        judgement.miss(
          at: stall,
          "\(index.words.text(Callback(record.id, index: missing))) has not begun when nothing moved"
            + " any more at \(stall.ticket), although"
            + " \(index.words.text(inside.callback)), begun at \(inside.begin), goes on",
          events: [record.firstOffer, inside.begin])
      }
    }
  }

  /// Two runs of different blocks, the second of which began before the first had ended.
  private static func firstOverlap(
    of record: HistoryIndex.OperationRecord
  ) -> (Interval, Interval)? {
    for (earlier, later) in zip(record.firstBodies, record.firstBodies.dropFirst())
    where !earlier.ended(before: later.begin) {
      return (earlier, later)
    }
    return nil
  }
}

extension HistoryIndex.OperationRecord {
  /// The first of the blocks given at creation that has not begun.
  fileprivate var unbegunBlock: Int? {
    let begun = Set(bodies.map(\.callback.index))
    return (1...declaration.blocks).first { !begun.contains($0) }
  }
}

extension Stall {
  /// A run of a block that is inside where other blocks of the operation certainly can begin.
  ///
  /// - Complexity: O(calls on the operation and its queues).
  fileprivate func runBesideOwedBlock(_ record: HistoryIndex.OperationRecord) -> Interval? {
    let isPlain = record.possibleAdds.compactMap(\.command.queue).allSatisfy { queue in
      !index[queue].declaration.isMain
        && index[queue].calls(.setUnderlyingQueue).allSatisfy(\.isRejected)
    }
    guard isPlain, !mayHoldUpCalls, !isCrowded, !mayBeConfused(record.id),
      !record.mayBeCancelled(before: index.end)
    else { return nil }
    return record.firstBodies.first { $0.end == nil }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DONE-11: operations may be added in a completion block, and then run.
  ///
  /// A case is an add made by a completion block. The rule held where the add came back and what it
  /// added began. A missing return counts only at a confirmed quiescence where two things hold:
  ///
  /// - Beside tasks, the block that makes the call is the only client code inside. A task runs for
  ///   as long as it likes, so no task can keep the add.
  /// - No cycle freezes the program.
  ///
  /// Then only one thing can keep the add: the block is called under something that the add needs.
  /// The checker leaves out an add that waits for what it adds. A missing begin is QUEUE-1's
  /// finding.
  static let completionMayAdd = Checker("DONE-11", antecedent: Checkers.adds) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for call in index.calls where call.command.verb.isAdd && !call.hadNoEffect {
      guard let block = call.completionLane, call.command.verb != .addGroupWaiting else { continue }
      if let returned = call.returned {
        for operation in call.command.operands {
          guard let begin = index[operation].begin, begin > call.called else { continue }
          judgement.hold(
            call.called, returned, begin, in: index.batchCells(call, block.operation, operation))
        }
      } else if let stall, stall.isOnlyWithin(block), !stall.isFrozen, call.called < stall.ticket {
        judgement.miss(
          at: stall,
          "'\(index.words.text(call.command))', called at \(call.called) in the completion block of"
            + " \(index.name(block.operation)), has not returned when nothing moved any more at"
            + " \(stall.ticket)",
          events: [call.called],
          in: index.batchCells(call, block.operation, call.command.operands.first))
      }
    }
  }

  private static let adds: Set<Verb> = [.add, .addGroup, .addGroupWaiting, .addBlock]
}

extension Call {
  /// The completion block that makes the call; nil for other lanes.
  fileprivate var completionLane: Callback? {
    if case .callback(let callback) = lane, callback.point == .completion { callback } else { nil }
  }
}

extension Stall {
  /// Whether a completion block is the only client code inside, beside tasks.
  fileprivate func isOnlyWithin(_ block: Callback) -> Bool {
    held.allSatisfy { $0.callback.point == .body || $0.callback == block }
  }
}

extension HistoryIndex {
  fileprivate func batchCells(
    _ call: Call, _ adder: OperationID, _ added: OperationID?
  ) -> [String] {
    (added.map { placeContext(adder, $0) } ?? [])
      + (call.command.queue.map { limitContext($0, except: "limit k") } ?? [])
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-16: an operation that waits for a dependency does not keep others of its queue waiting.
  ///
  /// This is sound as DEP-2: the begin of the other operation, which has no dependencies, is
  /// demanded only where it is certainly owed; an operation that waits holds no slot. A blocked
  /// operation of higher priority is PRIO-4's, a queue in which every slot was used before is
  /// LIMIT-4's.
  static let blockedOperationDoesNotBlock = Checker("DEP-16") { index, profile, judgement in
    let stall = index.stall(profile)
    for queue in index.queues {
      let blocked = BlockedOperations(in: queue.id, index)
      guard !blocked.isEmpty else { continue }
      for add in queue.adds where !add.isRejected {
        for operation in add.command.operands where index.links(of: operation).isEmpty {
          judge(operation, add, queue.id, blocked, stall, index, &judgement)
        }
      }
    }
  }

  private static func judge(
    _ operation: OperationID, _ add: Call, _ queue: QueueID, _ blocked: BlockedOperations,
    _ stall: Stall?, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    if let begin = index[operation].begin {
      guard let blocker = blocked.first(addedBefore: index.release(of: add), until: begin),
        !index[operation].mayBeCancelled(before: begin)
      else { return }
      judgement.hold(
        index.onlyAdd(of: blocker)?.called, add.called, begin,
        in: index.limitContext(queue, except: "limit none"))
    } else if let stall, stall.owesBegin(operation), stall.hasUnusedSlot(queue),
      let blocker = blocked.first(until: index.end),
      !index.outranks(blocker, operation)
    {
      missBehind(blocker, operation, queue, stall, &judgement)
    }
  }

  private static func missBehind(
    _ blocker: OperationID, _ operation: OperationID, _ queue: QueueID, _ stall: Stall,
    _ judgement: inout Judgement
  ) {
    let index = stall.index
    judgement.miss(
      at: stall,
      "\(index.name(operation)) is ready and has not begun when nothing moved any more at "
        + "\(stall.ticket), while \(index.name(blocker)) waits in the same queue for a dependency",
      events: [index.onlyAdd(of: blocker)?.called, index.onlyAdd(of: operation)?.called],
      in: index.limitContext(queue, except: "limit none"), missing: .begin(operation))
  }
}

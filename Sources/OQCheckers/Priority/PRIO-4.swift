import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// PRIO-4: a ready operation of lower priority starts before one of higher priority that is not
  /// ready.
  ///
  /// This is sound as DEP-2: the begin of the lower one, which has no dependencies, is demanded
  /// only where it is certainly owed; what waits for a dependency takes no part in the choice. A
  /// queue in which every slot was used before is LIMIT-4's.
  static let readinessBeforePriority = Checker("PRIO-4") { index, profile, judgement in
    let stall = index.stall(profile)
    for queue in index.queues {
      let blockers = RankedBlockers(in: queue.id, index)
      guard !blockers.isEmpty else { continue }
      for add in queue.adds where !add.isRejected {
        for operation in add.command.operands where index.links(of: operation).isEmpty {
          judge(operation, add, queue.id, blockers, stall, index, &judgement)
        }
      }
    }
  }

  private static func judge(
    _ operation: OperationID, _ add: Call, _ queue: QueueID, _ blockers: RankedBlockers,
    _ stall: Stall?, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    guard let priority = index.firmPriority(of: operation) else { return }
    if let begin = index[operation].begin {
      guard !index[operation].mayBeCancelled(before: begin),
        let blocker = blockers.first(
          above: priority, addedBefore: index.release(of: add), until: begin)
      else { return }
      judgement.hold(
        index.onlyAdd(of: blocker)?.called, add.called, begin,
        in: index.limitContext(queue, except: "limit none"))
    } else if let stall, stall.owesBegin(operation), stall.hasUnusedSlot(queue),
      let blocker = blockers.first(above: priority, until: index.end)
    {
      missLower(blocker, operation, queue, stall, &judgement)
    }
  }

  private static func missLower(
    _ blocker: OperationID, _ operation: OperationID, _ queue: QueueID, _ stall: Stall,
    _ judgement: inout Judgement
  ) {
    let index = stall.index
    judgement.miss(
      at: stall,
      "\(index.name(operation)) is ready and has not begun when nothing moved any more at "
        + "\(stall.ticket), while \(index.name(blocker)), of higher priority, waits for a "
        + "dependency",
      events: [index.onlyAdd(of: blocker)?.called, index.onlyAdd(of: operation)?.called],
      in: index.limitContext(queue, except: "limit none"))
  }
}

/// The operations of one queue that certainly wait for a dependency, by priority.
private struct RankedBlockers {
  private var levels: [(level: Priority, blocked: BlockedOperations)] = []

  init(in queue: QueueID, _ index: HistoryIndex) {
    for level in Priority.allCases.reversed() {
      let blocked = BlockedOperations(in: queue, index) { index.firmPriority(of: $0) == level }
      if !blocked.isEmpty { levels.append((level, blocked)) }
    }
  }

  var isEmpty: Bool { levels.isEmpty }

  /// An operation of higher priority, added before a ticket, that waits up to another one.
  func first(
    above priority: Priority, addedBefore added: Ticket = .max, until: Ticket
  ) -> OperationID? {
    for (level, blocked) in levels where level > priority {
      if let blocker = blocked.first(addedBefore: added, until: until) { return blocker }
    }
    return nil
  }
}

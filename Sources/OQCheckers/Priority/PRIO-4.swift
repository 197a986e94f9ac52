import OQHistory
import OQSpecification

extension Checkers {
  /// PRIO-4: a ready operation of lower priority starts before one of higher priority that is not
  /// ready.
  ///
  /// Sound as DEP-2: the begin of the lower one, which has no dependencies, is demanded only where
  /// it is certainly owed; what waits for a dependency takes no part in the choice.
  static let readinessBeforePriority = Checker("PRIO-4") { index, profile, judgement in
    let stall = Stall(index, profile)
    for queue in index.queues {
      let blocked = Priority.allCases.map { level in
        (
          level,
          BlockedOperations(in: queue.id, index) { index.firmPriority(of: $0) == level }
        )
      }.filter { !$0.1.isEmpty }
      guard !blocked.isEmpty else { continue }
      for add in queue.adds where !add.isRejected {
        for operation in add.command.operands where index.links(of: operation).isEmpty {
          guard let priority = index.firmPriority(of: operation) else { continue }
          let begin = index[operation].begin
          let before = begin == nil ? Ticket.max : index.release(of: add)
          let blocker = blocked.reversed().lazy.filter { $0.0 > priority }.compactMap {
            $0.1.first(addedBefore: before, until: begin ?? index.end)
          }.first
          guard let blocker else { continue }
          if let begin {
            guard !index[operation].mayBeCancelled(before: begin) else { continue }
            judgement.hold(
              index.onlyAdd(of: blocker)?.called, add.called, begin,
              in: index.limitContext(queue.id, except: "limit none"))
          } else if let stall, stall.owesBegin(operation) {
            missLower(blocker, operation, queue.id, stall, &judgement)
          }
        }
      }
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

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
    judgeBesideBlocked(
      index, profile, &judgement, words: ", of higher priority, waits for a dependency"
    ) { queue in
      let blockers = RankedBlockers(in: queue, index)
      guard !blockers.isEmpty else { return nil }
      return { operation, begin, release in
        guard let priority = index.firmPriority(of: operation) else { return nil }
        return blockers.first(
          above: priority, addedBefore: begin == nil ? .max : release, until: begin ?? index.end)
      }
    }
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
    above priority: Priority, addedBefore added: Ticket, until: Ticket
  ) -> OperationID? {
    for (level, blocked) in levels where level > priority {
      if let blocker = blocked.first(addedBefore: added, until: until) { return blocker }
    }
    return nil
  }
}

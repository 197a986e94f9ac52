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
    judgeBesideBlocked(
      index, profile, &judgement, words: " waits in the same queue for a dependency"
    ) { queue in
      let blocked = BlockedOperations(in: queue, index)
      guard !blocked.isEmpty else { return nil }
      return { operation, begin, release in
        if let begin { return blocked.first(addedBefore: release, until: begin) }
        return blocked.first(until: index.end).flatMap {
          index.outranks($0, operation) ? nil : $0
        }
      }
    }
  }

  /// Names an operation that certainly waits for a dependency in the queue of another one: from
  /// before its release until its begin, or until the end where it has not begun.
  typealias BlockedSearch = (OperationID, _ begin: Ticket?, _ release: Ticket) -> OperationID?

  /// Judges operations without dependencies beside one of their queue that certainly waits.
  ///
  /// - Parameters:
  ///   - index: the history, indexed.
  ///   - profile: the reading of the contract to judge by.
  ///   - judgement: receives the cases.
  ///   - words: what the other one does, for a message.
  ///   - search: makes the search for the other one in a queue; nil where nothing waits there.
  static func judgeBesideBlocked(
    _ index: HistoryIndex, _ profile: Profile, _ judgement: inout Judgement, words: String,
    search: (QueueID) -> BlockedSearch?
  ) {
    let stall = index.stall(profile)
    for queue in index.queues {
      guard let blocker = search(queue.id) else { continue }
      let contexts = index.limitContext(queue.id, except: "limit none")
      for add in queue.adds where !add.hadNoEffect {
        for x in add.command.operands where index.links(of: x).isEmpty {
          if let begin = index[x].begin {
            guard !index[x].mayBeCancelled(before: begin),
              let other = blocker(x, begin, index.release(of: add))
            else { continue }
            judgement.hold(index.onlyAdd(of: other)?.called, add.called, begin, in: contexts)
          } else if let stall, stall.owesBegin(x), stall.hasUnusedSlot(queue.id),
            let other = blocker(x, nil, index.end)
          {
            judgement.miss(
              at: stall,
              "\(index.name(x)) is ready and has not begun when nothing moved any more at "
                + "\(stall.ticket), while \(index.name(other))\(words)",
              events: [index.onlyAdd(of: other)?.called, index.onlyAdd(of: x)?.called],
              in: contexts, missing: .begin(x))
          }
        }
      }
    }
  }
}

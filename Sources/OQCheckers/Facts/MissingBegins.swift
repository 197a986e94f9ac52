import OQHistory
import OQSpecification

extension [StartCase] {
  /// The queues of which every operation whose begin is owed has some property.
  ///
  /// What holds up a queue holds up all of its operations; a queue that loses only those with the
  /// property does so because of it.
  ///
  /// - Parameter isMarked: whether a case has the property.
  /// - Returns: the queues that owe a begin, and owe none to an operation without the property.
  func queuesThatLose(_ isMarked: (StartCase) -> Bool) -> Set<QueueID> {
    let owed = filter { $0.begin == nil }
    return Set(owed.filter(isMarked).map(\.queue)).subtracting(
      owed.filter { !isMarked($0) }.map(\.queue))
  }

  /// The cases without a begin that nothing but their adds let go ahead, in queues of some kind.
  ///
  /// - Parameters:
  ///   - index: the history, indexed.
  ///   - isMeant: whether a queue is of that kind.
  /// - Returns: the cases, in order.
  /// - Complexity: O(calls on the operations without a begin), and one question for each queue.
  func missingSinceAdd(
    _ index: HistoryIndex, inQueuesWhere isMeant: (QueueID) -> Bool
  ) -> [StartCase] {
    var known: [QueueID: Bool] = [:]
    return filter { one in
      guard one.begin == nil, index.goesAheadByItsAdd(one) else { return false }
      let answer = known[one.queue] ?? isMeant(one.queue)
      known[one.queue] = answer
      return answer
    }
  }
}

extension HistoryIndex {
  /// Whether nothing but its add let an operation go ahead.
  ///
  /// - Complexity: O(calls on the operation).
  func goesAheadByItsAdd(_ one: StartCase) -> Bool {
    if case .add = one.release { announcement(one) == nil } else { false }
  }

  /// Whether an add is the only command, but for reads, that was called on its queue before a
  /// ticket.
  ///
  /// - Complexity: O(reads of the queue before its second command).
  func isAlone(_ add: Call, until ticket: Ticket) -> Bool {
    guard let queue = add.command.queue else { return false }
    // Calls are in order, so that the second command decides.
    return self[queue].calls.lazy.filter { !$0.command.verb.isRead }.prefix(2).allSatisfy {
      $0.id == add.id || $0.called > ticket
    }
  }
}

extension Stall {
  /// Whether a task of a queue goes on.
  ///
  /// - Complexity: O(runs of the operations of the queue).
  func isBusy(_ queue: QueueID) -> Bool {
    index[queue].members.contains { member in member.bodies.contains { $0.end == nil } }
  }

  /// The call of the first wait in progress for a queue or an operation of it, where an operation
  /// that still waits for a dependency was in the queue by then: nothing else shows why what was
  /// called later may be stuck.
  ///
  /// - Complexity: O(calls on the queue and its operations).
  func waitedSince(_ queue: QueueID) -> Ticket? {
    let members = index[queue].members
    let waits = index[queue].calls(.waitAll) + members.flatMap { $0.calls(.wait) }
    guard let first = waits.lazy.filter({ $0.returned == nil }).map(\.called).min() else {
      return nil
    }
    let isStuck = members.contains { member in
      index.onlyAdd(of: member.id)?.returned(before: first) == true
        && member.bodies.isEmpty && member.starts.isEmpty
        && index.links(of: member.id).contains { isUnfinished($0.dependency) }
    }
    return isStuck ? first : nil
  }
}

extension Call {
  /// Whether a task made the call.
  var isOfTask: Bool {
    if case .callback(let callback) = lane { callback.point == .body } else { false }
  }
}

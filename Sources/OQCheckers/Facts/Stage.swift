import OQHistory

/// Why an operation certainly has not been started at some ticket.
enum Stage: String, Sendable, Hashable {
  /// It was neither added nor started.
  case unqueued
  /// It was added to a queue that was suspended before and is suspended still.
  case parked
  /// It depends on an unfinished operation.
  case blocked
  /// Every slot of its queue is held by an operation whose task runs, and it has a task itself:
  /// one without may have come and gone unseen before.
  case heldSlots = "held slots"
}

extension HistoryIndex {
  /// Why an operation certainly has not been started at a ticket; nil where it may have been.
  ///
  /// A cancel called earlier may have finished it (ND-21, ND-25, ND-36), but not by running its
  /// task.
  ///
  /// - Complexity: O(calls on the operation and its queue + operations of the queue).
  func stage(of operation: OperationID, at ticket: Ticket) -> Stage? {
    let record = self[operation]
    guard record.manualStarts.allSatisfy({ $0.isRejected || $0.called > ticket }),
      (record.bodies + record.starts).allSatisfy({ $0.begin > ticket })
    else { return nil }
    // A rejected group may have added it all the same (ND-34).
    let adds = record.possibleAdds.filter { $0.called < ticket }
    if adds.isEmpty { return .unqueued }
    if adds.allSatisfy({ isParked($0, until: ticket) }) { return .parked }
    if isBlocked(operation, at: ticket) { return .blocked }
    if record.hasTask || !record.hasDefaultStart, let add = adds.first, adds.count == 1,
      isKeptOut(add, at: ticket)
    {
      return .heldSlots
    }
    return nil
  }

  /// Whether the queue of an add was certainly suspended from before the add up to a ticket.
  func isParked(_ add: Call, until ticket: Ticket) -> Bool { release(of: add) > ticket }

  /// The earliest ticket at which an added operation can have been started by its queue: the call
  /// of its add, or of the `resume` that ended a suspension in force before.
  ///
  /// - Complexity: O(calls on the queue).
  func release(of add: Call) -> Ticket {
    guard let queue = add.command.queue else { return add.called }
    let record = self[queue]
    let suspend = record.calls(.suspend).last { $0.succeeded(before: add.called) }?.called
    guard let since = suspend ?? (record.declaration.suspended ? 0 : nil) else {
      return add.called
    }
    let resume = record.calls(.resume).first { !$0.isRejected && !$0.returned(before: since) }
    return max(add.called, resume?.called ?? end)
  }

  /// Whether an operation with the default start certainly waits for a dependency at a ticket.
  ///
  /// - Complexity: O(calls on the operation + dependencies).
  func isBlocked(_ operation: OperationID, at ticket: Ticket) -> Bool {
    blockedUntil(operation) > ticket
  }

  /// The ticket up to which an uncancelled operation certainly waits for one of its dependencies
  /// that were made in time; 0 where nothing shows that it waits.
  ///
  /// - Complexity: O(calls on the operation + dependencies).
  func blockedUntil(_ operation: OperationID) -> Ticket {
    guard self[operation].declaration.kind != .asynchronous else { return 0 }
    return firmEdges(of: operation).map { edge in
      min(edge.mayBeGone ?? end, self[edge.dependency].unfinishedUntil(end))
    }.max() ?? 0
  }

  /// Whether running tasks hold every slot of the queue of an add at a ticket.
  ///
  /// Sound because each of them was started by the queue, which never had another limit, and holds
  /// its slot until after its recorded end.
  private func isKeptOut(_ add: Call, at ticket: Ticket) -> Bool {
    guard let queue = add.command.queue, let limit = self[queue].declaration.limit,
      !self[queue].calls(.setLimit).contains(where: { $0.mayPrecede(ticket) })
    else { return false }
    let operations = Set(self[queue].adds.flatMap(\.command.operands))
    return operations.count {
      onlyAdd(of: $0)?.command.queue == queue && holdsSlot($0, at: ticket)
    } >= limit
  }

  /// Whether an operation certainly holds a slot of its queue: its task, started by the queue,
  /// runs.
  func holdsSlot(_ operation: OperationID, at ticket: Ticket) -> Bool {
    onlyAdd(of: operation) != nil && self[operation].manualStarts.allSatisfy(\.isRejected)
      && self[operation].bodies.contains { $0.contains(ticket) }
  }
}

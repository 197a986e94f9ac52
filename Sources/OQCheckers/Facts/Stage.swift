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
    guard record.bodies.first?.begin ?? .max > ticket, record.starts.first?.begin ?? .max > ticket,
      record.manualStarts.allSatisfy({ $0.hadNoEffect || $0.called > ticket })
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
  /// - Complexity: O(log n) in the calls on the queue, but for calls that overlap the add.
  func release(of add: Call) -> Ticket {
    guard let queue = add.command.queue,
      verbs.contains(.suspend) || self[queue].declaration.suspended
    else { return add.called }
    let holds = fact(.holds) { queues.map { QueueHolds($0) } }[queue.index]
    return holds.release(of: add, end: end)
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
  /// - Complexity: O(1) after the first time.
  func blockedUntil(_ operation: OperationID) -> Ticket {
    guard self[operation].mayDepend else { return 0 }
    return fact(.blocked) { operations.map { findBlockedUntil($0) } }[operation.index]
  }

  private func findBlockedUntil(_ record: OperationRecord) -> Ticket {
    guard record.declaration.kind != .asynchronous else { return 0 }
    return firmEdges(of: record.id).map { edge in
      min(edge.mayBeGone ?? end, unfinishedUntil(edge.dependency))
    }.max() ?? 0
  }

  /// The ticket up to which an operation is certainly unfinished; 0 where nothing shows it.
  ///
  /// - Complexity: O(1) after the first time.
  func unfinishedUntil(_ operation: OperationID) -> Ticket {
    fact(.unfinished) { operations.map { $0.unfinishedUntil(end) } }[operation.index]
  }

  /// Whether running tasks hold every slot of the queue of an add at a ticket.
  ///
  /// This is sound because each of them was started by the queue, which never had another limit,
  /// and holds its slot until after its recorded end.
  private func isKeptOut(_ add: Call, at ticket: Ticket) -> Bool {
    guard let queue = add.command.queue, let limit = self[queue].declaration.limit,
      !self[queue].calls(.setLimit).contains(where: { $0.mayPrecede(ticket) })
    else { return false }
    let slots = fact(.slots) { queues.map { HeldSlots($0, self) } }[queue.index]
    return slots.count(at: ticket) >= limit
  }

  /// Whether an operation certainly holds a slot of its queue: its task, started by the queue,
  /// runs.
  func holdsSlot(_ operation: OperationID, at ticket: Ticket) -> Bool {
    onlyAdd(of: operation) != nil && self[operation].manualStarts.allSatisfy(\.isRejected)
      && self[operation].bodies.contains { $0.contains(ticket) }
  }
}

/// The calls that suspend and resume one queue, found by ticket.
private struct QueueHolds: Sendable {
  private let isDeclared: Bool
  private let suspends: [Call]
  private let resumes: [Call]
  // When the last of the first resumes had come back, rejected ones left out.
  private let reach: [Ticket]

  init(_ queue: HistoryIndex.QueueRecord) {
    isDeclared = queue.declaration.suspended
    suspends = queue.calls(.suspend)
    resumes = queue.calls(.resume)
    var latest: Ticket = -1
    reach = resumes.map { resume in
      if !resume.hadNoEffect { latest = max(latest, resume.returned ?? .max) }
      return latest
    }
  }

  func release(of add: Call, end: Ticket) -> Ticket {
    let called = add.called
    var position = suspends.count(called: called)
    while position > 0, !suspends[position - 1].succeeded(before: called) { position -= 1 }
    guard position > 0 || isDeclared else { return called }
    let since = position > 0 ? suspends[position - 1].called : 0
    let first = reach.count(below: since)
    return max(called, first < resumes.count ? resumes[first].called : end)
  }
}

/// The tasks that certainly hold slots of one queue, found by ticket.
private struct HeldSlots: Sendable {
  private let begins: [Ticket]
  private let ends: [Ticket]

  init(_ queue: HistoryIndex.QueueRecord, _ index: HistoryIndex) {
    var begins: [Ticket] = []
    var ends: [Ticket] = []
    for member in queue.members {
      guard let add = index.onlyAdd(of: member.id), add.command.queue == queue.id,
        member.manualStarts.allSatisfy(\.isRejected)
      else { continue }
      var last: Ticket?
      for body in member.bodies {
        // Blocks that overlap hold one slot.
        if let over = last, body.begin < over {
          last = max(over, body.end ?? .max)
        } else {
          if let over = last { ends.append(over) }
          begins.append(body.begin)
          last = body.end ?? .max
        }
      }
      if let last { ends.append(last) }
    }
    self.begins = begins.sorted()
    self.ends = ends.sorted()
  }

  /// How many are held at a ticket.
  ///
  /// - Complexity: O(log n).
  func count(at ticket: Ticket) -> Int {
    begins.count(below: ticket) - ends.count(below: ticket + 1)
  }
}

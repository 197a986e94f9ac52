import OQHistory
import OQSpecification

/// What the missing begin of a ready operation is put down to, so that one fault is reported under
/// one rule.
///
/// Whether the begin is owed does not depend on it: each of these rules demands the begin only
/// where ``Stall/owesBegin(_:countingOwed:isUncancelled:)`` does. The charge tells the situation in
/// which it is missing.
enum Charge: Sendable, Hashable {
  /// What last let the operation go ahead: QUEUE-1, SUSP-3, LIMIT-4, LIMIT-53, READY-5.
  case release
  /// All operations that the queue owes a begin were dropped by the client: QUEUE-12.
  case droppedOperation
  /// The client dropped the queue: QUEUE-54.
  case droppedQueue
  /// All operations that the queue owes a begin were given a priority after their adds: PRIO-54.
  case priority
  /// It was added in a group with a member that could not be added: QUEUE-52.
  case member
  /// A task waits for it: WAIT-6.
  case innerWait
  /// It was added while a wait was in progress for something that waits for a dependency: WAIT-7.
  case waiter
  /// Profile reference: the one other operation of its queue is executing: QUEUE-15.
  case pair
  /// All slots of another queue are held, and its own queue, which has a limit too, never used one
  /// of its slots: LIMIT-56.
  case otherLimit
  /// It was added by the only command on its queue, a group or a block: QUEUE-3.
  case form
  /// Another operation of its queue is executing: QUEUE-2.
  case busy
}

extension [StartCase] {
  /// The queues whose missing begins are put down to dropped references: every operation whose
  /// begin is owed was dropped.
  ///
  /// What holds up a queue holds up all of its operations; a queue that loses only those that the
  /// client has let go of does not keep them alive.
  var queuesThatLoseTheDropped: Set<QueueID> { queuesThatLose(\.isDropped) }

  /// The queues of which every operation whose begin is owed has some property.
  private func queuesThatLose(_ isMarked: (StartCase) -> Bool) -> Set<QueueID> {
    let owed = filter { $0.begin == nil }
    return Set(owed.filter(isMarked).map(\.queue)).subtracting(
      owed.filter { !isMarked($0) }.map(\.queue))
  }

  /// The cases that have begun, and those without a begin that are put down to what let them go
  /// ahead.
  ///
  /// - Parameter stall: the quiescence at which they were found.
  /// - Returns: the cases that remain, in order.
  /// - Complexity: O(calls on the operations without a begin and their queues).
  func chargedToRelease(at stall: Stall?) -> [StartCase] {
    // That queues are independent is also what QUEUE-13 says, by the cases of QUEUE-1.
    let missing = Set(
      (charged(to: .release, at: stall) + charged(to: .otherLimit, at: stall)).map(\.operation))
    return filter { $0.begin != nil || missing.contains($0.operation) }
  }

  /// The cases without a begin that are put down to something.
  ///
  /// - Parameters:
  ///   - charge: what it is.
  ///   - stall: the quiescence at which they were found.
  /// - Returns: the cases, in order; none without a quiescence.
  /// - Complexity: O(calls on the operations without a begin and their queues).
  func charged(to charge: Charge, at stall: Stall?) -> [StartCase] {
    charges(at: stall).filter { $0.charge == charge }.map(\.one)
  }

  /// The rules that miss the begins which are owed and have not come.
  ///
  /// - Parameter stall: the quiescence at which the cases were found.
  /// - Returns: one rule for each case without a begin, by ``Charge`` and ``StartCase/release``.
  /// - Complexity: O(calls on the operations without a begin and their queues).
  func owners(at stall: Stall) -> Set<RuleID> {
    Set(
      charges(at: stall).map { one, charge in
        charge.rule ?? stall.index.ownerOfRelease(one)
      })
  }

  private func charges(at stall: Stall?) -> [(one: StartCase, charge: Charge)] {
    guard let stall, contains(where: { $0.begin == nil }) else { return [] }
    let dropped = queuesThatLoseTheDropped
    let ranked = queuesThatLose { stall.index.lateRank(of: $0) != nil }
    var states: [QueueID: QueueState] = [:]
    var groups: [Int: Bool] = [:]
    return filter { $0.begin == nil }.map { one in
      if !stall.index[one.queue].drops.isEmpty { return (one, .droppedQueue) }
      if dropped.contains(one.queue) { return (one, .droppedOperation) }
      if ranked.contains(one.queue) { return (one, .priority) }
      let state = states[one.queue] ?? QueueState(one.queue, stall)
      states[one.queue] = state
      let isInvalid =
        groups[one.add.id]
        ?? (one.add.command.verb.isGroupAdd && InvalidGroup(one.add, stall.index) != nil)
      groups[one.add.id] = isInvalid
      return (one, stall.charge(of: one, in: state, isInvalidGroup: isInvalid))
    }
  }
}

extension Charge {
  /// The rule that misses what is put down to this; nil where that depends on the release.
  fileprivate var rule: RuleID? {
    switch self {
    case .release: nil
    case .droppedOperation: "QUEUE-12"
    case .droppedQueue: "QUEUE-54"
    case .priority: "PRIO-54"
    case .member: "QUEUE-52"
    case .innerWait: "WAIT-6"
    case .waiter: "WAIT-7"
    case .pair: "QUEUE-15"
    case .otherLimit: "LIMIT-56"
    case .form: "QUEUE-3"
    case .busy: "QUEUE-2"
    }
  }
}

extension HistoryIndex {
  /// The rule that misses the begin of an operation whose last release is all that is to be said.
  fileprivate func ownerOfRelease(_ one: StartCase) -> RuleID {
    switch one.release {
    case .add: announcement(one) == nil ? "QUEUE-1" : "READY-5"
    case .resume(let resume): flagSets(of: one.queue).undoesTwo(resume) ? "SUSP-52" : "SUSP-3"
    case .raise: "LIMIT-53"
    case .end: "LIMIT-4"
    }
  }

  /// The call that gave an operation a priority after its add had returned and before its begin.
  ///
  /// - Complexity: O(calls on the operation).
  func lateRank(of one: StartCase) -> Call? {
    guard let added = one.add.returned else { return nil }
    return self[one.operation].prioritySets.first {
      $0.called > added && $0.succeeded(before: one.begin ?? end)
    }
  }
}

/// What stands in the way of all operations of one queue.
private struct QueueState {
  /// Whether a task of the queue goes on.
  let isBusy: Bool
  /// How many operations it has.
  let members: Int
  /// The call of the wait behind which something may be stuck.
  let waitedSince: Ticket?
  /// Whether tasks hold every slot of another queue.
  let isBesideFull: Bool

  /// Looks at a queue.
  ///
  /// - Complexity: O(calls on the queue and its operations).
  init(_ queue: QueueID, _ stall: Stall) {
    let record = stall.index[queue]
    isBusy = record.members.contains { member in member.bodies.contains { $0.end == nil } }
    members = record.members.count
    waitedSince = stall.waitedSince(queue)
    isBesideFull = stall.isBesideFullQueue(queue)
  }
}

extension Stall {
  /// What a missing begin is put down to, but for what marks all that a queue loses.
  ///
  /// - Complexity: O(calls on the operation).
  fileprivate func charge(
    of one: StartCase, in state: QueueState, isInvalidGroup: Bool
  ) -> Charge {
    guard case .add = one.release, index.announcement(one) == nil else { return .release }
    if isInvalidGroup { return .member }
    if index.isAwaitedByTask(one.operation) { return .innerWait }
    if let since = state.waitedSince, since < one.add.called { return .waiter }
    // The operation has no run of its own.
    if profile == .reference, state.isBusy, state.members == 2 { return .pair }
    if state.isBesideFull { return .otherLimit }
    if state.isBusy { return .busy }
    return isOfSpecialForm(one) ? .form : .release
  }

  /// Whether a wait in progress was called before a ticket, for a queue or an operation of it,
  /// while an operation that still waits for a dependency was in the queue.
  ///
  /// - Parameters:
  ///   - queue: the queue.
  ///   - ticket: call ticket of what comes after the wait.
  /// - Returns: whether something may be stuck behind that wait, and nothing else shows why.
  /// - Complexity: O(calls on the queue and its operations).
  func isBehindWaiter(_ queue: QueueID, since ticket: Ticket) -> Bool {
    waitedSince(queue).map { $0 < ticket } ?? false
  }

  /// The call of the first wait in progress for a queue or an operation of it, where an operation
  /// that still waits for a dependency was in the queue by then.
  fileprivate func waitedSince(_ queue: QueueID) -> Ticket? {
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

  /// Whether tasks hold every slot of another queue with a limit, while this one has a limit too
  /// and a slot that was never used.
  fileprivate func isBesideFullQueue(_ queue: QueueID) -> Bool {
    guard leastLimit(queue) < Int.max, hasUnusedSlot(queue) else { return false }
    return index.queues.contains { other in
      other.id != queue && leastLimit(other.id) < Int.max && freeSlots(other.id) == 0
        && held.contains { index.onlyAdd(of: $0.callback.operation)?.command.queue == other.id }
    }
  }

  /// Whether the only command on a queue was the add, of a group or a block, and no other queue can
  /// be the reason.
  private func isOfSpecialForm(_ one: StartCase) -> Bool {
    let verb = one.add.command.verb
    return (verb == .addGroup || verb == .addBlock) && index.isAlone(one.add, until: ticket)
      && index.facetsOfOthers(than: one.queue, from: one.add.called, to: ticket).isEmpty
  }
}

extension HistoryIndex {
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

  /// Whether a task is inside a wait for an operation.
  fileprivate func isAwaitedByTask(_ operation: OperationID) -> Bool {
    self[operation].calls(.wait).contains { $0.returned == nil && $0.isOfTask }
  }
}

extension Call {
  /// Whether a task made the call.
  var isOfTask: Bool {
    if case .callback(let callback) = lane { callback.point == .body } else { false }
  }
}

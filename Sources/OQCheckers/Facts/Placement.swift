import OQHistory
import OQSpecification

extension HistoryIndex.OperationRecord {
  /// The add that certainly put the operation into its queue, if one did.
  ///
  /// The first of the possible adds, returned normally, with nothing called before its return that
  /// could have made the operation unfit: another add, a start by hand, a cancel that may finish an
  /// operation in no queue (ND-21), a report that it executes or has finished (QUEUE-18). A bare
  /// block that is added again is an operation of its own each time, and nobody can tell which add
  /// a run belongs to.
  ///
  /// - Complexity: O(calls on the operation).
  var acceptedAdd: Call? {
    let adds = possibleAdds
    guard let first = adds.first, first.succeeded, let returned = first.returned,
      declaration.kind.hasHandle || adds.count == 1
    else { return nil }
    let spoilers: Set<Verb> = [.start, .cancel, .reportExecuting, .reportFinished, .storeFinished]
    let isSpoiled = calls.contains {
      spoilers.contains($0.command.verb) && $0.mayPrecede(returned)
    }
    return isSpoiled || adds.dropFirst().contains { $0.called < returned } ? nil : first
  }

  /// Whether a start by hand may have begun before a ticket.
  ///
  /// - Complexity: O(calls on the operation).
  func mayBeStartedByHand(before ticket: Ticket) -> Bool {
    manualStarts.contains { $0.mayPrecede(ticket) }
  }

  /// The queue that certainly started what began at a ticket: the only one to which the operation
  /// may have been added by then, with no start by hand.
  ///
  /// - Parameter ticket: the recorded begin of a body or of an overridden `start`.
  /// - Returns: the queue, or nil where another starter is possible.
  /// - Complexity: O(calls on the operation).
  func startingQueue(at ticket: Ticket) -> QueueID? {
    guard !mayBeStartedByHand(before: ticket) else { return nil }
    let queues = possibleAdds.filter { $0.called < ticket }.compactMap(\.command.queue)
    guard let queue = queues.first, queues.allSatisfy({ $0 == queue }) else { return nil }
    return queue
  }

  /// Ticket of the first call that could have led to a start, rejected or not; nil without any.
  ///
  /// - Complexity: O(calls on the operation).
  var firstOfferCalled: Ticket? { (adds + manualStarts).map(\.called).min() }

  /// Ticket of the first call that could have led to a start or a finish; nil without any.
  ///
  /// A cancel is one: it may finish an operation that is in no queue at once (ND-21), and what is
  /// asked of the operation from then on may be refused, ignored or come too late. So is a report
  /// of a class with its own `start`, which may come without any start: what it means then no
  /// document says.
  ///
  /// - Complexity: O(calls on the operation).
  var firstTouch: Ticket? {
    let cancel = cancels.filter { !$0.isRejected }.map(\.called).min()
    return [firstOffer, cancel, firstReport].compactMap(\.self).min()
  }
}

extension HistoryIndex {
  /// Whether an operation certainly was added to no queue and started by nobody up to a ticket.
  ///
  /// A call is recorded before it is made. So what a call leads to has a greater ticket than the
  /// call, and where no call with a smaller ticket names the operation there was none: unless a
  /// hole may be one (a ticket without an event), or one was not recorded itself.
  ///
  /// - Parameters:
  ///   - record: any operation.
  ///   - ticket: that of an event.
  /// - Returns: true only if no call by then can have led to a start.
  /// - Complexity: O(calls on the operation), and on queues for a barrier block.
  func isUnoffered(_ record: OperationRecord, until ticket: Ticket) -> Bool {
    hasEveryEvent(until: ticket)
      && offers(of: record).allSatisfy { $0.isRecorded && $0.called > ticket }
  }

  /// The calls that add an operation or start it by hand, rejected or not, in no order.
  ///
  /// - Complexity: O(calls on the operation), and on queues for a barrier block.
  func offers(of record: OperationRecord) -> [Call] {
    record.adds + record.manualStarts + barrierAdds(of: record)
  }

  /// The calls that add a barrier block, which is in no other way added or started.
  ///
  /// - Parameter record: any operation.
  /// - Returns: the calls; none where it is no barrier block.
  /// - Complexity: O(calls on queues).
  func barrierAdds(of record: OperationRecord) -> [Call] {
    guard record.declaration.kind == .barrier else { return [] }
    return queues.flatMap { $0.calls(.addBarrier) }.filter {
      $0.command.operands.contains(record.id)
    }
  }

  /// Whether a barrier block may still have a run to come, or in progress: it runs once for each
  /// call that adds it.
  ///
  /// - Complexity: O(calls on queues).
  func barrierMayBePending(_ barrier: OperationID) -> Bool {
    let record = self[barrier]
    let ended = record.bodies.count { $0.end != nil }
    return ended < barrierAdds(of: record).count { !$0.isRejected }
      || ended < record.bodies.count
  }

  /// Whether an operation may have come into a queue after a barrier block, which may then be a
  /// dependency of it: its isReady may read false whatever it depends on itself (ND-43).
  ///
  /// - Parameter operation: one that is declared in the history.
  /// - Returns: false only where it certainly is behind no barrier.
  /// - Complexity: O(adds of the operation × calls on its queues).
  func mayBeBehindBarrier(_ operation: OperationID) -> Bool {
    self[operation].possibleAdds.contains { add in
      guard let queue = add.command.queue else { return false }
      return self[queue].calls(.addBarrier).contains { $0.mayPrecede(add.returned ?? end) }
    }
  }

  /// Whether a queue may have noticed that an operation is ready, and it has become unready since
  /// without a begin: a dependency was made when it had been offered already (ND-7), or its
  /// condition was taken back.
  ///
  /// What came back while the operation certainly waited for another dependency found it unready.
  ///
  /// - Complexity: O(calls on the operation + dependencies).
  func mayBeTakenForReady(_ record: OperationRecord) -> Bool {
    guard record.begin == nil, let offer = record.firstOffer else { return false }
    let waited = blockedUntil(record.id)
    return record.calls.contains { call in
      guard !call.isRejected, !call.returned(before: waited) else { return false }
      switch call.command.verb {
      case .addDependency: return !call.succeeded(before: offer)
      case .setCondition: return call.command.argument == .boolean(false)
      default: return false
      }
    }
  }
}

import OQHistory
import OQSpecification

extension HistoryIndex.OperationRecord {
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
  var firstOfferCalled: Ticket? { earliest(adds.first?.called, manualStarts.first?.called) }

  /// Ticket of the first call that could have led to a start or a finish; nil without any.
  ///
  /// A cancel is one: it may finish an operation that is in no queue at once (ND-21), and what is
  /// asked of the operation from then on may be refused, ignored or come too late. So is a report
  /// of a class with its own `start`, which may come without any start: what it means then no
  /// document says.
  ///
  /// - Complexity: O(calls on the operation).
  var firstTouch: Ticket? {
    earliest(firstOffer, earliest(firstCancel, firstReport))
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
  /// - Complexity: O(calls on the operation).
  func isUnoffered(_ record: OperationRecord, until ticket: Ticket) -> Bool {
    hasEveryEvent(until: ticket)
      && offers(of: record).allSatisfy { $0.isRecorded && $0.called > ticket }
  }

  /// The calls that add an operation or start it by hand, rejected or not, in no order.
  ///
  /// - Complexity: O(calls on the operation).
  func offers(of record: OperationRecord) -> [Call] {
    record.adds + record.manualStarts + record.barrierAdds
  }

  /// Whether a barrier block may still have a run to come, or in progress: it runs once for each
  /// call that adds it.
  ///
  /// - Complexity: O(runs and adds of the block).
  func barrierMayBePending(_ barrier: OperationID) -> Bool {
    let record = self[barrier]
    let ended = record.bodies.count { $0.end != nil }
    return ended < record.barrierAdds.count { !$0.hadNoEffect }
      || ended < record.bodies.count
  }

  /// Whether an operation may have come into a queue after a barrier block, which may then be a
  /// dependency of it: its isReady may read false whatever it depends on itself (ND-43).
  ///
  /// - Parameter operation: one that is declared in the history.
  /// - Returns: false only where it certainly is behind no barrier.
  /// - Complexity: O(adds of the operation), and of rejected barrier blocks before it.
  func mayBeBehindBarrier(_ operation: OperationID) -> Bool {
    self[operation].possibleAdds.contains { add in
      guard let queue = add.command.queue,
        let barrier = self[queue].calls(.addBarrier).first(where: { !$0.hadNoEffect })
      else { return false }
      return barrier.called < add.returned ?? end
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
      guard !call.hadNoEffect, !call.returned(before: waited) else { return false }
      switch call.command.verb {
      case .addDependency: return !call.succeeded(before: offer)
      case .setCondition: return call.command.argument == .boolean(false)
      default: return false
      }
    }
  }
}

/// The earlier of two tickets, of those there are.
func earliest(_ one: Ticket?, _ other: Ticket?) -> Ticket? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

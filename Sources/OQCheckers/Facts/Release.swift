import OQHistory
import OQSpecification

/// What last let a waiting operation of a queue go ahead: it says which rule about progress is
/// broken when an operation without dependencies should have begun and has not.
enum Release: Sendable {
  /// Its own add: nothing certainly kept it waiting.
  case add
  /// The call that resumed its queue, in which it was listed.
  case resume(Call)
  /// The call that raised the limit of its queue, which was full.
  case raise(Call)
  /// The end of an operation of its queue, which was full.
  case end(OperationID, at: Ticket)
}

/// The releases of one queue, found by ticket.
struct QueueReleases: Sendable {
  private let suspensions: [SuspendedSpan]
  private let raises: [Call]
  // Operations that ended while the queue was full, by end, and the tickets of their ends.
  private let ended: [OperationID]
  private let begun: [Ticket]
  // The begins of all operations of the queue, ascending.
  private let begins: [Ticket]
  private let ends: [Ticket]

  /// Collects them.
  ///
  /// - Parameters:
  ///   - queue: what the history says of the queue.
  ///   - spans: the slots that were certainly held in it, by begin.
  ///   - index: the history, indexed.
  /// - Complexity: O(n log n) in the calls on the queue and its operations.
  init(_ queue: HistoryIndex.QueueRecord, _ spans: [Occupancy], _ index: HistoryIndex) {
    suspensions = index.suspensions(of: queue.id)
    let timeline = index.limits(of: queue.id)
    let begins = spans.map(\.begin)
    self.begins = begins
    let allEnds = spans.compactMap(\.end).sorted()
    // Slots that were certainly held right before a ticket.
    func held(before ticket: Ticket) -> Int {
      begins.count(below: ticket) - allEnds.count(below: ticket)
    }
    raises = queue.calls(.setLimit).filter { set in
      guard set.succeeded, let returned = set.returned,
        let former = timeline.only(from: set.called - 1, to: set.called - 1),
        former <= held(before: set.called)
      else { return false }
      return timeline.only(from: returned + 1, to: returned + 1) ?? 0 > former
    }
    let full = spans.filter { span in
      guard let end = span.end, let limit = timeline.only(from: end, to: end) else { return false }
      return held(before: end) >= limit
    }.sorted { $0.end ?? 0 < $1.end ?? 0 }
    ended = full.map(\.operation)
    begun = full.map(\.begin)
    ends = full.compactMap(\.end)
  }

  /// The last release of an operation before a ticket.
  ///
  /// - Parameters:
  ///   - added: ticket of the return of its add.
  ///   - ticket: ticket of its begin, or of the quiescence at which it has not begun.
  ///   - isMissing: whether it has not begun. Then it may wait for a resume before its add, where
  ///     nothing of the queue has begun since: nothing shows that the suspension is over.
  /// - Returns: the release with the greatest ticket of those for which it certainly waited.
  /// - Complexity: O(log n).
  func last(added: Ticket, before ticket: Ticket, isMissing: Bool) -> Release {
    var release = Release.add
    var at = added
    let position = ends.count(below: ticket) - 1
    if position >= 0, ends[position] > at {
      at = ends[position]
      release = .end(ended[position], at: at)
    }
    let raised = raises.count(called: ticket - 1)
    if raised > 0, case let raise = raises[raised - 1], raise.called > at {
      at = raise.called
      release = .raise(raise)
    }
    guard let span = suspensions.lastEnded(before: ticket), let resume = span.resume else {
      return release
    }
    guard span.end > added else {
      guard isMissing, span.suspend != nil, case .add = release else { return release }
      let hasMoved = begins.count(below: ticket) > begins.count(below: span.end)
      return hasMoved ? release : .resume(resume)
    }
    // A queue that was suspended and resumed while its slots were held has more to go wrong than
    // the slot: it may have done nothing since.
    let isWithin = if case .end = release { span.start > begun[position] } else { false }
    return span.end > at || isWithin ? .resume(resume) : release
  }
}

extension [Ticket] {
  /// How many of the ascending tickets are smaller than one.
  ///
  /// - Complexity: O(log n).
  func count(below ticket: Ticket) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < ticket { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

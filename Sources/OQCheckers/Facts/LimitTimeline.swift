import OQHistory

/// The limits of one queue, each with the span in which it may have been in force.
///
/// A limit that is set takes effect between the call and the return. So it may be in force from its
/// call until the return of a later set. Two sets that overlap may take effect in either order.
struct LimitTimeline: Sendable {
  /// A limit and when it may have been in force.
  struct Span: Sendable {
    /// The limit; `Int.max` for none.
    let limit: Int
    /// Ticket before which it was certainly not in force.
    let from: Ticket
    /// Ticket after which it was certainly not in force.
    let to: Ticket
  }

  /// Every limit, by the ticket from which it may have been in force.
  let spans: [Span]
  /// The smallest limit that was ever possible.
  let smallest: Int
  // The last ticket at which one of the first spans may have been in force.
  private let reach: [Ticket]

  /// Reads the limits of a queue.
  ///
  /// A negative limit other than -1 must be ignored (LIMIT-55); it is taken to leave open which
  /// limit holds, so that this timeline blames nobody for it.
  ///
  /// - Parameters:
  ///   - queue: what the history says of the queue.
  ///   - end: ticket after the last event.
  /// - Complexity: O(sets of the limit), squared only where many of them overlap.
  init(_ queue: HistoryIndex.QueueRecord, end: Ticket) {
    let sets = queue.calls(.setLimit).filter { !$0.hadNoEffect }
    let firm = sets.filter { $0.succeeded && ($0.command.integer ?? -1) >= -1 }
    func over(after ticket: Ticket, from position: Int) -> Ticket {
      // Calls are in order of their call tickets, so of the later ones the first to return is near.
      var earliest = end
      for later in firm[position...] where later.called > ticket {
        if later.called > earliest { break }
        earliest = min(earliest, later.returned ?? end)
      }
      return earliest
    }
    var spans = [
      Span(limit: Self.value(queue.declaration.limit ?? -1), from: 0, to: over(after: 0, from: 0))
    ]
    var position = 0
    for set in sets {
      while position < firm.count, firm[position].called <= set.called { position += 1 }
      let to = set.returned.map { over(after: $0, from: position) } ?? end
      spans.append(Span(limit: Self.value(set.command.integer ?? -1), from: set.called, to: to))
    }
    self.spans = spans
    smallest = spans.map(\.limit).min() ?? Int.max
    var latest = 0
    reach = spans.map { span in
      latest = max(latest, span.to)
      return latest
    }
  }

  /// The limits that may have been in force at some instant of a span, the latest first.
  ///
  /// - Complexity: O(log n), and O(1) for each, but for sets of the limit that overlap.
  private func limits(from: Ticket, to: Ticket) -> some Sequence<Int> {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].from <= to { low = middle + 1 } else { high = middle }
    }
    return sequence(state: low) { (position: inout Int) -> Int? in
      while position > 0, reach[position - 1] >= from {
        position -= 1
        if spans[position].to >= from { return spans[position].limit }
      }
      return nil
    }
  }

  /// The largest limit that may have been in force at some instant of a span.
  ///
  /// - Parameters:
  ///   - from: first ticket.
  ///   - to: last ticket, not before the first.
  /// - Returns: the limit; `Int.max` for none.
  /// - Complexity: O(sets of the limit).
  func largest(from: Ticket, to: Ticket) -> Int {
    limits(from: from, to: to).max() ?? Int.max
  }

  /// The only limit that may have been in force in a span; nil where there are several.
  ///
  /// - Parameters:
  ///   - from: first ticket.
  ///   - to: last ticket, not before the first.
  /// - Returns: the limit, `Int.max` for none, or nil.
  /// - Complexity: O(sets of the limit).
  func only(from: Ticket, to: Ticket) -> Int? {
    var only: Int?
    for limit in limits(from: from, to: to) {
      if let only, only != limit { return nil }
      only = limit
    }
    return only
  }

  private static func value(_ limit: Int) -> Int { limit < 0 ? Int.max : limit }
}

extension HistoryIndex {
  /// The limits of a queue.
  ///
  /// - Complexity: O(1) after the first time.
  func limits(of queue: QueueID) -> LimitTimeline {
    fact(.limits) { queues.map { LimitTimeline($0, end: end) } }[queue.index]
  }
}

import OQHistory

/// The limits of one queue, each with the span in which it may have been in force.
///
/// A limit that is set takes effect between the call and the return, so it may be in force from its
/// call until the return of a later set; two sets that overlap may take effect in either order.
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
    let sets = queue.calls(.setLimit).filter { !$0.isRejected }
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
  }

  /// The largest limit that may have been in force at some instant of a span.
  ///
  /// - Parameters:
  ///   - from: first ticket.
  ///   - to: last ticket, not before the first.
  /// - Returns: the limit; `Int.max` for none.
  /// - Complexity: O(sets of the limit).
  func largest(from: Ticket, to: Ticket) -> Int {
    spans.lazy.filter { $0.from <= to && $0.to >= from }.map(\.limit).max() ?? Int.max
  }

  /// The only limit that may have been in force in a span; nil where there are several.
  ///
  /// - Parameters:
  ///   - from: first ticket.
  ///   - to: last ticket, not before the first.
  /// - Returns: the limit, `Int.max` for none, or nil.
  /// - Complexity: O(sets of the limit).
  func only(from: Ticket, to: Ticket) -> Int? {
    let limits = spans.lazy.filter { $0.from <= to && $0.to >= from }.map(\.limit)
    guard let limit = limits.first, limits.allSatisfy({ $0 == limit }) else { return nil }
    return limit
  }

  /// The smallest limit that was ever possible.
  var smallest: Int { spans.map(\.limit).min() ?? Int.max }

  private static func value(_ limit: Int) -> Int { limit < 0 ? Int.max : limit }
}

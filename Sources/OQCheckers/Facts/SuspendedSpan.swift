import OQHistory

/// A span in which a queue is certainly suspended.
struct SuspendedSpan: Sendable {
  /// The call that suspended it; nil where the declaration did.
  let suspend: Call?
  /// The call that may end it; nil where there is none.
  let resume: Call?
  /// Ticket from which the queue is certainly suspended: the return of the call, or 0.
  let start: Ticket
  /// Ticket of the call that may end the suspension, or that after the last event.
  let end: Ticket

  /// Whether a ticket lies in the span.
  func contains(_ ticket: Ticket) -> Bool { start < ticket && ticket < end }
}

extension HistoryIndex {
  /// The spans in which a queue is certainly suspended, by ticket.
  ///
  /// A call that suspends counts only where no resume overlaps it, since that one could have taken
  /// effect later. A second suspension in such a span changes nothing.
  ///
  /// - Complexity: O(1) after the first time.
  func suspensions(of queue: QueueID) -> [SuspendedSpan] {
    guard verbs.contains(.suspend) || self[queue].declaration.suspended else { return [] }
    return fact(.suspensions) { queues.map { findSuspensions(of: $0.id) } }[queue.index]
  }

  private func findSuspensions(of queue: QueueID) -> [SuspendedSpan] {
    let record = self[queue]
    let resumes = record.calls(.resume).filter { !$0.hadNoEffect }
    func span(from start: Ticket, by suspend: Call?, position: Int) -> SuspendedSpan {
      let resume = position < resumes.count ? resumes[position] : nil
      return SuspendedSpan(
        suspend: suspend, resume: resume, start: start, end: resume?.called ?? end)
    }
    var spans: [SuspendedSpan] = []
    if record.declaration.suspended { spans.append(span(from: 0, by: nil, position: 0)) }
    var position = 0
    var lastReturn = 0
    for suspend in record.calls(.suspend) where suspend.succeeded {
      guard let returned = suspend.returned, returned > spans.last?.end ?? 0 else { continue }
      while position < resumes.count, resumes[position].called < returned {
        lastReturn = max(lastReturn, resumes[position].returned ?? end)
        position += 1
      }
      if lastReturn < suspend.called {
        spans.append(span(from: returned, by: suspend, position: position))
      }
    }
    return spans
  }
}

extension [SuspendedSpan] {
  /// The span in which a ticket lies, of those of one queue.
  ///
  /// - Complexity: O(log n).
  func containing(_ ticket: Ticket) -> SuspendedSpan? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].start < ticket { low = middle + 1 } else { high = middle }
    }
    return low > 0 && self[low - 1].contains(ticket) ? self[low - 1] : nil
  }

  /// The last span that ended before a ticket, of those of one queue.
  ///
  /// - Complexity: O(log n).
  func lastEnded(before ticket: Ticket) -> SuspendedSpan? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].end < ticket { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1] : nil
  }
}

import OQHistory
import OQSpecification

/// A span in which an operation certainly holds a slot of its queue.
///
/// An operation takes its slot before its task begins and keeps it until it has finished, so the
/// recorded task lies inside: from the first begin to the last end of its blocks, or from the entry
/// into an overridden `start` to the call that reports or stores the finish.
struct Occupancy: Sendable {
  /// The operation.
  let operation: OperationID
  /// The queue that certainly started it.
  let queue: QueueID
  /// Ticket before which it was certainly not in the queue: the call of the first possible add.
  let added: Ticket
  /// Ticket of the first begin.
  let begin: Ticket
  /// Ticket of the last end; nil where the task goes on.
  let end: Ticket?
  /// The times between two blocks in which none ran, in order.
  let pauses: [Pause]

  /// A time between two blocks in which none ran.
  struct Pause: Sendable {
    /// Ticket of the end before it.
    let end: Ticket
    /// Ticket of the begin that ended it.
    let begin: Ticket
  }

  /// Whether the slot was certainly held at a ticket.
  func contains(_ ticket: Ticket) -> Bool {
    begin < ticket && (end.map { ticket < $0 } ?? true)
  }
}

extension [Occupancy] {
  /// How many of the spans, which are in order of begin, hold a slot at the begin of each of them.
  ///
  /// - Complexity: O(n log n).
  var overlaps: [Int] {
    let ends = compactMap(\.end).sorted()
    var over = 0
    return enumerated().map { position, span in
      while over < ends.count, ends[over] < span.begin { over += 1 }
      return position + 1 - over
    }
  }

  /// The spans, which are in order of begin, that hold a slot at the begin of one of them.
  ///
  /// - Complexity: O(position).
  func active(at position: Int) -> [Occupancy] {
    let last = self[position]
    return self[..<position].filter { $0.contains(last.begin) } + [last]
  }

  /// The events that prove that each of the spans held its slot at a ticket: the latest ones, in
  /// order.
  ///
  /// These are the begins before the ticket. Between two blocks they prove nothing: a cancelled
  /// operation may skip the blocks that have not begun (ND-31), and whether an added block runs is
  /// open (ND-44). There the begin of the next block belongs to the proof.
  ///
  /// - Parameters:
  ///   - ticket: a ticket at which all spans hold their slots, or begin.
  ///   - most: number of events.
  /// - Returns: at most so many tickets.
  /// - Complexity: O(blocks × log blocks).
  func proof(at ticket: Ticket, most: Int) -> [Ticket] {
    let begins = flatMap { span in
      [span.begin] + span.pauses.filter { $0.end < ticket && ticket < $0.begin }.map(\.begin)
    }
    return Array<Ticket>(begins.sorted().suffix(most))
  }
}

extension HistoryIndex {
  /// The spans in which operations certainly held slots, by queue, each list by begin.
  ///
  /// The checker leaves out barrier blocks, operations that a client may have started by hand, and
  /// those that may have been added to several queues. An operation with its own `start` is left
  /// out where it may have been cancelled, since its class may then report the finish unseen.
  ///
  /// - Complexity: O(n log n) in the events, once.
  var occupancies: [[Occupancy]] { fact(.occupancies) { findOccupancies() } }

  private func findOccupancies() -> [[Occupancy]] {
    var lists = [[Occupancy]](repeating: [], count: queues.count)
    for record in operations {
      guard let span = taskSpan(of: record),
        let queue = record.startingQueue(at: span.begin),
        let added = record.possibleAdds.first?.called
      else { continue }
      lists[queue.index].append(
        Occupancy(
          operation: record.id, queue: queue, added: added, begin: span.begin, end: span.end,
          pauses: record.pauses))
    }
    return lists.map { $0.sorted { $0.begin < $1.begin } }
  }

  /// First begin and last end of the task of an operation; nil where it has not begun.
  ///
  /// - Complexity: O(runs and calls of the operation).
  func taskSpan(of record: OperationRecord) -> (begin: Ticket, end: Ticket?)? {
    if record.declaration.kind == .asynchronous {
      guard let begin = record.starts.first?.begin else { return nil }
      let end = record.mayReadFinished
      guard end ?? begin >= begin, !record.mayBeCancelled(before: end ?? self.end) else {
        return nil
      }
      return (begin, end)
    }
    let runs = record.firstBodies
    guard let begin = runs.first?.begin else { return nil }
    let ends = runs.compactMap(\.end)
    return (begin, ends.count == runs.count ? ends.max() : nil)
  }
}

extension HistoryIndex.OperationRecord {
  /// The times between two blocks in which none ran.
  ///
  /// - Complexity: O(runs of the operation).
  fileprivate var pauses: [Occupancy.Pause] {
    var pauses: [Occupancy.Pause] = []
    // nil where a block goes on.
    var latest = firstBodies.first?.end
    for run in firstBodies.dropFirst() {
      guard let end = latest else { break }
      if end < run.begin { pauses.append(Occupancy.Pause(end: end, begin: run.begin)) }
      latest = run.end.map { max($0, end) }
    }
    return pauses
  }
}

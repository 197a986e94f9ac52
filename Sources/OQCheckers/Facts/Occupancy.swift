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
          operation: record.id, queue: queue, added: added, begin: span.begin, end: span.end))
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

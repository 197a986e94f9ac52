import OQHistory
import OQJudging

/// Spans of several queues, of which one that covers another span is found by ticket.
struct QueueSpans: Sendable {
  private struct Entry {
    let begin: Ticket
    let end: Ticket
    let queue: QueueID
  }

  private let begins: [Ticket]
  // Of the first spans: the one that ends last, and the one of another queue that ends last.
  private let longest: [(first: Entry, second: Entry?)]

  /// Arranges spans.
  ///
  /// - Parameter spans: begin and end of each, in any order, with its queue.
  /// - Complexity: O(n log n).
  init(_ spans: [(begin: Ticket, end: Ticket, queue: QueueID)]) {
    let sorted = spans.map { Entry(begin: $0.begin, end: $0.end, queue: $0.queue) }
      .sorted { $0.begin < $1.begin }
    begins = sorted.map(\.begin)
    var longest: [(first: Entry, second: Entry?)] = []
    longest.reserveCapacity(sorted.count)
    for entry in sorted {
      guard let (first, second) = longest.last else {
        longest.append((entry, nil))
        continue
      }
      if entry.queue == first.queue {
        longest.append((entry.end > first.end ? entry : first, second))
      } else if entry.end > first.end {
        longest.append((entry, first))
      } else {
        longest.append((first, entry.end > second?.end ?? 0 ? entry : second))
      }
    }
    self.longest = longest
  }

  /// Whether a span of another queue than one has both tickets inside.
  ///
  /// - Complexity: O(log n).
  func cover(_ one: Ticket, _ other: Ticket, except queue: QueueID) -> Bool {
    let position = begins.count(below: min(one, other)) - 1
    guard position >= 0 else { return false }
    let (first, second) = longest[position]
    let best = first.queue == queue ? second : first
    return best.map { $0.end > max(one, other) } ?? false
  }
}

/// What goes on in the queues of a history: suspensions, and runs of their operations.
struct Neighbours: Sendable {
  fileprivate let isAlone: Bool
  fileprivate let suspensions: QueueSpans
  fileprivate let runs: QueueSpans

  fileprivate init(_ index: HistoryIndex) {
    isAlone = index.queues.count < 2
    guard !isAlone else {
      suspensions = QueueSpans([])
      runs = suspensions
      return
    }
    suspensions = QueueSpans(
      index.queues.flatMap { queue in
        index.suspensions(of: queue.id).map { ($0.start, $0.end, queue.id) }
      })
    runs = QueueSpans(
      index.operations.flatMap { record -> [(begin: Ticket, end: Ticket, queue: QueueID)] in
        guard let queue = index.onlyAdd(of: record.id)?.command.queue else { return [] }
        return record.bodies.map { ($0.begin, $0.end ?? .max, queue) }
      })
  }
}

extension HistoryIndex {
  /// The facets that other queues give to a case of one queue.
  ///
  /// - Parameters:
  ///   - queue: the queue that is judged.
  ///   - start: the begin of the span in which the case is open.
  ///   - end: the end of that span.
  /// - Returns: those that hold in the whole span.
  /// - Complexity: O(log n), after the first time.
  func facetsOfOthers(than queue: QueueID, from start: Ticket, to end: Ticket) -> [Facet] {
    let neighbours = fact(.neighbours) { Neighbours(self) }
    guard !neighbours.isAlone else { return [] }
    let isSuspended = neighbours.suspensions.cover(start, end, except: queue)
    let isHeld = isSuspended || neighbours.runs.cover(start, end, except: queue)
    return Facet.holding((isSuspended, .otherQueueIsSuspended), (isHeld, .otherQueueIsHeld))
  }
}

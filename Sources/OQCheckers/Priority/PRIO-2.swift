import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// PRIO-2: reading the priority gives the level that was set last.
  ///
  /// This is sound because a read is judged only between two sets: every set that was called before
  /// the read returned had itself returned before the read and before the next set was called.
  static let priorityIsReadBack = Checker("PRIO-2", antecedent: [.priority]) {
    index, _, judgement in
    for record in index.operations {
      let reads = record.calls(.priority)
      guard !reads.isEmpty else { continue }
      let sets = PrioritySets(record)
      for read in reads {
        guard case .returned(.priority(let value)) = read.outcome, let returned = read.returned
        else { continue }
        let before = sets.last(before: returned)
        guard sets.areInOrder(before: returned),
          before.map({ $0.succeeded(before: read.called) }) ?? true
        else { continue }
        var last = record.declaration.priority
        // What an integer is adjusted to is PRIO-51's.
        if before?.command.verb == .setRawPriority { continue }
        if let level = before?.command.priority { last = level }
        guard let last else { continue }
        let contexts = index.readContext(record, at: returned)
        if value == last {
          judgement.hold(before?.called, read.called, returned, in: contexts)
        } else {
          judgement.violate(
            "priority of \(index.name(record.id)) read \(value.name) at \(read.called) although "
              + "it was last set to \(last.name)",
            events: [before?.called, read.called, returned], in: contexts)
        }
      }
    }
  }
}

/// The calls that set the priority of one operation, rejected ones left out.
struct PrioritySets {
  private let calls: [Call]
  // How many of the first calls certainly came each after the one before it.
  private let inOrder: Int
  // When the last of the first calls had succeeded.
  private let reach: [Ticket]

  /// Collects them.
  ///
  /// - Complexity: O(calls that set the priority).
  init(_ record: HistoryIndex.OperationRecord) {
    let calls = record.prioritySets.filter { !$0.hadNoEffect }
    self.calls = calls
    let disorder = calls.indices.dropLast().first {
      !calls[$0].succeeded(before: calls[$0 + 1].called)
    }
    inOrder = disorder.map { $0 + 1 } ?? calls.count
    var latest: Ticket = -1
    reach = calls.map { call in
      latest = max(latest, call.succeeded ? call.returned ?? .max : .max)
      return latest
    }
  }

  /// The last one called before a ticket.
  ///
  /// - Complexity: O(log n).
  func last(before ticket: Ticket) -> Call? {
    let count = calls.count(called: ticket - 1)
    return count > 0 ? calls[count - 1] : nil
  }

  /// Whether those called before a ticket each succeeded before the next one was called.
  ///
  /// - Complexity: O(log n).
  func areInOrder(before ticket: Ticket) -> Bool { calls.count(called: ticket - 1) <= inOrder }

  /// Whether those called before a ticket had all succeeded before another one.
  ///
  /// - Complexity: O(log n).
  func haveSucceeded(before other: Ticket, calledBefore ticket: Ticket) -> Bool {
    let count = calls.count(called: ticket - 1)
    return count == 0 || reach[count - 1] < other
  }
}

extension HistoryIndex {
  /// `unqueued`, `parked`, `finished` or nothing: when an accessor was read.
  func readContext(_ record: OperationRecord, at ticket: Ticket) -> [String] {
    if let shown = record.finishShown, shown < ticket { return ["finished"] }
    let stage = stage(of: record.id, at: ticket)
    return stage == .unqueued || stage == .parked ? stageContext(record.id, at: ticket) : []
  }
}

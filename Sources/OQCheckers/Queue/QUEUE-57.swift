import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-57: the progress of a queue counts one unit for each operation that has finished by the
  /// end of its main.
  ///
  /// The checker judges queues whose total certainly was set before the first add and never again.
  ///
  /// - *Too high.* A unit is never taken back, and none is counted for what was not even added. So
  ///   a read is wrong above the number of operations with the default start whose adds had been
  ///   called before it returned, whatever the order. Cancelled operations, barriers and operations
  ///   without a task count for one at most.
  /// - *Too low.* Only what this queue took counts for certain: an add that returns without an
  ///   error may have been ignored (ND-24, ND-34). Nothing says how soon after the finish a unit is
  ///   counted. So a read below the number of those that certainly count is wrong only where a lane
  ///   awaits that number and reads once more at a confirmed quiescence, where no client code is
  ///   held and no operation of the queue was started by hand.
  static let progressCountsFinished = Checker("QUEUE-57", antecedent: [.progress]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for queue in index.queues {
      guard let units = Units(of: queue, index) else { continue }
      let isOwed =
        stall.map {
          $0.held.isEmpty && !$0.mayHoldUpCalls && !$0.isFrozen && !$0.isDisturbed(queue.id)
        } ?? false
      for read in queue.calls(.progress) {
        guard let value = read.outcome?.integer, let returned = read.returned else { continue }
        let most = units.most(before: returned)
        if value > most {
          judgement.violate(
            "progress of \(index.name(queue.id)) read \(value) at \(read.called), more than the"
              + " \(most) operations that it can have counted",
            events: [units.set, read.called, returned], in: units.contexts)
        } else if let finished = units.finished, finished < read.called, value >= units.least {
          judgement.hold(units.set, finished, read.called, returned, in: units.contexts)
        } else if let finished = units.finished, let stall, isOwed, read.called > stall.ticket,
          read.id == queue.calls(.progress).last?.id
        {
          judgement.miss(
            at: stall,
            "progress of \(index.name(queue.id)) still read \(value) at \(read.called), less than"
              + " the \(units.least) operations that had finished by \(finished)",
            events: [units.set, finished, read.called, returned], in: units.contexts)
        }
      }
    }
  }
}

/// What the progress of one queue can count.
private struct Units {
  /// The call that set the total.
  let set: Ticket
  /// Tickets of the first adds of operations that may count.
  private let offers: [Ticket]
  /// How many operations certainly count in the end.
  let least: Int
  /// Ticket by which all of these have finished; nil where one has not, or there is none.
  let finished: Ticket?
  /// The cells of the rule's contexts.
  let contexts: [String]

  /// Counts the operations; nil where the total was not set before the first add, or set twice.
  ///
  /// - Complexity: O(calls on the queue and its operations).
  init?(of queue: HistoryIndex.QueueRecord, _ index: HistoryIndex) {
    let sets = queue.calls(.setProgressTotal)
    guard sets.count == 1, let set = sets.first,
      set.succeeded(before: queue.adds.first?.called ?? index.end),
      set.succeeded(before: queue.calls(.addBarrier).first?.called ?? index.end)
    else { return nil }
    self.set = set.called
    var offers = queue.calls(.addBarrier).map(\.called)
    var finishes: [Ticket?] = []
    var cells: Set<String> = []
    for operation in Set(queue.adds.flatMap(\.command.operands)) {
      let record = index[operation]
      guard let offer = record.possibleAdds.map(\.called).min() else { continue }
      guard record.hasDefaultStart else {
        cells.insert("asynchronous")
        continue
      }
      offers +=
        record.declaration.kind == .closure ? record.possibleAdds.map(\.called) : [offer]
      if record.mayBeCancelled(before: index.end) {
        cells.insert("cancelled before start")
      } else if record.hasTask, record.wasTaken(by: queue.id) {
        if record.declaration.kind == .task { cells.insert("task") }
        let end = record.declaration.kind == .closure ? record.bodies.first?.end : nil
        finishes.append(record.finishShown ?? end)
      }
    }
    self.offers = offers.sorted()
    least = finishes.count
    let last = finishes.compactMap(\.self)
    finished = last.count == least ? last.max() : nil
    contexts = cells.sorted()
  }

  /// The most units that may be counted before a ticket.
  func most(before ticket: Ticket) -> Int { offers.count(below: ticket) }
}

extension HistoryIndex.OperationRecord {
  /// Whether a queue certainly took the operation: of the adds of a bare block, each of which is
  /// accepted, all must be its own.
  fileprivate func wasTaken(by queue: QueueID) -> Bool {
    guard declaration.kind == .closure else { return acceptedAdd?.command.queue == queue }
    return possibleAdds.allSatisfy { $0.command.queue == queue && $0.succeeded }
  }
}

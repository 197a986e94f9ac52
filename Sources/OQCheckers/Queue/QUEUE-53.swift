import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-53: operations keeps the order of addition.
  ///
  /// Two operations that a queue certainly accepted were added in order if the add of one returned
  /// before that of the other was called, or if one stands before the other in one group. Both are
  /// compared where the list has them. Pairs added by overlapping calls may stand in either order.
  static let listKeepsOrder = Checker("QUEUE-53", antecedent: [.operations]) {
    index, _, judgement in
    for queue in index.queues {
      for read in queue.calls(.operations) where read.succeeded {
        let entries = (read.outcome?.operations ?? []).enumerated().compactMap {
          ListEntry($0.element, at: $0.offset, in: queue.id, index)
        }
        judge(entries, read, queue, index, &judgement)
      }
    }
  }

  private static func judge(
    _ entries: [ListEntry], _ read: Call, _ queue: HistoryIndex.QueueRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let byCall = entries.sorted { ($0.add.called, $0.place) < ($1.add.called, $1.place) }
    let byReturn = entries.sorted { ($0.returned, $0.place) < ($1.returned, $1.place) }
    var position = 0
    var last: ListEntry?
    var before: ListEntry?
    var pair: (ListEntry, ListEntry)?
    for entry in byCall {
      while position < byReturn.count, byReturn[position].returned < entry.add.called {
        if byReturn[position].offset > last?.offset ?? -1 { last = byReturn[position] }
        position += 1
      }
      let group = before.flatMap { $0.add.id == entry.add.id ? $0 : nil }
      for earlier in [last, group].compactMap(\.self) {
        pair = (earlier, entry)
        guard earlier.offset > entry.offset else { continue }
        judgement.violate(
          "\(index.name(entry.operation)) stood before \(index.name(earlier.operation)) in the list of "
            + "\(index.name(queue.id)) at \(read.called), although it was added later",
          events: [earlier.add.called, entry.add.called, read.called, read.returned])
        return
      }
      before = entry
    }
    if let pair {
      judgement.hold(pair.0.add.called, pair.1.add.returned, read.called, read.returned)
    }
  }
}

/// An entry of a list that was certainly accepted before.
private struct ListEntry {
  let operation: OperationID
  /// Position in the list.
  let offset: Int
  let add: Call
  /// Ticket of the return of its add.
  let returned: Ticket
  /// Position among the operands of its add.
  let place: Int

  init?(_ operation: OperationID, at offset: Int, in queue: QueueID, _ index: HistoryIndex) {
    guard let add = index[operation].acceptedAdd, add.command.queue == queue,
      let returned = add.returned, let place = add.command.operands.firstIndex(of: operation)
    else { return nil }
    self.operation = operation
    self.offset = offset
    self.add = add
    self.returned = returned
    self.place = place
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// PRIO-2: reading the priority gives the level that was set last.
  ///
  /// Sound because a read is judged only between two sets: every set that was called before the
  /// read returned had itself returned before the read and before the next set was called.
  static let priorityIsReadBack = Checker("PRIO-2", antecedent: [.priority]) {
    index, _, judgement in
    for record in index.operations {
      let sets = record.prioritySets.filter { !$0.isRejected }
      for read in record.calls(.priority) {
        guard case .returned(.priority(let value)) = read.outcome, let returned = read.returned
        else { continue }
        let before = sets.prefix { $0.called < returned }
        guard zip(before, before.dropFirst()).allSatisfy({ $0.succeeded(before: $1.called) }),
          before.last.map({ $0.succeeded(before: read.called) }) ?? true
        else { continue }
        var last = record.declaration.priority
        // What an integer is adjusted to is PRIO-51's.
        if before.last?.command.verb == .setRawPriority { continue }
        if let level = before.last?.command.priority { last = level }
        guard let last else { continue }
        let contexts = index.readContext(record, at: returned)
        if value == last {
          judgement.hold(before.last?.called, read.called, returned, in: contexts)
        } else {
          judgement.violate(
            "priority of \(index.name(record.id)) read \(value.name) at \(read.called) although "
              + "it was last set to \(last.name)",
            events: [before.last?.called, read.called, returned], in: contexts)
        }
      }
    }
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

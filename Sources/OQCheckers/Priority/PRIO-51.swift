import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// PRIO-51: an integer that is no level is adjusted to the first level on the way to normal.
  ///
  /// This is sound as PRIO-2 is: a read is judged only where one set certainly came last.
  static let rawPriorityIsAdjusted = Checker("PRIO-51", antecedent: [.setRawPriority]) {
    index, _, judgement in
    for record in index.operations {
      let sets = Settings(record.prioritySets)
      for read in record.calls(.priority) {
        guard case .returned(.priority(let value)) = read.outcome,
          case .set(let set) = sets.last(at: read), set.command.verb == .setRawPriority,
          let raw = set.command.integer, let expected = set.command.priority
        else { continue }
        let contexts = cells(
          index.readContext(record, at: read.returned ?? index.end).first, in: ["unqueued"])
        if value == expected {
          judgement.hold(set.called, read.called, read.returned, in: contexts)
        } else {
          judgement.violate(
            "priority of \(index.name(record.id)) read \(value.name) at \(read.called) after it was"
              + " set to \(raw), which is adjusted to \(expected.name)",
            events: [set.called, read.called, read.returned], in: contexts)
        }
      }
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// PRIO-1: the priority of an operation is normal until it is set.
  ///
  /// This is sound because only reads count that returned before any set was called. What a queue
  /// makes of a priority that was never set (ND-11) does not show in the accessor.
  static let defaultPriorityIsNormal = Checker("PRIO-1", antecedent: [.priority]) {
    index, _, judgement in
    for record in index.operations where record.declaration.priority == nil {
      let contexts = index.kindContext(record.id).filter { $0 != "asynchronous" }
      let set = record.prioritySets.first { !$0.hadNoEffect }?.called ?? index.end
      for read in record.calls(.priority) where read.returned(before: set) {
        guard case .returned(.priority(let value)) = read.outcome else { continue }
        if value == .normal {
          judgement.hold(read.called, read.returned, in: contexts)
        } else {
          judgement.violate(
            "priority of \(index.name(record.id)) read \(value.name) at \(read.called) although "
              + "it was never set",
            events: [read.called, read.returned], in: contexts)
        }
      }
    }
  }
}

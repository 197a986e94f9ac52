import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-19: cancelling one operation does not cancel any other.
  ///
  /// This is sound because the others have no cancel of their own in the history, no queue is
  /// cancelled or dropped, and they do not depend, directly or not, on a cancelled one: whatever
  /// cancel does, they are not cancelled, and do not finish before their task has begun.
  static let cancelConcernsOneOperation = Checker("CANCEL-19", antecedent: [.cancel]) {
    index, _, judgement in
    guard !index.verbs.contains(.cancelAll), index.queues.allSatisfy(\.drops.isEmpty) else {
      return
    }
    let cancels = index.calls.filter { $0.command.verb == .cancel && !$0.hadNoEffect }
    guard let cancel = cancels.first, let target = cancel.command.operation else { return }
    let touched = dependents(of: Set(cancels.compactMap(\.command.operation)), index)
    for record in index.operations where !touched[record.id.index] {
      let y = index.name(record.id)
      let contexts = index.placeContext(record.id, target)
      let read = record.calls(.isCancelled).first {
        $0.called > cancel.called && $0.outcome?.boolean == true
      }
      let hasTask = record.declaration.kind.hasBody && record.declaration.blocks > 0
      if let read {
        judgement.violate(
          "isCancelled of \(y) read true at \(read.called) although only others were cancelled, "
            + "such as \(index.name(target)) at \(cancel.called)",
          events: [cancel.called, read.called, read.returned], in: contexts)
      } else if hasTask, let shown = record.finishShown, shown > cancel.called,
        record.begin.map({ $0 > shown }) ?? true
      {
        judgement.violate(
          "\(y) finished by \(shown) without its task although only others were cancelled, such "
            + "as \(index.name(target)) at \(cancel.called)",
          events: [cancel.called, shown], in: contexts)
      } else if let body = record.firstBodies.last, body.ended(before: index.end),
        body.begin > cancel.called
      {
        judgement.hold(cancel.called, body.begin, body.end, in: contexts)
      }
    }
  }

  /// Which operations are among the given ones, or may depend on one of them.
  static func dependents(of roots: Set<OperationID>, _ index: HistoryIndex) -> [Bool] {
    var dependents = [[Int]](repeating: [], count: index.operations.count)
    for record in index.operations {
      for link in index.links(of: record.id) {
        dependents[link.dependency.index].append(record.id.index)
      }
    }
    var touched = [Bool](repeating: false, count: dependents.count)
    var next = roots.map(\.index)
    while let position = next.popLast() {
      guard !touched[position] else { continue }
      touched[position] = true
      next += dependents[position]
    }
    return touched
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// THREAD-5: the thread priority is 0.5 until it is set, and then reads as it was set.
  ///
  /// A read is judged where no call that sets the property overlaps it or another one before it, so
  /// that the set that took effect last is certain (``Setting``). Values are hundredths, which
  /// takes up what a conversion loses.
  static let threadPriorityIsReadBack = Checker("THREAD-5", antecedent: [.threadPriority]) {
    index, _, judgement in
    for record in index.operations {
      let sets = Settings(record.calls(.setThreadPriority))
      for read in record.calls(.threadPriority) {
        guard let value = read.outcome?.integer else { continue }
        let x = index.name(record.id)
        switch sets.last(at: read) {
        case .uncertain: continue
        case .initial where value == 50: judgement.hold(read.called, read.returned)
        case .initial:
          judgement.violate(
            "thread priority of \(x) read \(value) at \(read.called) although it was never set",
            events: [read.called, read.returned])
        case .set(let set) where set.command.integer == value:
          judgement.hold(set.called, set.returned, read.called, read.returned)
        case .set(let set):
          judgement.violate(
            "thread priority of \(x) read \(value) at \(read.called) although it was last set to"
              + " \(set.command.integer ?? 50)",
            events: [set.called, set.returned, read.called, read.returned])
        }
      }
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// The thread priority that was set for certain before any call that might start the operation,
  /// and not again.
  ///
  /// - Complexity: O(calls on the operation).
  var ownThreadPriority: Int? {
    let sets = calls(.setThreadPriority).filter { !$0.hadNoEffect }
    guard let offer = (possibleAdds + manualStarts).map(\.called).min(), let last = sets.last,
      sets.allSatisfy({ $0.succeeded(before: offer) }),
      sets.dropLast().allSatisfy({ $0.returned(before: last.called) })
    else { return nil }
    return last.command.integer
  }
}

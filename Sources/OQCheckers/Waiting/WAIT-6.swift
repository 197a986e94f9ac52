import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// WAIT-6: an operation may wait for another one.
  ///
  /// The rule held where a wait inside a task, for an operation that began only after the wait was
  /// called, returned. What the task waits for must begin if its begin is owed as for QUEUE-1: its
  /// queue certainly has a free slot, which the waiting task does not hold, and fewer bodies are
  /// held than any subject lets run, the waiting one counted. It is missed only at a confirmed
  /// quiescence. A wait for what has certainly finished is WAIT-2's.
  static let taskMayWait = Checker("WAIT-6", antecedent: [.wait]) { index, profile, judgement in
    let stall = index.stall(profile)
    let missing = Dictionary(
      index.startCases(stall).missingSinceAdd(index) { _ in true }.map { ($0.operation, $0) },
      uniquingKeysWith: { first, _ in first })
    for record in index.operations {
      for wait in record.calls(.wait) where wait.isOfTask {
        let contexts = wait.caller.map { index.placeContext($0, record.id) } ?? []
        if wait.succeeded, let begin = record.begin, begin > wait.called {
          judgement.hold(
            wait.called, record.lastEnd(before: wait.returned), wait.returned, in: contexts)
        } else if let stall, wait.returned == nil,
          let one = missing[record.id]
        {
          judgement.miss(
            at: stall, index.missedBegin(one, stall, "a task waits for it since \(wait.called)"),
            events: [one.add.called, one.add.returned, wait.called], in: contexts,
            missing: .begin(one.operation))
        }
      }
    }
  }
}

extension Call {
  /// The operation whose code made the call; nil for clients.
  fileprivate var caller: OperationID? {
    if case .callback(let callback) = lane { callback.operation } else { nil }
  }
}

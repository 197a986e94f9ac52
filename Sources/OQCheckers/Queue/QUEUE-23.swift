import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-23: on a thread that runs no operation of a queue, no queue is current.
  ///
  /// A client lane is a plain thread of the harness, which no queue uses, and between its calls it
  /// runs nothing but the harness. Lanes that have started an operation by hand are left out, and
  /// those on whose thread client code was entered at any time (THREAD-1, ND-27).
  static let noQueueIsCurrentOutside = Checker("QUEUE-23", antecedent: [.isCurrent]) {
    index, _, judgement in
    let lent = index.lentLanes
    for read in index.currentReads {
      guard case .client = read.call.lane, !lent.contains(read.call.lane) else { continue }
      if read.isCurrent {
        judgement.violate(
          "\(index.name(read.queue)) read as the current queue of \(index.words.text(read.call.lane))"
            + " at \(read.call.returned ?? 0), which runs no operation",
          events: [read.call.called, read.call.returned])
      } else {
        judgement.hold(read.call.called, read.call.returned)
      }
    }
  }
}

extension HistoryIndex {
  /// Client lanes that started an operation by hand, or on which client code was entered.
  ///
  /// - Complexity: O(calls + runs).
  fileprivate var lentLanes: Set<Lane> {
    var lanes = Set(calls.filter { $0.command.verb == .start }.map(\.lane))
    for record in operations {
      for run in record.bodies + record.completions + record.starts + record.readinessReads {
        if case .lane(let lane)? = run.thread { lanes.insert(lane) }
      }
    }
    return lanes
  }
}

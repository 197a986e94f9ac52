import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-4: start of an operation that is not ready raises and does not run the task.
  ///
  /// The checker judges an x in no queue (ND-24) that was never cancelled (ND-36) and does not
  /// override isReady. One dependency of x is certain during the whole call:
  ///
  /// - It was made before anything could start x (ND-7), and is listed once (ND-28).
  /// - Nothing can have removed it before the call came back.
  /// - It is unfinished at the return: its task was running, or some block of its task had not
  ///   ended and it was not cancelled.
  ///
  /// So x was not ready at any instant of the call, and no other start can have run it.
  static let startRefusesUnready = Checker("START-4", antecedent: [.start]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart && !record.manualStarts.isEmpty {
      guard record.declaration.kind != .conditional else { continue }
      let edges = index.simpleEdges(of: record.id)
      for start in record.answeredStarts {
        guard let returned = start.returned, record.isUnqueued(until: returned),
          !record.mayBeCancelled(before: returned),
          let edge = index.obstruction(among: edges, from: start.called, to: returned)
        else { continue }
        judge(start, returned, edge, record, index, &judgement)
      }
    }
  }

  private static func judge(
    _ start: Call, _ returned: Ticket, _ edge: Edge, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let reason = "although \(index.name(edge.dependency)), on which it depends, had not finished"
    let contexts = ["manual", "blocked", "not cancelled"]
    let made = edge.made > 0 ? edge.made : nil
    let ended = index[edge.dependency].bodies.compactMap(\.end).max()
    let run = record.bodies.first { start.called < $0.begin && $0.begin < returned }
    if let run {
      judgement.violate(
        "the start of \(x) at \(start.called) ran its task at \(run.begin) \(reason)",
        events: [made, start.called, run.begin, returned, ended], in: contexts)
    } else if start.succeeded {
      judgement.violate(
        "the start of \(x) at \(start.called) returned normally at \(returned) \(reason)",
        events: [made, start.called, returned, ended], in: contexts)
    } else {
      judgement.hold(made, start.called, returned, in: contexts)
    }
  }
}

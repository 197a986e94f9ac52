import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// STATE-1: a new operation is ready, not executing, not finished and not cancelled.
  ///
  /// Only reads that returned before any other call on the operation, or on a queue with it, was
  /// made: nothing had happened by then that could change a value. An operation with
  /// declared dependencies is left out, and isReady where it is overridden.
  static let newOperationIsReady = Checker(
    "STATE-1", antecedent: [.isReady, .isExecuting, .isFinished, .isCancelled]
  ) { index, _, judgement in
    for record in index.operations where record.declaration.dependencies.isEmpty {
      let touched = (record.calls.filter { !$0.command.verb.isRead } + record.adds)
        .map(\.called).min()
      judgeNew(record, until: touched ?? index.end, index, &judgement)
    }
  }

  private static func judgeNew(
    _ record: HistoryIndex.OperationRecord, until touched: Ticket, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let contexts = cells(
      record.kindCell, in: ["task", "one block", "several blocks", "asynchronous"])
    let accessors: [(verb: Verb, name: String, value: Bool)] = [
      (.isReady, "isReady", true), (.isExecuting, "isExecuting", false),
      (.isFinished, "isFinished", false), (.isCancelled, "isCancelled", false),
    ]
    for accessor in accessors {
      if accessor.verb == .isReady, record.declaration.kind == .conditional { continue }
      let facets: [Facet] =
        [.isExecuting, .isFinished].contains(accessor.verb) ? [.stateOfExecution] : []
      let reads = record.reads(accessor.verb).filter { $0.returned < touched }
      if let read = reads.first(!accessor.value) {
        judgement.violate(
          "\(accessor.name) of \(index.name(record.id)), which is new, read \(read.value) at"
            + " \(read.returned)",
          events: [read.called, read.returned], in: contexts, facets: facets)
      } else if let read = reads.first {
        judgement.hold(read.called, read.returned, in: contexts, facets: facets)
      }
    }
  }
}

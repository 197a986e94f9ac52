import OQHistory
import OQJudging
import OQSpecification

extension ClassCheckers {
  /// CANCEL-1: cancel marks an operation that has not finished.
  ///
  /// By its own account the operation had not finished when cancel returned: it was in no queue or
  /// parked and had not been started, or a read of isFinished that was called later gave false.
  /// That its work goes on proves nothing: a class that reports its finish too early, which is for
  /// ASYNC-18 and STATE-6 to say, may be cancelled without a mark (ND-38).
  static func judgeMark(_ index: HistoryIndex, _ judgement: inout Judgement) {
    for record in index.classOperations {
      guard
        let (cancel, proof) = index.first(
          of: record.calls(.cancel), { index.unfinishedProof(of: record, at: $0) }),
        let returned = cancel.returned
      else { continue }
      let reads = record.reads(.isCancelled).filter { $0.called > returned }
      if let read = reads.first(where: { !$0.value }) {
        judgement.violate(
          "isCancelled of \(index.name(record.id)) read false at \(read.returned) although cancel,"
            + " called at \(cancel.called) on the unfinished operation, had returned at \(returned)",
          events: [cancel.called, returned, read.called, read.returned, proof.ticket],
          in: proof.contexts)
      } else if let read = reads.first {
        judgement.hold(cancel.called, returned, read.returned, in: proof.contexts)
      }
    }
  }
}

/// Why an operation of a class had certainly not finished at a ticket.
private struct UnfinishedProof {
  /// The return of the read that shows it; nil where the operation had not been started.
  let ticket: Ticket?
  /// The cells of the case.
  let contexts: [String]
}

extension HistoryIndex {
  /// - Complexity: O(calls on the operation and its queue).
  fileprivate func unfinishedProof(
    of record: OperationRecord, at ticket: Ticket
  ) -> UnfinishedProof? {
    if let stage = stage(of: record.id, at: ticket), stage == .unqueued || stage == .parked {
      return UnfinishedProof(ticket: nil, contexts: [stage.rawValue])
    }
    guard let read = record.reads(.isFinished).first(false, after: ticket) else { return nil }
    let isExecuting = record.bodies.contains { $0.contains(ticket) }
    return UnfinishedProof(ticket: read.returned, contexts: isExecuting ? ["executing"] : [])
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-1: when cancel returns, isCancelled of an unfinished operation is true.
  ///
  /// This is sound because only operations count that certainly were unfinished when the call
  /// returned: not started, or a record of their task comes later. One that an earlier cancel has
  /// finished (ND-21, ND-25) is cancelled already. The reads were called after the return, and
  /// isCancelled never falls. What the task itself reads after a cancel from outside is
  /// CANCEL-13's, and a false that follows a true is STATE-9's.
  static let cancelMarks = Checker("CANCEL-1", antecedent: [.cancel]) { index, _, judgement in
    for record in index.operations {
      let certain = index.first(of: record.calls(.cancel)) { index.unfinished(record.id, at: $0) }
      guard let (cancel, context) = certain, let returned = cancel.returned else { continue }
      let rise = record.reads(.isCancelled).filter { $0.returned > cancel.called }.first(true)
      let reads = record.calls(.isCancelled).filter {
        $0.called > returned && $0.outcome?.boolean != nil && !isPoll($0, of: record, cancel)
      }
      let unset = reads.first { $0.outcome?.boolean == false }
      if let read = unset, read.called <= rise?.returned ?? .max {
        judgement.violate(
          "isCancelled of \(index.name(record.id)) read false at \(read.called) although cancel, "
            + "called at \(cancel.called) on the unfinished operation, had returned at \(returned)",
          events: [
            cancel.called, returned, read.called, read.returned,
            record.unfinishedProof(at: returned),
          ], in: context)
        continue
      }
      if let read = reads.first(where: { $0.outcome?.boolean == true }) {
        judgement.hold(cancel.called, returned, read.called, read.returned, in: context)
      }
    }
  }

  /// Whether a read is made by the task of the operation while the cancel came from elsewhere.
  private static func isPoll(
    _ read: Call, of record: HistoryIndex.OperationRecord, _ cancel: Call
  ) -> Bool {
    read.lane != cancel.lane && record.bodies.contains { .callback($0.callback) == read.lane }
  }
}

extension HistoryIndex {
  /// The context in which an operation certainly is unfinished at a ticket, or certainly has been
  /// finished by nothing but a cancel; nil where it may have finished otherwise.
  ///
  /// - Parameters:
  ///   - operation: any operation.
  ///   - ticket: a position.
  ///   - omitted: a stage that the rule does not count.
  /// - Returns: one cell or none, or nil.
  /// - Complexity: O(calls on the operation and its queue + operations of the queue).
  func unfinished(
    _ operation: OperationID, at ticket: Ticket, except omitted: Stage? = nil
  ) -> [String]? {
    let record = self[operation]
    if let stage = stage(of: operation, at: ticket) {
      let reports: [Verb] = [.reportFinished, .storeFinished, .notifyFinished]
      guard !record.calls.contains(where: { reports.contains($0.command.verb) }) else { return nil }
      return stage == .heldSlots || stage == omitted ? [] : [stage.rawValue]
    }
    guard record.unfinishedUntil(end) > ticket else { return nil }
    return record.bodies.contains { $0.contains(ticket) } ? ["executing"] : []
  }

  /// The first call that returned normally at a ticket of which something is certain.
  func first<Fact>(of calls: [Call], _ fact: (Ticket) -> Fact?) -> (Call, Fact)? {
    for call in calls where call.succeeded {
      if let returned = call.returned, let fact = fact(returned) { return (call, fact) }
    }
    return nil
  }
}

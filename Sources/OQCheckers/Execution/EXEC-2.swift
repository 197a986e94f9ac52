import OQHistory
import OQSpecification

extension Checkers {
  /// EXEC-2: an operation that nobody cancels has executed its task when it has finished.
  ///
  /// The finish is proved by a read of isFinished, a wait for the operation, or a wait for its
  /// queue that was called after the only add had been accepted. The end of a block is recorded
  /// before it returns and the finish comes after all blocks that the operation was given, so each
  /// of them has a recorded end with a smaller ticket. Judged only where no cancel was called by
  /// then, and not for blocks added later (ND-44), custom starts, and operations without a task.
  ///
  /// Where the task does run, and it is the proof that came too early, the rule about the proof is
  /// broken: STATE-6 after a read, WAIT-1, WAIT-3 or QUEUE-4 after a wait that returned before the
  /// task had begun or inside it. So it is after a wait where nothing can have started the task. That
  /// is no case here.
  static let finishedTaskHasRun = Checker("EXEC-2") { index, _, judgement in
    let waits = index.queues.map { $0.calls(.waitAll).filter(\.succeeded) }
    let limits = index.queues.map { index.limitContext($0.id) }
    for record in index.operations where record.hasDefaultStart && record.hasTask {
      guard record.declaration.kind != .barrier, let proof = FinishProof(of: record, waits, index),
        !record.mayBeCancelled(before: proof.ticket)
      else { continue }
      let contexts =
        cells(
          record.kindCell, record.starterCell(at: proof.ticket),
          in: ["queued", "manual", "one block", "several blocks", "task"])
        + (index.onlyAdd(of: record.id)?.command.queue.map { limits[$0.index] } ?? [])
      let facets = Facet.holding(
        (record.hasNoCompletion, .noCompletionBlock),
        (record.declaration.kind == .closure, .bareBlock),
        (record.declaration.kind.isInvocation, .invocation),
        (record.declaration.kind == .flagged, .flagged))
      var missing: (number: Int, run: Interval?)?
      for number in 1...record.declaration.blocks where missing == nil {
        let run = record.firstBodies.first { $0.callback.index == number }
        if !(run?.ended(before: proof.ticket) ?? false) { missing = (number, run) }
      }
      guard let missing else {
        judgement.hold(
          record.firstBodies.compactMap(\.end).filter { $0 < proof.ticket }.max(), proof.ticket,
          in: contexts, facets: facets)
        continue
      }
      if proof.isEarly(for: record, in: index, hasRun: missing.run != nil) { continue }
      let part = record.declaration.kind == .block ? "block \(missing.number)" : "its task"
      let state = missing.run.map { "began only at \($0.begin)" } ?? "never began"
      judgement.violate(
        "\(proof.words) although \(part) \(state)",
        events: [proof.called, proof.ticket, missing.run?.begin], in: contexts, facets: facets)
    }
  }
}

/// The first event that proves that an operation with the default start has finished.
private struct FinishProof {
  let called: Ticket
  let ticket: Ticket
  let words: String
  private let isRead: Bool
  private let isOfGroup: Bool

  /// Whether it is the proof that came too early, by a rule of its own.
  ///
  /// - Parameters:
  ///   - record: the operation.
  ///   - index: the history, indexed.
  ///   - hasRun: whether what is missing at the proof ran later: then a read came too early, and a
  ///     wait did if no task had begun by then or one was running.
  /// - Returns: also true for a wait where the operation certainly was not started at its return.
  /// - Complexity: O(calls on the operation and its queue + operations of the queue).
  func isEarly(
    for record: HistoryIndex.OperationRecord, in index: HistoryIndex, hasRun: Bool
  ) -> Bool {
    // QUEUE-4 leaves out what other calls may have added or started.
    if isOfGroup, record.possibleAdds.count > 1 || !record.manualStarts.isEmpty { return false }
    guard hasRun else { return !isRead && index.stage(of: record.id, at: ticket) != nil }
    return isRead || record.begin.map { $0 > ticket } ?? true
      || record.firstBodies.contains { $0.contains(ticket) }
  }

  init?(
    of record: HistoryIndex.OperationRecord, _ queueWaits: [[Call]], _ index: HistoryIndex
  ) {
    let x = index.name(record.id)
    var proofs: [(called: Ticket, ticket: Ticket, words: String)] = []
    let read = record.reads(.isFinished).first(true)
    if let read {
      proofs.append(
        (read.called, read.returned, "isFinished of \(x) read true at \(read.returned)"))
    }
    for wait in record.calls(.wait) where wait.succeeded {
      if let returned = wait.returned {
        proofs.append((wait.called, returned, "a wait for \(x) returned at \(returned)"))
      }
    }
    if let add = record.acceptedAdd, let added = add.returned, let queue = add.command.queue {
      if add.command.verb == .addGroupWaiting {
        proofs.append(
          (add.called, added, "the add of a group with \(x) returned from its wait at \(added)"))
      } else if let wait = queueWaits[queue.index].first(where: { $0.called > added }),
        let returned = wait.returned
      {
        proofs.append(
          (
            wait.called, returned,
            "a wait for \(index.name(queue)), the queue of \(x), returned at \(returned)"
          ))
      }
    }
    guard let first = proofs.min(by: { $0.ticket < $1.ticket }) else { return nil }
    called = first.called
    ticket = first.ticket
    words = first.words
    isRead = first.ticket == read?.returned
    isOfGroup =
      record.acceptedAdd?.command.verb == .addGroupWaiting
      && first.ticket == record.acceptedAdd?.returned
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// EXEC-2: an operation that nobody cancels has executed its task when it has finished.
  ///
  /// Three events prove the finish: a read of isFinished, a wait for the operation, and a wait for
  /// its queue that was called after the only add had been accepted. The end of a block is recorded
  /// before it returns, and the finish comes after all blocks that the operation was given. So each
  /// block has a recorded end with a smaller ticket. The rule is judged only where no cancel was
  /// called by then. The checker leaves out blocks added later (ND-44), custom starts, and
  /// operations without a task.
  ///
  /// Where the task runs later, the proof came too early, and the rule about the proof is broken:
  /// STATE-6 after a read; WAIT-1, WAIT-3 or QUEUE-4 after a wait that returned before the task had
  /// begun or inside it. The same holds after a wait where nothing can have started the task. Such
  /// a case is left to that rule, which reports it in every such history.
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
      if let owner = proof.owner(for: record, in: index, hasRun: missing.run != nil) {
        judgement.leave(to: owner)
        continue
      }
      let part = record.declaration.kind == .block ? "block \(missing.number)" : "its task"
      let state = missing.run.map { "began only at \($0.begin)" } ?? "never began"
      judgement.violate(
        "\(proof.words(for: record, in: index)) although \(part) \(state)",
        events: [proof.called, proof.ticket, missing.run?.begin], in: contexts, facets: facets)
    }
  }
}

/// The first event that proves that an operation with the default start has finished.
private struct FinishProof {
  /// What kind of event it is.
  private enum Kind {
    case read
    case wait
    case queueWait
    /// The return of a group add that waited.
    case group(Call)
  }

  let called: Ticket
  let ticket: Ticket
  private let kind: Kind

  /// The rule that reports the proof as too early; nil where none is certain to.
  ///
  /// - Parameters:
  ///   - record: the operation.
  ///   - index: the history, indexed.
  ///   - hasRun: whether what is missing at the proof ran later: then a read came too early, and a
  ///     wait did if no task had begun by then or one was running.
  /// - Returns: also the rule of a wait where the operation certainly was not started at its
  ///   return.
  /// - Complexity: O(calls on the operation and its queue + operations of the queue).
  func owner(
    for record: HistoryIndex.OperationRecord, in index: HistoryIndex, hasRun: Bool
  ) -> RuleID? {
    if case .read = kind { return hasRun ? "STATE-6" : nil }
    let isEarly =
      hasRun
      ? record.begin.map { $0 > ticket } ?? true
        || record.firstBodies.contains { $0.contains(ticket) }
      : index.stage(of: record.id, at: ticket) != nil
    guard isEarly else { return nil }
    return switch kind {
    case .read: nil
    case .wait: "WAIT-1"
    case .queueWait: "WAIT-3"
    case .group(let group): record.isNew(in: group) ? "QUEUE-4" : nil
    }
  }

  init?(
    of record: HistoryIndex.OperationRecord, _ queueWaits: [[Call]], _ index: HistoryIndex
  ) {
    var first: FinishProof?
    func note(_ called: Ticket, _ ticket: Ticket?, _ kind: Kind) {
      guard let ticket, ticket < first?.ticket ?? .max else { return }
      first = FinishProof(called: called, ticket: ticket, kind: kind)
    }
    if let read = record.reads(.isFinished).first(true) { note(read.called, read.returned, .read) }
    for wait in record.calls(.wait) where wait.succeeded {
      note(wait.called, wait.returned, .wait)
    }
    if let add = record.acceptedAdd, let added = add.returned, let queue = add.command.queue {
      if add.command.verb == .addGroupWaiting {
        note(add.called, added, .group(add))
      } else {
        let waits = queueWaits[queue.index]
        let position = waits.count(called: added)
        if position < waits.count {
          note(waits[position].called, waits[position].returned, .queueWait)
        }
      }
    }
    guard let first else { return nil }
    self = first
  }

  private init(called: Ticket, ticket: Ticket, kind: Kind) {
    self.called = called
    self.ticket = ticket
    self.kind = kind
  }

  /// The proof in words, with its ticket.
  func words(for record: HistoryIndex.OperationRecord, in index: HistoryIndex) -> String {
    let x = index.name(record.id)
    switch kind {
    case .read: return "isFinished of \(x) read true at \(ticket)"
    case .wait: return "a wait for \(x) returned at \(ticket)"
    case .group: return "the add of a group with \(x) returned from its wait at \(ticket)"
    case .queueWait:
      let q = record.acceptedAdd?.command.queue.map(index.name) ?? ""
      return "a wait for \(q), the queue of \(x), returned at \(ticket)"
    }
  }
}

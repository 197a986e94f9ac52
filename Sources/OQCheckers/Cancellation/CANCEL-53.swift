import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-53: cancelAllOperations removes nothing that has not finished.
  ///
  /// A case is an operation that the queue certainly accepted before the call, and that was
  /// certainly unfinished when a later read of the list came back: its task was running, or a read
  /// of isFinished that was called afterwards gave false, and finished is final. Unfinished then,
  /// it was unfinished in all the time before and never could leave the queue (QUEUE-7), so it is
  /// in the list. One that is missing and has finished is legal (ND-25); one that a client may have
  /// started by hand is left out (ND-24).
  static let cancelAllRemovesNothing = Checker("CANCEL-53", antecedent: [.cancelAll]) {
    index, _, judgement in
    for queue in index.queues {
      let cancels = queue.calls(.cancelAll).filter(\.succeeded)
      guard !cancels.isEmpty else { continue }
      let members = queue.members.filter { record in
        record.declaration.kind.hasHandle && record.acceptedAdd?.command.queue == queue.id
          && record.manualStarts.allSatisfy(\.isRejected)
      }
      for read in queue.calls(.operations) {
        guard let listed = read.outcome?.operations, let returned = read.returned,
          let cancel = cancels.last(where: { $0.returned(before: read.called) })
        else { continue }
        for record in members {
          guard let add = record.acceptedAdd, add.succeeded(before: cancel.called) else { continue }
          judge(
            record, isListed: listed.contains(record.id), read, returned, cancel, index, &judgement)
        }
      }
    }
  }

  private static func judge(
    _ record: HistoryIndex.OperationRecord, isListed: Bool, _ read: Call, _ returned: Ticket,
    _ cancel: Call, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let state = record.isExecuting(at: cancel.called) ? "executing" : nil
    let contexts = cells(
      state ?? index.stage(of: record.id, at: cancel.called)?.rawValue,
      in: ["parked", "executing", "blocked"])
    let run = record.firstBodies.first { $0.contains(returned) }
    let later = record.reads(.isFinished).first(false, after: returned)
    guard run != nil || later != nil else {
      if let finished = record.reads(.isFinished).first(true, after: returned), !isListed {
        judgement.hold(
          cancel.called, read.called, returned, finished.returned, in: contexts)
      }
      return
    }
    if isListed {
      judgement.hold(cancel.called, read.called, returned, later?.returned, in: contexts)
      return
    }
    let proof =
      run.map { "its task, begun at \($0.begin), was running" }
      ?? "isFinished read false at \(later?.returned ?? returned)"
    judgement.violate(
      "\(x) is missing in the list of \(read.command.queue.map(index.name) ?? "") read at"
        + " \(read.called), after \(index.words.text(cancel.command)) at \(cancel.called), although"
        + " \(proof)",
      events: [cancel.called, read.called, returned, run?.begin ?? later?.called, later?.returned],
      in: contexts)
  }
}

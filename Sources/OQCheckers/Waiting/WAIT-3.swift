import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// WAIT-3: waitUntilAllOperationsAreFinished does not return before every operation that was in
  /// the queue at the call has finished.
  ///
  /// The checker judges operations that the queue certainly accepted by an add that returned before
  /// the wait was called; later ones may be awaited or not (ND-15), barrier blocks are no
  /// operations here (ND-43). The wait's return is recorded after it came back, so a task that is
  /// running or has not begun at that ticket was unfinished when it did. A cancelled operation can
  /// finish without its task and leaves no trace of it: that is no case of this rule. isFinished
  /// never falls again, so every read called after the return must give true.
  static let queueWaitOutlastsOperations = Checker("WAIT-3", antecedent: [.waitAll]) {
    index, _, judgement in
    for queue in index.queues {
      let waits = queue.calls(.waitAll).filter(\.succeeded)
      guard !waits.isEmpty else { continue }
      let suspensions = index.suspensions(of: queue.id)
      for operation in Set(queue.adds.flatMap(\.command.operands)).sorted() {
        let record = index[operation]
        guard let add = record.acceptedAdd, add.command.queue == queue.id else { continue }
        for wait in waits where add.succeeded(before: wait.called) {
          let isParked = suspensions.containing(add.called)?.contains(wait.called) ?? false
          judge(wait, add, record, isParked: isParked, index, &judgement)
        }
      }
    }
  }

  private static func judge(
    _ wait: Call, _ add: Call, _ record: HistoryIndex.OperationRecord, isParked: Bool,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    guard let returned = wait.returned else { return }
    let x = index.name(record.id)
    let contexts = cells(
      isParked ? "parked" : nil,
      record.isExecuting(at: wait.called) ? "executing" : nil, record.cancelCell, record.kindCell,
      in: ["parked", "executing", "cancelled before start", "asynchronous", "added block"])
    let facets = Facet.holding((record.declaration.kind == .closure, .bareBlock))
    let head = "a wait for \(wait.command.queue.map(index.name) ?? "") returned at \(returned)"
    if let running = record.firstBodies.first(where: { $0.contains(returned) }) {
      let end = running.end.map { "ended only at \($0)" } ?? "never ended"
      judgement.violate(
        "\(head) although the task of \(x), begun at \(running.begin), \(end)",
        events: [add.returned, wait.called, running.begin, returned, running.end], in: contexts,
        facets: facets)
    } else if let read = record.calls(.isFinished).first(where: {
      $0.called > returned && $0.outcome?.boolean == false
    }) {
      judgement.violate(
        "\(head) although isFinished of \(x) still read false at \(read.called)",
        events: [add.returned, wait.called, returned, read.called, read.returned], in: contexts,
        facets: facets)
    } else if record.isUnfinished(at: returned) {
      let isCustom = record.declaration.kind == .asynchronous
      let began = record.begin.map { $0 < returned } ?? false
      judgement.violate(
        "\(head) although "
          + (isCustom
            ? "\(x) had not reported that it finished"
            : "the task of \(x) had not \(began ? "ended" : "begun")"),
        events: [add.returned, wait.called, returned], in: contexts, facets: facets)
    } else if let end = record.lastTaskEnd(before: returned) {
      judgement.hold(end, returned, in: contexts, facets: facets)
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Ticket of the last end of the task before a ticket: of a block, or of the call that reports
  /// the finish of an operation with its own `start`; nil where nothing ended.
  ///
  /// - Complexity: O(runs and calls of the operation).
  fileprivate func lastTaskEnd(before ticket: Ticket) -> Ticket? {
    let reports = calls(.reportFinished) + calls(.storeFinished)
    let ends = firstBodies.compactMap(\.end) + reports.filter { !$0.hadNoEffect }.map(\.called)
    return ends.filter { $0 < ticket }.max()
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// ASYNC-12: an operation that overrides `start` stays in its queue until it reports finished.
  ///
  /// The queue accepted the operation, its start has returned, and up to some ticket nothing that
  /// says it has finished was called (ND-8), nor a cancel, after which a class may report unseen:
  /// the operation was unfinished at every instant until then. So it was listed and counted during
  /// every read in between, and a wait for the queue that was called after the add had returned
  /// cannot have come back. Its dependents are DEP-13's. A history with a hole is left out: the
  /// missing event may be the report.
  static let customExecutesUntilReport = Checker(
    "ASYNC-12", antecedent: [.operations, .operationCount, .waitAll]
  ) { index, _, judgement in
    guard index.isWhole else { return }
    for record in index.operations where record.declaration.kind == .asynchronous {
      guard let add = record.acceptedAdd, let queue = add.command.queue,
        let accepted = add.returned, let start = record.starts.first?.end
      else { continue }
      let report = record.finishReports.map(\.called).min()
      let cancel = record.firstCancel
      let span = UnreportedSpan(
        operation: record.id, queue: queue, accepted: accepted, start: start, report: report,
        end: min(report ?? index.end, cancel ?? index.end),
        contexts: index.limitContext(queue))
      guard span.end > start else { continue }
      judgeReads(span, index, &judgement)
      judgeWaits(span, index, &judgement)
    }
  }

  private static func judgeReads(
    _ span: UnreportedSpan, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    for read in index[span.queue].calls where read.called > max(span.start, span.accepted) {
      guard let returned = read.returned, returned < span.end else { continue }
      let lost: String
      if let list = read.outcome?.operations, read.command.verb == .operations {
        lost = list.contains(span.operation) ? "" : "was missing in the list of"
      } else if let count = read.outcome?.integer, read.command.verb == .operationCount {
        lost = count > 0 ? "" : "was not counted in"
      } else {
        continue
      }
      if lost.isEmpty {
        judgement.hold(span.start, read.called, returned, in: span.contexts)
      } else {
        judgement.violate(
          "\(index.name(span.operation)) \(lost) \(index.name(span.queue)) at \(read.called),"
            + " although \(span.state)",
          events: [span.accepted, span.start, read.called, returned], in: span.contexts)
      }
    }
  }

  private static func judgeWaits(
    _ span: UnreportedSpan, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    for wait in index[span.queue].calls(.waitAll) where wait.called > span.accepted {
      guard let returned = wait.returned, wait.succeeded, returned > span.start else { continue }
      if returned < span.end {
        judgement.violate(
          "a wait for \(index.name(span.queue)) returned at \(returned), although"
            + " \(index.name(span.operation)) had not finished: \(span.state)",
          events: [span.accepted, wait.called, span.start, returned], in: span.contexts)
      } else if let report = span.report, report == span.end, wait.called < report {
        judgement.hold(span.start, wait.called, report, returned, in: span.contexts)
      }
    }
  }
}

/// The span in which the own `start` of an operation has returned and its finish is not reported.
private struct UnreportedSpan {
  let operation: OperationID
  let queue: QueueID
  /// Ticket of the return of the add.
  let accepted: Ticket
  /// Ticket of the return of its start.
  let start: Ticket
  /// Ticket of the first call that says it has finished; nil without any.
  let report: Ticket?
  /// Ticket up to which it is certainly unfinished.
  let end: Ticket
  let contexts: [String]

  /// `its start had only returned at 4 and it reported at 7`.
  var state: String {
    "its start had only returned at \(start) and it "
      + (report.map { "reported at \($0)" } ?? "never reported")
  }
}

extension HistoryIndex.OperationRecord {
  /// Calls by which a class says that its operation has finished, stored or announced (ND-8).
  ///
  /// - Complexity: O(calls on the operation).
  var finishReports: [Call] {
    let signs: VerbSet = [.reportFinished, .storeFinished, .notifyFinished]
    return calls.filter { signs.contains($0.command.verb) && !$0.hadNoEffect }
  }
}

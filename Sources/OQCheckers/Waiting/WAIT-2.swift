import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// WAIT-2: a wait for an operation returns once the operation has finished.
  ///
  /// A missing return counts only at a confirmed quiescence, of a wait for an operation that has
  /// certainly finished: an event shows it, or it is owed because the task has ended, or an
  /// operation with its own `start` announced it. Nothing is missed in these cases:
  ///
  /// - The completion block of the operation runs: the other effects may wait behind it (ND-19).
  /// - The completion block of another operation is held (``Stall/holdsCompletion``).
  /// - A finish was stored and nobody told (ND-8).
  static let waitReturns = Checker("WAIT-2", antecedent: [.wait]) { index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations {
      for wait in record.calls(.wait) where wait.succeeded {
        judgement.hold(
          record.lastEnd(before: wait.returned), wait.called, wait.returned,
          in: waitCells(wait, record), facets: waitFacets(wait))
      }
      guard let stall, let wait = stall.owedWait(record.id) else { continue }
      let end = record.lastEnd(before: stall.ticket)
      judgement.miss(
        at: stall,
        "a wait for \(index.name(record.id)), called at \(wait.called), has not returned when nothing moved any more"
          + " at \(stall.ticket), although it had finished\(end.map { " after \($0)" } ?? "")",
        events: [wait.called, end], in: waitCells(wait, record), facets: waitFacets(wait),
        missing: .answer(wait.called))
    }
  }

  private static func waitFacets(_ wait: Call) -> [Facet] {
    wait.isInOwnCompletion ? [.waitedInCompletion] : []
  }

  private static func waitCells(
    _ wait: Call, _ record: HistoryIndex.OperationRecord
  ) -> [String] {
    let end = record.lastEnd(before: .max)
    let stage: String? =
      if record.begin ?? record.starts.first?.begin ?? .max > wait.called {
        end ?? .max > wait.called ? "wait before start" : nil
      } else if let end, end < wait.called {
        "wait after finish"
      } else {
        "wait while executing"
      }
    return cells(
      stage, record.cancelCell, record.kindCell, record.starterCell(at: wait.called),
      in: [
        "wait before start", "wait while executing", "wait after finish", "cancelled before start",
        "asynchronous", "manual",
      ])
  }
}

extension HistoryIndex.OperationRecord {
  /// Ticket of the last event before a ticket that shows how the operation came to its end: the end
  /// of a block, a report of its own, or another sign of its finish.
  ///
  /// - Complexity: O(runs and calls of the operation).
  func lastEnd(before ticket: Ticket?) -> Ticket? {
    let reports = (calls(.reportFinished) + calls(.storeFinished)).filter { !$0.hadNoEffect }
    let signs = bodies.compactMap(\.end) + reports.map(\.called) + [finishShown].compactMap(\.self)
    return signs.filter { $0 < ticket ?? .max }.max()
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-10: the announced finish of an operation with its own `start` releases what waits for it.
  ///
  /// What is owed after the announcement is missed only at a confirmed quiescence, and only where
  /// it is owed whatever the implementation is free to do: the begin of a dependent as for DEP-2,
  /// the begin of an operation behind the slot as for LIMIT-4, the return of a wait as for WAIT-2.
  static let reportReleases = Checker("KVO-10", antecedent: [.reportFinished, .notifyFinished]) {
    index, profile, judgement in
    let reported = index.operations.filter { $0.finishReport != nil }
    guard !reported.isEmpty else { return }
    let stall = index.stall(profile)
    let dependents = index.certainDependents
    for record in reported {
      guard let report = record.finishReport else { continue }
      for edge in dependents[record.id.index] {
        judgeDependent(edge, report, index, stall, &judgement)
      }
      judgeWaits(record, report, index, stall, &judgement)
    }
    for one in index.startCases(stall) {
      guard case .end(let other, let end) = one.release, let report = index[other].finishReport
      else { continue }
      judgeSlot(one, other, end, report, index, stall, &judgement)
    }
  }

  private static func judgeDependent(
    _ edge: Edge, _ report: Call, _ index: HistoryIndex, _ stall: Stall?,
    _ judgement: inout Judgement
  ) {
    let dependent = index[edge.dependent]
    let contexts = index.placeContext(edge.dependent, edge.dependency)
    if let begin = dependent.begin ?? dependent.starts.first?.begin {
      guard begin > report.called, edge.exists(at: begin), !dependent.mayBeCancelled(before: begin)
      else { return }
      judgement.hold(report.called, begin, in: contexts)
    } else if let stall, stall.owesBegin(edge.dependent),
      stall.obstacle(of: edge.dependent) == .finished(edge.dependency)
    {
      judgement.miss(
        at: stall,
        "\(index.name(edge.dependent)) has not begun when nothing moved any more at"
          + " \(stall.ticket), although \(index.name(edge.dependency)), on which it depends,"
          + " announced its finish at \(report.called)",
        events: [report.called, report.returned], in: contexts, missing: .begin(edge.dependent))
    }
  }

  private static func judgeWaits(
    _ record: HistoryIndex.OperationRecord, _ report: Call, _ index: HistoryIndex, _ stall: Stall?,
    _ judgement: inout Judgement
  ) {
    for wait in record.calls(.wait) where wait.succeeded {
      guard let returned = wait.returned, returned > report.called else { continue }
      judgement.hold(report.called, wait.called, returned)
    }
    guard let stall, let wait = stall.owedWait(record.id) else { return }
    judgement.miss(
      at: stall,
      "a wait for \(index.name(record.id)), called at \(wait.called), has not returned when nothing"
        + " moved any more at \(stall.ticket), although it announced its finish at"
        + " \(report.called)",
      events: [wait.called, report.called, report.returned], missing: .answer(wait.called))
  }

  private static func judgeSlot(
    _ one: StartCase, _ other: OperationID, _ end: Ticket, _ report: Call, _ index: HistoryIndex,
    _ stall: Stall?, _ judgement: inout Judgement
  ) {
    let contexts = cells(
      index.limitContext(one.queue).first, in: ["limit 1", "limit k", "limit none"])
    if let begin = one.begin {
      judgement.hold(end, begin, in: contexts)
    } else if let stall {
      judgement.miss(
        at: stall,
        index.missedBegin(
          one, stall,
          "\(index.name(other)), which had held its last slot, announced its finish at"
            + " \(report.called)"),
        events: [one.add.called, one.add.returned, report.called], in: contexts,
        missing: .begin(one.operation))
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-13: a dependency that overrides `start` holds its dependents until it reports finished.
  ///
  /// A case is a begin of x after the start of a dependency d has returned. By the begin no report,
  /// store or notification said that d has finished (ND-8). So the dependency was not cleared. The
  /// edge is certain as for DEP-1. The checker leaves out:
  ///
  /// - a d on which cancel may have been called: it can report unseen;
  /// - an x that may have been cancelled (ND-36), that overrides isReady, or whose class reported
  ///   something before (ND-3);
  /// - any program with a cycle (C-16).
  ///
  /// A client that calls an overridden start itself gets what it calls, ready or not.
  static let onlyReportClearsDependency = Checker("DEP-13") { index, _, judgement in
    let customs = index.operations.filter { $0.declaration.kind == .asynchronous }
    guard customs.contains(where: { !$0.starts.isEmpty }), !index.mayHaveCycle else { return }
    for record in index.operations where record.declaration.kind != .conditional {
      guard let begin = record.begin ?? record.starts.first?.begin else {
        holdUnbegun(record, index, &judgement)
        continue
      }
      guard !record.mayBeCancelled(before: begin), !record.mayHaveReported(before: begin),
        record.hasDefaultStart || record.manualStarts.isEmpty
      else { continue }
      for edge in index.simpleEdges(of: record.id) where edge.exists(at: begin) {
        judge(edge, begin, index, &judgement)
      }
    }
  }

  /// Counts a dependent that is still kept from beginning by a dependency that never reported.
  private static func holdUnbegun(
    _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    guard let offer = record.firstOffer, index.hasSettled(record) else { return }
    for edge in index.simpleEdges(of: record.id) where edge.exists(at: index.end) {
      let dependency = index[edge.dependency]
      guard dependency.declaration.kind == .asynchronous,
        let start = dependency.starts.first?.end,
        !dependency.mayBeCancelled(before: index.end),
        dependency.calls.allSatisfy({ !finishSigns.contains($0.command.verb) || $0.hadNoEffect })
      else { continue }
      judgement.hold(
        offer, start, in: index.placeContext(edge.dependent, edge.dependency),
        facets: [.neverReported])
    }
  }

  private static let finishSigns: VerbSet = [.reportFinished, .storeFinished, .notifyFinished]

  private static func judge(
    _ edge: Edge, _ begin: Ticket, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let dependency = index[edge.dependency]
    guard dependency.declaration.kind == .asynchronous,
      let start = dependency.starts.first?.end, start < begin,
      !dependency.mayBeCancelled(before: begin)
    else { return }
    let report = dependency.calls.first {
      finishSigns.contains($0.command.verb) && !$0.hadNoEffect
    }
    let contexts = index.placeContext(edge.dependent, edge.dependency)
    if let report, report.called < begin {
      judgement.hold(start, report.called, begin, in: contexts)
      return
    }
    let x = index.name(edge.dependent)
    let d = index.name(edge.dependency)
    judgement.violate(
      "\(x) began at \(begin) although \(d), on which it depends, had only returned from its start "
        + "at \(start) and " + (report.map { "reported at \($0.called)" } ?? "never reported"),
      events: [edge.made > 0 ? edge.made : nil, start, begin, report?.called], in: contexts,
      facets: report == nil ? [.neverReported] : [])
  }
}

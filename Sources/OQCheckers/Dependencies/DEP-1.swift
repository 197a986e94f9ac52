import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-1: an operation does not begin before the operations it depends on have finished.
  ///
  /// This is sound because a recorded body lies inside the true execution. `finish(d)` comes after
  /// the recorded end of d's body, and the true start of x comes before the recorded begin of its
  /// body. So with begin(x) < end(d), x was started before d finished.
  ///
  /// The checker judges:
  ///
  /// - only edges that existed before x could be started and that nothing may have removed by then
  ///   (ND-7, ND-37);
  /// - only an x on which no cancel was called before it began (ND-36);
  /// - of d only the first run: a second one is EXEC-1's finding.
  ///
  /// A d on which cancel may have been called can finish without a body and without a trace. So a
  /// missing body of d is no case; a body of d that is running at begin(x) is.
  ///
  /// For an x that overrides `start` the begin of that start counts. No client may have called it,
  /// which runs it in any state, and x may have reported nothing before (ND-3).
  static let dependenciesFinishFirst = Checker("DEP-1") { index, _, judgement in
    let graph = index.dependencyGraph
    let stuck = index.verbs.contains(.addDependency) ? stuckEdges(index) : []
    for record in index.operations {
      guard let begin = record.begin ?? queuedStart(of: record),
        !record.mayBeCancelled(before: begin)
      else { continue }
      guard stuck.isEmpty || stuck[record.id.index] == nil else { continue }
      for edge in index.firmEdges(of: record.id) where edge.exists(at: begin) {
        judge(edge, begin: begin, graph, index, &judgement)
      }
    }
  }

  /// Begin of an overridden `start` that only a queue can have called.
  private static func queuedStart(of record: HistoryIndex.OperationRecord) -> Ticket? {
    guard let begin = record.starts.first?.begin, !record.mayHaveReported(before: begin),
      record.manualStarts.allSatisfy({ $0.called > begin })
    else { return nil }
    return begin
  }

  private static func judge(
    _ edge: Edge, begin: Ticket, _ graph: DependencyGraph, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let x = index.name(edge.dependent)
    let d = index.name(edge.dependency)
    let dependency = index[edge.dependency]
    let contexts = edgeCells(edge, begin, index)
    let facets = index.facets(of: edge, in: graph)
    if let running = dependency.firstBodies.first(where: { $0.contains(begin) }) {
      let end = running.end.map { "ended only at \($0)" } ?? "never ended"
      judgement.violate(
        "\(x) began at \(begin) although \(d), on which it depends, began at \(running.begin) and "
          + "\(end)",
        events: [edge.made > 0 ? edge.made : nil, running.begin, begin, running.end],
        in: contexts, facets: facets)
      return
    }
    let started = dependency.firstBodies.contains { $0.begin < begin }
    if !started, dependency.declaration.kind.hasBody, dependency.declaration.blocks > 0,
      !dependency.mayBeCancelled(before: begin)
    {
      judgement.violate(
        "\(x) began at \(begin) although \(d), on which it depends, had not begun",
        events: [
          edge.made > 0 ? edge.made : nil, begin, dependency.firstBodies.first?.begin,
        ], in: contexts, facets: facets)
      return
    }
    if let read = unfinishedRead(of: dependency, from: begin) {
      judgement.violate(
        "\(x) began at \(begin) although \(d), on which it depends, still read isFinished = false "
          + "at \(read.called)",
        events: [begin, read.called, read.returned], in: contexts, facets: facets)
      return
    }
    if started {
      judgement.hold(
        dependency.firstBodies.last { $0.begin < begin }?.end, begin, in: contexts,
        facets: facets)
    }
  }

  private static func edgeCells(
    _ edge: Edge, _ begin: Ticket, _ index: HistoryIndex
  ) -> [String] {
    let dependent = index[edge.dependent]
    return cells(
      dependent.starterCell(at: begin), dependent.kindCell,
      in: ["queued", "manual", "task", "one block", "several blocks"])
      + index.releaseContexts(edge.dependent, edge.dependency)
  }

  /// A read of isFinished = false that was called after a ticket: proof of being unfinished then.
  private static func unfinishedRead(
    of record: HistoryIndex.OperationRecord, from ticket: Ticket
  ) -> Call? {
    record.calls(.isFinished).first { $0.called > ticket && $0.outcome?.boolean == false }
  }
}

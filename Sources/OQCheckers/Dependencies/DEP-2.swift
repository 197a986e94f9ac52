import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-2: when all its dependencies have finished, an operation in a running queue with a free
  /// slot begins.
  ///
  /// This is sound because the begin is demanded only at a confirmed quiescence, of an operation
  /// whose begin is owed whatever the implementation is free to do
  /// (``Stall/owesBegin(_:countingOwed:)``: never cancelled, added once, every dependency finished
  /// or its task ended, the queue running, undisturbed and not full, and fewer bodies held than any
  /// subject lets run). A dependency that was removed is DEP-9's, one that was added late is
  /// DEP-58's.
  static let finishedDependenciesRelease = Checker("DEP-2") { index, profile, judgement in
    let stall = index.stall(profile)
    let graph = index.dependencyGraph
    for record in index.operations where !record.adds.isEmpty {
      guard let begin = record.begin else {
        if let stall, stall.owesBegin(record.id),
          let dependency = stall.obstacle(of: record.id).finishedDependency
        {
          miss(record.id, dependency, graph, stall, &judgement)
        }
        continue
      }
      let edges = index.firmEdges(of: record.id).filter { $0.exists(at: begin) }
      guard let edge = edges.last, !record.mayBeCancelled(before: begin),
        edges.allSatisfy({ !index[$0.dependency].mayBeCancelled(before: begin) })
      else { continue }
      let ends = edges.compactMap { index[$0.dependency].finishTrace }.filter { $0 < begin }
      judgement.hold(
        ends.max(), begin, in: index.releaseContexts(record.id, edge.dependency),
        facets: index.facets(of: edge, in: graph))
    }
  }

  private static func miss(
    _ operation: OperationID, _ dependency: OperationID, _ graph: DependencyGraph, _ stall: Stall,
    _ judgement: inout Judgement
  ) {
    let index = stall.index
    let x = index.name(operation)
    let ended = index[dependency].finishTrace
    // A removal while it was queued may have come too late to count (ND-37).
    let removal = index.links(of: operation).first {
      $0.dependency == dependency && $0.isGone(before: stall.ticket)
    }?.removals.last
    let depends = removal.map { "depended until \($0.called)" } ?? "depends"
    judgement.miss(
      at: stall,
      "\(x) has not begun although \(index.name(dependency)), on which it \(depends), had "
        + "finished\(ended.map { " by \($0)" } ?? "") and nothing moved any more at "
        + "\(stall.ticket)",
      events: [
        index.onlyAdd(of: operation)?.called, ended, index[dependency].finishReport?.called,
      ],
      in: index.releaseContexts(operation, dependency),
      facets: index.firmEdges(of: operation).last { $0.dependency == dependency }
        .map { index.facets(of: $0, in: graph) } ?? [], missing: .begin(operation))
  }
}

extension HistoryIndex {
  /// The contexts of rules about the release of a dependent: places of both ends, and the limit.
  func releaseContexts(_ dependent: OperationID, _ dependency: OperationID) -> [String] {
    let queue = onlyAdd(of: dependent)?.command.queue
    return placeContext(dependent, dependency) + (queue.map { limitContext($0) } ?? [])
  }
}

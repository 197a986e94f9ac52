import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-12: a cancelled dependency counts as finished once it is: its dependents are released.
  ///
  /// This is sound as DEP-2, with one addition: a cancelled dependency that left no trace counts as
  /// finished where its finish is owed itself, because its queue runs it and its own dependencies
  /// have finished (``Stall/owesFinish(_:)``). A cancelled dependency that is in no queue, or that
  /// waits for others (ND-36), owes nothing. A cancel that was called after the finish had shown
  /// has changed nothing, and the missing begin is DEP-2's.
  static let cancelledDependencyReleases = Checker("DEP-12", antecedent: [.cancel, .cancelAll]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations where !record.adds.isEmpty {
      guard let begin = record.begin else {
        if let stall { missCancelled(record.id, stall, &judgement) }
        continue
      }
      guard !record.mayBeCancelled(before: begin) else { continue }
      for edge in index.firmEdges(of: record.id) where edge.exists(at: begin) {
        let dependency = index[edge.dependency]
        guard
          let cancel = dependency.certainCancels.first(where: {
            $0.succeeded(before: min(begin, dependency.bodies.compactMap(\.end).max() ?? begin))
          })
        else { continue }
        judgement.hold(
          cancel.called, dependency.bodies.first?.end, begin,
          in: cancelContext(dependency, cancel)
            + index.placeContext(record.id, edge.dependency))
      }
    }
  }

  private static func missCancelled(
    _ operation: OperationID, _ stall: Stall, _ judgement: inout Judgement
  ) {
    let index = stall.index
    guard stall.owesBegin(operation, countingOwed: true),
      case .cancelled(let dependency) = stall.obstacle(of: operation),
      let cancel = index[dependency].timelyCancel
    else { return }
    judgement.miss(
      at: stall,
      "\(index.name(operation)) has not begun although \(index.name(dependency)), on which it "
        + "depends, was cancelled at \(cancel.called) and nothing moved any more at "
        + "\(stall.ticket)",
      events: [
        index.onlyAdd(of: operation)?.called, cancel.called, index[dependency].finishTrace,
      ],
      in: cancelContext(index[dependency], cancel)
        + index.placeContext(operation, dependency), missing: .begin(operation))
  }

  /// When a cancel came, as far as the history tells.
  private static func cancelContext(
    _ record: HistoryIndex.OperationRecord, _ cancel: Call
  ) -> [String] {
    guard let begin = record.begin else { return ["cancelled before start"] }
    if begin < cancel.called { return ["cancelled while executing"] }
    return []
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-9: a dependency removed before the operation is queued is no longer waited for.
  ///
  /// This is sound as DEP-2. The begin is demanded only where it is certainly owed, after a removal
  /// that returned before the operation could be started. In profile reference a removal counts,
  /// too, that returned while the operation was queued; in the other profiles such an operation may
  /// wait until the dependency finishes (ND-37). Before the operation is queued, or while it is
  /// parked, isReady is demanded instead, by a read that is the last thing that happened.
  static let removedDependencyIsNotAwaited = Checker("DEP-9", antecedent: [.removeDependency]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations where !record.calls(.removeDependency).isEmpty {
      guard let begin = record.begin else {
        if let stall, case .removed(let dependency) = stall.obstacle(of: record.id) {
          if stall.owesBegin(record.id) {
            missRemoved(record.id, dependency, stall, &judgement)
          } else {
            missReadiness(record, dependency, stall, &judgement)
          }
        }
        continue
      }
      let offer = record.firstOffer ?? begin
      let limit = profile == .reference ? begin : offer
      for link in index.links(of: record.id) where link.isGone(before: limit) {
        guard index.unfinishedUntil(link.dependency) > begin else { continue }
        judgement.hold(
          link.removals.last?.called, begin,
          in: link.isGone(before: offer) ? ["unqueued"] : [])
      }
    }
  }

  /// An operation in no queue, or parked, whose isReady still read false after the last thing that
  /// happened: all its dependencies have finished or were removed in time.
  private static func missReadiness(
    _ record: HistoryIndex.OperationRecord, _ dependency: OperationID, _ stall: Stall,
    _ judgement: inout Judgement
  ) {
    let index = stall.index
    let stage = index.stage(of: record.id, at: stall.ticket)
    guard !stall.isFrozen, !stall.isCrowded, !index.mayBeBehindBarrier(record.id),
      record.declaration.kind != .conditional,
      !record.mayBeCancelled(before: index.end), !record.mayHaveReported(before: index.end),
      stage == .unqueued || stage == .parked,
      stall.isReady(record.id), let read = stall.awaitedRead(.isReady, true, of: record.id)
    else { return }
    let removal = record.calls(.removeDependency).last {
      $0.command.operands == [dependency] && $0.succeeded(before: read.called)
    }
    guard let removal else { return }
    judgement.miss(
      at: stall,
      "isReady of \(index.name(record.id)) still read false at \(read.returned) although its "
        + "dependency on \(index.name(dependency)) was removed at \(removal.called)",
      events: [removal.called, removal.returned, read.called, read.returned],
      in: stage == .unqueued ? ["unqueued"] : [])
  }

  private static func missRemoved(
    _ operation: OperationID, _ dependency: OperationID, _ stall: Stall,
    _ judgement: inout Judgement
  ) {
    let index = stall.index
    let removal = index[operation].calls(.removeDependency).last {
      $0.command.operands == [dependency]
    }?.called
    judgement.miss(
      at: stall,
      "\(index.name(operation)) has not begun although its dependency on "
        + "\(index.name(dependency)) was removed\(removal.map { " at \($0)" } ?? "") and nothing "
        + "moved any more at \(stall.ticket)",
      events: [removal, index.onlyAdd(of: operation)?.called], missing: .begin(operation))
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-51: a cancelled operation of a running queue does not wait for its dependencies.
  ///
  /// A case is an operation with the default start that certainly waited for a dependency when a
  /// cancel that certainly reached it returned. The rule held where anything shows the finish:
  /// before the dependency can have finished in profile reference, at any time in the others
  /// (ND-36).
  ///
  /// The finish is missed in profile reference only, at a confirmed quiescence, where a dependency
  /// is certainly unfinished still. The conditions are those of CANCEL-5: the queue runs, is
  /// undisturbed and has a free slot, and fewer bodies are held than the subject lets run. An
  /// overridden isReady asks a true condition.
  static let cancelledIgnoresDependencies = Checker(
    "CANCEL-51", antecedent: [.cancel, .cancelAll]
  ) { index, profile, judgement in
    let stall = index.stall(profile)
    let waits = stall?.openCalls(.wait) ?? []
    for record in index.operations where record.hasDefaultStart && record.declaration.kind.hasBody {
      guard let cancel = record.certainCancels.first, let cancelled = cancel.returned else {
        continue
      }
      if let shown = record.finishShown {
        let ends = index.firmEdges(of: record.id).filter { $0.exists(at: cancelled) }.map {
          (dependency: $0.dependency, until: index.unfinishedUntil($0.dependency))
        }
        guard let last = ends.max(by: { $0.until < $1.until }), last.until > cancelled,
          shown > cancelled, profile != .reference || shown < last.until
        else { continue }
        judgement.hold(
          cancel.called, cancelled, shown, in: index.placeContext(record.id, last.dependency))
      } else if profile == .reference, let stall, let dependency = stall.holdingBack(record.id),
        stall.owesFinish(record.id), let evidence = stall.unfinishedEvidence(record.id, waits)
      {
        judgement.miss(
          at: stall,
          "\(index.name(record.id)), cancelled at \(cancel.called), has not finished when nothing"
            + " moved any more at \(stall.ticket), although \(index.name(dependency)), on which it"
            + " depends, no longer counts: \(evidence.words)",
          events: [index.onlyAdd(of: record.id)?.called, cancel.called, evidence.ticket],
          in: index.placeContext(record.id, dependency))
      }
    }
  }
}

extension Stall {
  /// The dependency for which a cancelled operation that has not begun may be waiting: the matter
  /// of CANCEL-51 in profile reference, and no violation in the others; nil without any.
  ///
  /// - Complexity: O(calls on the operation and its dependencies).
  func holdingBack(_ operation: OperationID) -> OperationID? {
    guard index[operation].bodies.isEmpty, !isReady(operation) else { return nil }
    return index.links(of: operation).first { !isOver($0.dependency) }?.dependency
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-56: dropping a dependent before its dependency finishes is harmless.
  ///
  /// This is sound because no correct implementation dies. A memory fault is never a way to reject
  /// a call. A trap counts in three places only: outside of calls, inside a call that no state
  /// allows to be rejected, and inside a call after the task has begun there, where nothing else
  /// can have begun it. The checker does not judge deaths from outside, subclasses that may trap
  /// themselves, and more than 1000 operations, whose release may overflow the stack.
  static let droppedDependentIsHarmless = Checker("DEP-56") { index, _, judgement in
    guard index.operations.count <= 1000 else { return }
    for record in index.operations {
      guard let drop = record.drops.first, record.firstOffer.map({ $0 > drop }) ?? true,
        let edge = index.firmEdges(of: record.id).first(where: {
          $0.exists(at: drop) && index.unfinishedUntil($0.dependency) > drop
        })
      else { continue }
      if case .crashed(let ticket, let crash, let lane) = index.ending {
        guard isFault(crash, lane, at: ticket, index) else {
          judgement.leaveOpen("the process died in a way that proves nothing")
          continue
        }
        judgement.violate(
          "the process died by \(crash.signal.rawValue) at \(ticket), after "
            + "\(index.name(record.id)), which depends on \(index.name(edge.dependency)), had "
            + "been dropped at \(drop)",
          events: [drop, index[edge.dependency].bodies.last?.end, ticket],
          in: ["references dropped"])
      } else if let finished = index[edge.dependency].finishTrace, finished > drop {
        judgement.hold(drop, finished, in: ["references dropped"])
      }
    }
  }

  /// Whether a death is certainly the implementation's fault.
  private static func isFault(
    _ crash: Crash, _ lane: Lane?, at ticket: Ticket, _ index: HistoryIndex
  ) -> Bool {
    let customClasses = index.operations.contains {
      $0.declaration.kind == .asynchronous || $0.declaration.kind == .conditional
    }
    guard !customClasses else { return false }
    switch crash.signal {
    case .segmentation, .bus: return true
    case .kill, .exit, .other: return false
    case .illegal, .trap, .abort:
      guard !index.mayHaveDiedUnrecorded(in: lane) else { return false }
      guard let call = index.calls.last(where: { $0.lane == lane && $0.returned == ticket }) else {
        return true
      }
      guard call.command.verb.entry.mayBeRejected else { return true }
      guard let target = call.command.operation, call.command.verb == .start else { return false }
      let record = index[target]
      return record.begin.map { begin in
        begin > call.called && record.isUnqueued(until: begin)
          && index.isOnlyStart(call, of: record, until: begin)
      } ?? false
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-58: a dependency added to a queued operation is honoured, ignored or rejected, and does
  /// not lose the operation.
  ///
  /// This is sound as DEP-2: the begin is demanded only when every dependency, honoured or not
  /// (ND-7), has finished. A second run is EXEC-1's finding.
  static let lateDependencyDoesNotHarm = Checker("DEP-58", antecedent: [.addDependency]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations {
      for call in record.calls(.addDependency) where !record.mayBeCancelled(before: index.end) {
        guard let add = index.onlyAdd(of: record.id) else { continue }
        let contexts = index.stageContext(record.id, at: call.returned ?? index.end)
        if let begin = record.begin {
          guard add.succeeded(before: call.called),
            index.stage(of: record.id, at: call.returned ?? index.end) != nil
          else { continue }
          judgement.hold(call.called, begin, in: contexts)
        } else if let stall, stall.owesBegin(record.id),
          case .late(let dependency) = stall.obstacle(of: record.id),
          call.command.operands == [dependency], !call.hadNoEffect
        {
          judgement.miss(
            at: stall,
            "\(index.name(record.id)) has not begun although every operation it depends on, also "
              + "by \(index.words.text(call.command)) called at \(call.called), has finished and "
              + "nothing moved any more at \(stall.ticket)",
            events: [add.called, call.called], in: contexts, missing: .begin(record.id))
        }
      }
    }
  }
}

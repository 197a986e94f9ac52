import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-17: a dependency on an operation that has already finished does not block.
  ///
  /// This is sound as DEP-2: the dependency had shown its finish before the call that made the
  /// edge. So its release is owed from then on; ND-41 allows a finite delay. The begin is demanded
  /// only where it is certainly owed.
  static let finishedDependencyDoesNotBlock = Checker("DEP-17", antecedent: [.addDependency]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations where !record.calls(.addDependency).isEmpty {
      guard let begin = record.begin else {
        guard let stall, stall.owesBegin(record.id),
          case .finishedBefore(let dependency) = stall.obstacle(of: record.id)
        else { continue }
        let made = record.calls(.addDependency).first { $0.command.operands == [dependency] }
        let shown = index[dependency].finishShown
        judgement.miss(
          at: stall,
          "\(index.name(record.id)) has not begun although \(index.name(dependency)), on which it "
            + "depends, had finished by \(shown ?? 0) already, and nothing moved any more at "
            + "\(stall.ticket)",
          events: [shown, made?.called, index.onlyAdd(of: record.id)?.called],
          missing: .begin(record.id))
        continue
      }
      guard !record.mayBeCancelled(before: begin) else { continue }
      for edge in index.firmEdges(of: record.id) where edge.exists(at: begin) {
        let shown = index[edge.dependency].finishShown
        guard let shown, shown < edge.made,
          let made = record.calls(.addDependency).first(where: { $0.returned == edge.made }),
          shown < made.called
        else { continue }
        judgement.hold(shown, made.called, begin)
      }
    }
  }
}

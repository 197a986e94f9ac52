import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-12: the queue keeps an operation alive until it has finished, whatever the client drops.
  ///
  /// A missing begin is demanded only where it is owed, as for QUEUE-1. It is put down to the
  /// dropped references where every operation of the queue whose begin is owed was dropped: what
  /// holds up a queue holds up the others as well. That an operation runs on after its references
  /// were dropped shows the rule at work, though a dead object may do so by chance.
  static let queueKeepsOperationsAlive = Checker("QUEUE-12") { index, profile, judgement in
    guard index.operations.contains(where: { !$0.drops.isEmpty }) else { return }
    let stall = index.stall(profile)
    let cases = index.startCases(stall)
    let lost = cases.queuesThatLose(\.isDropped)
    for one in cases {
      let record = index[one.operation]
      guard let drop = record.drops.first(where: { $0 > one.add.called }) else { continue }
      if let begin = one.begin {
        let later = ([begin] + record.bodies.compactMap(\.end) + record.completions.map(\.begin))
          .filter { $0 > drop }.max()
        guard let later else { continue }
        judgement.hold(one.add.called, drop, later, in: drop > begin ? ["executing"] : [])
      } else if let stall, lost.contains(one.queue) {
        judgement.miss(
          at: stall,
          index.missedBegin(one, stall, "the client dropped its references only at \(drop)"),
          events: [one.add.called, one.add.returned, drop], missing: .begin(one.operation))
      }
    }
  }
}

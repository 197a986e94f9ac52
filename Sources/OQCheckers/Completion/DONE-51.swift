import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DONE-51: the property is nil once the completion block has begun to run.
  ///
  /// Only profile reference promises this. The checker judges operations whose last block certainly
  /// was installed before anything could start them or finish them (a cancel may, ND-21), so that
  /// nothing but the implementation changes the property afterwards: what is set later may stay
  /// (ND-23). Nothing says how soon after the begin it does: a read that gives nil shows that the
  /// rule holds, and one that does not is a violation only where a lane awaits nil and reads once
  /// more at a confirmed quiescence.
  static let completionIsTakenOut = Checker("DONE-51", antecedent: [.hasCompletion]) {
    index, profile, judgement in
    guard profile == .reference else { return }
    let stall = index.stall(profile)
    for record in index.operations {
      guard let begin = record.completions.first?.begin, let touch = record.firstTouch,
        record.calls(.setCompletion).allSatisfy({ $0.hadNoEffect || $0.succeeded(before: touch) })
      else { continue }
      let contexts = cells(record.starterCell(at: begin), in: ["queued", "manual"])
      let reads = record.reads(.hasCompletion).filter { $0.called > begin }
      if let empty = reads.first(where: { !$0.value }) {
        judgement.hold(begin, empty.called, empty.returned, in: contexts)
      } else if let stall, let read = stall.awaitedRead(.hasCompletion, false, of: record.id) {
        judgement.miss(
          at: stall,
          "\(index.name(record.id)) still had its completion block at \(read.returned), which had"
            + " begun at \(begin)",
          events: [begin, read.called, read.returned], in: contexts)
      }
    }
  }
}

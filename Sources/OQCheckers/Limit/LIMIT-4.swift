import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-4: when an operation of a full queue finishes, a waiting ready operation is started.
  ///
  /// A missing begin counts only at a confirmed quiescence, of an operation whose begin is owed as
  /// for QUEUE-1: every operation that has begun in its queue and not certainly finished is taken
  /// to hold a slot. The rule is broken rather than another one where the operation had been added
  /// when the last operation ended that kept the queue full. The delay is free (ND-13).
  static let finishFreesSlot = Checker("LIMIT-4") { index, profile, judgement in
    guard index.queues.contains(where: { $0.isEverLimited }) else { return }
    let stall = index.stall(profile)
    for one in index.startCases(stall) {
      guard case .end(let other, let end) = one.release else { continue }
      let limit = index.limits(of: one.queue).only(from: end, to: end)
      let contexts = cells(
        limit == 1 ? "limit 1" : "limit k", index[other].kindCell,
        in: ["limit 1", "limit k", "asynchronous"])
      if let begin = one.begin {
        judgement.hold(one.add.returned, end, begin, in: contexts)
      } else if let stall {
        judgement.miss(
          at: stall,
          index.missedBegin(
            one, stall, "\(index.name(other)), which had held its last slot, ended at \(end)"),
          events: [one.add.called, one.add.returned, end], in: contexts,
          missing: .begin(one.operation))
      }
    }
  }
}

extension HistoryIndex.QueueRecord {
  /// Whether the queue may have had a limit at some time.
  var isEverLimited: Bool { declaration.limit != nil || !calls(.setLimit).isEmpty }
}

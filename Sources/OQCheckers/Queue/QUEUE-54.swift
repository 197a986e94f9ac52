import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-54: a queue lives until its operations have finished, even if the client drops it.
  ///
  /// The rule held where an operation of the queue began, or its task ended, after the client had
  /// dropped the queue. A missing begin counts only at a confirmed quiescence where it is owed as
  /// for QUEUE-1. isCancelled reads false until some cancel was called,
  /// so a read that gives true after the drop, without any, shows a queue that cancelled its
  /// operations.
  static let droppedQueueGoesOn = Checker("QUEUE-54") { index, profile, judgement in
    guard index.queues.contains(where: { !$0.drops.isEmpty }) else { return }
    let stall = index.stall(profile)
    let cases = index.startCases(stall)
    for one in cases {
      let record = index[one.operation]
      guard let drop = index[one.queue].drops.first else { continue }
      let isSuspended = if case .resume = one.release { true } else { false }
      let contexts = cells(
        isSuspended ? "suspended" : nil, record.isExecuting(at: drop) ? "executing" : nil,
        in: ["suspended", "executing"])
      let read = record.reads(.isCancelled).first(true, after: drop)
      if let read, record.cancels.allSatisfy({ $0.called > read.returned }) {
        judgement.violate(
          "isCancelled of \(index.name(record.id)) read true at \(read.called) although nobody"
            + " cancelled it, after the client had dropped \(index.name(one.queue)) at \(drop)",
          events: [one.add.called, drop, read.called, read.returned], in: contexts)
      } else if let begin = one.begin {
        let later = ([begin] + record.bodies.compactMap(\.end)).filter { $0 > drop }.max()
        if let later { judgement.hold(one.add.called, drop, later, in: contexts) }
      } else if let stall {
        judgement.miss(
          at: stall,
          index.missedBegin(one, stall, "the client only dropped the queue at \(drop)"),
          events: [one.add.called, one.add.returned, drop], in: contexts,
          missing: .begin(one.operation))
      }
    }
  }
}

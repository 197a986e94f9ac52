import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// MAIN-55: the underlying queue and the quality of service of the main queue are fixed.
  ///
  /// A fixed value is the same at every read, so that two reads with a set between them compare,
  /// whoever made them and whatever runs meanwhile. The underlying queue is the main dispatch
  /// queue, which has none of the numbers that programs give: it reads as -1. A set that is
  /// answered by an error counts only while no add to the main queue was called: what an occupied
  /// queue answers is not said.
  static let mainQueueIsFixed = Checker(
    "MAIN-55",
    antecedent: [.setQueueQuality, .queueQuality, .setUnderlyingQueue, .underlyingQueue]
  ) { index, _, judgement in
    for queue in index.queues where queue.declaration.isMain {
      let q = index.name(queue.id)
      judgeFixed(
        "quality of service of \(q)", queue, .setQueueQuality, .queueQuality, &judgement)
      judgeFixed(
        "underlying queue of \(q)", queue, .setUnderlyingQueue, .underlyingQueue, &judgement)
      for read in queue.calls(.underlyingQueue) {
        guard let value = read.outcome?.integer else { continue }
        if value == -1 {
          judgement.hold(read.called, read.returned)
        } else {
          judgement.violate(
            "underlying queue of \(q) read \(value) at \(read.called), which is not the main"
              + " dispatch queue",
            events: [read.called, read.returned])
        }
      }
    }
  }

  private static func judgeFixed(
    _ property: String, _ queue: HistoryIndex.QueueRecord, _ setter: Verb, _ getter: Verb,
    _ judgement: inout Judgement
  ) {
    let firstAdd = (queue.adds + queue.calls(.addBarrier)).map(\.called).min() ?? .max
    let reads = queue.calls(getter).filter { $0.outcome?.integer != nil }
    for set in queue.calls(setter) {
      guard let returned = set.returned else { continue }
      if set.isRejected, returned < firstAdd {
        judgement.violate(
          "the set of the \(property) was answered by an error at \(returned)",
          events: [set.called, returned])
      }
      guard let before = reads.last(where: { $0.returned(before: set.called) }),
        let after = reads.first(where: { $0.called > returned }),
        let fixed = before.outcome?.integer, let value = after.outcome?.integer
      else { continue }
      if value == fixed {
        judgement.hold(before.returned, set.called, after.called, after.returned)
      } else {
        judgement.violate(
          "\(property) read \(value) at \(after.called) after the set at \(set.called), and"
            + " \(fixed) before it at \(before.called)",
          events: [before.called, before.returned, set.called, after.called, after.returned])
      }
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QOS-1: the quality of service of an operation or a queue reads as it was set.
  ///
  /// This is sound because a read is judged only where one set certainly came last. Operations are
  /// judged until something may start them; what an add makes of their level is QOS-51's. A level
  /// other than default that is set after every add has returned stays, too, as long as nothing can
  /// have started the operation. The level of the main queue is fixed (MAIN-55), and that of an
  /// underlying queue overrides what was set.
  static let qualityIsReadBack = Checker("QOS-1", antecedent: [.quality, .queueQuality]) {
    index, _, judgement in
    for record in index.operations {
      let sets = Settings(record.calls(.setQuality))
      let offer = record.firstOffer ?? index.end
      for read in record.calls(.quality) {
        guard let after = ReadBack(read, after: sets),
          read.returned(before: offer) || record.hasWaited(since: after.set, until: read, index)
        else { continue }
        after.judge("quality of service of \(index.name(record.id))", &judgement)
      }
    }
    for queue in index.queues where queue.hasLevelOfItsOwn {
      let sets = Settings(queue.calls(.setQueueQuality))
      for read in queue.calls(.queueQuality) {
        ReadBack(read, after: sets)?.judge(
          "quality of service of \(index.name(queue.id))", &judgement)
      }
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether the operation was in its queue before a level other than default was set, and has
  /// certainly not been started by the return of a read.
  fileprivate func hasWaited(since set: Call, until read: Call, _ index: HistoryIndex) -> Bool {
    guard let returned = read.returned, set.command.integer != ServiceLevel.unspecified.rawValue,
      index.stage(of: id, at: returned) != nil
    else { return false }
    let adds = possibleAdds.filter { $0.called < returned }
    return !adds.isEmpty && adds.allSatisfy { $0.returned(before: set.called) }
  }
}

extension HistoryIndex.QueueRecord {
  /// Whether nothing but the sets of its own decides on the quality of service of the queue: it is
  /// not the main queue, and was never given an underlying queue, whose level takes precedence.
  ///
  /// - Complexity: O(calls on the queue).
  var hasLevelOfItsOwn: Bool {
    !declaration.isMain && calls(.setUnderlyingQueue).allSatisfy(\.isRejected)
  }
}

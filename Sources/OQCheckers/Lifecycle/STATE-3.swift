import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// STATE-3: once isFinished has been observed true it is never observed false again.
  ///
  /// A read called after another one had returned true sees a later instant, and finished is
  /// final however it was reached, also by a cancel in no queue (ND-21). Reads that overlap are not
  /// compared. An overridden `start` stores its own state and is left out.
  static let finishedIsFinal = Checker("STATE-3", antecedent: [.isFinished]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart {
      let reads = record.reads(.isFinished)
      guard let finish = reads.first(true) else { continue }
      let contexts = cells(
        record.starterCell(at: index.end), record.cancelCell,
        in: [
          "queued", "manual", "not cancelled", "cancelled before start",
          "cancelled while executing", "cancelled after finish",
        ])
      let later = reads.filter { $0.called > finish.returned }
      if let read = later.first(false) {
        judgement.violate(
          "isFinished of \(index.name(record.id)) read true at \(finish.returned) and false at "
            + "\(read.returned)",
          events: [finish.called, finish.returned, read.called, read.returned], in: contexts)
      } else {
        for read in later { judgement.hold(finish.returned, read.returned, in: contexts) }
      }
    }
  }
}

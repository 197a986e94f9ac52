import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// STATE-9: isCancelled rises with cancel, not before, and never falls.
  ///
  /// A read that returned before every call of cancel on the operation, and of cancelAllOperations
  /// on a queue that it was ever added to, was over before anything could set the mark. A read
  /// called after another one had returned true sees a later instant, and the mark stays. A read
  /// that meets a cancel, or that follows one which met the finish, may give either value
  /// (ND-38, ND-39).
  static let cancelledRisesWithCancel = Checker("STATE-9", antecedent: [.isCancelled]) {
    index, _, judgement in
    for record in index.operations {
      let reads = record.reads(.isCancelled)
      guard !reads.isEmpty else { continue }
      let cancel = record.cancels.map(\.called).min() ?? index.end
      judgeUnset(record, reads.filter { $0.returned < cancel }, cancel, index, &judgement)
      guard let rise = reads.filter({ $0.returned > cancel }).first(true) else { continue }
      let later = reads.filter { $0.called > rise.returned }
      if let read = later.first(false) {
        judgement.violate(
          "isCancelled of \(index.name(record.id)) read true at \(rise.returned) and false at "
            + "\(read.returned)",
          events: [rise.called, rise.returned, read.called, read.returned],
          in: markCells(record, read, index))
      } else {
        for read in later {
          judgement.hold(rise.returned, read.returned, in: markCells(record, read, index))
        }
      }
    }
  }

  private static func judgeUnset(
    _ record: HistoryIndex.OperationRecord, _ reads: [Read], _ cancel: Ticket,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    guard let read = reads.first(true) else {
      for read in reads {
        judgement.hold(read.called, read.returned, in: markCells(record, read, index))
      }
      return
    }
    judgement.violate(
      "isCancelled of \(index.name(record.id)) read true at \(read.returned) although nothing had"
        + " been called that could cancel it",
      events: [read.called, read.returned, cancel < index.end ? cancel : nil],
      in: markCells(record, read, index))
  }

  private static func markCells(
    _ record: HistoryIndex.OperationRecord, _ read: Read, _ index: HistoryIndex
  ) -> [String] {
    if record.isExecuting(during: read) { return ["executing"] }
    if let finish = record.finishShown, finish < read.called { return ["finished"] }
    return cells(
      index.stage(of: record.id, at: read.returned)?.rawValue,
      in: ["unqueued", "parked", "blocked"])
  }
}

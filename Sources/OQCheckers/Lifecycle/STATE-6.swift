import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// STATE-6: isFinished is false until the whole task has ended.
  ///
  /// The end of a body or block is recorded before it returns, and a correct implementation
  /// finishes after every block has returned. So no read of true can have returned before the last
  /// of these ends, or before the begin of a block. Blocks that never begin, because a cancel
  /// skipped them (ND-31), take no part. A second run of a block takes no part either: it is
  /// EXEC-1's and BLOCK-2's finding. A read of false says nothing unless it lies within the task.
  static let notFinishedBeforeTaskEnds = Checker("STATE-6", antecedent: [.isFinished]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart && !record.bodies.isEmpty {
      let contexts = cells(
        record.kindCell, record.starterCell(at: index.end),
        in: ["queued", "manual", "task", "one block", "several blocks"])
      let reads = record.reads(.isFinished)
      for read in reads where !read.value && record.isExecuting(during: read) {
        judgement.hold(record.begin, read.returned, in: contexts)
      }
      guard let finish = reads.first(true) else { continue }
      if let run = record.firstBodies.first(where: { !$0.ended(before: finish.returned) }) {
        let part = record.declaration.kind == .block ? "block \(run.callback.index)" : "the task"
        let end =
          run.begin > finish.returned
          ? "began only at \(run.begin)" : run.end.map { "ended only at \($0)" } ?? "never ended"
        judgement.violate(
          "isFinished of \(index.name(record.id)) read true at \(finish.returned) although \(part)"
            + " \(end)",
          events: [run.begin, finish.called, finish.returned, run.end], in: contexts)
      } else {
        judgement.hold(
          record.firstBodies.compactMap(\.end).max(), finish.returned, in: contexts)
      }
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether one recorded run of the task covers a whole read.
  ///
  /// - Complexity: O(runs of the operation).
  func isExecuting(during read: Read) -> Bool {
    firstBodies.contains { $0.contains(read.called) && $0.contains(read.returned) }
  }
}

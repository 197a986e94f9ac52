import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// STATE-4: isExecuting is true while the default start executes the task.
  ///
  /// A read that was called after the recorded begin of a body or block, and that returned before
  /// its recorded end, lies inside the true run. The value is owed during all of that run, and a
  /// cancel that comes meanwhile changes nothing. Between two blocks nothing is judged here.
  static let executingWhileTaskRuns = Checker("STATE-4", antecedent: [.isExecuting]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart && !record.bodies.isEmpty {
      let reads = record.reads(.isExecuting).filter { record.isExecuting(during: $0) }
      guard !reads.isEmpty else { continue }
      let contexts = cells(
        record.kindCell, record.starterCell(at: index.end), record.cancelCell,
        in: [
          "queued", "manual", "task", "one block", "several blocks", "cancelled while executing",
        ])
      if let read = reads.first(false) {
        let run = record.firstBodies.first { $0.contains(read.called) }
        judgement.violate(
          "isExecuting of \(index.name(record.id)) read false at \(read.returned) while its task"
            + (run.map { ", begun at \($0.begin)," } ?? "") + " was running",
          events: [run?.begin, read.called, read.returned, run?.end], in: contexts)
      } else {
        for read in reads { judgement.hold(record.begin, read.returned, in: contexts) }
      }
    }
  }
}

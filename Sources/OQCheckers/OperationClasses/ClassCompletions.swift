import OQHistory
import OQJudging
import OQSpecification

extension ClassCheckers {
  /// What becomes of completion blocks.
  static let completions: [Checker] = [
    completion("DONE-3", ofCancelled: false), completion("DONE-4", ofCancelled: true),
  ]

  /// DONE-3 and DONE-4: the completion block runs once the operation has finished, and also where
  /// it has because it was cancelled.
  ///
  /// The block was certainly set before anything could start or cancel the operation, and nothing
  /// may have replaced it. isFinished had read true, and at a confirmed quiescence without held
  /// client code no block has begun.
  private static func completion(_ rule: RuleID, ofCancelled isCancelled: Bool) -> Checker {
    checker(rule) { index, profile, judgement in
      let stall = Stall(index, profile)
      for record in index.classOperations
      where record.certainCompletion != nil && record.cancels.isEmpty != isCancelled {
        let contexts = isCancelled ? [record.cancelCell] : []
        let cancel = record.cancels.map(\.called).min()
        if let block = record.completions.first?.begin {
          judgement.hold(
            cancel, record.bodies.first?.end, block,
            in: contexts.filter { $0 != "cancelled after finish" })
        } else if let stall, stall.isFree, let finish = record.reads(.isFinished).first(true) {
          judgement.miss(
            at: stall,
            "the completion block of \(index.name(record.id)) had not begun when nothing moved any"
              + " more, although isFinished had read true at \(finish.returned)"
              + (cancel.map { ", after the cancel at \($0)" } ?? ""),
            events: [cancel, finish.called, finish.returned],
            in: contexts.filter { $0 != "cancelled after finish" },
            missing: .completion(record.id))
        }
      }
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// SUSP-51: a new queue is not suspended.
  ///
  /// This is sound because nothing had set the flag when the read returned.
  static let newQueueIsNotSuspended = Checker("SUSP-51", antecedent: [.isSuspended]) {
    index, _, judgement in
    judgeFlagReads(index, &judgement) { queue, set in
      set == nil && !queue.declaration.suspended
    } cells: { _, _ in
      []
    }
  }
}

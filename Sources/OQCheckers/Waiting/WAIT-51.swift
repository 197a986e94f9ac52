import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// WAIT-51: a wait for an empty queue returns without any further event.
  ///
  /// This is sound as WAIT-4. The queue was empty at the call in two cases: nothing that may have
  /// been added to it had been offered, or some event had shown the finish of each operation. Such
  /// an operation may still be listed (ND-13), which only delays the return.
  static let emptyQueueWaitReturns = Checker("WAIT-51", antecedent: [.waitAll]) {
    index, profile, judgement in
    judgeQueueWaits(ofEmptyQueues: true, index, profile, &judgement)
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// INVOC-4: asking a cancelled operation that has finished for its result is answered by an
  /// error.
  ///
  /// The rule is judged where some cancel certainly took effect: it had returned before the method
  /// began, or while it was still inside, and so before the finish. Where a cancel raced with the
  /// finish, or came after it, both answers are right (ND-38, ND-39).
  static let cancelledResultRaises = Checker("INVOC-4", antecedent: [.result]) {
    index, _, judgement in
    for record in index.invocations {
      // Without a cancel the method would have run before the finish.
      let latest = record.bodies.first.map { $0.end ?? 0 } ?? index.end
      for read in record.settledResults {
        guard
          let cancel = record.certainCancels.first(where: {
            $0.succeeded(before: min(latest, read.called))
          })
        else { continue }
        if read.isRejected {
          judgement.hold(cancel.called, cancel.returned, read.called, read.returned)
        } else if let value = read.outcome?.integer {
          judgement.violate(
            "the result of \(index.name(record.id)), cancelled at \(cancel.called), was \(value) at"
              + " \(read.called) and no error",
            events: [cancel.called, cancel.returned, read.called, read.returned])
        }
      }
    }
  }
}

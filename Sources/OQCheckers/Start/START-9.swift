import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-9: start of a cancelled operation does not raise because of the cancellation.
  ///
  /// The checker judges a start of an x in no queue (ND-24), where all of this is certain:
  ///
  /// - A cancel returned before anything could start x.
  /// - A read of isFinished between all cancels and the start gave false. An operation that did not
  ///   finish at any of its cancels is unfinished until it is started (ND-21). So x has not
  ///   finished.
  /// - x is ready: it never had a dependency, or isReady read true (ND-36). Its class does not
  ///   override isReady (ND-35).
  /// - Every other start was called after the return, or had been rejected before this one.
  ///
  /// So start has no reason left to raise. A trap after a hole is not judged, since what happened
  /// in between is unknown.
  static let startOfCancelledDoesNotRaise = Checker("START-9", antecedent: [.start]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart {
      guard let cancel = record.cancelBeforeStart, let cancelled = cancel.returned else { continue }
      for start in index.endedStarts(of: record) {
        guard let returned = start.returned ?? index.death(in: start)?.ticket,
          record.isUnqueued(until: returned),
          index.isOnlyStart(start, of: record),
          let read = record.reads(.isFinished).first(where: { read in
            !read.value && read.called > cancelled && read.returned < start.called
              && record.cancels.allSatisfy {
                $0.hadNoEffect || $0.called > returned || $0.returned(before: read.called)
              }
          }),
          index.isCertainlyReady(record, at: start.called)
        else { continue }
        let contexts = ["manual", "cancelled before start"]
        let facets = Facet.holding((record.isCancelledInNoQueue, .cancelledInNoQueue))
        if start.returned == nil {
          judgement.leaveOpen("a start trapped after a hole in the history", facets: facets)
        } else if !start.hadNoEffect {
          judgement.hold(
            cancelled, read.returned, start.called, returned, in: contexts, facets: facets)
        } else {
          judgement.violate(
            "the start of \(index.name(record.id)) was answered by an error at \(returned) although"
              + " nothing but its cancellation at \(cancel.called) stood in its way",
            events: [cancel.called, cancelled, read.returned, start.called, returned],
            in: contexts, facets: facets)
        }
      }
    }
  }
}

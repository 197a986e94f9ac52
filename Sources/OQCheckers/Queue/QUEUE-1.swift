import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-1: an operation that is ready, in a queue that runs and is not full, is started.
  ///
  /// A missing begin counts only at a confirmed quiescence, of an operation whose begin is owed
  /// whatever the implementation is free to do: never cancelled, certainly ready, its queue
  /// certainly running, undisturbed (ND-24) and with a free slot, no cycle anywhere, and fewer
  /// bodies held than any subject lets run. A dependency, a resume, a higher limit, an end in a
  /// full queue or an announced condition that came last belongs to DEP-2, SUSP-3, LIMIT-53,
  /// LIMIT-4 and READY-5; what is missing in a special situation to the rule about that
  /// (``Charge``).
  static let readyOperationIsStarted = Checker("QUEUE-1") { index, profile, judgement in
    let stall = index.stall(profile)
    let cases = index.startCases(stall)
    if let stall {
      for rule in cases.owners(at: stall) where rule != "QUEUE-1" {
        judgement.leave(to: rule, at: stall)
      }
    }
    for one in cases.chargedToRelease(at: stall) {
      let record = index[one.operation]
      let limit = index.limits(of: one.queue)
      let contexts = cells(
        record.kindCell, limit.cell(during: one.add), one.add.laneCell,
        in: [
          "one block", "several blocks", "task", "asynchronous", "limit 1", "limit k",
          "limit none", "from client", "from body", "from completion",
        ])
      let facets =
        index.facetsOfOthers(
          than: one.queue, from: one.add.called, to: one.begin ?? stall?.ticket ?? one.add.called)
        + Facet.holding(
          (index.isFirstOnNewQueue(one.add), .newQueue),
          (index.isHandedToMain(one.add), .handedToMain))
      if let begin = one.begin {
        judgement.hold(one.add.called, begin, in: contexts, facets: facets)
      } else if let stall, case .add = one.release, index.announcement(one) == nil {
        judgement.miss(
          at: stall, index.missedBegin(one, stall, "is ready"),
          events: [one.add.called, one.add.returned], in: contexts, facets: facets)
      }
    }
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-1: an operation that is ready, in a queue that runs and is not full, is started.
  ///
  /// A missing begin counts only at a confirmed quiescence, of an operation whose begin is owed
  /// whatever the implementation is free to do: never cancelled, certainly ready, its queue
  /// certainly running, undisturbed (ND-24) and with a free slot, no cycle anywhere, and fewer
  /// bodies held than any subject lets run. A begin for which a dependency was last in the way is
  /// not judged here, but by the rules about dependencies.
  static let readyOperationIsStarted = Checker("QUEUE-1") { index, profile, judgement in
    let stall = index.stall(profile)
    let cases = index.startCases(stall)
    for one in cases {
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
      } else if let stall {
        judgement.miss(
          at: stall, index.missedBegin(one, stall, "is ready"),
          events: [one.add.called, one.add.returned], in: contexts, facets: facets,
          missing: .begin(one.operation))
      }
    }
  }
}

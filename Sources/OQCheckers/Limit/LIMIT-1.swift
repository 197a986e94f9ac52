import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-1: no more operations of a queue execute at a time than its limit.
  ///
  /// Take operations that the queue started and whose recorded tasks overlap. Each takes its slot
  /// after its add was called and before its recorded begin, and keeps it past its recorded end.
  /// One of them took its slot last: after the latest of the adds and before the latest of the
  /// begins. All the others held their slots then. So their number is within the limit of that
  /// instant, and within the largest limit that may have been in force in that span.
  ///
  /// - A block that begins later proves that its operation held its slot until then.
  /// - The span covers operations that are left over from a higher limit (ND-20).
  /// - One operation counts once, however many of its blocks run (LIMIT-57).
  /// - What a client may have started by hand does not count.
  static let limitIsKept = Checker("LIMIT-1") { index, _, judgement in
    for (queue, spans) in zip(index.queues, index.occupancies) where spans.count > 1 {
      let timeline = index.limits(of: queue.id)
      guard timeline.smallest < Int.max else { continue }
      for (position, overlap) in spans.overlaps.enumerated() {
        let last = spans[position]
        let active = overlap > timeline.smallest ? spans.active(at: position) : [last]
        judge(active, last, spans.count, timeline, index, &judgement)
      }
    }
  }

  private static func judge(
    _ active: [Occupancy], _ last: Occupancy, _ others: Int, _ timeline: LimitTimeline,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let added = active.map(\.added).max() ?? last.added
    let limit = timeline.largest(from: added, to: last.begin)
    // A limit of 0 is LIMIT-54's.
    guard limit > 0, limit < Int.max, others > limit else { return }
    let record = index[last.operation]
    let contexts = cells(
      record.kindCell, limit == 1 ? "limit 1" : "limit k",
      in: ["limit 1", "limit k", "one block", "several blocks", "task", "added block"])
    let facets = Facet.holding(
      (active.contains { index[$0.operation].declaration.kind == .closure }, .bareBlock))
    guard active.count > limit else {
      judgement.hold(last.added, last.begin, last.end, in: contexts, facets: facets)
      return
    }
    let names = active.map { "\(index.name($0.operation)) since \($0.begin)" }
    judgement.violate(
      "\(active.count) operations of \(index.name(last.queue)) were executing at \(last.begin) with limit \(limit): "
        + names.prefix(4).joined(separator: ", ") + (names.count > 4 ? " and others" : ""),
      events: active.proof(at: last.begin, most: 5), in: contexts, facets: facets)
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// LIMIT-5: an operation that overrides `start` keeps its slot after its start has returned.
  ///
  /// The argument is that of LIMIT-1. The checker counts the begins at which some operation of the
  /// queue is between the return of its own start and its report. Linear in the operations for each
  /// one that overrides `start`.
  static let slotIsHeldUntilReport = Checker("LIMIT-5") { index, _, judgement in
    guard index.operations.contains(where: { $0.declaration.kind == .asynchronous }) else { return }
    for (queue, spans) in zip(index.queues, index.occupancies) where spans.count > 1 {
      let timeline = index.limits(of: queue.id)
      guard timeline.smallest < Int.max else { continue }
      for (position, overlap) in spans.overlaps.enumerated() where overlap > timeline.smallest {
        judge(spans.active(at: position), spans[position], timeline, index, &judgement)
      }
      judgeReturns(spans, timeline, index, &judgement)
    }
  }

  /// A begin beyond the limit while a report is outstanding.
  private static func judge(
    _ active: [Occupancy], _ last: Occupancy, _ timeline: LimitTimeline, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let added = active.map(\.added).max() ?? last.added
    let limit = timeline.largest(from: added, to: last.begin)
    guard limit < Int.max, active.count > limit else { return }
    let outstanding = active.dropLast().compactMap { span in
      startReturn(of: span, index).map { (span.operation, $0) }
    }.filter { $0.1 < last.begin }
    guard let (operation, returned) = outstanding.first else { return }
    judgement.violate(
      "\(index.name(last.operation)) began at \(last.begin) in \(index.name(last.queue)) with"
        + " limit \(limit) although \(index.name(operation)), whose start returned at"
        + " \(returned), had not reported finished",
      events: [returned, last.begin] + active.dropLast().proof(at: last.begin, most: 3),
      in: [limit == 1 ? "limit 1" : "limit k"])
  }

  /// A begin after the report, of an operation that was in the queue when the start returned.
  private static func judgeReturns(
    _ spans: [Occupancy], _ timeline: LimitTimeline, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    for span in spans {
      guard let end = span.end, let returned = startReturn(of: span, index), returned < end,
        let limit = timeline.only(from: returned, to: end), limit < Int.max,
        let next = spans.first(where: { $0.begin > end && $0.added < returned })
      else { continue }
      judgement.hold(returned, end, next.begin, in: [limit == 1 ? "limit 1" : "limit k"])
    }
  }

  private static func startReturn(of span: Occupancy, _ index: HistoryIndex) -> Ticket? {
    let record = index[span.operation]
    return record.declaration.kind == .asynchronous ? record.starts.first?.end : nil
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// SUSP-1: a suspended queue starts no operation that was not scheduled before.
  ///
  /// A span of suspension goes from the return of the call that suspends to the call that resumes.
  ///
  /// - An operation whose first possible add was called in the span, and that no client started,
  ///   was never a candidate: it may not begin in the span.
  /// - An operation added before the span may be a straggler (ND-14). No more stragglers can begin
  ///   than slots were free at the return: with a limit never above *k* since the first add, and
  ///   *h* recorded tasks running at the return, at most *k - h*. A task that had truly begun by
  ///   the return and is recorded later counts as one of them, and its slot was taken too, so the
  ///   bound stands.
  ///
  /// Only tasks are compared, and an overridden `start` where no cancel was called: starting a
  /// cancelled operation is legal (ND-25).
  static let suspendedQueueStartsNothing = Checker("SUSP-1") { index, _, judgement in
    let occupancies = index.occupancies
    let firstAdds = index.queues.map { $0.adds.first?.called ?? index.end }
    for (queue, spans) in zip(index.queues, occupancies) {
      let suspensions = index.suspensions(of: queue.id)
      guard !suspensions.isEmpty else { continue }
      judgeParked(queue, spans, suspensions, index, &judgement)
      let timeline = index.limits(of: queue.id)
      for suspension in suspensions where suspension.start > 0 {
        let limit = timeline.largest(
          from: min(firstAdds[queue.id.index], suspension.start), to: suspension.start)
        guard limit < Int.max else { continue }
        judgeStragglers(suspension, spans, limit, index, &judgement)
      }
    }
  }

  /// Operations added while the queue was suspended.
  private static func judgeParked(
    _ queue: HistoryIndex.QueueRecord, _ spans: [Occupancy], _ suspensions: [SuspendedSpan],
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let q = index.name(queue.id)
    for span in spans {
      guard let suspension = suspensions.last(where: { $0.start < span.added }),
        suspension.contains(span.added)
      else { continue }
      let x = index.name(span.operation)
      let facets =
        Facet.holding((index[span.operation].declaration.kind == .closure, .bareBlock))
        + [.addedWhileSuspended]
      if suspension.contains(span.begin) {
        let when = suspension.start > 0 ? "at \(suspension.start)" : "from the beginning"
        judgement.violate(
          "\(x) began at \(span.begin) although it was added to \(q) at \(span.added), suspended"
            + " \(when), which was not resumed before",
          events: [
            suspension.suspend?.returned, span.added, span.begin, suspension.resume?.called,
          ],
          in: parkedCells(span, index), facets: facets)
      } else {
        judgement.hold(
          suspension.suspend?.returned, span.added, suspension.resume?.called, span.begin,
          in: parkedCells(span, index), facets: facets)
      }
    }
  }

  private static func parkedCells(_ span: Occupancy, _ index: HistoryIndex) -> [String] {
    let isBlocked = index.firmEdges(of: span.operation).contains { edge in
      edge.exists(at: span.added) && index[edge.dependency].isUnfinished(at: span.added)
    }
    return isBlocked ? ["parked", "blocked"] : ["parked"]
  }

  /// Operations added before the queue was suspended.
  private static func judgeStragglers(
    _ suspension: SuspendedSpan, _ spans: [Occupancy], _ limit: Int, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let listed = spans.filter { $0.added < suspension.start }
    let held = listed.filter { $0.contains(suspension.start) }
    let began = listed.filter { suspension.contains($0.begin) }
    let free = max(0, limit - held.count)
    guard began.count > free else {
      if free == 0, let next = listed.first(where: { $0.begin > suspension.end }) {
        judgement.hold(
          suspension.start, suspension.resume?.called, next.begin, in: ["held slots"])
      }
      return
    }
    let names = began.map { "\(index.name($0.operation)) at \($0.begin)" }
    judgement.violate(
      "with limit \(limit) and \(held.count) executing, \(began.count) began in a queue suspended since"
        + " \(suspension.start): " + names.prefix(3).joined(separator: ", "),
      // The one that is too many completes the proof.
      events: [suspension.start] + held.proof(at: suspension.start, most: 2)
        + began.prefix(free > 1 ? 1 : 2).map(\.begin)
        + began.dropFirst(max(2, free)).prefix(1).map(\.begin),
      in: ["held slots"])
  }
}

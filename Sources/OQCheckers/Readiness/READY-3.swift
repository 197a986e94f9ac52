import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// READY-3: isReady becomes true once all dependencies have finished.
  ///
  /// The rule held with a read of true that returned after every dependency had shown its finish,
  /// while x was in no queue or parked (from the start on any value is legal, ND-3) and not
  /// cancelled. A missing true counts only where nothing moves any more (ND-5) and the read that
  /// awaited true gave false. All of this is certain then:
  ///
  /// - Every dependency shows its finish or was removed in time. None was listed twice (ND-28).
  /// - No completion block of a dependency still runs (ND-19).
  /// - There is no cycle, which may freeze the program (C-16).
  /// - x is not behind a barrier, which may be a dependency of what was added after it (ND-43).
  ///
  /// The checker leaves out an overridden isReady, and a class that reported without a start, whose
  /// isReady may be false (ND-3).
  static let readyOnceDependenciesFinish = Checker("READY-3", antecedent: [.isReady]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations where record.declaration.kind != .conditional {
      let reads = record.readsOfReadiness
      guard !reads.isEmpty else { continue }
      let links = index.links(of: record.id)
      guard !links.isEmpty, let finish = lastFinish(of: links, index) else { continue }
      let shown = reads.first {
        $0.value && $0.returned > finish && !record.mayBeCancelled(before: $0.returned)
          && readableStage(record.id, at: $0.returned, index) != nil
      }
      if let read = shown {
        judgement.hold(
          finish, read.called, read.returned,
          in: [readableStage(record.id, at: read.returned, index)].compactMap(\.self),
          facets: Facet.holding((record.isStartedByHand, .startedByHand)))
      } else if let stall {
        miss(record, links, finish, stall, &judgement)
      }
    }
  }

  private static func miss(
    _ record: HistoryIndex.OperationRecord, _ links: [Link], _ finish: Ticket, _ stall: Stall,
    _ judgement: inout Judgement
  ) {
    let index = stall.index
    guard !stall.isFrozen, !stall.isCrowded, !record.mayBeCancelled(before: index.end),
      !record.mayHaveReported(before: index.end),
      !index.mayBeBehindBarrier(record.id), stall.isReady(record.id),
      let stage = readableStage(record.id, at: stall.ticket, index),
      let read = stall.awaitedRead(.isReady, true, of: record.id), read.called > finish
    else { return }
    // Where an unfinished dependency was removed, the removal was lost, which is DEP-9's finding.
    if case .removed = stall.obstacle(of: record.id) { return }
    judgement.miss(
      at: stall,
      "isReady of \(index.name(record.id)) still read false at \(read.returned) although"
        + " \(names(of: links, index)), on which it depends, had finished by \(finish)",
      events: [finish, read.called, read.returned], in: [stage],
      facets: Facet.holding((record.adds.isEmpty, .startedByHand)))
  }

  /// The dependencies that were not removed, for messages: three names at most.
  private static func names(of links: [Link], _ index: HistoryIndex) -> String {
    let names = links.filter { !$0.isGone(before: index.end) }.map { index.name($0.dependency) }
    return names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and others" : "")
  }

  /// Ticket by which the dependencies that were not removed had shown their finish; nil if one has
  /// not, or if all were removed.
  private static func lastFinish(of links: [Link], _ index: HistoryIndex) -> Ticket? {
    var last: Ticket?
    for link in links {
      let record = index[link.dependency]
      let finish =
        record.hasDefaultStart
        ? record.finishShown : record.calls(.reportFinished).first { $0.succeeded }?.returned
      if let finish {
        last = max(last ?? 0, finish)
      } else if !link.isGone(before: index.end) {
        return nil
      }
    }
    return last
  }

  /// `unqueued` or `parked`, where isReady of an operation is specified up to a ticket.
  private static func readableStage(
    _ operation: OperationID, at ticket: Ticket, _ index: HistoryIndex
  ) -> String? {
    let stage = index.stage(of: operation, at: ticket)
    return stage == .unqueued || stage == .parked ? stage?.rawValue : nil
  }
}

import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// EXEC-1: an operation's task runs at most once.
  ///
  /// Counting needs no order: every entry of a body is recorded once, with the number of the entry.
  /// The blocks of a block operation with several blocks are BLOCK-2's. A block that was given
  /// again under its number may run as often as it was given. A bare block or a barrier block may
  /// run as often as it was added.
  static let taskRunsAtMostOnce = Checker("EXEC-1") { index, _, judgement in
    for record in index.operations where !record.bodies.isEmpty {
      guard record.declaration.kind != .block || record.declaration.blocks == 1 else { continue }
      let runs = record.bodies.filter { $0.callback.index == 1 }
      guard let first = runs.first else { continue }
      let contexts =
        cells(
          record.starterCell(at: first.begin), record.cancelCell,
          in: ["queued", "manual", "cancelled before start", "cancelled while executing"])
        + (index.onlyAdd(of: record.id)?.command.queue.map { index.limitContext($0) } ?? [])
      let facets = Facet.holding(
        (record.isStartedByHand, .startedByHand),
        (record.declaration.kind.isInvocation, .invocation),
        (record.declaration.kind == .flagged, .flagged))
      let tasks = record.possibleBlocks(numbered: 1) + record.barrierAdds.count
      if let second = runs.dropFirst(max(1, tasks)).first {
        judgement.violate(
          "the task of \(index.name(record.id)) began at \(first.begin) and again at \(second.begin)",
          events: [first.begin, second.begin], in: contexts, facets: facets)
      } else {
        judgement.hold(first.begin, first.end, in: contexts, facets: facets)
      }
    }
  }
}

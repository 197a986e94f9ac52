import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// BLOCK-2: a block operation that was not cancelled runs each of its blocks exactly once.
  ///
  /// Counting begins needs no order; a number that may have been given several times may run as
  /// often. A block that was certainly given before anything could start the operation, and never
  /// begins although some event shows the finish, was forgotten: blocks lie before the finish, and
  /// a thread records the begin before it goes on. A block that begins late belongs to BLOCK-1. The
  /// one block of an operation with a single block is a task, and what is wrong with it EXEC-1's
  /// and EXEC-2's.
  static let blocksRunOnce = Checker("BLOCK-2") { index, _, judgement in
    let records = index.operations.filter { $0.declaration.kind == .block && $0.firstOffer != nil }
    guard !records.isEmpty else { return }
    let dependents = index.certainDependents
    for record in records {
      if let run = repeatedBlock(record) {
        let block = index.words.text(run.second.callback.first)
        judgement.violate(
          "the block \(block) of \(index.name(record.id)) began at \(run.first.begin) and again at \(run.second.begin)",
          events: [run.first.begin, run.second.begin], in: blockCells(record),
          facets: blockFacets(record))
        continue
      }
      guard
        let sign = index.firstFinishSign(of: record.id, dependents: dependents[record.id.index]),
        !record.mayBeCancelled(before: sign.ticket)
      else { continue }
      judge(record, sign, index, &judgement)
    }
  }

  private static func judge(
    _ record: HistoryIndex.OperationRecord, _ sign: FinishSign, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let given = record.givenBlocks
    let begun = Set(record.bodies.map(\.callback.index))
    let missing = given.subtracting(begun).min()
    if let missing, given.count > 1 {
      let block = index.words.text(Callback(record.id, index: missing))
      judgement.violate(
        "\(index.name(record.id)) had finished (\(sign.words)) although its block \(block) never began",
        events: [record.firstOffer, record.begin, sign.ticket], in: blockCells(record),
        facets: blockFacets(record))
    } else if missing == nil, !given.isEmpty {
      judgement.hold(
        record.begin, sign.ticket, in: blockCells(record),
        facets: blockFacets(record))
    }
  }

  private static func repeatedBlock(
    _ record: HistoryIndex.OperationRecord
  ) -> (first: Interval, second: Interval)? {
    guard record.givenBlocks.count > 1 else { return nil }
    for (position, run) in record.bodies.enumerated() where run.callback.occurrence > 1 {
      let number = run.callback.index
      let earlier = record.bodies[..<position].filter { $0.callback.index == number }
      if let first = earlier.first, earlier.count >= record.possibleBlocks(numbered: number) {
        return (first, run)
      }
    }
    return nil
  }

  private static func blockFacets(_ record: HistoryIndex.OperationRecord) -> [Facet] {
    Facet.holding((record.givenBlocks.count > record.declaration.blocks, .blocksAdded))
  }

  private static func blockCells(_ record: HistoryIndex.OperationRecord) -> [String] {
    cells(
      record.givenBlocks.count > 1 ? "several blocks" : "one block",
      record.begin.flatMap { record.starterCell(at: $0) },
      in: ["one block", "several blocks", "queued", "manual"])
  }
}

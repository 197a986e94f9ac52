import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// BLOCK-1: a block operation finishes only after all its blocks.
  ///
  /// Each sign of the finish is recorded after the finish, and each end before the block has
  /// returned. So a block whose end has the greater ticket was still running, or had not begun,
  /// when the operation had finished. Blocks that a cancel has skipped never begin (ND-31) and are
  /// not asked for; a block added when the operation could have been started belongs to BLOCK-51. A
  /// wait, a completion block or a dependent that goes ahead before any block has ended is found by
  /// their own rules; a read of isFinished counts always.
  static let finishFollowsAllBlocks = Checker("BLOCK-1") { index, _, judgement in
    let records = index.operations.filter {
      $0.declaration.kind == .block && $0.givenBlocks.count > 1 && !$0.bodies.isEmpty
    }
    guard !records.isEmpty else { return }
    let dependents = index.certainDependents
    for record in records {
      guard let sign = index.firstFinishSign(of: record.id, dependents: dependents[record.id.index])
      else {
        continue
      }
      let blocks = record.givenBlocks
      let runs = record.firstBodies.filter { blocks.contains($0.callback.index) }
      guard let begin = runs.first?.begin else { continue }
      let contexts = cells(record.starterCell(at: begin), in: ["queued", "manual"])
      let facets = Facet.holding(
        (record.cancelCell == "cancelled while executing", .cancelledWhileExecuting),
        (!sign.isRead, .joined))
      guard let open = runs.first(where: { !$0.ended(before: sign.ticket) }) else {
        judgement.hold(runs.compactMap(\.end).max(), sign.ticket, in: contexts, facets: facets)
        continue
      }
      guard sign.isRead || runs.contains(where: { $0.ended(before: sign.ticket) }) else { continue }
      let block = index.words.text(open.callback)
      let end =
        open.begin > sign.ticket
        ? "began only at \(open.begin)" : open.end.map { "ended only at \($0)" } ?? "never ended"
      judgement.violate(
        "\(index.name(record.id)) had finished (\(sign.words)) although its block \(block) \(end)",
        events: [open.begin, sign.ticket, open.end], in: contexts, facets: facets)
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Numbers of the blocks that the operation certainly had before anything could start it: those
  /// of its declaration, and those added by calls that returned before the first offer.
  ///
  /// - Complexity: O(blocks + calls on the operation).
  var givenBlocks: Set<Int> {
    let offer = firstOffer ?? 0
    let added = calls(.addExecutionBlock).filter { $0.succeeded(before: offer) }
    return Set(1..<declaration.blocks + 1).union(added.compactMap(\.command.integer))
  }

  /// The first run of the task, or of a block, beyond the number of times it was given.
  ///
  /// - Complexity: O(runs × calls on the operation).
  var firstRepetition: Interval? {
    bodies.first { run in
      let occurrence = run.callback.occurrence
      return occurrence > 1 && occurrence > possibleBlocks(numbered: run.callback.index)
    }
  }

  /// How often the block with a number may have been given to the operation.
  ///
  /// - Complexity: O(calls on the operation).
  func possibleBlocks(numbered number: Int) -> Int {
    // A bare block is given anew by each call that adds it.
    if declaration.kind == .closure { return possibleAdds.count }
    return calls(.addExecutionBlock).count { $0.command.integer == number && !$0.hadNoEffect }
      + (number <= declaration.blocks ? 1 : 0)
  }
}

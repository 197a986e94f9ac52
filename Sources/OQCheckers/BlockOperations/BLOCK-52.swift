import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// BLOCK-52: executionBlocks has every block that was added, once.
  ///
  /// Judged before any call that could start the operation, or finish it (ND-21). The number is
  /// certain where no call that adds a block overlaps the read: the blocks given at creation and
  /// those added before.
  static let blocksAreCounted = Checker("BLOCK-52", antecedent: [.executionBlockCount]) {
    index, _, judgement in
    for record in index.operations where record.declaration.kind == .block {
      let adds = record.calls(.addExecutionBlock).filter { !$0.hadNoEffect }
      for read in record.calls(.executionBlockCount) {
        guard let count = read.outcome?.integer, let returned = read.returned,
          returned < min(record.firstOfferCalled ?? index.end, record.firstTouch ?? index.end)
        else { continue }
        let earlier = adds.filter { $0.called < returned }
        guard earlier.allSatisfy({ $0.succeeded(before: read.called) }) else { continue }
        let expected = record.declaration.blocks + earlier.count
        if count == expected {
          judgement.hold(earlier.last?.called, read.called, returned)
        } else {
          judgement.violate(
            "\(index.name(record.id)) had \(count) execution blocks at \(read.called), although \(expected) were given to it",
            events: [earlier.last?.called, read.called, returned])
        }
      }
    }
  }
}

import OQJudging

extension Checkers {
  /// Checkers of the area BLOCK.
  static let blockOperations: [Checker] = [
    finishFollowsAllBlocks, blocksRunOnce, blocksOverlap, lateBlockIsHarmless, blocksAreCounted,
    emptyBlockOperationFinishes,
  ]
}

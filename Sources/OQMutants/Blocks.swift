import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area BLOCK.
  static let blocks = [
    Mutant(
      "finished-after-first-block", breaks: "BLOCK-1",
      "a block operation is finished, for accessors and waits, when its first block has returned"
    ) {
      $0.blockPlan = [.setFinished, .wake]
    },
    Mutant(
      "first-block-runs-twice", breaks: "BLOCK-2",
      "the first of several blocks runs twice"
    ) {
      $0.nextBlock = { state, x in
        let isDone = state[x].blocks < 2 || state[x].blocksBegun > state[x].blocks
        return isDone ? Guards.nextBlock(state, x) : max(0, state[x].blocksBegun - 1)
      }
    },
    Mutant(
      "last-block-forgotten", breaks: "BLOCK-2",
      "the last of several blocks does not run"
    ) {
      $0.nextBlock = { state, x in
        let isLast = state[x].blocks > 1 && state[x].blocksBegun == state[x].blocks - 1
        return isLast ? nil : Guards.nextBlock(state, x)
      }
    },
    Mutant(
      "late-block-accepted", breaks: "BLOCK-51", profile: .reference,
      "a block can be added while the operation executes"
    ) {
      $0.blockCheck = { state, x in
        state[x].kind == .block && state[x].phase == .executing
          ? .accept : Guards.blockCheck(state, x)
      }
    },
  ]
}

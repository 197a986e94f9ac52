import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area BLOCK.
  static let blocks = [
    Mutant(
      "finished-after-first-block", breaks: "BLOCK-1",
      "isFinished of an operation of three or more blocks reads true when the first has returned"
    ) {
      $0.reads.isFinished = { state, x, _ in
        let isPast = state[x].blocks > 2 && state[x].blocksEnded > 0
        let isEarly = isPast && state[x].phase == .executing
        return state[x].isFinished || isEarly && !state[x].isCancelled
      }
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
      "blocks-run-one-after-another", breaks: "BLOCK-3",
      "a block of an operation begins when the one before has returned"
    ) {
      $0.sharesBlocks = { _, _ in false }
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
    Mutant(
      "second-added-block-runs-twice", breaks: "BLOCK-4",
      "the last of two or more blocks that were added after the creation runs twice"
    ) {
      $0.nextBlock = { state, x in
        let isAtEnd = state[x].blocksBegun == state[x].blocks
        let isRepeated = state[x].kind == .block && state[x].blocks > state[x].blocksGiven + 1
        return isRepeated && isAtEnd ? state[x].blocks - 1 : Guards.nextBlock(state, x)
      }
    },
    Mutant(
      "start-returns-after-own-block", breaks: "BLOCK-6",
      "start by hand returns when the first of several blocks has returned"
    ) {
      $0.detaches = { state, x in
        state[x].isManual && state[x].blocks > 1 && state[x].blocksBegun > 0
      }
    },
    Mutant(
      "initial-block-listed-twice", breaks: "BLOCK-52",
      "executionBlocks has the first block twice"
    ) {
      $0.reads.blockCount = { state, x, _ in
        state[x].kind == .block ? state[x].blocks + min(1, state[x].blocksGiven) : 0
      }
    },
    Mutant(
      "cancel-finishes-block-operation", breaks: "BLOCK-54", grade: .rare,
      "cancel reports an operation as finished in the first of several blocks"
    ) {
      $0.cancelPlan = $0.cancelPlan
        .adding(
          .setFinished, onlyWhen: .executing && .operation { $0.blocks > 1 && $0.blocksEnded == 0 })
    },
    Mutant(
      "block-added-after-cancel-runs", breaks: "BLOCK-55", grade: .rare,
      "a queue runs a cancelled operation to which a block was added after the cancel"
    ) {
      $0.runsBody = { state, x in
        let isExtended = state[x].owner != nil && state[x].blocks > state[x].blocksAtCancel
        return Guards.runsBody(state, x) || isExtended && state[x].kind == .block
      }
    },
    Mutant(
      "finish-announced-after-first-block", breaks: "BLOCK-1",
      "a block operation is finished, for accessors and waits, when its first block has returned"
    ) {
      $0.blockPlan = [.setFinished, .wake]
    },
    Mutant(
      "finish-announced-after-second-block", breaks: "BLOCK-1", grade: .rare,
      "a block operation is finished, for accessors and waits, when two of three blocks are over"
    ) {
      let isEarly = Context.operation { $0.blocksEnded == 2 && $0.blocks > 2 }
      let plan: Plan = [.setFinished, .wake]
      $0.blockPlan = plan.onlyWhen(isEarly, .setFinished).onlyWhen(isEarly, .wake)
    },
    Mutant(
      "finished-after-cancelled-block", breaks: "BLOCK-1", grade: .rare,
      "isFinished of three or more blocks, cancelled meanwhile, reads true when one is over"
    ) {
      $0.reads.isFinished = { state, x, _ in
        let isEarly = state[x].blocksEnded > 0 && state[x].blocks > 2
        let isCut = state[x].phase == .executing && state[x].isCancelled
        return state[x].isFinished || isEarly && isCut
      }
    },
    Mutant(
      "third-block-forgotten", breaks: "BLOCK-2", grade: .rare,
      "the third and later blocks do not run"
    ) {
      $0.nextBlock = { state, x in state[x].blocksBegun < 2 ? Guards.nextBlock(state, x) : nil }
    },
    Mutant(
      "added-block-replaces-initial", breaks: "BLOCK-4",
      "a block that is added replaces the first one"
    ) {
      $0.nextBlock = { state, x in
        let isReplaced = state[x].blocks > state[x].blocksGiven && state[x].blocksGiven > 0
        guard state[x].kind == .block, isReplaced else { return Guards.nextBlock(state, x) }
        return state[x].blocksBegun + 1 < state[x].blocks ? state[x].blocksBegun + 1 : nil
      }
    },
  ]
}

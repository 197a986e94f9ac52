import OQHistory
import OQSpecification

/// Block operations.
enum BlockOperationSituations {
  static let all: [Situation] = [
    Situation(
      "BLOCK-1", weight: 6, verbs: [.addExecutionBlock], kinds: [.block], finishedWithTheLast),
    Situation(
      "BLOCK-2", weight: 6, cases: 1...2, verbs: [.addExecutionBlock], kinds: [.block], eachOnce),
    Situation("BLOCK-3", weight: 2, kinds: [.block], features: [.concurrency], besideHeldBlock),
    Situation(
      "BLOCK-51", verbs: [.addExecutionBlock], kinds: [.block], features: [.misuse],
      addedTooLate),
  ]

  /// One of several blocks is held: the operation is not finished until it returns.
  private static func finishedWithTheLast(_ p: inout Draft) {
    let q = p.queue()
    let blocks = p.number(2...4)
    let x = p.operation(
      kind: .block, blocks: blocks, completion: p.has(.setCompletion) && p.chance(2))
    let dependent = p.chance(2) ? p.work(after: [x]) : nil
    let held = blocks - p.draw(blocks)
    p.inside(x, index: held) { $0.step(.hold) }
    if p.has(.wait), p.has(.clients), p.chance(2) {
      // The waiter should sleep before the first block returns, or come between two.
      let isEarly = p.chance(2)
      p.client(2) { p in
        if !isEarly { p.began(x, index: held) }
        p.command(.wait, x)
        p.read(x, .isFinished)
      }
      if isEarly { p.pushThrough(p.queue(), passes: 1) }
    }
    p.add(q, x)
    if let dependent { p.add(q, dependent) }
    p.began(x, index: held)
    p.pushThrough(q, passes: 1)
    p.read(x, .isFinished)
    p.open(x, index: held)
    p.finished(x)
    if let dependent { p.ended(dependent) }
  }

  /// One of several blocks is held: the others begin all the same.
  private static func besideHeldBlock(_ p: inout Draft) {
    let isManual = p.has(.start) && p.has(.clients) && p.chance(3)
    let blocks = p.number(2...3)
    let x = p.operation(kind: .block, blocks: blocks)
    let held = p.number(1...blocks)
    p.inside(x, index: held) { $0.step(.hold) }
    if isManual {
      p.client(2) { $0.command(.start, x) }
    } else {
      p.add(p.queue(), x)
    }
    for index in 1...blocks { p.began(x, index: index) }
    p.open(x, index: held)
    p.until(.isFinished, x)
  }

  /// Blocks given at creation and added before the start each run once.
  private static func eachOnce(_ p: inout Draft) {
    let q = p.queue(suspended: p.chance(3))
    let blocks = p.number(1...3)
    let x = p.operation(kind: .block, blocks: blocks)
    for index in 0..<p.number(0...2) {
      p.command(.addExecutionBlock, x, .integer(blocks + 1 + index))
    }
    if p.has(.executionBlockCount), p.chance(3) { p.command(.executionBlockCount, x) }
    if p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      p.add(q, x)
      if p.queues[q.index].suspended { p.resume(q) }
    }
    p.until(.isFinished, x)
    if !p.queues[q.index].suspended { p.pushThrough(q, passes: 1) }
  }

  /// A block added while the operation executes, or after it has finished.
  private static func addedTooLate(_ p: inout Draft) {
    let q = p.queue()
    let blocks = p.number(1...2)
    let x = p.operation(kind: .block, blocks: blocks)
    let executing = p.chance(2)
    if executing { p.hold(x) }
    p.add(q, x)
    if executing { p.began(x) } else { p.until(.isFinished, x) }
    p.command(.addExecutionBlock, x, .integer(blocks + 1))
    if executing {
      p.open(x)
      p.until(.isFinished, x)
    }
    p.pushThrough(q)
  }
}

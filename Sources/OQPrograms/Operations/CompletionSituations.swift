import OQHistory
import OQSpecification

/// The completion block.
enum CompletionSituations {
  static let all: [Situation] = [
    Situation("DONE-1", verbs: [.setCompletion], afterTheTask),
    Situation("DONE-2", verbs: [.setCompletion], atMostOnce),
    Situation("DONE-3", verbs: [.setCompletion], runs),
    Situation("DONE-4", verbs: [.setCompletion], runsWhenCancelled),
    Situation("DONE-9", verbs: [.setCompletion], finishedInside),
  ]

  private static func afterTheTask(_ p: inout Draft) {
    let q = p.queue()
    let blocks = p.has(.block) ? p.number(1...3) : 1
    let x = p.operation(kind: blocks > 1 ? .block : .task, blocks: blocks, completion: true)
    let held = blocks - p.draw(blocks)
    p.inside(x, index: held) { $0.step(.hold) }
    p.add(q, x)
    p.began(x, index: held)
    let sentinel = p.operation(completion: true)
    p.add(q, sentinel)
    p.ended(sentinel, .completion)
    p.open(x, index: held)
    p.ended(x, .completion)
  }

  /// Every path that might run the block a second time.
  private static func atMostOnce(_ p: inout Draft) {
    let parked = p.chance(2)
    let q = p.queue(suspended: parked)
    let x = p.work(completion: true)
    if !parked { p.hold(x) }
    p.add(q, x)
    if !parked { p.began(x) }
    for _ in 0..<p.number(1...2) {
      if p.chance(3) { p.command(.cancelAll, q) } else { p.cancel(x) }
    }
    if parked { p.resume(q) } else { p.open(x) }
    p.ended(x, .completion)
    if p.chance(2) { p.cancel(x) }
    let sentinel = p.operation(completion: true)
    p.add(q, sentinel)
    p.ended(sentinel, .completion)
  }

  /// Installed at the beginning, later, or in place of another; queued or started by hand.
  private static func runs(_ p: inout Draft) {
    let replaced = p.chance(3)
    let early = replaced || !p.chance(3)
    let x = p.work(completion: early)
    let number = early && !replaced ? 1 : 2
    if number == 2 { p.command(.setCompletion, x, .integer(2)) }
    if p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      let q = p.queue(limit: p.pick([nil, 1]))
      p.add(q, x)
    }
    if p.chance(3) { p.finished(x) }
    p.ended(x, .completion, index: number)
  }

  private static func runsWhenCancelled(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]), suspended: true)
    let first = p.work(completion: true)
    let work =
      switch p.draw(3) {
      case 0: [first]
      case 1: [first, p.work(completion: true)]
      default: [first, p.work(after: [first], completion: true)]
      }
    p.addAll(q, work)
    if p.chance(3) { p.command(.cancelAll, q) } else { for x in work { p.cancel(x) } }
    p.resume(q)
    for x in work { p.ended(x, .completion) }
  }

  private static func finishedInside(_ p: inout Draft) {
    let x =
      p.has(.block) && p.chance(4)
      ? p.operation(kind: .block, blocks: 2, completion: true) : p.work(completion: true)
    p.inside(x, .completion) { $0.read(x, .isFinished, .isExecuting) }
    if p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      let q = p.queue(suspended: p.chance(3))
      p.add(q, x)
      if p.queues[q.index].suspended {
        if p.chance(2) { p.cancel(x) }
        p.resume(q)
      }
    }
    p.ended(x, .completion)
  }
}

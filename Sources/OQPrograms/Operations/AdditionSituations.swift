import OQHistory
import OQSpecification

/// Forms and places of adding, groups, barriers, and what is set too late.
enum AdditionSituations {
  static let all: [Situation] = [
    Situation("DONE-5", weight: 2, verbs: [.setCompletion], withoutCompletion),
    Situation(
      "DONE-7", weight: 3, cases: 1...2, verbs: [.setCompletion], features: [.misuse],
      lateCompletion),
    Situation("DONE-11", weight: 2, verbs: [.setCompletion], fromCompletion),
    Situation("DONE-54", weight: 2, verbs: [.setCompletion], lastCompletion),
    Situation("QUEUE-2", weight: 2, notHeldBack),
    Situation("QUEUE-3", everyForm),
    Situation("QUEUE-4", verbs: [.addGroupWaiting], groupWaits),
    Situation("QUEUE-5", weight: 2, verbs: [.addGroup], groupReturns),
    Situation("QUEUE-6", weight: 2, kinds: [.closure], addedBlock),
    Situation("QUEUE-7", weight: 2, verbs: [.operations], listed),
    Situation("QUEUE-10", weight: 2, verbs: [.operations], listed),
    Situation("QUEUE-15", weight: 2, twoAtATime),
    Situation("QUEUE-18", features: [.misuse], addedLate),
    Situation("QUEUE-19", weight: 2, fromBody),
    Situation("QUEUE-26", weight: 2, everyForm),
    Situation("QUEUE-51", features: [.misuse], twoQueues),
    Situation("QUEUE-52", verbs: [.addGroup], features: [.misuse], invalidMember),
    Situation("QUEUE-53", weight: 2, verbs: [.operations], orderOfAddition),
    Situation(
      "QUEUE-55", weight: 3, cases: 1...2, verbs: [.addBarrier], kinds: [.barrier], barrier),
    Situation("QUEUE-62", weight: 3, verbs: [.addGroup], emptyGroup),
    Situation("LIMIT-54", weight: 3, cases: 1...2, features: [.misuse], limitZero),
    Situation("LIMIT-55", weight: 4, features: [.misuse], negativeLimit),
    Situation("SUSP-5", weight: 2, whileSuspended),
    Situation("WAIT-6", weight: 3, cases: 1...2, verbs: [.wait], insideBody),
    Situation("WAIT-51", weight: 2, verbs: [.waitAll], emptyQueue),
    Situation(
      "WAIT-55", weight: 3, cases: 1...2, verbs: [.wait, .setCompletion], insideCompletion),
    Situation(
      "BLOCK-53", weight: 3, cases: 1...2, verbs: [.addExecutionBlock], kinds: [.block], noBlocks),
    Situation(
      "BLOCK-54", weight: 3, verbs: [.addExecutionBlock], kinds: [.block], cancelledBlocks),
    Situation(
      "BLOCK-55", weight: 3, cases: 1...2, verbs: [.addExecutionBlock], kinds: [.block],
      addedToCancelled),
  ]

  private static func withoutCompletion(_ p: inout Draft) {
    let q = p.queue()
    let x = p.operation(completion: p.chance(2))
    p.command(.setCompletion, x, .integer(0))
    p.add(q, x)
    p.finished(x)
    let sentinel = p.operation(completion: true)
    p.add(q, sentinel)
    p.ended(sentinel, .completion)
  }

  private static func lateCompletion(_ p: inout Draft) {
    let q = p.queue()
    let first = p.chance(2)
    let x = p.work(completion: first)
    let executing = p.chance(2)
    if executing { p.hold(x) }
    p.add(q, x)
    if executing { p.began(x) } else { p.until(.isFinished, x) }
    if first, !executing { p.ended(x, .completion) }
    p.command(.setCompletion, x, .integer(2))
    if executing { p.open(x) }
    p.until(.isFinished, x)
    p.pushThrough(q, passes: 1)
  }

  private static func fromCompletion(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let r = p.chance(3) ? p.queue() : q
    let x = p.work(completion: true)
    let y = p.work()
    p.inside(x, .completion) { $0.add(r, y) }
    p.add(q, x)
    p.ended(y)
  }

  private static func lastCompletion(_ p: inout Draft) {
    let x = p.work(completion: p.chance(2))
    p.command(.setCompletion, x, .integer(2))
    p.command(.setCompletion, x, .integer(3))
    if p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      p.add(p.queue(), x)
    }
    p.ended(x, .completion, index: 3)
  }

  /// One body held and one operation blocked: others begin, one after the other.
  private static func notHeldBack(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2]))
    let h = p.operation()
    p.hold(h)
    p.add(q, h)
    p.began(h)
    let blocked = p.work(after: [h])
    p.add(q, blocked)
    for _ in 0..<p.number(1...3) {
      let x = p.work()
      p.add(q, x)
      p.ended(x)
      if p.chance(2) { p.until(.isFinished, x) }
    }
    p.open(h)
    p.ended(blocked)
  }

  /// The second operation of a queue begins beside the first.
  private static func twoAtATime(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2]))
    let first = p.operation()
    let second = p.operation()
    p.hold(first)
    p.add(q, first)
    p.began(first)
    p.add(q, second)
    p.ended(second)
    p.open(first)
    p.ended(first)
  }

  private static func everyForm(_ p: inout Draft) {
    for _ in 0..<p.number(1...3) {
      let q = p.queue()
      switch p.draw(3) {
      case 1 where p.has(.addGroup):
        let group = (0..<p.number(1...3)).map { _ in p.work() }
        if p.chance(2) {
          let adder = p.operation()
          p.inside(adder) { $0.command(.addGroup, q, .operations(group)) }
          p.add(p.queue(), adder)
        } else {
          p.command(.addGroup, q, .operations(group))
        }
        for x in group { p.ended(x) }
      case 2 where p.has(.closure):
        let x = p.operation(kind: .closure)
        p.add(q, x)
        p.ended(x)
      default:
        let x = p.work()
        p.add(q, x)
        p.ended(x)
      }
    }
  }

  private static func groupWaits(_ p: inout Draft) {
    let group = (0..<p.number(1...4)).map { _ in p.work() }
    let held = p.has(.clients) && group.count > 1 && p.chance(2)
    let q = p.queue(limit: held ? nil : p.pick([nil, 1]))
    if held {
      // The last member ends before the first.
      p.hold(group[0])
      p.client(2) { p in
        p.ended(group[group.count - 1])
        p.pushThrough(p.queue(), passes: 1)
        p.open(group[0])
      }
    } else if p.chance(3) {
      p.inside(group[0]) { $0.cancel(group[0]) }
    }
    p.command(.addGroupWaiting, q, .operations(group))
    for x in group { p.read(x, .isFinished) }
  }

  private static func groupReturns(_ p: inout Draft) {
    let suspended = p.chance(2)
    let q = p.queue(suspended: suspended)
    let group = (0..<p.number(1...3)).map { _ in p.work() }
    if !suspended { p.hold(group[0]) }
    p.command(.addGroup, q, .operations(group))
    p.read(group[0], .isFinished)
    if suspended { p.resume(q) } else { p.open(group[0]) }
    p.allFinished(group, in: q)
  }

  private static func addedBlock(_ p: inout Draft) {
    let suspended = p.chance(2)
    let q = p.queue(limit: 1, suspended: suspended)
    let blocks = (0..<p.number(1...3)).map { _ in p.operation(kind: .closure) }
    if !suspended { p.hold(blocks[0]) }
    for x in blocks { p.add(q, x) }
    p.pushThrough(p.queue(), passes: 1)
    if suspended { p.resume(q) } else { p.open(blocks[0]) }
    if p.has(.waitAll) { p.command(.waitAll, q) }
    for x in blocks { p.ended(x) }
  }

  private static func listed(_ p: inout Draft) {
    let parked = p.chance(3)
    let q = p.queue(suspended: parked)
    let x = p.work()
    let blocked = p.work(after: [x])
    if !parked { p.hold(x) }
    p.addAll(q, p.shuffled([x, blocked]))
    if !parked { p.began(x) }
    p.command(.operations, q)
    if !parked {
      p.pushThrough(q, passes: 1)
      p.command(.operations, q)
      p.open(x)
    } else {
      p.resume(q)
    }
    p.allFinished([x, blocked], in: q)
  }

  private static func addedLate(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    let executing = p.chance(2)
    if executing { p.hold(x) }
    if executing, p.has(.start), p.has(.clients), p.chance(3) {
      p.client(2) { $0.start(x) }
    } else if !executing, p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      p.add(q, x)
    }
    if executing { p.began(x) } else { p.until(.isFinished, x) }
    p.add(q, x)
    // An add that is not refused may have changed what was there.
    p.read(x, .isFinished, .isExecuting)
    if executing { p.open(x) }
    p.until(.isFinished, x)
    p.pushThrough(q, passes: 1)
  }

  private static func fromBody(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let r = p.chance(3) ? p.queue() : q
    let x = p.work()
    let inner = (0..<p.number(1...3)).map { _ in p.work() }
    p.inside(x) { p in
      for y in inner { p.add(r, y) }
    }
    p.add(q, x)
    for y in inner { p.ended(y) }
  }

  private static func twoQueues(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let r = p.queue()
    let x = p.work()
    p.add(q, x)
    p.add(r, x)
    for verb in [Verb.operations, .operationCount] where p.has(verb) { p.command(verb, r) }
    p.pushThrough(r, passes: 1)
    p.resume(q)
    p.until(.isFinished, x)
  }

  /// A group with a member that has finished, or that is parked in a queue; the others are looked
  /// for and at times added again.
  private static func invalidMember(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    let others = (0..<p.number(1...2)).map { _ in p.work() }
    let way = p.draw(3)
    if way == 0 {
      p.add(q, x)
      p.until(.isFinished, x)
    } else {
      if way == 1 { p.suspend(q) }
      p.add(way == 1 ? q : p.queue(suspended: true), x)
    }
    p.command(.addGroup, q, .operations(p.shuffled([x] + others)))
    if p.has(.operations), p.chance(2) {
      p.command(.operations, q)
      for other in others { p.read(other, .isFinished) }
      for other in others { p.add(q, other) }
    }
    if way == 1 { p.resume(q) }
    p.pushThrough(q, passes: 1)
  }

  private static func orderOfAddition(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let work = (0..<p.number(2...4)).map { _ in p.work() }
    p.addAll(q, p.shuffled(work))
    p.command(.operations, q)
    p.resume(q)
    p.allFinished(work, in: q)
  }

  private static func barrier(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let before = p.work()
    let fence = p.operation(kind: .barrier)
    let after = p.work()
    let held = p.chance(2)
    if held { p.hold(before) }
    p.add(q, before)
    if held { p.began(before) }
    p.command(.addBarrier, q, .operation(fence))
    p.add(q, after)
    if held {
      p.pushThrough(p.queue(), passes: 1)
      p.open(before)
    }
    p.ended(fence)
    p.ended(after)
  }

  private static func emptyGroup(_ p: inout Draft) {
    let q = p.queue(suspended: p.chance(3))
    let x = p.work()
    if p.chance(2) { p.add(q, x) }
    p.command(.addGroup, q, .operations([]))
    if p.has(.addGroupWaiting), p.chance(2) { p.command(.addGroupWaiting, q, .operations([])) }
    p.resume(q)
    p.pushThrough(q, passes: 1)
  }

  private static func limitZero(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    p.setLimit(q, 0)
    p.add(q, x)
    p.pushThrough(p.queue(), passes: 1)
    p.setLimit(q, p.pick([1, -1]))
    p.ended(x)
  }

  private static func negativeLimit(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    p.setLimit(q, -2)
    p.command(.limit, q)
    p.pushThrough(q, passes: 1)
  }

  private static func whileSuspended(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let work = (0..<p.number(1...3)).map { _ in p.work() }
    p.addAll(q, work)
    if p.has(.operationCount) { p.command(.operationCount, q) }
    p.pushThrough(p.queue(), passes: 1)
    p.resume(q)
    for x in work { p.ended(x) }
  }

  private static func insideBody(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2]))
    let r = p.chance(3) ? p.queue() : q
    let x = p.work()
    let d = p.operation()
    p.inside(x) { $0.command(.wait, d) }
    p.add(q, x)
    p.began(x)
    p.add(r, d)
    p.ended(x)
  }

  private static func emptyQueue(_ p: inout Draft) {
    let q = p.queue(suspended: p.chance(2))
    p.command(.waitAll, q)
    guard !p.queues[q.index].suspended, p.chance(2) else { return }
    p.pushThrough(q, passes: 1)
    p.command(.waitAll, q)
  }

  private static func insideCompletion(_ p: inout Draft) {
    let x = p.work(completion: true)
    p.inside(x, .completion) { $0.command(.wait, x) }
    if p.has(.start), p.chance(3) { p.start(x) } else { p.add(p.queue(), x) }
    p.ended(x, .completion)
  }

  private static func noBlocks(_ p: inout Draft) {
    let x = p.operation(kind: .block, blocks: 0)
    if p.has(.start), p.chance(3) { p.start(x) } else { p.add(p.queue(), x) }
    p.until(.isFinished, x)
  }

  private static func cancelledBlocks(_ p: inout Draft) {
    let q = p.queue()
    let blocks = p.number(2...4)
    let completion = p.has(.setCompletion) && p.chance(2)
    let x = p.operation(kind: .block, blocks: blocks, completion: completion)
    let held = blocks - p.draw(blocks)
    p.inside(x, index: held) { $0.step(.hold) }
    p.add(q, x)
    p.began(x, index: held)
    p.cancel(x)
    p.read(x, .isFinished)
    p.pushThrough(q, passes: 1)
    p.read(x, .isFinished)
    p.open(x, index: held)
    p.finished(x)
  }

  private static func addedToCancelled(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let x = p.operation(kind: .block, blocks: 1)
    p.add(q, x)
    p.cancel(x)
    p.command(.addExecutionBlock, x, .integer(2))
    p.resume(q)
    p.finished(x)
  }
}

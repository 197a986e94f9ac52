import OQHistory
import OQSpecification

/// What accessors say at moments at which only one answer is right.
enum AccessorSituations {
  static let all: [Situation] = [
    Situation("STATE-1", weight: 2, newOperation),
    Situation("STATE-4", weight: 2, executing),
    Situation("STATE-5", weight: 2, notExecuting),
    Situation("STATE-10", weight: 2, endIsFollowedByFinish),
    Situation("READY-51", weight: 6, readinessStays),
    Situation("START-3", weight: 3, notConcurrent),
    Situation("PRIO-1", weight: 2, verbs: [.priority], defaultPriority),
    Situation("PRIO-2", weight: 2, verbs: [.priority, .setPriority], priorityReads),
    Situation("PRIO-9", weight: 3, verbs: [.priority, .setPriority], priorityReads),
    Situation("LIMIT-6", weight: 2, limitReads),
    Situation("LIMIT-51", weight: 2, newQueue),
    Situation("LIMIT-56", weight: 2, limitOfOneQueue),
    Situation("SUSP-4", weight: 2, suspensionReads),
    Situation("SUSP-51", weight: 2, newQueue),
    Situation("BLOCK-52", weight: 2, verbs: [.executionBlockCount], kinds: [.block], blockCount),
  ]

  private static func newOperation(_ p: inout Draft) {
    p.style.insert(.kinds)
    let x = p.work()
    p.read(x, .isReady, .isExecuting, .isFinished, .isCancelled)
    guard p.chance(3) else { return }
    let q = p.queue()
    p.add(q, x)
    p.finished(x)
  }

  /// isExecuting inside the body, and from outside while it is held.
  private static func executing(_ p: inout Draft) {
    p.style.insert(.kinds)
    let x = p.work()
    p.inside(x) { p in
      p.read(x, .isExecuting)
      p.step(.hold)
    }
    func look(_ p: inout Draft) {
      p.began(x)
      p.read(x, .isExecuting)
      if p.chance(2) { p.cancel(x) }
      p.read(x, .isExecuting)
      p.open(x)
    }
    if p.has(.start), p.has(.clients), p.chance(3) {
      p.start(x)
      p.client(2) { look(&$0) }
    } else {
      let q = p.queue()
      p.add(q, x)
      look(&p)
    }
    p.finished(x)
  }

  private static func notExecuting(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let d = p.operation()
    let x = p.work(after: p.chance(2) ? [d] : [])
    p.read(x, .isExecuting)
    p.add(q, x)
    p.read(x, .isExecuting)
    p.add(q, d)
    p.resume(q)
    p.until(.isFinished, x)
    p.read(x, .isExecuting)
  }

  private static func endIsFollowedByFinish(_ p: inout Draft) {
    p.style.insert(.kinds)
    let x = p.work()
    let cancelled = p.chance(3)
    if cancelled { p.hold(x) }
    if !cancelled, p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      let q = p.queue(limit: p.pick([nil, 1]))
      p.add(q, x)
      if cancelled {
        p.began(x)
        p.cancel(x)
        p.open(x)
      }
    }
    p.ended(x)
    p.until(.isFinished, x)
  }

  /// Ready once is ready until the start: nothing that happens elsewhere takes it back.
  private static func readinessStays(_ p: inout Draft) {
    let q = p.queue()
    let parked = !p.chance(3)
    let d = p.work()
    let x = p.work(after: p.chance(2) ? [d] : [])
    let r = p.queue(suspended: true)
    if parked { p.add(r, x) }
    p.add(q, d)
    p.finished(d)
    p.until(.isReady, x)
    switch p.draw(4) {
    case 0: p.pushThrough(q, passes: 1)
    case 1: p.undepend(x, d)
    default: break
    }
    if !p.chance(4) { p.setLimit(r, 1) }
    p.read(x, .isReady)
    if parked {
      p.resume(r)
      p.finished(x)
    }
  }

  private static func notConcurrent(_ p: inout Draft) {
    let x =
      p.has(.block) && p.chance(2)
      ? p.operation(kind: .block, blocks: p.number(1...3)) : p.work()
    p.read(x, .isAsynchronous)
    guard p.chance(2) else { return }
    let q = p.queue()
    p.add(q, x)
    p.finished(x)
    p.read(x, .isAsynchronous)
  }

  private static func defaultPriority(_ p: inout Draft) {
    p.style.insert(.kinds)
    let x = p.work()
    p.read(x, .priority)
    guard p.chance(2) else { return }
    let q = p.queue(suspended: true)
    p.add(q, x)
    p.read(x, .priority)
    p.resume(q)
    p.finished(x)
  }

  private static func priorityReads(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let d = p.operation()
    let x = p.work(after: p.chance(3) ? [d] : [])
    let other = p.operation()
    p.command(.setPriority, x, .priority(p.pick(Priority.allCases)))
    p.read(x, .priority)
    if p.chance(2) { p.command(.setPriority, x, .priority(p.pick(Priority.allCases))) }
    if p.chance(3) { p.command(.setPriority, other, .priority(p.pick(Priority.allCases))) }
    p.add(q, x)
    if p.chance(3) { p.command(.setPriority, x, .priority(p.pick(Priority.allCases))) }
    p.read(x, .priority)
    if p.chance(2) {
      p.read(x, .isReady)
      p.command(.setPriority, x, .priority(p.pick(Priority.allCases)))
      p.read(x, .isReady)
    }
    p.add(q, d)
    p.resume(q)
    p.until(.isFinished, x)
    p.read(x, .priority)
  }

  private static func limitReads(_ p: inout Draft) {
    let q = p.queue()
    for _ in 0..<p.number(1...3) {
      p.setLimit(q, p.pick([1, 2, 3, -1, 8]))
      p.command(.limit, q)
      if p.chance(3) { p.pushThrough(q, passes: 1) }
    }
  }

  private static func newQueue(_ p: inout Draft) {
    let q = p.queue()
    p.command(.limit, q)
    p.command(.isSuspended, q)
    if p.chance(2) { p.pushThrough(q, passes: 1) }
    p.command(.isSuspended, q)
  }

  /// The limit of one queue, all its slots taken, says nothing of another queue.
  private static func limitOfOneQueue(_ p: inout Draft) {
    let q = p.queue(limit: 1)
    let r = p.queue()
    let h = p.operation()
    p.hold(h)
    p.add(q, h)
    p.began(h)
    p.setLimit(p.chance(2) ? q : r, p.pick([1, 2]))
    p.command(.limit, q)
    p.command(.limit, r)
    p.pushThrough(r, passes: 1)
    p.open(h)
    p.finished(h)
  }

  private static func suspensionReads(_ p: inout Draft) {
    let q = p.queue(suspended: p.chance(2))
    p.command(.isSuspended, q)
    for _ in 0..<p.number(1...3) {
      if p.chance(2) { p.suspend(q) } else { p.resume(q) }
      p.command(.isSuspended, q)
    }
    guard p.chance(2) else { return }
    p.resume(q)
    p.pushThrough(q, passes: 1)
    p.command(.isSuspended, q)
  }

  private static func blockCount(_ p: inout Draft) {
    let blocks = p.number(1...3)
    let x = p.operation(kind: .block, blocks: blocks)
    p.command(.executionBlockCount, x)
    for index in 0..<p.number(0...2) {
      p.command(.addExecutionBlock, x, .integer(blocks + 1 + index))
      p.command(.executionBlockCount, x)
    }
  }
}

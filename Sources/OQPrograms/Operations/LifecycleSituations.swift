import OQHistory
import OQSpecification

/// Life-cycle states and readiness.
enum LifecycleSituations {
  static let all: [Situation] = [
    Situation("STATE-2", order),
    Situation("STATE-3", weight: 3, finishedStays),
    Situation("STATE-6", notFinishedInside),
    Situation("STATE-7", exclusive),
    Situation("STATE-9", cancelledStays),
    Situation("READY-2", notReady),
    Situation("READY-3", becomesReady),
  ]

  /// Reads of isExecuting before, in each block, between them, and after.
  private static func order(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let isWatched = p.has(.clients) && !p.chance(3)
    let blocks = p.has(.block) ? p.number((isWatched ? 2 : 1)...3) : 1
    let d = p.chance(3) ? p.operation() : nil
    let x = p.operation(
      kind: blocks > 1 ? .block : .task, blocks: blocks, after: d.map { [$0] } ?? [])
    for index in 1...blocks {
      p.inside(x, index: index) { $0.read(x, .isExecuting) }
    }
    // No more than one is held: the order of blocks is free (ND-18).
    if isWatched, blocks > 1 { p.hold(x) }
    p.read(x, .isExecuting)
    p.add(q, x)
    p.read(x, .isExecuting)
    if isWatched { p.client(2) { watch(x, isHeld: blocks > 1, &$0) } }
    if let d { p.add(q, d) }
    p.until(.isFinished, x)
    p.read(x, .isExecuting)
  }

  /// Reads whether an operation executes, many times: a moment between two blocks is short.
  private static func watch(_ x: OperationID, isHeld: Bool, _ p: inout Draft) {
    if isHeld {
      p.began(x)
      p.read(x, .isExecuting)
      p.open(x)
      if !p.chance(4) { p.ended(x) }
    }
    let reads = isHeld ? p.number(8...24) : p.number(2...(p.chance(3) ? 40 : 6))
    for _ in 0..<reads { p.read(x, .isExecuting) }
  }

  /// Once finished, reads again after everything that could take it back.
  private static func finishedStays(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let x = p.work()
    p.add(q, x)
    p.until(.isFinished, x)
    for _ in 0..<p.number(1...2) {
      switch p.draw(5) {
      case 0: p.pushThrough(q, passes: 1)
      case 1: p.cancel(x)
      case 2: p.command(.cancelAll, q)
      case 3:
        p.pushThrough(q, passes: 2)
        let h = p.operation()
        p.hold(h)
        p.add(q, h)
        p.began(h)
        p.read(x, .isFinished)
        p.open(h)
        p.ended(h)
      default:
        p.suspend(q)
        p.resume(q)
      }
      p.read(x, .isFinished)
    }
    if p.has(.misuse), p.chance(3) {
      // Adding again may be refused: nothing is owed after it.
      if p.chance(2) { p.add(q, x) } else { p.depend(x, p.work()) }
      p.read(x, .isFinished)
    }
  }

  /// isFinished in every block, at the beginning, while held, and as the last statement.
  private static func notFinishedInside(_ p: inout Draft) {
    let q = p.queue()
    let blocks = p.has(.block) ? p.number(1...3) : 1
    let x = p.operation(kind: blocks > 1 ? .block : .task, blocks: blocks)
    let held = p.chance(2) ? blocks - p.draw(blocks) : 0
    for index in 1...blocks {
      p.inside(x, index: index) { p in
        p.read(x, .isFinished)
        if index == held {
          p.step(.hold)
          p.read(x, .isFinished)
        }
      }
    }
    p.add(q, x)
    if held > 0 {
      p.began(x, index: held)
      p.read(x, .isFinished)
      p.pushThrough(q, passes: 1)
      p.read(x, .isFinished)
      p.open(x, index: held)
    }
    p.finished(x)
  }

  /// isFinished, then isExecuting: never both true, in this order of reading.
  private static func exclusive(_ p: inout Draft) {
    let q = p.queue()
    let completion = p.has(.setCompletion) && p.chance(2)
    let x = p.work(completion: completion)
    if completion {
      p.inside(x, .completion) { $0.read(x, .isFinished, .isExecuting) }
    }
    if p.has(.clients) {
      p.client(2) { p in
        if p.has(.wait), p.chance(2) { p.command(.wait, x) }
        for _ in 0..<p.number(1...4) { p.read(x, .isFinished, .isExecuting) }
      }
    }
    p.add(q, x)
    if p.has(.wait), p.chance(2) { p.command(.wait, x) } else { p.until(.isFinished, x) }
    p.read(x, .isExecuting)
    p.read(x, .isFinished, .isExecuting)
  }

  /// isCancelled false before cancel and on dependents; true for ever after it.
  private static func cancelledStays(_ p: inout Draft) {
    let executing = p.chance(3)
    let q = p.queue(limit: p.pick([nil, 2]), suspended: !executing)
    let x = p.work()
    let y = p.work(after: [x])
    if executing { p.hold(x) }
    p.addAll(q, p.shuffled([x, y]))
    if executing { p.began(x) }
    p.read(x, .isCancelled)
    p.cancel(x)
    p.read(x, .isCancelled)
    p.read(y, .isCancelled)
    if executing { p.open(x) } else { p.resume(q) }
    p.finished(x)
    p.read(x, .isCancelled)
    p.finished(y)
    p.read(y, .isCancelled)
  }

  /// One dependency after the other; isReady stays false until the last has finished.
  private static func notReady(_ p: inout Draft) {
    let q = p.queue()
    let early = (0..<p.number(1...2)).map { _ in p.work() }
    let last = p.work()
    let x = p.work(after: p.shuffled(early + [last]))
    let parked = p.chance(2)
    let r = parked ? p.queue(suspended: true) : q
    if parked { p.add(r, x) }
    p.read(x, .isReady)
    for first in early {
      p.add(q, first)
      p.finished(first)
      p.read(x, .isReady)
    }
    if p.chance(2) {
      p.hold(last)
      p.add(q, last)
      p.began(last)
      p.read(x, .isReady)
      p.open(last)
    } else {
      p.pushThrough(q, passes: 1)
      p.read(x, .isReady)
      p.add(q, last)
    }
    p.until(.isReady, x)
  }

  /// Readiness of an operation that is in no queue, or in a suspended one.
  private static func becomesReady(_ p: inout Draft) {
    let q = p.queue()
    let dependencies = (0..<p.number(1...3)).map { _ in p.work() }
    let x = p.work(after: dependencies)
    let parked = p.chance(3)
    let r = parked ? p.queue(suspended: true) : q
    if parked { p.add(r, x) }
    p.addAll(q, p.shuffled(dependencies))
    for dependency in dependencies { p.finished(dependency) }
    p.until(.isReady, x)
    if parked {
      p.resume(r)
      p.finished(x)
    } else if p.has(.start), p.chance(3) {
      p.start(x)
    } else if p.chance(2) {
      p.add(q, x)
      p.finished(x)
    }
  }
}

import OQHistory
import OQSpecification

/// Waiting for one operation and for all of a queue.
enum WaitSituations {
  static let all: [Situation] = [
    Situation("WAIT-1", verbs: [.wait], notBeforeTheFinish),
    Situation("WAIT-2", weight: 5, verbs: [.wait], returns),
    Situation("WAIT-3", weight: 5, verbs: [.waitAll], notBeforeAll),
    Situation("WAIT-4", weight: 5, verbs: [.waitAll], allReturns),
    Situation("WAIT-7", weight: 4, verbs: [.waitAll], features: [.clients], othersGoOn),
  ]

  /// Waiters on a held body, while other work passes.
  private static func notBeforeTheFinish(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    p.hold(x)
    p.add(q, x)
    p.began(x)
    if p.has(.clients) {
      for number in 2...(1 + p.number(1...2)) {
        p.client(number) { p in
          p.command(.wait, x)
          p.read(x, .isFinished)
        }
      }
    }
    p.pushThrough(q, passes: 1)
    if p.chance(3) { p.cancel(x) }
    p.open(x)
    p.command(.wait, x)
    p.read(x, .isFinished)
  }

  /// Waiters before, during and after the finish; the operation may be cancelled or started by
  /// hand.
  private static func returns(_ p: inout Draft) {
    let held = p.chance(2)
    let q = p.queue(limit: p.pick([nil, 1]), suspended: !held)
    let x = p.work()
    if p.has(.clients) {
      for number in 2...(1 + p.number(1...3)) {
        p.client(number) { $0.command(.wait, x) }
      }
    }
    if held {
      p.hold(x)
      p.add(q, x)
      p.began(x)
      p.pushThrough(p.queue(), passes: 1)
      p.open(x)
    } else if p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      p.add(q, x)
      if p.chance(3) { p.cancel(x) }
      p.resume(q)
    }
    p.command(.wait, x)
    p.command(.wait, x)
  }

  /// A waiter for all while one body is held and others wait for its slot.
  private static func notBeforeAll(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([1, nil, 2]))
    let h = p.work()
    p.hold(h)
    let work = (0..<p.number(0...3)).map { _ in p.work() }
    if p.chance(4) {
      // What is awaited was added from inside a task.
      let g = p.operation()
      p.inside(g) { $0.add(q, h) }
      p.addAll(q, p.shuffled([g] + work))
      p.began(h)
    } else {
      p.addAll(q, p.shuffled([h] + work))
    }
    if p.has(.clients) {
      p.meet(1)
      p.client(2) { p in
        p.meet(1)
        p.command(.waitAll, q)
        for operation in [h] + work where p.chance(2) { p.read(operation, .isFinished) }
      }
      p.pushThrough(p.queue(), passes: 1)
    }
    p.open(h)
    p.command(.waitAll, q)
    p.read(h, .isFinished)
  }

  /// Work is added while others wait: by a client, by a body; the last may be cancelled.
  private static func allReturns(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let work = (0..<p.number(1...3)).map { _ in p.work() }
    let late = p.work()
    if p.has(.clients), p.chance(2) {
      whileOneWaits(&p, q, work, late)
    } else if p.chance(3) {
      p.inside(work[0]) { $0.add(q, late) }
      p.addAll(q, work)
    } else if p.has(.clients), p.chance(2) {
      p.addAll(q, work)
      p.client(2) { p in
        p.add(q, late)
        if p.chance(2) { p.cancel(late) }
        p.command(.waitAll, q)
      }
    } else {
      p.addAll(q, work + [late])
      if p.chance(2) { p.cancel(late) }
    }
    p.command(.waitAll, q)
    if p.chance(2) { p.command(.waitAll, q) }
  }

  /// Client 2 waits for all; then one more is added, or what is waited for is cancelled.
  private static func whileOneWaits(
    _ p: inout Draft, _ q: QueueID, _ work: [OperationID], _ late: OperationID
  ) {
    p.client(2) { p in
      p.meet(1)
      p.command(.waitAll, q)
    }
    if p.chance(2) {
      p.suspend(q)
      p.addAll(q, work + [late])
      p.meet(1)
      p.pushThrough(p.queue(), passes: 1)
      p.cancel(late)
      p.resume(q)
    } else {
      p.hold(work[0])
      p.addAll(q, work)
      p.meet(1)
      p.pushThrough(p.queue(), passes: 1)
      p.add(q, late)
      p.open(work[0])
    }
  }

  /// Others add and read while waits sleep on an operation that waits for a dependency.
  private static func othersGoOn(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let d = p.work()
    let blocked = p.work(after: [d])
    p.add(q, blocked)
    p.client(2) { p in
      p.meet(1)
      if p.has(.wait), p.chance(2) {
        p.command(.wait, blocked)
      } else {
        p.command(.waitAll, q)
      }
    }
    p.meet(1)
    p.pushThrough(p.queue(), passes: 1)
    for _ in 0..<p.number(1...2) {
      let x = p.work()
      p.add(q, x)
      p.ended(x)
    }
    p.read(blocked, .isFinished)
    if p.has(.operationCount) { p.command(.operationCount, q) }
    p.add(p.chance(2) ? p.queue() : q, d)
    p.ended(blocked)
  }
}

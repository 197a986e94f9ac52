import OQHistory
import OQSpecification

/// What commands leave alone: other operations, other queues, what comes later.
enum CommandScopeSituations {
  static let all: [Situation] = [
    Situation("CANCEL-4", weight: 2, anyTime),
    Situation("CANCEL-6", weight: 2, cancelledAndFinished),
    Situation("CANCEL-9", weight: 2, runningGoesOn),
    Situation("CANCEL-10", weight: 2, laterAdditions),
    Situation("CANCEL-11", weight: 2, verbs: [.operationCount], leavesTheQueue),
    Situation("CANCEL-19", weight: 2, oneOnly),
    Situation("CANCEL-52", weight: 2, outsideQueues),
    Situation("CANCEL-53", weight: 2, verbs: [.operations], nothingRemoved),
    Situation("PRIO-8", weight: 2, verbs: [.setPriority], notPreempted),
    Situation("PRIO-54", weight: 2, verbs: [.setPriority], latePriority),
    Situation("PRIO-7", weight: 2, verbs: [.setPriority], equals),
    Situation("QUEUE-54", weight: 2, features: [.drops], droppedQueue),
    Situation("QUEUE-13", weight: 2, independent),
    Situation("SUSP-7", weight: 2, independent),
    Situation("SUSP-52", weight: 2, notCounted),
    Situation("SUSP-53", weight: 2, keepsCancelled),
    Situation("SUSP-55", weight: 2, verbs: [.start], startedBesideSuspended),
    Situation("SUSP-54", weight: 2, verbs: [.waitAll], features: [.clients], waitForSuspended),
  ]

  private static func anyTime(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let completion = p.has(.setCompletion) && p.chance(3)
    let x = p.work(completion: completion)
    switch p.draw(3) {
    case 0: p.inside(x) { $0.cancel(x) }
    case 1 where completion: p.inside(x, .completion) { $0.cancel(x) }
    default: break
    }
    p.add(q, x)
    if p.chance(3) { p.cancel(x) }
    p.resume(q)
    p.until(.isFinished, x)
    for _ in 0..<p.number(1...2) { p.cancel(x) }
    p.read(x, .isFinished, .isExecuting)
  }

  private static func cancelledAndFinished(_ p: inout Draft) {
    let executing = p.chance(2)
    let q = p.queue(suspended: !executing)
    let x = p.work()
    if executing { p.hold(x) }
    p.add(q, x)
    if executing { p.began(x) }
    p.cancel(x)
    if executing { p.open(x) } else { p.resume(q) }
    p.until(.isFinished, x)
    p.read(x, .isExecuting, .isCancelled)
  }

  private static func runningGoesOn(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([1, nil]))
    let x = p.work()
    p.inside(x) { p in
      p.step(.hold)
      p.read(x, .isExecuting)
    }
    p.add(q, x)
    p.began(x)
    p.command(.cancelAll, q)
    p.read(x, .isExecuting, .isFinished)
    p.open(x)
    p.ended(x)
  }

  private static func laterAdditions(_ p: inout Draft) {
    let busy = p.chance(2)
    let q = p.queue(limit: p.pick([nil, 1]))
    let h = p.work()
    if busy {
      p.hold(h)
      p.add(q, h)
      p.began(h)
    }
    p.command(.cancelAll, q)
    let work = (0..<p.number(1...2)).map { _ in p.work() }
    p.addAll(q, work)
    for x in work { p.read(x, .isCancelled) }
    if busy { p.open(h) }
    for x in work {
      p.ended(x)
      p.read(x, .isCancelled)
    }
  }

  private static func leavesTheQueue(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]), suspended: true)
    let work = (0..<p.number(1...3)).map { _ in p.work() }
    p.addAll(q, work)
    if p.chance(3) { p.command(.cancelAll, q) } else { p.cancel(work[0]) }
    p.resume(q)
    for x in work { p.until(.isFinished, x) }
    p.step(.until(.reads(Command(.operationCount, q), .integer(0))))
    if p.has(.operations) { p.command(.operations, q) }
  }

  private static func oneOnly(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let r = p.chance(3) ? p.queue() : q
    let x = p.work()
    let others = (0..<p.number(1...2)).map { _ in p.work() }
    p.add(q, x)
    p.addAll(r, others)
    p.cancel(x)
    for other in others { p.read(other, .isCancelled) }
    p.resume(q)
    for other in others {
      p.ended(other)
      p.read(other, .isCancelled)
    }
  }

  private static func outsideQueues(_ p: inout Draft) {
    let x = p.work()
    p.cancel(x)
    p.read(x, .isCancelled, .isFinished, .isExecuting)
    guard p.has(.misuse), p.has(.start), p.chance(2) else { return }
    // It may have finished at the cancel, and a start may then be refused.
    p.start(x)
    p.read(x, .isFinished)
  }

  private static func nothingRemoved(_ p: inout Draft) {
    let parked = p.chance(2)
    let q = p.queue(limit: 1, suspended: parked)
    let h = p.work()
    if !parked { p.hold(h) }
    p.add(q, h)
    if !parked { p.began(h) }
    let work = (0..<p.number(1...2)).map { _ in p.work() }
    p.addAll(q, work)
    p.command(.cancelAll, q)
    p.command(.operations, q)
    for x in work + [h] { p.read(x, .isFinished) }
    if parked { p.resume(q) } else { p.open(h) }
    p.allFinished(work + [h], in: q)
  }

  private static func notPreempted(_ p: inout Draft) {
    let q = p.queue(limit: 1)
    let low = p.work(priority: p.pick([.veryLow, .low]))
    let high = p.work(priority: .veryHigh)
    p.inside(low) { p in
      p.step(.hold)
      p.read(low, .isExecuting)
    }
    p.add(q, low)
    p.began(low)
    p.add(q, high)
    p.pushThrough(p.queue(), passes: 1)
    p.read(low, .isExecuting)
    p.open(low)
    p.ended(low)
    p.ended(high)
  }

  private static func latePriority(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([1, 2]), suspended: true)
    let work = (0..<p.number(2...3)).map { _ in p.work(priority: p.pick(Priority.allCases)) }
    p.addAll(q, work)
    let d = p.chance(3) ? p.operation() : nil
    let blocked = d.map { p.work(after: [$0]) }
    if let blocked {
      p.add(p.queue(limit: p.pick([nil, 1, 2])), blocked)
      p.command(.setPriority, blocked, .priority(p.pick(Priority.allCases)))
    }
    for _ in 0..<p.number(1...3) {
      p.command(.setPriority, p.pick(work), .priority(p.pick(Priority.allCases)))
    }
    p.resume(q)
    if let d, let blocked {
      p.add(p.queue(), d)
      p.ended(blocked)
    }
    for x in work { p.ended(x) }
    p.pushThrough(q, passes: 1)
  }

  /// Operations of one priority wait for one slot, parked or behind a held body.
  private static func equals(_ p: inout Draft) {
    let priority = p.pick(Priority.allCases)
    let behind = p.chance(2)
    let q = p.queue(limit: 1, suspended: !behind)
    let held = behind ? p.operation(priority: priority) : nil
    if let held {
      p.hold(held)
      p.add(q, held)
      p.began(held)
    }
    let work = (0..<p.number(2...5)).map { _ in p.work(priority: priority) }
    for operation in p.shuffled(work) { p.add(q, operation) }
    if let held { p.open(held) } else { p.resume(q) }
    p.allFinished(work, in: q)
  }

  /// The client drops a queue that runs and keeps its operations.
  private static func droppedQueue(_ p: inout Draft) {
    let parked = p.chance(2)
    let q = p.queue(limit: p.pick([nil, 1]), suspended: parked)
    let work = (0..<p.number(1...3)).map { _ in p.work() }
    if !parked { p.hold(work[0]) }
    p.addAll(q, work)
    if parked { p.resume(q) } else { p.began(work[0]) }
    p.drop(q)
    for x in work { p.read(x, .isCancelled) }
    p.pushThrough(p.queue(), passes: 1)
    if !parked { p.open(work[0]) }
    for x in work {
      p.ended(x)
      p.read(x, .isCancelled)
    }
  }

  /// A start by hand beside a suspended queue, which may have operations.
  private static func startedBesideSuspended(_ p: inout Draft) {
    let q = p.queue(suspended: p.chance(2))
    if !p.queues[q.index].suspended { p.suspend(q) }
    let parked = p.work()
    if p.chance(2) { p.add(q, parked) }
    let x = p.work()
    p.start(x)
    p.until(.isFinished, x)
    p.resume(q)
  }

  /// A queue that is suspended, or all of whose slots are taken, beside one that works.
  private static func independent(_ p: inout Draft) {
    let busy = p.chance(2)
    let q = p.queue(limit: 1, suspended: !busy)
    let r = p.queue(limit: p.pick([nil, 1]))
    let h = p.work()
    if busy { p.hold(h) }
    p.add(q, h)
    if busy { p.began(h) }
    let x = p.work()
    p.add(r, x)
    p.ended(x)
    if busy { p.open(h) } else { p.resume(q) }
    p.ended(h)
  }

  private static func notCounted(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    for _ in 0..<p.number(2...3) { p.suspend(q) }
    p.add(q, x)
    p.resume(q)
    if p.chance(2) { p.resume(q) }
    p.ended(x)
  }

  private static func keepsCancelled(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let r = p.queue()
    let x = p.work()
    p.add(q, x)
    p.cancel(x)
    p.pushThrough(r, passes: 1)
    p.read(x, .isFinished)
    if p.has(.operations) { p.command(.operations, q) }
    p.resume(q)
    p.finished(x)
  }

  private static func waitForSuspended(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let r = p.queue()
    let x = p.work()
    p.add(q, x)
    p.meet(1)
    for number in 2...p.number(2...3) {
      p.client(number) { p in
        p.meet(1)
        p.command(.waitAll, q)
        p.read(x, .isFinished)
      }
    }
    if p.chance(3) { p.cancel(x) }
    p.pushThrough(r, passes: 1)
    p.resume(q)
    p.finished(x)
  }
}

import OQHistory
import OQSpecification

/// What a queue does with operations, and what it says of them; suspending and resuming.
enum QueueSituations {
  static let all: [Situation] = [
    Situation("QUEUE-1", weight: 6, started),
    Situation("QUEUE-8", verbs: [.operationCount], removed),
    Situation("QUEUE-9", verbs: [.operationCount], counted),
    Situation("QUEUE-12", features: [.drops], keptAlive),
    Situation("QUEUE-17", weight: 4, features: [.misuse], addedTwice),
    Situation("SUSP-1", weight: 6, nothingStarts),
    Situation("SUSP-2", executingGoesOn),
    Situation("SUSP-3", weight: 5, resumed),
  ]

  /// Adds that race with the finish of the last executing operation.
  private static func started(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([1, nil, 2]))
    let clients = p.has(.clients) ? p.number(1...2) : 1
    if clients == 2, p.chance(2) { p.settings.jitter = UInt64(p.draw(1 << 16)) }
    for number in 1...clients {
      var work = (0..<p.number(1...4)).map { _ in p.work() }
      if p.chance(4) {
        // Added by a body: only waited for. In another queue, no finish wakes the queue later.
        let inner = (0..<p.number(1...2)).map { _ in p.work() }
        let other = p.chance(2) ? p.queue() : q
        p.inside(work[0]) { p in
          if inner.count > 1, p.has(.addGroup), p.chance(2) {
            p.command(.addGroup, other, .operations(inner))
          } else {
            p.addAll(other, inner)
          }
        }
        p.client(number) { p in
          if clients > 1 { p.meet(1) }
          p.add(q, work[0])
          for operation in inner { p.ended(operation) }
        }
        work.removeFirst()
        if work.isEmpty { continue }
        p.client(number) { p in
          for operation in work { p.add(q, operation) }
          for operation in work { p.ended(operation) }
        }
        continue
      }
      p.client(number) { p in
        if clients > 1 { p.meet(1) }
        var open: [OperationID] = []
        for operation in work {
          p.add(q, operation)
          if p.chance(3) { p.ended(operation) } else { open.append(operation) }
        }
        for operation in open { p.ended(operation) }
      }
    }
  }

  private static func removed(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]), suspended: p.chance(3))
    let work = (0..<p.number(1...4)).map { _ in p.work() }
    p.addAll(q, work)
    if p.queues[q.index].suspended {
      if p.chance(2) { p.cancel(work[0]) }
      p.resume(q)
    }
    if p.chance(2) { p.allFinished(work, in: q) }
    p.step(.until(.reads(Command(.operationCount, q), .integer(0))))
    if p.has(.operations) {
      p.step(.until(.reads(Command(.operations, q), .operations([]))))
    }
  }

  /// Reads of the count while every operation is certainly listed.
  private static func counted(_ p: inout Draft) {
    let held = p.chance(3)
    let q = p.queue(limit: held ? 1 : p.pick([nil, 1]), suspended: !held)
    let h = p.work()
    if held { p.hold(h) }
    p.add(q, h)
    if held { p.began(h) }
    p.command(.operationCount, q)
    let work = (0..<p.number(1...3)).map { _ in p.work(after: p.chance(3) ? [h] : []) }
    p.addAll(q, work)
    p.command(.operationCount, q)
    if p.has(.operations) { p.command(.operations, q) }
    if held { p.open(h) } else { p.resume(q) }
    p.allFinished(work + [h], in: q)
    p.step(.until(.reads(Command(.operationCount, q), .integer(0))))
  }

  /// The client drops every reference while the operation waits.
  private static func keptAlive(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]), suspended: true)
    let r = p.queue()
    let completion = p.has(.setCompletion) && p.chance(2)
    let work = (0..<p.number(1...2)).map { _ in p.operation(completion: completion) }
    // The queue may go, too, while one of them runs (QUEUE-54).
    let dropsQueue = p.chance(4)
    if dropsQueue { p.hold(work[0]) }
    p.addAll(q, work)
    for operation in work { p.drop(operation) }
    p.pushThrough(r, passes: 1)
    p.resume(q)
    if dropsQueue {
      p.drop(q)
      p.open(work[0])
    }
    for operation in work {
      p.ended(operation)
      if completion { p.ended(operation, .completion) }
    }
  }

  /// The second add is refused or ignored; the operation runs once.
  private static func addedTwice(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]), suspended: true)
    let x = p.work()
    p.add(q, x)
    p.add(q, x)
    if p.has(.operationCount) { p.command(.operationCount, q) }
    p.resume(q)
    p.until(.isFinished, x)
    p.pushThrough(q)
  }

  /// Nothing added while the queue is suspended begins, whatever wakes the queue.
  private static func nothingStarts(_ p: inout Draft) {
    let limit = p.pick([nil, 1])
    let r = p.queue()
    let x = p.work()
    switch p.draw(4) {
    case 0:
      let q = p.queue(limit: limit)
      if p.chance(3) {
        p.suspend(q)
        p.resume(q)
      }
      p.suspend(q)
      p.addAll(q, [x] + (0..<p.number(0...2)).map { _ in p.work() })
      if p.chance(3) { p.setLimit(q, 2) }
      p.pushThrough(r)
      p.resume(q)
    case 1:
      let q = p.queue(limit: 1)
      let h = p.work()
      p.hold(h)
      p.add(q, h)
      p.began(h)
      p.add(q, x)
      p.suspend(q)
      p.open(h)
      p.until(.isFinished, h)
      p.pushThrough(r)
      p.resume(q)
    case 2:
      let q = p.queue(limit: limit, suspended: true)
      let g = p.operation()
      p.inside(g) { $0.add(q, x) }
      p.add(r, g)
      p.ended(g)
      p.pushThrough(r)
      p.resume(q)
    default:
      let q = p.queue(limit: limit, suspended: true)
      let d = p.work()
      p.depend(x, d)
      p.add(q, x)
      p.add(r, d)
      p.finished(d)
      p.pushThrough(r)
      p.resume(q)
    }
    p.ended(x)
  }

  /// A held body ends while its queue is suspended.
  private static func executingGoesOn(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let x =
      p.has(.block) && p.chance(2) ? p.operation(kind: .block, blocks: 2) : p.work()
    p.hold(x)
    p.add(q, x)
    p.began(x)
    if p.chance(2) { p.add(q, p.work()) }
    p.suspend(q)
    if p.chance(4) { p.cancel(x) }
    p.open(x)
    p.ended(x)
    if p.has(.wait), p.chance(2) { p.command(.wait, x) } else { p.until(.isFinished, x) }
    if p.chance(2) { p.resume(q) }
  }

  /// Parked operations run after the resume, whoever resumes and however often.
  private static func resumed(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]), suspended: true)
    let work = (0..<p.number(1...4)).map { _ in p.work() }
    p.addAll(q, work)
    for _ in 0..<p.number(0...2) {
      p.resume(q)
      p.suspend(q)
    }
    if p.has(.clients), p.chance(3) {
      p.client(2) { p in
        p.meet(1)
        p.resume(q)
      }
      p.meet(1)
    } else if p.chance(2) {
      let other = p.operation()
      p.inside(other) { $0.resume(q) }
      p.add(p.queue(), other)
    } else {
      p.resume(q)
    }
    for operation in work { p.ended(operation) }
  }
}

import OQHistory
import OQSpecification

/// Cancellation: what it must do, and what it must leave alone.
enum CancellationSituations {
  static let all: [Situation] = [
    Situation("CANCEL-1", visible),
    Situation("CANCEL-2", notInterrupted),
    Situation("CANCEL-3", weight: 6, neverRuns),
    Situation("CANCEL-5", weight: 6, finishes),
    Situation("CANCEL-8", weight: 5, everyOne),
    Situation("CANCEL-13", seenInside),
  ]

  private static func visible(_ p: inout Draft) {
    let x = p.work()
    switch p.draw(3) {
    case 0:
      let q = p.queue(suspended: true)
      p.add(q, x)
      p.cancel(x)
      p.read(x, .isCancelled)
      p.resume(q)
    case 1:
      let q = p.queue()
      p.hold(x)
      p.add(q, x)
      p.began(x)
      p.cancel(x)
      p.read(x, .isCancelled)
      p.open(x)
    default:
      let q = p.queue()
      let d = p.work()
      p.depend(x, d)
      p.add(q, x)
      p.cancel(x)
      p.read(x, .isCancelled)
      p.add(q, d)
      p.ended(d)
    }
    p.finished(x)
  }

  /// A held body is cancelled; neither its slot nor its dependents may notice.
  private static func notInterrupted(_ p: inout Draft) {
    let limit = p.pick([nil, 1, 2])
    let q = p.queue(limit: limit)
    let x = p.work()
    let y = p.chance(2) ? p.work(after: [x]) : p.work()
    p.inside(x) { p in
      p.step(.hold)
      p.read(x, .isExecuting)
    }
    p.add(q, x)
    p.began(x)
    // An independent second operation can begin beside the first only where there is a slot.
    p.add(q, y)
    if p.chance(3) { p.command(.cancelAll, q) } else { p.cancel(x) }
    p.read(x, .isExecuting, .isFinished)
    p.pushThrough(limit == 1 ? p.queue() : q)
    p.read(x, .isExecuting, .isFinished)
    p.open(x)
    p.ended(x)
    p.finished(y)
  }

  /// Cancelled while certainly not started: parked, blocked, behind a held slot, in no queue.
  private static func neverRuns(_ p: inout Draft) {
    let x = p.work()
    switch p.draw(p.has(.misuse) ? 4 : 3) {
    case 0:
      let q = p.queue(limit: p.pick([nil, 1]), suspended: true)
      let others = (0..<p.number(0...2)).map { _ in p.work() }
      p.addAll(q, p.shuffled([x] + others))
      p.cancel(x)
      p.resume(q)
      p.allFinished([x] + others, in: q)
      p.pushThrough(q, passes: 1)
    case 1:
      let q = p.queue(limit: p.pick([nil, 1]))
      let d = p.work()
      p.depend(x, d)
      p.add(q, x)
      p.cancel(x)
      p.pushThrough(q, passes: 1)
      p.add(q, d)
      p.ended(d)
      p.finished(x)
    case 2:
      let q = p.queue(limit: 1)
      let h = p.operation()
      p.hold(h)
      p.add(q, h)
      p.began(h)
      p.add(q, x)
      p.cancel(x)
      p.open(h)
      p.finished(x)
      p.pushThrough(q, passes: 1)
    default:
      // In no queue it may finish at once, and adding it may then be refused.
      let q = p.queue()
      p.cancel(x)
      p.read(x, .isFinished)
      p.add(q, x)
      p.until(.isFinished, x)
      p.pushThrough(q, passes: 1)
    }
  }

  /// Cancelled operations finish and give their slots and their places back.
  private static func finishes(_ p: inout Draft) {
    let limit = p.pick([nil, 1, 2])
    let q = p.queue(limit: limit, suspended: p.chance(2))
    let work = (0..<p.number(1...4)).map { _ in p.work() }
    let last = p.work()
    p.addAll(q, work)
    for operation in work where !p.chance(4) { p.cancel(operation) }
    p.add(q, last)
    if p.queues[q.index].suspended { p.resume(q) }
    for operation in work { p.until(.isFinished, operation) }
    p.ended(last)
    if p.has(.operationCount), p.chance(2) {
      p.step(.until(.reads(Command(.operationCount, q), .integer(0))))
    }
  }

  /// cancelAll with one operation executing and several waiting.
  private static func everyOne(_ p: inout Draft) {
    let parked = p.chance(3)
    let q = p.queue(limit: parked ? p.pick([nil, 1]) : 1, suspended: parked)
    var all: [OperationID] = []
    if !parked {
      let h = p.work()
      p.hold(h)
      p.add(q, h)
      p.began(h)
      all.append(h)
    }
    let waiting = (0..<p.number(2...4)).map { _ in p.work() }
    all += waiting
    p.addAll(q, waiting)
    p.command(.cancelAll, q)
    for operation in all { p.read(operation, .isCancelled) }
    if parked { p.resume(q) } else { p.open(all[0]) }
    p.allFinished(all, in: q)
    p.pushThrough(q, passes: 1)
  }

  /// The body loops until it sees the cancellation.
  private static func seenInside(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let blocks = p.has(.block) ? p.pick([1, 1, 2, 3]) : 1
    let x = blocks > 1 ? p.operation(kind: .block, blocks: blocks) : p.work()
    p.inside(x, index: blocks) { $0.until(.isCancelled, x) }
    p.add(q, x)
    p.began(x, index: blocks)
    if p.has(.clients), p.chance(3) {
      p.client(2) { p in
        p.began(x, index: blocks)
        p.cancel(x)
      }
    } else if p.chance(3) {
      p.command(.cancelAll, q)
    } else {
      p.cancel(x)
    }
    p.ended(x, index: blocks)
    if p.chance(2) { p.finished(x) }
  }
}

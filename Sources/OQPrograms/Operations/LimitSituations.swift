import OQHistory
import OQSpecification

/// The maximum concurrent operation count.
enum LimitSituations {
  static let all: [Situation] = [
    Situation("LIMIT-1", weight: 6, notMore),
    Situation("LIMIT-2", weight: 2, kinds: [.block], onlyAfterLastBlock),
    Situation("LIMIT-4", weight: 4, slotsComeBack),
    Situation("LIMIT-4", weight: 4, slotComesBack),
    Situation("LIMIT-52", cases: 1...2, lowered),
    Situation("LIMIT-53", raised),
  ]

  /// All slots held by bodies, more work added; or many bodies that overlap by chance.
  private static func notMore(_ p: inout Draft) {
    switch p.draw(p.has(.clients) ? 4 : 3) {
    case 3: racingAdds(&p)
    case 0:
      let q = p.queue(limit: 1)
      let h = p.work()
      p.hold(h)
      let work = (0..<p.number(1...3)).map { _ in p.work() }
      p.add(q, h)
      p.began(h)
      p.addAll(q, work)
      if p.chance(3) {
        p.suspend(q)
        p.resume(q)
      }
      p.pushThrough(p.queue())
      p.open(h)
      p.allFinished([h] + work, in: q)
    case 1:
      // Two bodies are held: no other work is waited for until one of them is open.
      let (_, held, work) = behindTwo(&p)
      p.open(held[0])
      for operation in work { p.ended(operation) }
      p.open(held[1])
      p.finished(held[1])
    default:
      let q = p.queue(limit: p.pick([1, 2, 3]), suspended: p.chance(2))
      let work = (0..<p.number(2...6)).map { _ in p.work() }
      for operation in work where p.chance(2) {
        p.inside(operation) { $0.read(operation, .isExecuting) }
      }
      p.addAll(q, work)
      if p.queues[q.index].suspended { p.resume(q) }
      p.allFinished(work, in: q)
    }
  }

  /// Two clients add at the same moment; if both operations begin, they overlap for certain.
  ///
  /// Which of the two begins first is open, so nothing is waited for before both are open.
  private static func racingAdds(_ p: inout Draft) {
    let q = p.queue(limit: 1)
    let first = p.operation()
    let second = p.operation()
    for x in [first, second] { p.hold(x) }
    p.client(2) { p in
      p.meet(1)
      p.add(q, second)
      p.meet(2)
    }
    p.meet(1)
    p.add(q, first)
    p.meet(2)
    p.pushThrough(p.queue(), passes: 1)
    for x in [first, second] { p.open(x) }
    for x in [first, second] { p.ended(x) }
    if p.chance(2) { p.settings.jitter = UInt64(p.draw(1 << 16)) }
  }

  /// The last of several blocks held, in a queue of limit 1: nothing else begins.
  private static func onlyAfterLastBlock(_ p: inout Draft) {
    let q = p.queue(limit: 1)
    let last = p.number(2...3)
    let h = p.operation(kind: .block, blocks: last)
    p.inside(h, index: last) { $0.step(.hold) }
    let x = p.work()
    p.add(q, h)
    p.add(q, x)
    p.began(h, index: last)
    p.pushThrough(p.queue(), passes: 1)
    p.open(h, index: last)
    p.ended(x)
  }

  /// More operations than slots, some of them cancelled: the slots come back.
  private static func slotsComeBack(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([1, 1, 2]), suspended: p.chance(2))
    let parked = p.queues[q.index].suspended
    let work = (0..<p.number(2...5)).map { _ in p.work() }
    p.addAll(q, work)
    if parked {
      for operation in work where p.chance(3) { p.cancel(operation) }
      p.resume(q)
    }
    for operation in work { p.until(.isFinished, operation) }
    let last = p.work()
    p.add(q, last)
    p.ended(last)
  }

  /// Something happens to the operation that holds the only slot, while another one waits for it.
  private static func slotComesBack(_ p: inout Draft) {
    let q = p.queue(limit: 1)
    let h = p.work(completion: p.has(.setCompletion) && p.chance(4))
    let x = p.work(after: p.chance(4) ? [h] : [])
    p.hold(h)
    p.add(q, h)
    p.began(h)
    p.add(q, x)
    for _ in 0..<p.number(1...2) {
      switch p.draw(5) {
      case 0, 1: p.cancel(h)
      case 2:
        p.suspend(q)
        p.resume(q)
      case 3: p.setLimit(q, 1)
      default: if p.has(.setPriority) { p.command(.setPriority, h, .priority(.low)) }
      }
    }
    p.open(h)
    p.ended(x)
  }

  /// Both slots of a queue are taken by bodies that are held.
  static func twoHeld(_ p: inout Draft) -> (queue: QueueID, held: [OperationID]) {
    let q = p.queue(limit: 2)
    let held = (0..<2).map { _ in p.operation() }
    for h in held {
      p.hold(h)
      p.add(q, h)
    }
    for h in held { p.began(h) }
    return (q, held)
  }

  /// Both slots of a queue are taken; other work waits behind them.
  private static func behindTwo(
    _ p: inout Draft
  ) -> (queue: QueueID, held: [OperationID], work: [OperationID]) {
    let (q, held) = twoHeld(&p)
    let work = (0..<p.number(1...2)).map { _ in p.work() }
    p.addAll(q, work)
    return (q, held, work)
  }

  /// Two bodies held, the limit lowered to one: nothing begins while one of them is inside.
  ///
  /// Or none held, and the limit lowered while the queue may have chosen several.
  private static func lowered(_ p: inout Draft) {
    if p.chance(4) {
      let q = p.queue(limit: 3)
      let work = (0..<3).map { _ in p.work() }
      p.addAll(q, work)
      p.setLimit(q, 1)
      for operation in work { p.ended(operation) }
      return
    }
    let (q, held, work) = behindTwo(&p)
    if p.chance(3) {
      p.suspend(q)
      p.resume(q)
    }
    p.setLimit(q, 1)
    p.open(held[0])
    p.until(.isFinished, held[0])
    p.pushThrough(p.queue(), passes: 1)
    p.open(held[1])
    for operation in work { p.ended(operation) }
  }

  /// One body held, the limit raised: the next begins without waiting for it.
  private static func raised(_ p: inout Draft) {
    let q = p.queue(limit: 1)
    let h = p.operation()
    p.hold(h)
    let x = p.work()
    p.add(q, h)
    p.began(h)
    p.add(q, x)
    p.setLimit(q, p.pick([2, 3, -1]))
    p.ended(x)
    p.open(h)
    p.finished(h)
  }
}

import OQHistory
import OQSpecification

/// Dependencies at the edges of their rules.
enum DependencyEdgeSituations {
  static let all: [Situation] = [
    Situation("DEP-3", weight: 2, oneWay),
    Situation("DEP-15", weight: 2, verbs: [.start], finishedByHand),
    Situation("DEP-17", weight: 2, alreadyFinished),
    Situation("DEP-19", weight: 2, verbs: [.setPriority], beforePriority),
    Situation("DEP-20", weight: 2, chain),
    Situation("DEP-51", weight: 3, cases: 1...2, features: [.misuse], twice),
    Situation("DEP-52", weight: 3, cases: 1...2, features: [.misuse], whileExecuting),
    Situation("DEP-53", weight: 4, removedWithoutEffect),
    Situation("DEP-58", weight: 4, cases: 1...2, features: [.misuse], late),
  ]

  /// The dependency does not depend on its dependent.
  private static func oneWay(_ p: inout Draft) {
    let q = p.queue(suspended: p.chance(2))
    let d = p.work()
    _ = p.work(after: [d])
    p.read(d, .isReady, .dependencies)
    p.add(q, d)
    p.read(d, .isReady)
    p.resume(q)
    p.ended(d)
  }

  private static func finishedByHand(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let d = p.work()
    let x = p.work(after: [d])
    let queued = p.chance(2)
    if queued { p.add(q, x) }
    p.start(d)
    if queued {
      p.ended(x)
    } else {
      p.until(.isReady, x)
      p.read(x, .isReady)
    }
  }

  private static func alreadyFinished(_ p: inout Draft) {
    let q = p.queue()
    let d = p.work()
    let x = p.work()
    p.add(q, d)
    p.until(.isFinished, d)
    p.depend(x, d)
    p.until(.isReady, x)
    let parked = p.chance(2)
    if parked { p.suspend(q) }
    p.add(q, x)
    if parked { p.resume(q) }
    p.ended(x)
  }

  private static func beforePriority(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([1, 2, nil]), suspended: p.chance(2))
    let d = p.work(priority: p.pick([.veryLow, .low, .normal]))
    let x = p.work(after: [d], priority: p.pick([.veryHigh, .high]))
    p.addAll(q, p.shuffled([x, d]))
    if p.queues[q.index].suspended { p.resume(q) }
    p.finished(x)
  }

  private static func chain(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2, 3]))
    var links = [p.work()]
    for _ in 0..<p.number(1...5) { links.append(p.work(after: [links[links.count - 1]])) }
    p.addAll(q, p.chance(2) ? links.reversed() : p.shuffled(links))
    p.ended(links[links.count - 1])
  }

  private static func twice(_ p: inout Draft) {
    let q = p.queue()
    let d = p.work()
    let x = p.work(after: [d])
    p.depend(x, d)
    p.read(x, .dependencies)
    if p.chance(2) {
      p.add(q, d)
      p.finished(d)
      p.read(x, .isReady)
    }
  }

  private static func whileExecuting(_ p: inout Draft) {
    let q = p.queue()
    let d = p.operation()
    let x = p.work()
    if p.chance(2) {
      p.inside(x) { $0.depend(x, d) }
      p.add(q, x)
    } else {
      p.hold(x)
      p.add(q, x)
      p.began(x)
      p.depend(x, d)
      p.open(x)
    }
    p.until(.isFinished, x)
  }

  private static func removedWithoutEffect(_ p: inout Draft) {
    let q = p.queue()
    let d = p.work()
    let other = p.operation()
    let x = p.work(after: p.chance(2) ? [d] : [])
    p.undepend(x, other)
    p.read(x, .dependencies, .isReady)
    p.add(q, x)
    p.add(q, d)
    p.ended(x)
  }

  private static func late(_ p: inout Draft) {
    let parked = p.chance(2)
    let q = p.queue(limit: p.pick([nil, 1]), suspended: parked)
    let first = p.work()
    let d = p.work()
    let x = p.work(after: parked ? [] : [first])
    p.add(q, x)
    p.depend(x, d)
    p.add(q, d)
    if parked { p.resume(q) } else { p.add(q, first) }
    p.finished(x)
    p.pushThrough(q, passes: 1)
  }
}

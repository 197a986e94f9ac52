import OQHistory
import OQSpecification

/// Dependencies: nothing begins too early, nothing waits for ever.
enum DependencySituations {
  static let all: [Situation] = [
    Situation("DEP-1", weight: 6, notBefore),
    Situation("DEP-2", weight: 6, graph),
    Situation("DEP-6", features: [.misuse], cycle),
    Situation("DEP-9", weight: 5, removed),
    Situation("DEP-10", listedAfterFinish),
    Situation("DEP-11", list),
    Situation("DEP-12", cancelledDependency),
    Situation("DEP-16", notInTheWay),
    Situation("DEP-56", features: [.drops], droppedDependent),
    Situation("DEP-57", weight: 4, features: [.misuse], onItself),
  ]

  /// One dependency is kept open while other work passes through the dependent's queue.
  private static func notBefore(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2, 3]))
    let dependencies = (0..<p.number(1...3)).map { _ in p.work() }
    let x = p.work(after: dependencies)
    let open = p.pick(dependencies)
    let closed = dependencies.filter { $0 != open }
    let how = p.draw(3)
    let r = how == 2 ? p.queue(suspended: true) : p.chance(3) ? p.queue() : q
    p.inside(x) { $0.read(open, .isFinished) }
    let others = p.shuffled(closed + [x])
    switch how {
    case 0:
      for operation in others { p.add(q, operation) }
      for operation in closed { p.finished(operation) }
      p.pushThrough(q)
      p.add(r, open)
    case 1:
      p.hold(open)
      for operation in p.shuffled(others + [open]) {
        p.add(operation == open ? r : q, operation)
      }
      p.began(open)
      p.pushThrough(q)
      p.open(open)
    default:
      p.add(r, open)
      for operation in others { p.add(q, operation) }
      p.pushThrough(q)
      p.resume(r)
    }
    p.finished(x)
  }

  /// A random acyclic graph, added in random order by one or two clients; or one dependency, made
  /// while the other operation finishes.
  private static func graph(_ p: inout Draft) {
    if p.has(.clients), p.chance(4) {
      let q = p.queue()
      let d = p.work()
      let x = p.work()
      p.meet(1)
      p.depend(x, d)
      p.add(q, x)
      p.client(2) { p in
        p.meet(1)
        p.add(q, d)
      }
      p.ended(x)
      return
    }
    let count = p.number(2...3) + p.draw(2) * p.draw(5)
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let r = p.chance(3) ? p.queue(limit: p.pick([nil, 1])) : q
    var work: [OperationID] = []
    for _ in 0..<count {
      let earlier = work.suffix(3)
      let dependencies = earlier.filter { _ in !p.chance(3) }
      work.append(p.work(after: Array(dependencies)))
    }
    let queues = work.map { _ in p.chance(2) ? r : q }
    let order = p.shuffled(Array(work.indices))
    let twoClients = p.has(.clients) && p.chance(2)
    let half = twoClients ? order.count / 2 : 0
    if twoClients {
      p.client(2) { p in
        p.meet(1)
        for index in order[..<half] { p.add(queues[index], work[index]) }
      }
      p.meet(1)
      if p.chance(2) { p.settings.jitter = UInt64(p.draw(1 << 16)) }
    }
    for index in order[half...] { p.add(queues[index], work[index]) }
    for operation in work { p.ended(operation) }
  }

  /// A cycle and what depends on it: none of it begins while other work passes.
  private static func cycle(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let members = (0..<p.number(2...4)).map { _ in p.work() }
    let dependent = p.chance(2) ? p.work(after: [members[0]]) : nil
    for (index, member) in members.enumerated() {
      p.depend(member, members[(index + 1) % members.count])
    }
    for operation in p.shuffled(members) + (dependent.map { [$0] } ?? []) { p.add(q, operation) }
    p.pushThrough(q)
  }

  /// The only open dependency is removed, before the operation is queued or while it waits.
  private static func removed(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let d = p.work()
    let done = p.chance(2) ? [p.work()] : []
    let x = p.work(after: p.shuffled([d] + done))
    for operation in done {
      p.add(q, operation)
      p.finished(operation)
    }
    if p.chance(4) {
      p.add(q, x)
      p.undepend(x, d)
      p.pushThrough(q, passes: 1)
      // Outside profile reference the removal may come too late: the dependency finishes, then x.
      p.add(q, d)
      p.finished(x)
      return
    }
    p.undepend(x, d)
    if p.chance(3) {
      let other = p.work()
      p.depend(x, other)
      p.add(q, x)
      p.pushThrough(p.queue(), passes: 1)
      p.add(q, other)
    } else {
      p.until(.isReady, x)
      p.add(q, x)
    }
    p.ended(x)
  }

  /// A finished dependency stays in the list until it is removed.
  private static func listedAfterFinish(_ p: inout Draft) {
    let q = p.queue()
    let d = p.work()
    let x = p.work(after: [d])
    let parked = p.chance(2)
    let r = parked ? p.queue(suspended: true) : q
    if parked { p.add(r, x) }
    p.add(q, d)
    p.finished(d)
    if p.chance(2) { p.until(.isReady, x) }
    p.read(x, .dependencies)
    guard !parked, p.chance(2) else { return }
    p.undepend(x, d)
    p.read(x, .dependencies)
  }

  /// Random additions and removals, the list read after each.
  private static func list(_ p: inout Draft) {
    let others = (0..<p.number(3...5)).map { _ in p.operation() }
    let x = p.work()
    let q = p.queue()
    var present: [OperationID] = []
    for _ in 0..<p.number(3...7) {
      let step = p.choices.position
      let other = p.pick(others)
      if present.contains(other) {
        p.undepend(x, other)
        present.removeAll { $0 == other }
      } else {
        p.depend(x, other)
        present.append(other)
      }
      if p.chance(2) {
        p.add(q, p.operation())
      }
      p.read(x, .dependencies)
      p.choices.end(.step, from: step)
    }
    guard let first = present.first, p.chance(2) else { return }
    if p.has(.start), p.chance(2) {
      p.start(first)
    } else {
      p.add(q, first)
      p.finished(first)
    }
    p.read(x, .dependencies)
  }

  /// The dependency is cancelled while parked, while queued, or while it executes.
  private static func cancelledDependency(_ p: inout Draft) {
    let executing = p.chance(3)
    let q = p.queue(limit: p.pick([nil, 1]), suspended: !executing)
    let r = p.chance(3) ? p.queue() : q
    let d = p.work()
    let x = p.work(after: [d])
    if executing {
      p.inside(d) { $0.until(.isCancelled, d) }
    }
    let before = p.chance(2)
    if before { p.add(r, x) }
    p.add(q, d)
    if executing { p.began(d) }
    p.cancel(d)
    if !before { p.add(r, x) }
    if !executing { p.resume(q) }
    p.ended(x)
  }

  /// A blocked operation takes no slot and stands in nobody's way.
  private static func notInTheWay(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([1, 1, 2]))
    let d = p.work()
    let blocked = (0..<p.number(1...3)).map { _ in p.work(after: [d]) }
    let y = p.work()
    p.addAll(q, blocked)
    p.add(q, y)
    p.ended(y)
    p.add(p.chance(3) ? p.queue() : q, d)
    for operation in blocked { p.ended(operation) }
  }

  /// The dependent goes away before its dependency finishes.
  private static func droppedDependent(_ p: inout Draft) {
    let q = p.queue()
    let d = p.work()
    let dependents = (0..<p.number(1...3)).map { _ in p.operation(after: [d]) }
    for operation in dependents { p.drop(operation) }
    p.pushThrough(q, passes: 1)
    p.add(q, d)
    p.finished(d)
    p.pushThrough(q, passes: 1)
  }

  /// An operation that depends on itself may be refused, and must not run.
  private static func onItself(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    p.depend(x, x)
    p.add(q, x)
    p.pushThrough(q)
  }
}

import OQHistory
import OQSpecification

/// Manual start, and the one execution of every task.
enum StartSituations {
  static let all: [Situation] = [
    Situation("START-58", weight: 2, kinds: [.flagged], flagged),
    Situation("START-4", verbs: [.start], features: [.misuse], notReady),
    Situation("START-5", weight: 8, verbs: [.start], features: [.misuse], executing),
    Situation("START-6", verbs: [.start], features: [.misuse], again),
    Situation("START-7", weight: 3, verbs: [.start], features: [.misuse], cancelledNeverRuns),
    Situation("START-8", verbs: [.start], features: [.misuse], cancelledFinishes),
    Situation("START-9", weight: 2, verbs: [.start], features: [.misuse], cancelledDoesNotRaise),
    Situation("START-55", weight: 4, verbs: [.start], features: [.clients, .misuse], together),
    Situation("START-56", weight: 2, verbs: [.start], features: [.misuse], refusedAndRepeated),
    Situation("EXEC-1", weight: 6, once),
    Situation("EXEC-2", exactlyOnce),
    Situation("EXEC-3", untilItReturns),
  ]

  /// A task of a class that says it is asynchronous.
  private static func flagged(_ p: inout Draft) {
    let x = p.operation(kind: .flagged)
    p.read(x, .isAsynchronous)
    if p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      p.add(p.queue(limit: p.pick([nil, 1])), x)
    }
    p.finished(x)
  }

  /// An operation, in one of three cases with two blocks.
  private static func workOrBlocks(_ p: inout Draft) -> OperationID {
    p.has(.block) && p.chance(3) ? p.operation(kind: .block, blocks: 2) : p.work()
  }

  /// start before the dependency has finished, the last thing but what a caught error leaves.
  private static func notReady(_ p: inout Draft) {
    let d = p.work()
    let done = p.chance(3) ? [p.work()] : []
    let x = p.work(after: p.shuffled([d] + done))
    let q = p.queue()
    for operation in done { p.start(operation) }
    p.start(x)
    guard p.chance(2) else { return }
    p.add(q, d)
    p.finished(d)
    p.until(.isReady, x)
    p.start(x)
  }

  /// A refused start, a look at what it left, and the start that is due.
  private static func refusedAndRepeated(_ p: inout Draft) {
    let d = p.work()
    let x = p.work(after: [d])
    p.start(x)
    p.read(x, .isExecuting, .isFinished)
    if p.chance(2) { p.start(d) } else { p.add(p.queue(), d) }
    p.finished(d)
    p.until(.isReady, x)
    p.start(x)
    p.read(x, .isFinished)
  }

  /// start while the body is held: in a queue, or started by another client.
  private static func executing(_ p: inout Draft) {
    let x = workOrBlocks(&p)
    p.hold(x)
    if p.has(.clients), !p.chance(3) {
      p.start(x)
      p.client(2) { p in
        p.began(x)
        if p.chance(4) { p.cancel(x) }
        p.start(x)
        p.open(x)
      }
    } else {
      let q = p.queue()
      p.add(q, x)
      p.began(x)
      p.start(x)
      p.open(x)
    }
    p.until(.isFinished, x)
  }

  /// start after the finish; a second execution would show before the settling work has passed.
  private static func again(_ p: inout Draft) {
    let completion = p.has(.setCompletion) && p.chance(2)
    let x = p.work(completion: completion)
    let q = p.queue()
    if p.chance(2) {
      p.start(x)
    } else {
      p.add(q, x)
      p.finished(x)
    }
    if completion { p.ended(x, .completion) }
    p.start(x)
    p.read(x, .isFinished)
    p.pushThrough(q, passes: 1)
  }

  private static func cancelledNeverRuns(_ p: inout Draft) {
    let x = workOrBlocks(&p)
    p.cancel(x)
    p.read(x, .isFinished)
    p.start(x)
    if p.chance(2) {
      let q = p.queue()
      p.pushThrough(q, passes: 1)
    }
  }

  private static func cancelledFinishes(_ p: inout Draft) {
    let completion = p.has(.setCompletion) && p.chance(3)
    let dependency = p.chance(2) ? p.work() : nil
    let x = p.work(after: dependency.map { [$0] } ?? [], completion: completion)
    let q = p.queue()
    if let dependency {
      p.start(dependency)
      p.until(.isReady, x)
    }
    let dependent = p.chance(3) ? p.work(after: [x]) : nil
    if let dependent { p.add(q, dependent) }
    p.cancel(x)
    p.read(x, .isFinished)
    p.start(x)
    p.until(.isFinished, x)
    if completion { p.ended(x, .completion) }
    if let dependent { p.finished(dependent) }
  }

  private static func cancelledDoesNotRaise(_ p: inout Draft) {
    let x = p.work()
    p.cancel(x)
    p.read(x, .isFinished)
    p.start(x)
    p.read(x, .isFinished)
  }

  /// Two or three clients start one operation at the same moment.
  private static func together(_ p: inout Draft) {
    let x = p.work()
    let clients = p.number(2...3)
    for number in 1...clients {
      p.client(number) { p in
        p.meet(1)
        p.start(x)
      }
    }
    p.until(.isFinished, x)
    if p.chance(2) { p.addSettings() }
  }

  /// Storms in which two scheduling passes meet: adds, finishes, resumes, raised limits.
  private static func once(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let dependencies = (0..<p.number(1...2)).map { _ in p.work() }
    let x = p.work(after: dependencies)
    let clients = p.has(.clients) ? p.number(1...2) : 1
    if clients == 2 {
      p.meet(1)
      p.add(q, x)
      p.client(2) { p in
        p.meet(1)
        p.addAll(q, dependencies)
      }
      if p.chance(2) { p.settings.jitter = UInt64(p.draw(1 << 16)) }
    } else {
      p.addAll(q, p.shuffled(dependencies + [x]))
    }
    for _ in 0..<p.number(0...3) {
      switch p.draw(3) {
      case 0:
        p.suspend(q)
        p.resume(q)
      case 1: p.setLimit(q, p.pick([-1, 2, 1]))
      default: p.pushThrough(q, passes: 1)
      }
    }
    p.until(.isFinished, x)
    p.pushThrough(q)
  }

  /// Every way to run: afterwards the task must have run exactly once.
  private static func exactlyOnce(_ p: inout Draft) {
    let count = p.number(1...3)
    let dependencies = (0..<p.number(0...2)).map { _ in p.work() }
    let work = (0..<count).map { _ in p.work(after: dependencies) }
    if p.has(.start), p.chance(3) {
      for x in dependencies { p.start(x) }
      for x in work {
        if !dependencies.isEmpty { p.until(.isReady, x) }
        p.start(x)
        p.finished(x)
      }
    } else {
      let q = p.queue(limit: p.pick([nil, 1, 2]), suspended: p.chance(4))
      p.addAll(q, p.shuffled(work + dependencies))
      if p.queues[q.index].suspended { p.resume(q) }
      p.allFinished(work, in: q)
    }
  }

  /// A held body, everything that might stop it, then its end.
  private static func untilItReturns(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2]))
    let x = p.work()
    p.hold(x)
    if p.chance(2) { p.inside(x) { $0.read(x, .isFinished) } }
    // Another one that executes brings the queue above a limit that is lowered.
    let other = p.chance(3) ? p.work() : nil
    if let other {
      p.hold(other)
      p.add(q, other)
      p.began(other)
    }
    p.add(q, x)
    p.began(x)
    for _ in 0..<p.number(1...3) {
      switch p.draw(4) {
      case 0: p.cancel(x)
      case 1: p.command(.cancelAll, q)
      case 2: p.suspend(q)
      default: p.setLimit(q, 1)
      }
    }
    let reads =
      p.hasScript(.callback(Callback(x)))
      && p.scripts.contains { script in
        script.lane == .callback(Callback(x)) && script.steps.count > 1
      }
    if p.has(.drops), !reads, !p.style.contains(.scripts), p.chance(3) {
      p.drop(x)
      if p.chance(2) { p.drop(q) }
    }
    p.open(x)
    p.ended(x)
    if let other { p.open(other) }
  }
}

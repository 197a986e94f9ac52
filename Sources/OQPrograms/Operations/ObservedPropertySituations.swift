import OQHistory
import OQSpecification

/// Observers of what can be set, of readiness and dependencies, and of queues.
enum ObservedPropertySituations {
  static let all: [Situation] = [
    situation("ASYNC-6", weight: 2, verbs: [.reportFinished], kinds: [.asynchronous], reports),
    situation("DEP-18", weight: 2, verbs: [.reportFinished], kinds: [.asynchronous], reports),
    situation("KVO-5", weight: 3, readiness),
    situation("KVO-6", weight: 2, dependencies),
    situation("KVO-7", weight: 2, verbs: [.setPriority], priority),
    situation("KVO-8", weight: 2, verbs: [.setCompletion], completionBlock),
    situation(
      "KVO-11", weight: 2, verbs: [.reportFinished, .reportExecuting], kinds: [.asynchronous],
      reports),
    Situation("QUEUE-59", weight: 5, verbs: [.observeQueue], kinds: [.observer], queueProperties),
    situation(
      "READY-6", weight: 2, verbs: [.setCondition, .notifyReady], kinds: [.conditional], condition),
  ]

  private static func situation(
    _ rule: RuleID, weight: Int, verbs: [Verb] = [], kinds: [Program.Kind] = [],
    _ build: @escaping @Sendable (inout Draft) -> Void
  ) -> Situation {
    Situation(rule, weight: weight, verbs: verbs + [.observe], kinds: kinds + [.observer], build)
  }

  /// A dependency comes, and finishes or is removed; a second observer is told of that.
  private static func readiness(_ p: inout Draft) {
    let x = p.work()
    let d = p.work()
    let first = p.observe(x, .isReady, reading: .isReady)
    p.depend(x, d)
    p.began(first, .observer)
    if p.chance(2) { p.add(p.queue(suspended: true), x) }
    let second = p.observe(x, .isReady, reading: .isReady)
    if p.chance(3) {
      p.undepend(x, d)
    } else if p.has(.start), p.chance(2) {
      p.start(d)
    } else {
      p.add(p.queue(), d)
      p.finished(d)
    }
    p.began(second, .observer)
  }

  /// One observer for each change, so that each can be awaited.
  private static func dependencies(_ p: inout Draft) {
    let x = p.work()
    let d = p.work()
    let first = p.observe(x, .dependencies, reading: .dependencies)
    p.depend(x, d)
    p.began(first, .observer)
    if p.chance(2) {
      let second = p.observe(x, .dependencies, reading: .dependencies)
      if p.chance(2) { p.undepend(x, d) } else { p.depend(x, p.work()) }
      p.began(second, .observer)
    }
  }

  private static func priority(_ p: inout Draft) {
    let x = p.work()
    if p.chance(2) { p.add(p.queue(suspended: true), x) }
    let o = p.observe(x, .queuePriority, reading: .priority)
    p.command(.setPriority, x, .priority(p.pick([.veryLow, .low, .high, .veryHigh])))
    p.began(o, .observer)
  }

  private static func completionBlock(_ p: inout Draft) {
    let x = p.operation()
    let o = p.observe(x, .completionBlock)
    p.command(.setCompletion, x, .integer(1))
    p.began(o, .observer)
    if p.chance(2) {
      p.add(p.queue(), x)
      p.ended(x, .completion)
    }
  }

  /// An overridden start that reports both states, with a dependent at times.
  private static func reports(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let x = p.operation(kind: .asynchronous)
    let y = p.chance(2) ? p.work(after: [x]) : nil
    let executing = p.observe(x, .isExecuting, reading: .isExecuting)
    let finished = p.observe(x, .isFinished, reading: .isExecuting, .isFinished)
    p.add(q, x)
    p.ended(x, .start)
    if p.has(.reportExecuting) {
      p.command(.reportExecuting, x)
      p.began(executing, .observer)
    }
    p.command(.reportFinished, x)
    p.began(finished, .observer)
    if let y {
      p.add(q, y)
      p.ended(y)
    }
  }

  private static func condition(_ p: inout Draft) {
    let x = p.operation(kind: .conditional)
    let q = p.chance(2) ? p.queue(suspended: true) : nil
    let o = p.observe(x, .isReady, reading: .isReady)
    if let q { p.add(q, x) }
    p.command(.isReady, x)
    p.command(.setCondition, x, .boolean(true))
    p.command(.notifyReady, x)
    p.command(.isReady, x)
    p.began(o, .observer)
    if let q {
      p.resume(q)
      p.finished(x)
    }
  }

  /// Properties of a queue, and what changes them.
  private static func queueProperties(_ p: inout Draft) {
    let q = p.queue(suspended: p.chance(2))
    let isSuspended = p.program.queues[q.index].suspended
    if p.chance(2) { settings(q, isSuspended, &p) } else { membership(q, isSuspended, &p) }
  }

  /// A suspension or a resume, and a limit: an observer for each.
  private static func settings(_ q: QueueID, _ isSuspended: Bool, _ p: inout Draft) {
    for property in p.shuffled([Property.isSuspended, .maxConcurrentOperationCount]) {
      let o = p.observe(q, property, reading: .isSuspended, .limit)
      if property == .maxConcurrentOperationCount {
        p.setLimit(q, p.number(1...3))
      } else if isSuspended {
        p.resume(q)
      } else {
        p.suspend(q)
      }
      p.began(o, .observer)
    }
  }

  /// The list and its count: an observer for the add, and one for the finish that is attached while
  /// the operation waits or runs, at times by its own task.
  private static func membership(_ q: QueueID, _ isSuspended: Bool, _ p: inout Draft) {
    let property = p.pick([Property.operations, .operationCount])
    let x = p.operation()
    let added =
      p.chance(2) ? p.observe(q, property, reading: .operations, .operationCount) : nil
    let finished = p.observer(of: q, reading: [.operationCount])
    let attach = Command(.observeQueue, q, .observer(property, finished))
    let byItself = p.chance(3)
    if byItself { p.inside(x) { $0.step(.command(attach)) } }
    if !isSuspended { p.hold(x) }
    p.add(q, x)
    if let added { p.began(added, .observer) }
    if !byItself { p.step(.command(attach)) }
    if isSuspended { p.resume(q) } else { p.open(x) }
    p.finished(x)
    p.began(finished, .observer)
  }
}

extension Draft {
  /// Attaches an observer to a queue, which reads accessors of the queue.
  ///
  /// - Returns: the operation that stands for the observer.
  mutating func observe(
    _ queue: QueueID, _ property: Property, reading verbs: Verb...
  ) -> OperationID {
    let observer = observer(of: queue, reading: verbs)
    command(.observeQueue, queue, .observer(property, observer))
    return observer
  }

  /// Declares an observer that reads accessors of a queue.
  mutating func observer(of queue: QueueID, reading verbs: [Verb]) -> OperationID {
    let observer = operation(kind: .observer)
    inside(observer, .observer) { p in
      for verb in verbs where p.has(verb) { p.command(verb, queue) }
    }
    return observer
  }
}

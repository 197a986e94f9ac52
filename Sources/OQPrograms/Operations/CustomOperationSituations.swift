import OQHistory
import OQSpecification

/// Classes that take part in the life cycle: an overridden isReady, an overridden start.
enum CustomOperationSituations {
  /// What a class of its own says of itself: whoever has one has both.
  private static let reports: [Verb] = [.reportExecuting, .reportFinished]

  static let all: [Situation] = [
    Situation(
      "ASYNC-12", weight: 2, verbs: reports, kinds: [.asynchronous], inQueueUntilReport),
    Situation("ASYNC-13", weight: 2, verbs: reports, kinds: [.asynchronous], startedOnce),
    Situation(
      "ASYNC-52", weight: 3, cases: 1...2, verbs: reports, kinds: [.asynchronous],
      finishedInStart),
    Situation("DEP-13", verbs: [.reportFinished], kinds: [.asynchronous], clearedByReport),
    Situation("DEP-14", kinds: [.asynchronous], neverCleared),
    Situation("LIMIT-5", verbs: [.reportFinished], kinds: [.asynchronous], slotUntilReport),
    Situation(
      "READY-4", verbs: [.setCondition, .notifyReady], kinds: [.conditional], conditionStaysFalse),
    Situation(
      "READY-5", verbs: [.setCondition, .notifyReady], kinds: [.conditional], conditionAnnounced),
  ]

  /// The start of the dependency has returned; other work passes before it reports.
  private static func clearedByReport(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2]))
    let other = p.chance(2) ? p.queue() : q
    let d = p.operation(kind: .asynchronous)
    let x = p.work(after: [d])
    p.add(other, x)
    p.add(q, d)
    p.ended(d, .start)
    p.pushThrough(p.queue())
    report(d, &p)
    p.ended(x)
  }

  /// The dependency never reports; other work comes and goes to the end of the program.
  private static func neverCleared(_ p: inout Draft) {
    let q = p.queue()
    let other = p.chance(2) ? p.queue() : q
    let d = p.operation(kind: .asynchronous)
    let x = p.work(after: [d])
    p.add(other, x)
    p.add(q, d)
    p.ended(d, .start)
    p.pushThrough(other)
  }

  /// The slots are taken by operations whose start has returned.
  private static func slotUntilReport(_ p: inout Draft) {
    let limit = p.number(1...2)
    let q = p.queue(limit: limit)
    let customs = (0..<limit).map { _ in p.operation(kind: .asynchronous) }
    let x = p.work()
    p.addAll(q, customs + [x])
    for custom in customs { p.ended(custom, .start) }
    p.pushThrough(p.queue())
    for custom in customs { report(custom, &p) }
    p.ended(x)
  }

  /// The queue is asked about the operation, and waited for, after its start has returned.
  private static func inQueueUntilReport(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let x = p.operation(kind: .asynchronous)
    let isWaitedFor = p.has(.waitAll) && p.has(.clients) && p.chance(2)
    p.add(q, x)
    p.ended(x, .start)
    if isWaitedFor {
      p.meet(1)
      p.client(2) { p in
        p.meet(1)
        p.command(.waitAll, q)
      }
    }
    p.pushThrough(p.queue())
    for verb in [Verb.operations, .operationCount] where p.has(verb) { p.command(verb, q) }
    report(x, &p)
    p.finished(x)
  }

  /// A queue starts what was parked, cancelled or not; a cancelled one finishes inside its start.
  private static func startedOnce(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]), suspended: true)
    let x = p.operation(kind: .asynchronous)
    let isCancelled = !p.chance(3)
    p.add(q, x)
    if isCancelled {
      p.cancel(x)
      p.inside(x, .start) { $0.command(.reportFinished, x) }
      p.resume(q)
      p.allFinished([x], in: q)
      p.pushThrough(q, passes: 1)
    } else {
      p.resume(q)
      p.ended(x, .start)
      p.pushThrough(p.queue())
      report(x, &p)
      p.finished(x)
    }
  }

  /// A start that finishes at once, with others that wait for it.
  private static func finishedInStart(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let x = p.operation(kind: .asynchronous)
    p.inside(x, .start) { $0.command(.reportFinished, x) }
    p.read(x, .isExecuting, .isFinished)
    let y = p.work(after: p.chance(2) ? [x] : [])
    p.addAll(q, [x, y])
    p.ended(y)
    p.allFinished([x, y], in: q)
    if p.has(.wait), p.chance(2) { p.command(.wait, x) }
  }

  private static func report(_ operation: OperationID, _ p: inout Draft) {
    if p.has(.reportExecuting), p.chance(3) { p.command(.reportExecuting, operation) }
    p.command(.reportFinished, operation)
  }

  /// Other work comes and goes while the condition is false: each finish makes the queue look.
  private static func conditionStaysFalse(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let x = p.operation(kind: .conditional)
    p.add(q, x)
    p.pushThrough(q)
    announce(x, &p)
    p.ended(x)
  }

  /// The queue has nothing else to do when the condition becomes true.
  private static func conditionAnnounced(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let x = p.operation(kind: .conditional)
    if p.chance(3) { p.pushThrough(q, passes: 1) }
    p.add(q, x)
    announce(x, &p)
    p.ended(x)
  }

  private static func announce(_ operation: OperationID, _ p: inout Draft) {
    p.command(.setCondition, operation, .boolean(true))
    p.command(.notifyReady, operation)
  }
}

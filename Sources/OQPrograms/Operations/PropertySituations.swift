import OQHistory
import OQSpecification

/// Properties on which no order depends.
enum PropertySituations {
  static let all: [Situation] = [
    Situation("OP-51", weight: 2, verbs: [.setName, .name, .setQueueName, .queueName], names),
    Situation("PRIO-51", weight: 3, verbs: [.setRawPriority, .priority], rawPriorities),
    Situation(
      "DONE-51", weight: 2, verbs: [.hasCompletion, .setCompletion], features: [.reference],
      completionIsTakenOut),
    Situation(
      "QOS-1", weight: 2, verbs: [.setQuality, .quality, .setQueueQuality, .queueQuality],
      qualityReads),
    Situation(
      "QOS-4", weight: 3, verbs: [.setQuality, .setQueueQuality, .setPriority],
      qualityBesidePriority),
    Situation(
      "QOS-51", weight: 2, verbs: [.setQuality, .quality, .setQueueQuality, .queueQuality],
      qualityAfterAdd),
    Situation("QUEUE-57", weight: 4, verbs: [.setProgressTotal, .progress], progress),
    Situation(
      "QUEUE-58", weight: 2, verbs: [.setUnderlyingQueue, .underlyingQueue, .underlyingKey],
      underlyingQueue),
    Situation(
      "QUEUE-58", weight: 2, verbs: [.setUnderlyingQueue], features: [.misuse],
      underlyingWhileParked),
  ]

  private static func names(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    p.command(.queueName, q)
    for number in 1...p.number(1...2) {
      p.command(.setName, x, .integer(number))
      p.command(.name, x)
      p.command(.setQueueName, q, .integer(number + 2))
      p.command(.queueName, q)
    }
    guard p.chance(2) else { return }
    p.add(q, x)
    p.finished(x)
    p.command(.name, x)
    p.command(.queueName, q)
  }

  private static func rawPriorities(_ p: inout Draft) {
    let x = p.work()
    for _ in 0..<p.number(2...3) {
      // Beyond the outermost values there is more than one way to be wrong.
      let value = p.chance(2) ? p.pick([9, 12, -9, -12]) : p.number(0...24) - 12
      p.command(.setRawPriority, x, .integer(value))
      p.command(.priority, x)
    }
    guard p.chance(3) else { return }
    let q = p.queue(suspended: true)
    p.add(q, x)
    p.command(.setRawPriority, x, .integer(p.number(0...24) - 12))
    p.command(.priority, x)
    p.resume(q)
    p.finished(x)
  }

  private static func completionIsTakenOut(_ p: inout Draft) {
    let x = p.work(completion: true)
    p.command(.hasCompletion, x)
    if p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      p.add(p.queue(), x)
    }
    p.ended(x, .completion)
    p.until(.hasCompletion, x, false)
  }

  private static func level(_ p: inout Draft) -> Command.Argument {
    .integer(p.pick(ServiceLevel.allCases).rawValue)
  }

  private static func qualityReads(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    for _ in 0..<p.number(1...2) {
      p.command(.setQuality, x, level(&p))
      p.command(.quality, x)
      p.command(.setQueueQuality, q, level(&p))
      p.command(.queueQuality, q)
    }
    guard p.chance(3) else { return }
    p.add(q, x)
    p.finished(x)
    p.command(.queueQuality, q)
  }

  /// Operations of explicit priorities wait for one slot; each has a level of its own.
  private static func qualityBesidePriority(_ p: inout Draft) {
    let q = p.queue(limit: 1, suspended: true)
    if p.chance(3) { p.command(.setQueueQuality, q, level(&p)) }
    let work = (0..<p.number(2...4)).map { _ in p.work(priority: p.pick(Priority.allCases)) }
    for x in work { p.command(.setQuality, x, level(&p)) }
    p.addAll(q, p.shuffled(work))
    p.resume(q)
    p.allFinished(work, in: q)
  }

  private static func qualityAfterAdd(_ p: inout Draft) {
    let q = p.queue(suspended: p.chance(2))
    p.command(.queueQuality, q)
    let x = p.work()
    p.command(.quality, x)
    p.command(.setQuality, x, level(&p))
    if p.chance(2) { p.command(.setQueueQuality, q, level(&p)) }
    p.add(q, x)
    p.command(.quality, x)
    if p.queues[q.index].suspended { p.resume(q) }
    p.finished(x)
    p.command(.quality, x)
  }

  /// Operations that count, and some that do not or may not.
  private static func progress(_ p: inout Draft) {
    let parked = !p.chance(3)
    let q = p.queue(limit: p.pick([nil, 1]), suspended: parked)
    p.command(.setProgressTotal, q, .integer(8))
    p.style.insert(.kinds)
    let work = (0..<p.number(1...3)).map { _ in p.work() }
    let cancelled = parked && !p.chance(3) ? [p.work()] : []
    let custom = p.has(.asynchronous) && p.has(.reportExecuting) && p.has(.reportFinished)
    p.addAll(q, work + cancelled)
    for x in cancelled { p.cancel(x) }
    if custom, p.chance(3) {
      let x = p.operation(kind: .asynchronous)
      p.inside(x, .start) { p in
        p.command(.reportExecuting, x)
        p.command(.reportFinished, x)
      }
      p.add(q, x)
      if parked { p.resume(q) }
      p.until(.isFinished, x)
    } else if parked {
      p.resume(q)
    }
    for x in work + cancelled { p.until(.isFinished, x) }
    if cancelled.isEmpty {
      p.step(.until(.reads(Command(.progress, q), .integer(work.count))))
    } else {
      p.command(.progress, q)
    }
    if p.chance(2) { p.command(.progress, q) }
  }

  private static func underlyingQueue(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    p.command(.underlyingQueue, q)
    let number = p.number(1...Limits.underlyingQueues)
    p.command(.setUnderlyingQueue, q, .integer(number))
    p.command(.underlyingQueue, q)
    let work = (0..<p.number(1...3)).map { _ in p.work() }
    for x in work { p.inside(x) { $0.command(.underlyingKey, q) } }
    p.addAll(q, work)
    p.allFinished(work, in: q)
  }

  private static func underlyingWhileParked(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let x = p.work()
    p.add(q, x)
    p.command(.setUnderlyingQueue, q, .integer(1))
    p.resume(q)
    p.finished(x)
  }
}

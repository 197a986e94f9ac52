import OQHistory
import OQSpecification

/// Programs for rules that a class keeps together with its host.
///
/// As in all programs about classes, none needs the work of two operations at once.
enum SharedRuleSituations {
  static let all: [Situation] = [
    Situation(
      ["OP-51", "QOS-1", "PRIO-2"], weight: 2,
      verbs: [
        .setName, .name, .setQueueName, .queueName, .setQuality, .quality, .setQueueQuality,
        .queueQuality, .setPriority, .priority,
      ], settings),
    Situation(
      ["PRIO-54", "LIMIT-5"], weight: 2, verbs: [.setPriority], byPriority),
    Situation(["PRIO-8"], weight: 2, verbs: [.setPriority], notPreempted),
    Situation(["DEP-51", "DEP-53"], weight: 2, edges),
    Situation(["DEP-11"], weight: 2, edgeTakenAway),
    Situation(["DEP-58", "LIMIT-52", "SUSP-53"], weight: 2, whileParked),
    Situation(["DONE-54", "DONE-11", "WAIT-55"], weight: 3, verbs: [.setCompletion], completions),
    Situation(["QUEUE-4", "QUEUE-62"], weight: 2, verbs: [.addGroupWaiting], groups),
    Situation(["SUSP-2"], weight: 2, suspendedMeanwhile),
  ]

  private static func end(_ operations: [OperationID], _ p: inout Draft) {
    for x in operations { p.until(.isFinished, x) }
  }

  /// What is set is read back.
  private static func settings(_ p: inout Draft) {
    let q = p.queue()
    let x = p.operation()
    for number in 1...2 {
      p.command(.setName, x, .integer(number))
      p.command(.name, x)
      p.command(.setQueueName, q, .integer(number + 2))
      p.command(.queueName, q)
      p.command(.setQuality, x, .integer(p.pick(ServiceLevel.allCases).rawValue))
      p.command(.quality, x)
      p.command(.setQueueQuality, q, .integer(p.pick(ServiceLevel.allCases).rawValue))
      p.command(.queueQuality, q)
      p.command(.setPriority, x, .priority(p.pick(Priority.allCases)))
      p.command(.priority, x)
    }
    p.add(q, x)
    end([x], &p)
  }

  /// Operations with explicit priorities wait for one slot, or two.
  private static func byPriority(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([1, 1, 2]), suspended: true)
    let work = (0..<p.number(2...4)).map { _ in p.operation(priority: p.pick(Priority.allCases)) }
    p.addAll(q, p.shuffled(work))
    if p.chance(3) {
      p.command(.setPriority, p.pick(work), .priority(p.pick(Priority.allCases)))
    }
    p.resume(q)
    end(work, &p)
  }

  /// A more urgent one comes while the work of another is held.
  private static func notPreempted(_ p: inout Draft) {
    let q = p.queue(limit: 1)
    let low = p.operation(priority: .low)
    let high = p.operation(priority: .veryHigh)
    p.hold(low)
    p.add(q, low)
    p.began(low)
    p.add(q, high)
    p.open(low)
    end([low, high], &p)
  }

  /// A dependency is made twice, or one is taken away that never was.
  private static func edges(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let d = p.operation()
    let x = p.operation(after: [d])
    let other = p.operation()
    if p.chance(2) { p.undepend(x, other) } else { p.depend(x, d) }
    p.command(.dependencies, x)
    p.addAll(q, p.shuffled([x, d]))
    p.add(q, other)
    end([d, x, other], &p)
  }

  /// A dependency is taken away, and what is left is read.
  ///
  /// The operation is never queued: Foundation does not begin it.
  private static func edgeTakenAway(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let gone = p.operation()
    let left = p.operation()
    let isDeclared = p.chance(2)
    let x = p.operation(after: isDeclared ? [gone, left] : [left])
    if !isDeclared { p.depend(x, gone) }
    p.undepend(x, gone)
    p.command(.dependencies, x)
    p.addAll(q, p.shuffled([left, gone]))
    end([left, gone], &p)
  }

  /// A dependency, or another limit, comes while everything waits in a suspended queue.
  private static func whileParked(_ p: inout Draft) {
    let q = p.queue(limit: 2, suspended: true)
    let d = p.operation()
    let x = p.operation()
    p.add(q, x)
    if p.chance(2) { p.depend(x, d) } else { p.setLimit(q, 1) }
    p.add(q, d)
    p.command(.operations, q)
    p.resume(q)
    end([d, x], &p)
  }

  /// A completion block is replaced; or it waits for its own operation, and adds another one.
  private static func completions(_ p: inout Draft) {
    let q = p.queue()
    let isReplaced = p.chance(2)
    let x = p.operation(completion: !isReplaced)
    let next = p.operation()
    if isReplaced {
      p.command(.setCompletion, x, .integer(1))
      p.command(.setCompletion, x, .integer(2))
    } else {
      p.inside(x, .completion) { p in
        p.command(.wait, x)
        p.add(q, next)
      }
    }
    p.add(q, x)
    if isReplaced { p.add(q, next) } else { p.ended(x, .completion) }
    end([x, next], &p)
  }

  /// An empty group, and one that is waited for.
  private static func groups(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let xs = [p.operation(), p.operation()]
    p.command(.addGroupWaiting, q, .operations([]))
    p.command(.addGroupWaiting, q, .operations(xs))
    for x in xs { p.command(.isFinished, x) }
    end(xs, &p)
  }

  /// The queue is suspended while work is held, which goes on.
  private static func suspendedMeanwhile(_ p: inout Draft) {
    let q = p.queue()
    let x = p.operation()
    p.hold(x)
    p.add(q, x)
    p.began(x)
    p.command(.suspend, q)
    p.open(x)
    end([x], &p)
    p.resume(q)
  }
}

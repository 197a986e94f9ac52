import OQHistory
import OQSpecification

/// One event lets several operations go at once: all begin that there is room for, and not only the
/// first of them.
///
/// The first one is held, so that its end cannot make up for what the event has forgotten; the
/// others have to come to their end beside it. That takes two threads, as many as every
/// implementation has.
enum TogetherSituations {
  static let all: [Situation] = [
    Situation("SUSP-3", weight: 3, resumed),
    Situation("LIMIT-53", weight: 3, features: [.misuse], raisedFromZero),
    Situation("DEP-2", weight: 3, released),
    Situation("LIMIT-4", weight: 3, slots),
    Situation("QUEUE-1", weight: 2, verbs: [.addGroup], group),
  ]

  /// The operations of a situation: the first one is held, once it has begun.
  private static func work(
    _ p: inout Draft, after dependencies: [OperationID] = []
  ) -> [OperationID] {
    let first = p.operation()
    for dependency in dependencies { p.depend(first, dependency) }
    p.hold(first)
    return [first] + (0..<p.number(1...2)).map { _ in p.work(after: dependencies) }
  }

  /// What has been let go comes to its end beside the first operation, which then ends, too.
  private static func end(_ work: [OperationID], _ p: inout Draft) {
    for operation in work.dropFirst() { p.ended(operation) }
    p.open(work[0])
    p.finished(work[0])
  }

  private static func resumed(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, nil, 2, 3]), suspended: true)
    let work = work(&p)
    p.addAll(q, work)
    p.resume(q)
    end(work, &p)
  }

  /// From a limit of 0 nobody is inside, whatever the limit becomes.
  private static func raisedFromZero(_ p: inout Draft) {
    let q = p.queue()
    p.setLimit(q, 0)
    let work = work(&p)
    p.addAll(q, work)
    p.setLimit(q, p.pick([2, 3, -1]))
    end(work, &p)
  }

  /// All wait for the same operation, in one queue or in two.
  private static func released(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, nil, 2, 3]))
    let other = p.chance(2) ? p.queue() : q
    let d = p.operation()
    p.hold(d)
    let work = work(&p, after: [d])
    p.add(p.chance(2) ? p.queue() : other, d)
    p.began(d)
    for (place, operation) in work.enumerated() { p.add(place == 0 ? q : other, operation) }
    if p.chance(3) { p.cancel(d) }
    p.open(d)
    end(work, &p)
  }

  /// Both slots come back, one shortly after the other.
  private static func slots(_ p: inout Draft) {
    let (q, held) = LimitSituations.twoHeld(&p)
    let work = work(&p)
    p.addAll(q, work)
    for h in held { p.open(h) }
    end(work, &p)
  }

  private static func group(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, nil, 2, 3]))
    let work = work(&p)
    p.command(.addGroup, q, .operations(work))
    end(work, &p)
  }
}

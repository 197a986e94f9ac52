import OQHistory
import OQSpecification

/// On which threads client code runs.
enum ThreadSituations {
  static let all: [Situation] = [
    Situation("START-1", weight: 3, verbs: [.start], startedHere),
    Situation("THREAD-1", weight: 3, lentThread),
    Situation("THREAD-5", weight: 2, verbs: [.setThreadPriority, .threadPriority], ranked),
    Situation("THREAD-7", weight: 2, verbs: [.setThreadPriority, .runsAt, .start], rankedStart),
    Situation(
      "THREAD-8", weight: 2, verbs: [.setThreadPriority, .runsAt, .setCompletion],
      rankedCompletion),
    Situation("QUEUE-22", weight: 3, verbs: [.isCurrent], askedInside),
    Situation("QUEUE-23", weight: 2, verbs: [.isCurrent], askedOutside),
  ]

  /// Tasks of one queue or two ask which is theirs, at times on a thread that another queue used.
  private static func askedInside(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let other = p.chance(2) ? p.queue() : nil
    for queue in p.shuffled([q, other].compactMap(\.self)) {
      let x = asker(&p, queue)
      p.inside(x, p.operations[x.index].kind == .asynchronous ? .start : .body) { p in
        p.command(.isCurrent, queue)
        if let other { p.command(.isCurrent, queue == q ? other : q) }
        if p.operations[x.index].kind == .asynchronous {
          p.command(.reportExecuting, x)
          p.command(.reportFinished, x)
        }
      }
      if p.operations[x.index].kind == .closure, p.chance(2) {
        let adder = p.operation()
        p.inside(adder) { $0.add(queue, x) }
        p.add(queue, adder)
      } else {
        p.add(queue, x)
      }
      p.ended(x, p.operations[x.index].kind == .asynchronous ? .start : .body)
    }
  }

  private static let levels = [100, 0, 30, 75]

  /// The property of new operations, and after each of some sets.
  private static func ranked(_ p: inout Draft) {
    let x = p.work()
    p.command(.threadPriority, x)
    for _ in 0..<p.number(0...2) {
      p.command(.setThreadPriority, x, .integer(p.pick(levels)))
      p.command(.threadPriority, x)
    }
    if p.chance(2) { p.command(.threadPriority, p.work()) }
  }

  /// A start by hand: before, inside, and after; at times one inside the other.
  private static func rankedStart(_ p: inout Draft) {
    let x = p.operation()
    let inner = p.chance(3) ? p.operation() : nil
    p.command(.setThreadPriority, x, .integer(p.pick(levels)))
    if let inner { p.command(.setThreadPriority, inner, .integer(p.pick(levels))) }
    p.inside(x) { p in
      p.command(.runsAt, x)
      guard let inner else { return }
      p.start(inner)
      p.command(.runsAt, x)
    }
    if let inner { p.inside(inner) { $0.command(.runsAt, inner) } }
    p.command(.runsAt, x)
    p.start(x)
    p.command(.runsAt, x)
  }

  /// The completion block of an operation with a thread priority, in a queue or started by hand.
  private static func rankedCompletion(_ p: inout Draft) {
    let x = p.work(completion: true)
    p.command(.setThreadPriority, x, .integer(p.pick(levels)))
    p.inside(x, .completion) { $0.command(.runsAt, x) }
    if p.has(.start), p.chance(3) { p.start(x) } else { p.add(p.queue(), x) }
    p.ended(x, .completion)
  }

  /// An operation of a kind in which the current queue is certain.
  private static func asker(_ p: inout Draft, _ q: QueueID) -> OperationID {
    // Added blocks twice: only they can be added from a task and have no operation to ask.
    let hasClosures = p.has(.closure) && p.has(.addBlock)
    switch p.draw(6) {
    case 0 where p.has(.block): return p.operation(kind: .block)
    case 1 where hasClosures, 3 where hasClosures: return p.operation(kind: .closure)
    case 2 where p.has(.asynchronous) && p.has(.reportExecuting) && p.has(.reportFinished):
      return p.operation(kind: .asynchronous)
    default: return p.operation()
    }
  }

  /// A client asks before it adds, while operations run, and after.
  private static func askedOutside(_ p: inout Draft) {
    let q = p.queue(suspended: p.chance(3))
    let x = p.work()
    let isHeld = p.chance(2)
    if isHeld { p.hold(x) }
    if p.chance(3) { p.command(.isCurrent, q) }
    p.add(q, x)
    p.command(.isCurrent, q)
    if p.queues[q.index].suspended { p.resume(q) }
    if isHeld {
      p.began(x)
      p.command(.isCurrent, q)
      p.open(x)
    }
    p.finished(x)
    p.command(.isCurrent, q)
  }

  /// A start by a client, by a task in a queue, or by a completion block.
  private static func startedHere(_ p: inout Draft) {
    let conditional = p.has(.conditional) && p.has(.setCondition) && p.chance(3)
    let x = p.operation(kind: conditional ? .conditional : .task)
    if conditional { p.command(.setCondition, x, .boolean(true)) }
    let origin = p.draw(p.has(.setCompletion) ? 3 : 2)
    if origin == 0 {
      let other = p.has(.clients) && p.chance(3)
      if other {
        // A start of what is not ready is refused, and nobody makes another one.
        p.client(2) { p in
          if conditional { p.meet(1) }
          p.start(x)
        }
        if conditional { p.meet(1) }
      } else {
        p.start(x)
      }
    } else {
      let point: Point = origin == 2 ? .completion : .body
      let y = p.operation(completion: origin == 2)
      p.inside(y, point) { $0.start(x) }
      p.add(p.queue(), y)
    }
    p.ended(x)
  }

  /// Threads that an implementation might use: of an add, of a resume, of a wait in progress.
  private static func lentThread(_ p: inout Draft) {
    let isParked = p.chance(2)
    let q = p.queue(limit: p.pick([nil, 1]), suspended: isParked)
    let work = (0..<p.number(1...2)).map { _ in p.work() }
    let waits = isParked && p.has(.clients) && p.chance(2)
    p.addAll(q, work)
    if waits {
      p.client(2) { p in
        p.meet(1)
        if p.has(.wait), !p.chance(3) { p.command(.wait, work[0]) } else { p.ended(work[0]) }
      }
      p.meet(1)
      // The waiter should sleep before the operation is let go.
      p.pushThrough(p.queue())
    } else if p.has(.addBlock), p.has(.closure), p.chance(2) {
      p.add(q, p.operation(kind: .closure))
    }
    if isParked { p.resume(q) }
    for x in work { p.ended(x) }
  }
}

import OQHistory
import OQSpecification

/// What holds for every kind of operation, and what passes between threads and classes.
enum GeneralSituations {
  static let all: [Situation] = [
    Situation("OP-2", kinds: [.base], emptyTask),
    Situation("OP-52", crowd),
    Situation("THREAD-2", heldAfterAdd),
    Situation(
      "KVO-10", verbs: [.reportFinished, .storeFinished, .notifyFinished], kinds: [.asynchronous],
      releasedByReport),
    Situation(
      "KVO-54", verbs: [.reportFinished, .notifyFinished, .setCompletion],
      kinds: [.asynchronous], reportedAgain),
    Situation(
      "KVO-55", verbs: [.reportFinished, .notifyFinished], kinds: [.asynchronous],
      notifiedTooEarly),
  ]

  /// An operation of the base class, by hand or in a queue, at times with something behind it.
  private static func emptyTask(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let x = p.operation(kind: .base, completion: p.has(.setCompletion) && p.chance(3))
    let dependent = p.chance(2) ? p.work(after: [x]) : nil
    if let dependent { p.add(q, dependent) }
    if p.has(.start), p.chance(2) { p.start(x) } else { p.add(q, x) }
    p.finished(x)
    if let dependent { p.ended(dependent) }
  }

  /// Two clients call whatever waits for nothing, while a task is held.
  private static func crowd(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    p.hold(x)
    p.add(q, x)
    p.began(x)
    p.meet(1)
    p.client(2) { $0.meet(1) }
    for client in 1...2 {
      for _ in 0..<p.number(1...4) { p.client(client) { call(x, q, &$0) } }
    }
    p.open(x)
    p.ended(x)
  }

  private static func call(_ x: OperationID, _ q: QueueID, _ p: inout Draft) {
    let queueVerbs: [Verb] = [
      .isSuspended, .operationCount, .operations, .limit, .suspend, .resume,
    ]
    switch p.draw(3) {
    case 0: p.read(x, p.pick([.isExecuting, .isFinished, .isReady, .dependencies]))
    case 1:
      let verb = p.pick(queueVerbs)
      if p.has(verb) { p.command(verb, q) }
    default:
      if p.chance(4) { p.setLimit(q, p.number(1...2)) } else { p.command(.cancel, x) }
    }
  }

  /// The task is held until the add of a client has returned; or a callback makes the add.
  private static func heldAfterAdd(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    let origin = p.draw(p.has(.setCompletion) ? 3 : 2)
    if origin == 0 {
      p.hold(x)
      p.addAll(q, p.chance(2) ? [x, p.work()] : [x])
    } else {
      let first = p.operation(completion: origin == 2)
      p.inside(first, origin == 2 ? .completion : .body) { $0.add(q, x) }
      p.add(q, first)
      p.ended(first, origin == 2 ? .completion : .body)
    }
    p.began(x)
    if origin == 0 { p.open(x) }
    p.ended(x)
  }

  /// A store that nobody is told of, then the notification; or both at once.
  private static func releasedByReport(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let d = p.operation(kind: .asynchronous)
    let x = p.work(after: [d])
    let behind = p.work()
    p.add(q, d)
    p.add(p.chance(2) ? p.queue() : q, x)
    p.add(q, behind)
    p.ended(d, .start)
    if p.chance(3) {
      p.command(.storeFinished, d)
      p.command(.notifyFinished, d)
    } else {
      p.command(.reportFinished, d)
    }
    p.ended(x)
    p.ended(behind)
  }

  /// The finish is announced two or three times.
  private static func reportedAgain(_ p: inout Draft) {
    let x = p.operation(kind: .asynchronous, completion: true)
    if p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      p.add(p.queue(limit: p.pick([nil, 1])), x)
      p.ended(x, .start)
    }
    p.command(.reportFinished, x)
    for _ in 0..<p.number(1...2) {
      p.command(p.chance(4) ? .reportFinished : .notifyFinished, x)
    }
    p.ended(x, .completion)
    let sentinel = p.operation(completion: true)
    p.add(p.queue(), sentinel)
    p.ended(sentinel, .completion)
  }

  /// A notification without a finish; other work passes before the operation reports.
  private static func notifiedTooEarly(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let d = p.operation(kind: .asynchronous, completion: p.has(.setCompletion) && p.chance(2))
    let x = p.work(after: [d])
    p.add(q, d)
    p.add(p.chance(2) ? p.queue() : q, x)
    p.ended(d, .start)
    if p.has(.wait), p.chance(3) { p.client(2) { $0.command(.wait, d) } }
    p.command(.notifyFinished, d)
    p.pushThrough(p.queue())
    if p.has(.operations) { p.command(.operations, q) }
    p.command(.reportFinished, d)
    p.ended(x)
    if p.operations[d.index].completion { p.ended(d, .completion) }
  }
}

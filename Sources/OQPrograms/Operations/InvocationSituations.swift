import OQHistory
import OQSpecification

/// Invocation operations, and errors that leave a task.
enum InvocationSituations {
  static let all: [Situation] = [
    Situation(
      "INVOC-1", weight: 2, verbs: [.receiver, .method, .methodArgument],
      kinds: [.invocation, .procedure], asGiven),
    Situation("INVOC-2", weight: 2, kinds: [.invocation, .procedure], once),
    Situation("INVOC-3", weight: 2, verbs: [.start], kinds: [.invocation, .procedure], byHand),
    Situation(
      "INVOC-4", weight: 2, verbs: [.result], kinds: [.invocation], features: [.misuse], cancelled),
    Situation("INVOC-5", weight: 2, verbs: [.result], kinds: [.invocation], returned),
    Situation(
      "INVOC-51", weight: 2, verbs: [.result], kinds: [.procedure], features: [.misuse],
      withoutValue),
    Situation("INVOC-52", weight: 2, verbs: [.result], kinds: [.invocation], early),
    Situation(
      "INVOC-53", weight: 2, verbs: [.result, .throwError], kinds: [.invocation],
      features: [.misuse], thrown),
    Situation("INVOC-54", weight: 2, verbs: [.makesInvocation], kinds: [.invocation], made),
    Situation("ERR-1", weight: 2, verbs: [.throwError, .start], features: [.misuse], escapes),
  ]

  private static func invocation(_ p: inout Draft) -> OperationID {
    p.operation(kind: p.pick([.invocation, .invocation, .procedure]))
  }

  /// Has an operation run, in a queue or by hand.
  private static func run(_ x: OperationID, _ p: inout Draft) {
    if p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      p.add(p.queue(limit: p.pick([nil, 1])), x)
    }
    p.finished(x)
  }

  private static func asGiven(_ p: inout Draft) {
    let work = (0..<p.number(1...2)).map { _ in invocation(&p) }
    for x in work {
      p.inside(x) { p in
        p.command(.receiver, x)
        p.command(.method, x)
        p.command(.methodArgument, x)
      }
    }
    for x in work { run(x, &p) }
  }

  private static func once(_ p: inout Draft) { run(invocation(&p), &p) }

  private static func byHand(_ p: inout Draft) {
    let x = invocation(&p)
    p.start(x)
    p.until(.isFinished, x)
  }

  /// Cancelled while parked, or while the method is inside.
  private static func cancelled(_ p: inout Draft) {
    let parked = p.chance(2)
    let q = p.queue(suspended: parked)
    let x = p.operation(kind: .invocation)
    if !parked { p.hold(x) }
    p.add(q, x)
    if !parked { p.began(x) }
    p.cancel(x)
    if parked { p.resume(q) } else { p.open(x) }
    p.finished(x)
    p.command(.result, x)
  }

  private static func returned(_ p: inout Draft) {
    let x = p.operation(kind: .invocation)
    run(x, &p)
    for _ in 0..<p.number(1...2) { p.command(.result, x) }
  }

  private static func withoutValue(_ p: inout Draft) {
    let x = p.operation(kind: .procedure)
    run(x, &p)
    p.command(.result, x)
  }

  private static func early(_ p: inout Draft) {
    let x = p.operation(kind: .invocation)
    if p.chance(2) { p.command(.result, x) }
    let q = p.queue(suspended: p.chance(2))
    p.hold(x)
    p.add(q, x)
    if p.queues[q.index].suspended {
      p.command(.result, x)
      p.resume(q)
    }
    p.began(x)
    p.command(.result, x)
    p.open(x)
    p.finished(x)
  }

  private static func thrown(_ p: inout Draft) {
    let x = p.operation(kind: .invocation)
    p.inside(x) { $0.command(.throwError, x) }
    run(x, &p)
    p.command(.result, x)
  }

  private static func made(_ p: inout Draft) {
    let x = p.operation(kind: .invocation)
    let methods = Array(InvocationNumbers.method...InvocationNumbers.unknownMethod)
    for method in p.shuffled(methods) { p.command(.makesInvocation, x, .integer(method)) }
    if p.chance(2) { run(x, &p) }
  }

  private static func escapes(_ p: inout Draft) {
    let x = p.operation()
    p.inside(x) { $0.command(.throwError, x) }
    p.start(x)
  }
}

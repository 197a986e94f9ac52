import OQHistory
import OQSpecification

/// Observers of properties: attached early, told of every change.
enum ObserverSituations {
  static let all: [Situation] = [
    situation("CANCEL-18", weight: 2, cancelAnnounced),
    situation("KVO-1", weight: 2, cancelAnnounced),
    situation("KVO-2", weight: 2, asynchronyObserved),
    situation("KVO-3", weight: 2, executionAnnounced),
    situation("KVO-4", weight: 2, finishAnnounced),
    situation("KVO-9", weight: 2, everythingAnnounced),
    situation("KVO-13", weight: 2, finishAnnounced),
    situation("KVO-14", weight: 2, cancelledFinishAnnounced),
    situation("START-10", weight: 2, verbs: [.start], startAnnounced),
  ]

  private static func situation(
    _ rule: RuleID, weight: Int, verbs: [Verb] = [],
    _ build: @escaping @Sendable (inout Draft) -> Void
  ) -> Situation {
    Situation(rule, weight: weight, verbs: verbs + [.observe], kinds: [.observer], build)
  }

  /// A cancel of what is parked, held, in no queue, or waits for a dependency.
  private static func cancelAnnounced(_ p: inout Draft) {
    let x = p.work()
    let o = p.observe(x, .isCancelled, reading: .isCancelled)
    switch p.draw(4) {
    case 0:
      let q = p.queue(suspended: true)
      p.add(q, x)
      if p.chance(2) { p.cancel(x) } else { p.command(.cancelAll, q) }
      p.began(o, .observer)
      p.resume(q)
      p.finished(x)
    case 1:
      let q = p.queue(limit: p.pick([nil, 1]))
      p.hold(x)
      p.add(q, x)
      p.began(x)
      p.cancel(x)
      p.began(o, .observer)
      p.open(x)
      p.finished(x)
    case 2:
      p.cancel(x)
      p.began(o, .observer)
      if p.chance(2) { p.cancel(x) }
    default:
      let q = p.queue()
      let d = p.work()
      p.depend(x, d)
      p.add(q, x)
      p.cancel(x)
      p.began(o, .observer)
      p.add(q, d)
      p.finished(x)
    }
  }

  private static func asynchronyObserved(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    _ = p.observe(x, .isAsynchronous, reading: .isAsynchronous)
    p.add(q, x)
    p.finished(x)
  }

  /// One observer from the beginning, and one that is attached while the task runs.
  private static func executionAnnounced(_ p: inout Draft) {
    let x = p.work()
    let o = p.observe(x, .isExecuting, reading: .isExecuting)
    let late = p.observeInside(x, .isExecuting, reading: .isExecuting, .isFinished)
    run(x, &p)
    p.began(o, .observer)
    p.began(late, .observer)
  }

  /// isFinished from the beginning, isExecuting from inside the task.
  private static func finishAnnounced(_ p: inout Draft) {
    let x = p.work()
    let o = p.observe(x, .isFinished, reading: .isExecuting, .isFinished)
    let late = p.observeInside(x, .isExecuting, reading: .isExecuting, .isFinished)
    run(x, &p)
    p.began(late, .observer)
    p.ended(o, .observer)
  }

  private static func startAnnounced(_ p: inout Draft) {
    let x = p.work()
    let o = p.observe(x, .isFinished, reading: .isFinished)
    let late = p.observeInside(x, .isExecuting, reading: .isExecuting)
    p.start(x)
    p.until(.isFinished, x)
    p.began(late, .observer)
    p.began(o, .observer)
  }

  private static func cancelledFinishAnnounced(_ p: inout Draft) {
    let x = p.work()
    let o = p.observe(x, .isFinished, reading: .isFinished)
    switch p.draw(3) {
    case 0:
      let q = p.queue(suspended: true)
      p.add(q, x)
      p.cancel(x)
      p.resume(q)
    case 1:
      let q = p.queue()
      p.hold(x)
      p.add(q, x)
      p.began(x)
      p.cancel(x)
      p.open(x)
    default:
      let q = p.queue()
      p.cancel(x)
      if p.has(.start), p.chance(2) { p.start(x) } else { p.add(q, x) }
    }
    p.finished(x)
    p.began(o, .observer)
  }

  /// The three properties of one operation, from the beginning.
  private static func everythingAnnounced(_ p: inout Draft) {
    let q = p.queue()
    let x = p.work()
    let cancelled = p.observe(x, .isCancelled, reading: .isCancelled)
    let executing = p.observe(x, .isExecuting, reading: .isExecuting)
    let finished = p.observe(x, .isFinished, reading: .isFinished)
    p.hold(x)
    p.add(q, x)
    p.began(x)
    p.began(executing, .observer)
    p.cancel(x)
    p.began(cancelled, .observer)
    p.open(x)
    p.finished(x)
    p.began(finished, .observer)
  }

  /// Runs an operation by a queue or by hand, to its finish.
  private static func run(_ operation: OperationID, _ p: inout Draft) {
    if p.has(.start), p.chance(3) {
      p.start(operation)
    } else {
      p.add(p.queue(limit: p.pick([nil, 1])), operation)
    }
    p.finished(operation)
  }
}

extension Draft {
  /// Attaches an observer on the current lane, which reads accessors of the operation.
  ///
  /// - Returns: the operation that stands for the observer.
  mutating func observe(
    _ operation: OperationID, _ property: Property, reading verbs: Verb...
  ) -> OperationID {
    let observer = observer(of: operation, reading: verbs)
    command(.observe, operation, .observer(property, observer))
    return observer
  }

  /// Attaches an observer inside the task of an operation, which reads its accessors.
  ///
  /// - Returns: the operation that stands for the observer.
  mutating func observeInside(
    _ operation: OperationID, _ property: Property, reading verbs: Verb...
  ) -> OperationID {
    let observer = observer(of: operation, reading: verbs)
    inside(operation) { $0.command(.observe, operation, .observer(property, observer)) }
    return observer
  }

  private mutating func observer(
    of operation: OperationID, reading verbs: [Verb]
  ) -> OperationID {
    let observer = self.operation(kind: .observer)
    inside(observer, .observer) { p in
      for verb in verbs where p.has(verb) { p.command(verb, operation) }
    }
    return observer
  }
}

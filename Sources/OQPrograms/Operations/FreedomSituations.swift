import OQHistory
import OQSpecification

/// Points at which correct implementations differ: conditions and finishes that nobody announces,
/// cancelled operations that override, barriers that are counted, awaited or cancelled.
///
/// Where an implementation may leave an operation unstarted, two programs in three end there, at
/// once or after other work; the third goes on to what makes its end certain.
enum FreedomSituations {
  static let all: [Situation] = [
    Situation(
      "READY-1", weight: 2, verbs: [.setCondition, .notifyReady], kinds: [.conditional], unannounced
    ),
    Situation(
      "READY-1", weight: 2, verbs: [.setCondition, .notifyReady], kinds: [.conditional], recalled),
    Situation(
      "READY-1", weight: 2, verbs: [.setCondition, .notifyReady], kinds: [.conditional],
      cancelledWithCondition),
    Situation(
      "READY-8", weight: 3, cases: 1...2, verbs: [.setCondition, .notifyReady],
      kinds: [.conditional],
      conditionAndDependency),
    Situation(
      "START-59", weight: 3, verbs: [.setCondition, .start], kinds: [.conditional],
      features: [.misuse], startedWithCondition),
    Situation(
      "CANCEL-54", weight: 2, verbs: [.reportFinished], kinds: [.asynchronous], cancelledCustom),
    Situation(
      "DEP-14", weight: 2, verbs: [.storeFinished, .notifyFinished], kinds: [.asynchronous],
      storedFinish),
    Situation("QUEUE-56", weight: 2, verbs: [.addBarrier], kinds: [.barrier], countedBarrier),
    Situation("QUEUE-56", weight: 2, verbs: [.addBarrier], kinds: [.barrier], cancelledBarrier),
    Situation("QUEUE-56", weight: 2, verbs: [.addBarrier], kinds: [.barrier], earlyBarrier),
  ]

  // MARK: Conditions

  /// The condition becomes true and nobody is told (ND-6).
  private static func unannounced(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let x = p.operation(kind: .conditional)
    p.add(q, x)
    p.command(.setCondition, x, .boolean(true))
    if endsEarly(&p, q, x) { return }
    p.command(.notifyReady, x)
    p.ended(x)
  }

  /// Whether the program ends here; if not, other work has passed.
  private static func endsEarly(_ p: inout Draft, _ q: QueueID, _ x: OperationID) -> Bool {
    let way = p.draw(3)
    if way == 2 { return true }
    if p.chance(2) { p.pushThrough(q) }
    p.read(x, .isFinished)
    return way == 1
  }

  /// The condition is true and announced, and false again before the queue may start anything
  /// (ND-42).
  private static func recalled(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]), suspended: true)
    let x = p.operation(kind: .conditional)
    p.add(q, x)
    announce(x, true, &p)
    p.pushThrough(p.queue(), passes: 1)
    p.command(.setCondition, x, .boolean(false))
    if p.chance(2) { p.command(.notifyReady, x) }
    p.resume(q)
    p.pushThrough(q, passes: 1)
    announce(x, true, &p)
    p.ended(x)
  }

  /// A cancelled operation whose condition is false (ND-35).
  ///
  /// Whatever follows gives the queue time to finish it, so most programs end with the cancel.
  private static func cancelledWithCondition(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]))
    let x = p.operation(kind: .conditional)
    p.add(q, x)
    p.cancel(x)
    if p.chance(2) || endsEarly(&p, q, x) { return }
    announce(x, true, &p)
    p.until(.isFinished, x)
  }

  /// One of the two comes first, the other is still missing.
  private static func conditionAndDependency(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let d = p.work()
    let x = p.operation(kind: .conditional, after: [d])
    p.add(q, x)
    if p.chance(2) {
      p.add(q, d)
      p.finished(d)
      p.pushThrough(q, passes: 1)
      p.read(x, .isReady)
      announce(x, true, &p)
    } else {
      announce(x, true, &p)
      p.pushThrough(q, passes: 1)
      p.read(x, .isReady)
      p.add(q, d)
    }
    p.ended(x)
  }

  /// A start by hand while the condition is false: refused, unless a cancelled one is finished.
  private static func startedWithCondition(_ p: inout Draft) {
    let x = p.operation(kind: .conditional)
    if p.chance(6) { p.cancel(x) }
    p.start(x)
    p.read(x, .isFinished)
    p.command(.setCondition, x, .boolean(true))
    p.start(x)
    p.until(.isFinished, x)
  }

  private static func announce(_ operation: OperationID, _ value: Bool, _ p: inout Draft) {
    p.command(.setCondition, operation, .boolean(value))
    p.command(.notifyReady, operation)
  }

  // MARK: Operations that report their own finish

  /// The overridden start is called although the operation is cancelled, in its turn or early
  /// (ND-25).
  private static func cancelledCustom(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]), suspended: true)
    let x = p.operation(kind: .asynchronous)
    let others = (0..<p.number(0...1)).map { _ in p.work() }
    p.addAll(q, p.shuffled([x] + others))
    p.cancel(x)
    p.resume(q)
    p.ended(x, .start)
    p.read(x, .isFinished)
    p.command(.reportFinished, x)
    p.until(.isFinished, x)
    for other in others { p.ended(other) }
  }

  /// isFinished becomes true and nobody is told: queue and dependents may notice or not (ND-8).
  private static func storedFinish(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2, 3]))
    let d = p.operation(kind: .asynchronous)
    let x = p.work(after: [d])
    p.addAll(q, p.shuffled([d, x]))
    p.ended(d, .start)
    p.command(.storeFinished, d)
    if endsEarly(&p, q, d) { return }
    p.command(.notifyFinished, d)
    p.ended(x)
  }

  // MARK: Barriers

  /// A barrier that waits for a held body is counted or not, and awaited or not.
  private static func countedBarrier(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2]))
    let before = p.work()
    let fence = p.operation(kind: .barrier)
    p.hold(before)
    p.add(q, before)
    p.began(before)
    p.command(.addBarrier, q, .operation(fence))
    let after = p.chance(2) ? p.work() : nil
    if let after { p.add(q, after) }
    if p.has(.operationCount) { p.command(.operationCount, q) }
    p.open(before)
    if p.has(.waitAll) { p.command(.waitAll, q) }
    p.ended(fence)
    if let after { p.ended(after) }
  }

  /// A barrier that everything is cancelled around runs or is dropped.
  private static func cancelledBarrier(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]), suspended: true)
    let before = p.work()
    let fence = p.operation(kind: .barrier)
    let after = p.work()
    p.add(q, before)
    p.command(.addBarrier, q, .operation(fence))
    p.add(q, after)
    p.command(.cancelAll, q)
    p.resume(q)
    p.finished(before)
    p.finished(after)
  }

  /// A barrier with nothing before it may run in a queue that starts nothing else.
  private static func earlyBarrier(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1]), suspended: true)
    let fence = p.operation(kind: .barrier)
    let after = p.work()
    p.command(.addBarrier, q, .operation(fence))
    p.add(q, after)
    p.pushThrough(p.queue(), passes: 1)
    p.resume(q)
    p.ended(fence)
    p.ended(after)
  }
}

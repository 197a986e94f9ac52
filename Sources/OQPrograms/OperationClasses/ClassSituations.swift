import OQHistory
import OQSpecification

/// Programs that use operations of a class as clients and queues may.
///
/// Every operation of kind *task* is an object of the class. No operation is started twice, and
/// none waits for the work of another one except through a dependency, so that classes with a
/// single thread come to an end, too.
///
/// What follows the finish of an operation is shown by another one, which depends on it or comes
/// after it in a narrow queue. Waits for whole queues are left to classes that override main:
/// Foundation's looks again and again as long as something that says it has finished is in the
/// queue, so that a finish which nobody was told would never come to rest.
enum ClassSituations {
  /// Those of classes of a nature: some open a window of their own, the others are composed of
  /// facts.
  static func all(of nature: OperationNature) -> [Situation] {
    switch nature {
    case .asynchronous: shared + asynchronous + SharedRuleSituations.all + composed(nature)
    case .main: shared + main + SharedRuleSituations.all + composed(nature)
    }
  }

  private static func composed(_ nature: OperationNature) -> [Situation] {
    ClassFacts.grid(nature).covering().map {
      ClassComposition(ClassFacts($0), nature).situation
    }
  }

  /// The first programs, each with one operation alone or for one question.
  ///
  /// What one operation alone shows is wrong with every operation of the class, and needs no
  /// search. Then comes what asks for several at once, or for more time than other programs take.
  static let openers: [Situation] = [
    Situation(["QUEUE-1", "ASYNC-9", "ASYNC-6", "EXEC-1"]) { p in
      let q = p.queue()
      let x = p.operation()
      p.add(q, x)
      p.until(.isFinished, x)
    },
    Situation(["ASYNC-9", "ASYNC-2", "EXEC-1"]) { p in
      let x = p.operation()
      p.start(x)
      p.until(.isFinished, x)
    },
    Situation(["DEP-11"], severalDependencies),
    Situation(["QUEUE-1", "EXEC-2"], severalAtWork),
    Situation(["EXEC-1", "ASYNC-18", "STATE-6", "DONE-2"]) { p in lingering(.returns, &p) },
    Situation(["EXEC-1", "DONE-2"]) { p in lingering(.fails, &p) },
    Situation(["EXEC-1", "DONE-2"]) { p in lingering(.isCancelled, &p) },
  ]

  private static let asynchronous: [Situation] = [
    Situation(["ASYNC-2", "ASYNC-3", "ASYNC-18", "ASYNC-8", "ASYNC-16"], startedByHand),
    Situation(["ASYNC-2"], openedByStarter),
    Situation(["CANCEL-22", "CANCEL-1"], cancelledBeforeItsWork),
  ]

  private static let main: [Situation] = [Situation(["WAIT-3"], allAwaited)]

  private static let shared: [Situation] = [
    Situation(["ASYNC-10", "ASYNC-4", "ASYNC-8", "STATE-1", "STATE-7"], new),
    Situation(["ASYNC-16", "ASYNC-8", "EXEC-1", "EXEC-2"], quick),
    Situation(["STATE-3", "ASYNC-16", "ASYNC-8", "ASYNC-9"], weight: 3, crowd),
    Situation(["ASYNC-18", "STATE-6", "DEP-1", "WAIT-1"], longWork),
    Situation(["EXEC-2", "ASYNC-18", "STATE-6", "STATE-3"], manyAtWork),
    Situation(["CANCEL-4", "CANCEL-9"], cancelledWhileHeld),
    Situation(["ASYNC-7", "CANCEL-22", "CANCEL-1"], cancelledThenStarted),
    Situation(["ASYNC-7", "KVO-53", "CANCEL-22", "CANCEL-1"], cancelledInQueue),
    Situation(["ASYNC-9", "CANCEL-22", "CANCEL-1"], cancelledMeanwhile),
    Situation(["ASYNC-9", "STATE-10"], verbs: [.throwError], failing),
    Situation(["STATE-9"], weight: 2, verbs: [.throwError], failingBeforeOthers),
    Situation(["ASYNC-18", "STATE-4", "STATE-2"], observed),
    Situation(["DEP-1", "READY-7", "ASYNC-6", "STATE-6"], dependent),
    Situation(["LIMIT-1", "DONE-1", "DONE-2", "ASYNC-6"], inLine),
    Situation(["ASYNC-3", "ASYNC-6", "DONE-1", "DONE-2", "WAIT-1", "WAIT-2"], awaited),
    Situation(["ASYNC-9", "EXEC-2"], released),
    Situation(["ASYNC-8", "ASYNC-16", "CANCEL-1"], cancelledAfterwards),
    Situation(["READY-6", "QUEUE-1"], readyLate),
  ]

  /// A queue with a limit or none.
  private static func queue(_ p: inout Draft, suspended: Bool = false) -> QueueID {
    p.queue(limit: p.pick([nil, nil, 1, 2]), suspended: suspended)
  }

  /// Begins the work of an operation, by hand or in a queue.
  private static func enter(_ x: OperationID, _ p: inout Draft) {
    if p.chance(2) {
      p.start(x)
    } else {
      let q = queue(&p)
      p.add(q, x)
    }
  }

  /// Waits for the finish and reads both states after it.
  private static func end(_ x: OperationID, _ p: inout Draft) {
    p.until(.isFinished, x)
    p.command(.isExecuting, x)
    if p.chance(2) { p.until(.isExecuting, x, false) }
  }

  /// A new operation is asked for its states, and then used.
  private static func new(_ p: inout Draft) {
    let x = p.operation()
    for verb in p.shuffled([Verb.isExecuting, .isFinished, .isAsynchronous, .isCancelled]) {
      p.command(verb, x)
    }
    enter(x, &p)
    end(x, &p)
  }

  /// The work is held while one client calls start and another one looks.
  private static func startedByHand(_ p: inout Draft) {
    let x = p.operation()
    p.hold(x)
    p.start(x)
    p.client(2) { p in
      p.began(x)
      if p.chance(2) { p.until(.isExecuting, x) }
      p.command(.isFinished, x)
      p.open(x)
    }
    end(x, &p)
  }

  /// The client that calls start opens the gate of the work after it.
  private static func openedByStarter(_ p: inout Draft) {
    let x = p.operation()
    p.hold(x)
    p.start(x)
    if p.chance(2) { p.command(.isFinished, x) }
    p.open(x)
    end(x, &p)
  }

  /// Several operations with work that takes no time.
  private static func quick(_ p: inout Draft) {
    let xs = (0..<p.number(1...4)).map { _ in p.operation() }
    if p.chance(2) {
      let q = queue(&p)
      p.addAll(q, xs)
    } else {
      for x in xs { p.start(x) }
    }
    for x in xs {
      p.until(.isFinished, x)
      p.until(.isExecuting, x, false)
      p.command(.isExecuting, x)
    }
  }

  /// The work takes its time: who gives up on it does not report that it has come to its end.
  private static func longWork(_ p: inout Draft) {
    p.settings.longWork = true
    p.settings.lingering = p.chance(20)
    let q = queue(&p)
    let x = p.operation()
    let next = p.chance(2) ? p.operation(after: [x]) : nil
    p.add(q, x)
    if let next { p.add(q, next) }
    if p.chance(2) { p.client(2) { $0.command(.wait, x) } }
    p.began(x)
    p.until(.isFinished, x)
    p.command(.isExecuting, x)
    p.ended(x)
  }

  /// Many operations at once, whose work takes no time: it may be over before whoever has launched
  /// it goes on.
  private static func crowd(_ p: inout Draft) {
    let q = p.queue()
    let xs = (0..<p.number(6...12)).map { _ in p.operation() }
    if p.chance(2) { p.addAll(q, xs) } else { for x in xs { p.add(q, x) } }
    for x in xs {
      p.until(.isFinished, x)
      p.command(.isExecuting, x)
    }
    for x in xs { p.command(.isFinished, x) }
  }

  /// Several operations whose work takes its time, so that all are at work at once if the class has
  /// the threads: each of them does its work.
  private static func manyAtWork(_ p: inout Draft) {
    p.settings.longWork = true
    let q = p.queue()
    let xs = (0..<p.number(3...5)).map { _ in p.operation() }
    if p.chance(2) { p.addAll(q, xs) } else { for x in xs { p.add(q, x) } }
    for x in xs {
      p.until(.isFinished, x)
      p.ended(x)
    }
  }

  /// A cancel while work is held, by which nobody is kept waiting.
  private static func cancelledWhileHeld(_ p: inout Draft) {
    let q = queue(&p)
    let x = p.operation()
    p.hold(x)
    p.add(q, x)
    p.began(x)
    if p.chance(2) { p.command(.cancelAll, q) } else { p.cancel(x) }
    p.open(x)
    p.until(.isFinished, x)
  }

  /// Cancelled first, then started.
  private static func cancelledThenStarted(_ p: inout Draft) {
    let x = p.operation()
    p.cancel(x)
    p.command(.isCancelled, x)
    enter(x, &p)
    end(x, &p)
  }

  /// Cancelled in a suspended queue.
  private static func cancelledInQueue(_ p: inout Draft) {
    let q = queue(&p, suspended: true)
    let x = p.operation()
    let y = p.operation()
    p.add(q, x)
    if p.chance(2) { p.add(q, y) }
    if p.chance(3) { p.command(.cancelAll, q) } else { p.cancel(x) }
    p.command(.isCancelled, x)
    p.command(.isFinished, x)
    p.resume(q)
    end(x, &p)
  }

  /// Cancelled while its work is held.
  private static func cancelledMeanwhile(_ p: inout Draft) {
    let q = queue(&p)
    let x = p.operation()
    p.hold(x)
    p.add(q, x)
    p.began(x)
    if p.chance(2) { p.command(.isFinished, x) }
    if p.chance(3) { p.command(.cancelAll, q) } else { p.cancel(x) }
    p.command(.isCancelled, x)
    p.open(x)
    p.ended(x)
    end(x, &p)
  }

  /// The work ends with an error.
  private static func failing(_ p: inout Draft) {
    let x = p.operation()
    p.inside(x) { $0.command(.throwError, x) }
    enter(x, &p)
    p.ended(x)
    end(x, &p)
  }

  /// The work itself asks for the states of its operation.
  private static func observed(_ p: inout Draft) {
    let q = queue(&p)
    let x = p.operation()
    let y = p.operation(after: [x])
    let isHeld = p.chance(2)
    p.add(q, y)
    p.inside(x) { p in
      p.command(.isFinished, x)
      if isHeld { p.step(.hold) }
    }
    p.add(q, x)
    p.began(x)
    if isHeld {
      p.until(.isExecuting, x)
      p.command(.isFinished, x)
      p.open(x)
    }
    end(x, &p)
    p.ended(y)
  }

  /// One depends on the other, whose work is held.
  private static func dependent(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2]))
    let r = p.chance(3) ? p.queue() : q
    let x = p.operation()
    let y = p.operation(after: [x])
    p.hold(x)
    p.add(r, y)
    if !p.chance(3) {
      // What begins too early has begun by the end of one that came to its queue later. That one
      // must not need a thread on which x is held, so x comes after it.
      let z = p.operation()
      p.add(r, z)
      p.until(.isFinished, z)
    }
    p.add(q, x)
    // Whether it was the finish that nobody was told of, or the dependent that did not heed it.
    if !p.chance(3) { p.client(2) { $0.command(.wait, x) } }
    p.began(x)
    p.command(.isFinished, x)
    p.command(.isReady, y)
    p.open(x)
    p.until(.isFinished, x)
    p.until(.isFinished, y)
  }

  /// Several operations pass through a narrow queue.
  private static func inLine(_ p: inout Draft) {
    let q = p.queue(limit: p.number(1...2))
    let xs = (0..<p.number(2...4)).map { _ in p.operation(completion: true) }
    p.addAll(q, xs)
    for (x, next) in zip(xs, xs.dropFirst()) {
      p.until(.isFinished, x)
      // Should it never begin, it tells whether it was ready.
      p.command(.isReady, next)
    }
    for x in xs { p.until(.isFinished, x) }
    if p.chance(2) { for x in xs { p.ended(x, .completion) } }
  }

  /// A second client waits for the operation while its work is held.
  private static func awaited(_ p: inout Draft) {
    let q = queue(&p)
    let x = p.operation(completion: p.chance(2))
    p.hold(x)
    p.inside(x, .completion) { $0.command(.isFinished, x) }
    p.add(q, x)
    p.client(2) { p in
      p.command(p.pick([.wait, .wait, .isFinished]), x)
      p.command(.isFinished, x)
    }
    p.began(x)
    p.command(.isFinished, x)
    p.open(x)
    end(x, &p)
  }

  /// The client gives its reference up before the work has ended.
  private static func released(_ p: inout Draft) {
    let q = queue(&p)
    let x = p.operation()
    let y = p.operation(after: [x])
    let isHeld = p.chance(2)
    if isHeld { p.hold(x) }
    p.add(q, y)
    p.add(q, x)
    p.drop(x)
    if isHeld {
      p.began(x)
      p.open(x)
    }
    p.ended(x)
    p.ended(y)
  }

  /// Several operations, and a wait for their queue.
  private static func allAwaited(_ p: inout Draft) {
    let q = queue(&p)
    let xs = (0..<p.number(1...3)).map { _ in p.operation() }
    p.addAll(q, xs)
    p.command(.waitAll, q)
    for x in xs { p.command(.isFinished, x) }
  }

  /// Cancelled after its finish.
  private static func cancelledAfterwards(_ p: inout Draft) {
    let x = p.operation()
    enter(x, &p)
    p.until(.isFinished, x)
    p.cancel(x)
    p.command(.isFinished, x)
    p.command(.isExecuting, x)
    p.until(.isExecuting, x, false)
  }

  /// Added before it is ready by its own account, if it has one, and asked until it is.
  private static func readyLate(_ p: inout Draft) {
    let q = queue(&p, suspended: true)
    let x = p.operation()
    p.command(.isReady, x)
    p.add(q, x)
    p.until(.isReady, x)
    p.resume(q)
    p.until(.isFinished, x)
  }

  /// Cancelled between the start and the work: the thread that works has been asked for, and may
  /// not have begun.
  private static func cancelledBeforeItsWork(_ p: inout Draft) {
    let xs = (0..<p.number(1...3)).map { _ in p.operation() }
    for x in xs {
      p.start(x)
      p.cancel(x)
    }
    for x in xs { end(x, &p) }
  }
}

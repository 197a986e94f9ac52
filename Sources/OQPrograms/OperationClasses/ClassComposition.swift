import OQHistory
import OQSpecification

/// Writes the program of some facts: what has to be there first, the call, and what follows it.
///
/// `x` is the operation that the facts are about. A blocker is held wherever `x` has to wait for
/// something; it is opened before the work of `x` is needed, so that a class with a single thread
/// comes to an end, too.
struct ClassComposition {
  private let facts: ClassFacts
  private let nature: OperationNature

  init(_ facts: ClassFacts, _ nature: OperationNature) {
    self.facts = facts
    self.nature = nature
  }

  /// The program as a planned shape, of the least weight: there are many of them, and each rule is
  /// decided by a good part.
  var situation: Situation { Situation(rules.sorted(), weight: 2, write) }

  /// The rules that the program helps to decide.
  private var rules: Set<RuleID> {
    var rules: Set<RuleID> = ["ASYNC-8", "ASYNC-16", "EXEC-1", "STATE-3", "STATE-7", "ASYNC-9"]
    if facts.cancel != .never { rules.formUnion(["CANCEL-1", "CANCEL-22", "STATE-9"]) }
    if [.beforeEntry, .parked].contains(facts.cancel) { rules.formUnion(["ASYNC-7", "KVO-53"]) }
    if facts.company == .sibling, facts.ending == .fails { rules.insert("STATE-9") }
    if facts.cancel == .behindDependency { rules.formUnion(["CANCEL-19", "READY-7", "DEP-1"]) }
    if facts.completion != .none {
      rules.formUnion(["DONE-1", "DONE-2", "DONE-9"])
      rules.insert(facts.cancel == .never ? "DONE-3" : "DONE-4")
    }
    switch facts.dependency {
    case .none: break
    case .finished: rules.formUnion(["DEP-1", "DEP-11", "EXEC-2"])
    case .cancelled, .cancelledAtWork:
      rules.formUnion(["DEP-1", "DEP-11", "EXEC-2", "CANCEL-19", "READY-7"])
    }
    switch facts.waiters {
    case .none: break
    case .queue: rules.insert("WAIT-3")
    case .one, .two, .afterwards: rules.formUnion(["WAIT-1", "WAIT-2"])
    }
    switch facts.company {
    case .none: break
    case .dependent: rules.formUnion(["DEP-1", "READY-7", "ASYNC-6", "QUEUE-1"])
    case .sibling: rules.formUnion(["LIMIT-1", "ASYNC-6", "QUEUE-1"])
    }
    if facts.reads == .afterEveryChange {
      rules.formUnion(["ASYNC-4", "ASYNC-10", "ASYNC-18", "READY-6"])
    }
    return rules
  }

  /// The objects of the program.
  private struct Cast {
    let queue: QueueID?
    let x: OperationID
    let blocker: OperationID?
    let other: OperationID?
    /// What `x` depends on beside the blocker.
    let dependency: OperationID?
  }

  /// Whether the work is held until the program opens it.
  private var isHeld: Bool { [.executing, .working].contains(facts.cancel) }

  /// Writes the program.
  private func write(_ p: inout Draft) {
    let cast = declare(&p)
    let x = cast.x
    read(x, &p)
    if facts.completion == .set { p.command(.setCompletion, x, .integer(1)) }
    if facts.cancel == .beforeEntry {
      p.cancel(x)
      read(x, &p)
    }
    let parked = prepareDependency(of: cast, &p)
    wait(cast, &p)
    enter(cast, parked, &p)
    if facts.entry == .hand, isHeld {
      p.client(p.nextClient) { meanwhile(cast, &$0) }
    } else {
      meanwhile(cast, &p)
    }
    end(cast, &p)
    p.reached = ClassFacts.grid(nature).reached(facts.values)
  }

  private func declare(_ p: inout Draft) -> Cast {
    let queue: QueueID? =
      facts.entry == .queue
      ? p.queue(
        limit: facts.cancel == .behindLimit ? 1 : p.pick([nil, nil, 1, 2]),
        suspended: facts.cancel == .parked) : nil
    let blocks = [.behindLimit, .behindDependency].contains(facts.cancel)
    let blocker = blocks ? p.operation() : nil
    let dependency = facts.dependency == .none ? nil : p.operation()
    let waited = [facts.cancel == .behindDependency ? blocker : nil, dependency]
    let x = p.operation(
      after: waited.compactMap(\.self), completion: facts.completion == .declared)
    let other: OperationID? =
      switch facts.company {
      case .none: nil
      case .dependent: p.operation(after: [x])
      case .sibling: p.operation()
      }
    if let blocker { p.hold(blocker) }
    if let dependency, facts.dependency == .cancelledAtWork { p.hold(dependency) }
    p.inside(x) { p in
      if facts.ending == .fails { p.command(.throwError, x) }
      if isHeld { p.step(.hold) }
    }
    if facts.completion != .none, facts.reference == .kept {
      p.inside(x, .completion) { p in
        p.command(.isFinished, x)
        p.command(.isExecuting, x)
      }
    }
    return Cast(queue: queue, x: x, blocker: blocker, other: other, dependency: dependency)
  }

  /// What becomes of the dependency before `x` is started.
  ///
  /// - Returns: the queue in which a cancelled dependency stays until `x` is in its own.
  private func prepareDependency(of cast: Cast, _ p: inout Draft) -> QueueID? {
    guard let dependency = cast.dependency else { return nil }
    let queue = p.queue(suspended: facts.dependency == .cancelled)
    p.add(queue, dependency)
    switch facts.dependency {
    case .none, .finished: break
    case .cancelled:
      p.cancel(dependency)
      if facts.entry == .queue { return queue }
      p.resume(queue)
    case .cancelledAtWork:
      p.began(dependency)
      p.cancel(dependency)
      if facts.entry == .queue { return nil }
      p.open(dependency)
    }
    p.until(.isFinished, dependency)
    // That it has finished may be seen before `x` has noticed.
    if facts.entry == .hand { p.until(.isReady, cast.x) }
    return nil
  }

  /// Lets a dependency end that was cancelled, while `x` waits for it in its queue.
  ///
  /// What must not begin yet has begun by the end of an operation that came to its queue later.
  /// That one is added only where no work is held: a class may do all of it on one thread.
  private func endDependency(of cast: Cast, in parked: QueueID?, _ p: inout Draft) {
    guard let dependency = cast.dependency, facts.dependency != .finished, let queue = cast.queue
    else { return }
    p.command(.isReady, cast.x)
    if parked != nil, facts.cancel != .parked {
      let later = p.operation()
      p.add(queue, later)
      p.until(.isFinished, later)
    }
    p.command(.isFinished, dependency)
    p.command(.isCancelled, cast.x)
    if let parked { p.resume(parked) } else { p.open(dependency) }
    p.until(.isFinished, dependency)
  }

  /// Clients that wait, from before the start on.
  private func wait(_ cast: Cast, _ p: inout Draft) {
    let count =
      switch facts.waiters {
      case .none, .afterwards, .queue: 0
      case .one: 1
      case .two: 2
      }
    for _ in 0..<count {
      p.client(p.nextClient) { p in
        p.command(.wait, cast.x)
        p.command(.isFinished, cast.x)
      }
    }
  }

  private func enter(_ cast: Cast, _ parked: QueueID?, _ p: inout Draft) {
    guard let queue = cast.queue else {
      p.start(cast.x)
      // Whoever comes after it is added to a queue of its own.
      if let other = cast.other {
        let queue = p.queue()
        p.add(queue, other)
      }
      return
    }
    if let blocker = cast.blocker {
      p.add(queue, blocker)
      p.began(blocker)
    }
    p.add(queue, cast.x)
    if facts.reference == .dropped { p.drop(cast.x) }
    endDependency(of: cast, in: parked, &p)
    if let other = cast.other {
      if facts.cancel == .working || facts.cancel == .executing, facts.way == .queue {
        // Its own cancel would be another program.
        let second = p.queue()
        p.add(second, other)
      } else {
        p.add(queue, other)
      }
    }
    if facts.waiters == .queue { p.client(p.nextClient) { $0.command(.waitAll, queue) } }
  }

  /// What happens between the start and the finish.
  private func meanwhile(_ cast: Cast, _ p: inout Draft) {
    let x = cast.x
    switch facts.cancel {
    case .never, .beforeEntry, .finished: break
    case .parked, .behindLimit, .behindDependency, .entered: cancel(cast, &p)
    case .executing:
      p.until(.isExecuting, x)
      cancel(cast, &p)
    case .working:
      p.began(x)
      read(x, &p)
      cancel(cast, &p)
    case .worked:
      p.ended(x)
      cancel(cast, &p)
    }
    if facts.cancel == .parked, let queue = cast.queue { p.resume(queue) }
    if let blocker = cast.blocker {
      p.command(.isCancelled, blocker)
      p.open(blocker)
      p.until(.isFinished, blocker)
    }
    if isHeld { p.open(x) }
  }

  private func cancel(_ cast: Cast, _ p: inout Draft) {
    if facts.way == .queue, let queue = cast.queue {
      p.command(.cancelAll, queue)
    } else {
      p.cancel(cast.x)
    }
    read(cast.x, &p)
  }

  /// Everything comes to its end, and is looked at once more.
  private func end(_ cast: Cast, _ p: inout Draft) {
    let x = cast.x
    if facts.reference == .kept {
      p.until(.isFinished, x)
      p.command(.isExecuting, x)
      p.command(.isCancelled, x)
      if facts.dependency != .none { p.command(.dependencies, x) }
      read(x, &p)
      if facts.cancel == .finished {
        cancel(cast, &p)
        p.command(.isFinished, x)
      }
      if facts.waiters == .afterwards {
        p.command(.wait, x)
        p.command(.isFinished, x)
      }
      p.until(.isExecuting, x, false)
    } else if facts.cancel == .never {
      p.ended(x)
    }
    if facts.completion != .none { p.ended(x, .completion) }
    guard let other = cast.other else { return }
    // What has failed is no matter of the other one's.
    if facts.company == .sibling, facts.ending == .fails { p.command(.isCancelled, other) }
    // Should it never begin, it tells whether it was ready.
    if facts.company == .sibling, facts.reference == .kept { p.command(.isReady, other) }
    p.until(.isFinished, other)
  }

  /// Reads every accessor, where the facts say so.
  private func read(_ x: OperationID, _ p: inout Draft) {
    guard facts.reads == .afterEveryChange else { return }
    for verb in [Verb.isReady, .isExecuting, .isFinished, .isCancelled, .isAsynchronous] {
      p.command(verb, x)
    }
  }
}

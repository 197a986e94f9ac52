import OQHistory

/// A program in which two clients act at the same time on things that have to do with each other:
/// an operation, its dependency, its queue.
///
/// It is small, so that a scan can hold a lane at each of its points. Now and then a call is made
/// many times instead, or the same two things meet again and again with new objects: some windows
/// have no point that is visible.
///
/// Everything ends on every correct implementation, whichever of the two comes first: until both
/// have acted, only what the first steps have brought about is waited for. Then all gates are open,
/// the queue runs, and the dependency has an end. At most one task is held at a time, so that one
/// thread is left for others.
struct RaceForm {
  /// Where the operation stands when the clients meet.
  private enum Standing: CaseIterable {
    case new, waiting, suspended, running
  }

  /// What the operation depends on, and what brings about its end.
  private enum Dependency: CaseIterable {
    case none, startedByHand, held, reporting
  }

  /// What a client does.
  private enum Action: CaseIterable {
    // What lets something go on.
    case endDependency, endTask, start, resume, notify
    // What changes something.
    case add, removeDependency, cancel, cancelDependency, suspend, cancelAll, setLimit
    case addOther, addDependent, addBarrier
    case setPriority, setCompletion, addBlock, setName, observe, observeQueue
    // What looks.
    case readState, readProperty, readQueue
    // What waits.
    case addAndWait, wait, waitAll

    /// Whether something may go on that has waited for it.
    var letsGo: Bool {
      switch self {
      case .endDependency, .endTask, .start, .resume, .notify: true
      default: false
      }
    }

    /// Whether the call returns only once something has ended.
    var waits: Bool {
      switch self {
      case .addAndWait, .wait, .waitAll: true
      default: false
      }
    }

    /// Whether it can be done as often as one likes.
    var mayBeRepeated: Bool {
      switch self {
      case .cancel, .cancelDependency, .cancelAll, .setLimit, .setPriority, .setCompletion,
        .setName, .readState, .readProperty, .readQueue:
        true
      default: false
      }
    }

    /// Whether the operation comes into a queue, or is started.
    var begins: Bool { self == .add || self == .addAndWait || self == .start }
  }

  /// Two clients that meet.
  private struct Round {
    let standing: Standing
    let dependency: Dependency
    let isConditional: Bool
    let q: QueueID
    var x = OperationID(0)
    var d: OperationID?
    /// What the actions have added, and what of it is certain to end.
    var added: [OperationID] = []
  }

  private var meetings = 0

  /// Writes the program.
  mutating func write(_ p: inout Draft) {
    p.style = []
    if p.chance(16) { return crowd(&p) }
    let standing = p.pick(Standing.allCases)
    let isConditional =
      p.has(.conditional) && p.has(.setCondition) && p.has(.notifyReady) && standing != .running
      && p.chance(6)
    let dependency = standing == .running ? .none : dependency(of: standing, &p)
    let q = p.queue(limit: p.pick([nil, nil, 1, 2]), suspended: standing == .suspended)
    var round = Round(
      standing: standing, dependency: dependency, isConditional: isConditional, q: q)
    guard let (first, second) = actions(round, &p) else { return }
    // Whoever waits for a queue would wait for the next round, too.
    let rounds = !first.waits && !second.waits && p.chance(6) ? p.number(4...6) : 1
    let times = rounds == 1 && p.chance(4) ? p.pick([4, 16, 40]) : 1
    let other =
      dependency == .held || dependency == .startedByHand && !p.has(.start) ? p.queue() : q
    for number in 0..<rounds {
      round.added = []
      if number > 0, standing == .suspended { p.suspend(q) }
      prepare(&round, other, &p)
      meet(&round, first, second, other, times, &p)
      end(round, [first, second], other, &p)
    }
  }

  private func dependency(of standing: Standing, _ p: inout Draft) -> Dependency {
    let mayReport = p.has(.asynchronous) && p.has(.reportFinished) && p.has(.start)
    let all = Dependency.allCases.filter {
      ($0 != .reporting || mayReport) && ($0 != .none || standing != .waiting)
    }
    return p.pick(all)
  }

  // MARK: The actions

  /// What the two clients do: one of them lets something go on, as a rule.
  private func actions(_ round: Round, _ p: inout Draft) -> (Action, Action)? {
    let all = Action.allCases.filter { isPossible($0, round, p) }
    let going = all.filter(\.letsGo)
    let first = p.pick(going.isEmpty || p.chance(3) ? all.filter { !$0.waits } : going)
    let others = all.filter { !($0.begins && first.begins) && ($0 != first || !first.letsGo) }
    return others.isEmpty ? nil : (first, p.pick(others))
  }

  private func isPossible(_ action: Action, _ round: Round, _ p: Draft) -> Bool {
    let isNew = round.standing == .new
    switch action {
    case .endDependency, .cancelDependency: return round.dependency != .none
    case .endTask: return round.standing == .running
    case .start:
      return isNew && round.dependency == .none && !round.isConditional && p.has(.start)
    case .resume: return round.standing == .suspended
    case .suspend: return p.has(.suspend) && p.has(.resume) && round.standing != .suspended
    case .notify: return round.isConditional
    case .add: return isNew
    case .addAndWait: return isNew && p.has(.addGroupWaiting)
    case .removeDependency: return round.dependency != .none && p.has(.removeDependency)
    case .cancel, .readState: return true
    case .cancelAll: return p.has(.cancelAll)
    case .setLimit: return p.has(.setLimit)
    case .addOther, .addDependent: return true
    case .addBarrier: return p.has(.addBarrier) && p.has(.barrier)
    case .setPriority: return p.has(.setPriority)
    // Once an operation has begun, these may be refused.
    case .setCompletion: return p.has(.setCompletion) && p.has(.misuse)
    case .addBlock:
      return p.has(.block) && p.has(.addExecutionBlock) && p.has(.misuse) && !round.isConditional
    case .setName: return p.has(.setName)
    case .observe: return p.has(.observe) && p.has(.observer)
    case .observeQueue: return p.has(.observeQueue) && p.has(.observer)
    case .readProperty: return p.has(.dependencies) || p.has(.name)
    case .readQueue: return p.has(.operations) || p.has(.operationCount)
    case .wait: return !isNew && p.has(.wait)
    case .waitAll: return p.has(.waitAll)
    }
  }

  // MARK: Before

  private func prepare(_ round: inout Round, _ other: QueueID, _ p: inout Draft) {
    round.d = nil
    if round.dependency != .none {
      let d = p.operation(
        kind: round.dependency == .reporting ? .asynchronous : .task,
        completion: p.has(.setCompletion) && p.chance(4))
      round.d = d
      switch round.dependency {
      case .held:
        p.hold(d)
        p.add(other, d)
        p.began(d)
      case .reporting: p.start(d)
      case .startedByHand, .none: break
      }
    }
    let isBlock = !round.isConditional && p.has(.block) && p.has(.addExecutionBlock) && p.chance(4)
    let x = p.operation(
      kind: round.isConditional ? .conditional : isBlock ? .block : .task,
      after: round.d.map { [$0] } ?? [], completion: p.has(.setCompletion) && p.chance(3))
    round.x = x
    switch round.standing {
    case .new: break
    case .waiting, .suspended: p.add(round.q, x)
    case .running:
      p.hold(x)
      p.add(round.q, x)
      p.began(x)
    }
  }

  // MARK: The race

  private mutating func meet(
    _ round: inout Round, _ first: Action, _ second: Action, _ other: QueueID, _ times: Int,
    _ p: inout Draft
  ) {
    meetings += 1
    let mine = second.waits || p.chance(2) ? first : second
    let theirs = mine == first ? second : first
    p.client(2) { $0.meet(meetings) }
    for number in 0..<(theirs.mayBeRepeated ? times : 1) {
      p.client(2) { act(theirs, &round, other, number, &$0) }
    }
    p.meet(meetings)
    for number in 0..<(mine.mayBeRepeated ? times : 1) { act(mine, &round, other, number, &p) }
    guard !theirs.waits else { return }
    meetings += 1
    p.client(2) { $0.meet(meetings) }
    p.meet(meetings)
  }

  private func act(
    _ action: Action, _ round: inout Round, _ other: QueueID, _ number: Int, _ p: inout Draft
  ) {
    let (x, q) = (round.x, round.q)
    switch action {
    case .endDependency: endDependency(round, other, &p)
    case .endTask: p.open(x)
    case .start: p.start(x)
    case .resume: p.resume(q)
    case .notify: notify(x, &p)
    case .add: p.add(q, x)
    case .addAndWait: p.command(.addGroupWaiting, q, .operations([x]))
    case .removeDependency: if let d = round.d { p.undepend(x, d) }
    case .cancel: p.cancel(x)
    case .cancelDependency: if let d = round.d { p.cancel(d) }
    case .suspend: p.suspend(q)
    case .cancelAll: p.command(.cancelAll, q)
    case .setLimit: p.setLimit(q, p.pick([1, 2, -1]))
    case .addOther, .addDependent:
      let y = p.operation(after: action == .addDependent ? [x] : [])
      round.added.append(y)
      p.add(q, y)
    case .addBarrier: p.command(.addBarrier, q, .operation(p.operation(kind: .barrier)))
    case .setPriority: p.command(.setPriority, x, .priority(p.pick(Priority.allCases)))
    case .setCompletion: p.command(.setCompletion, x, .integer(p.pick([2, 3, 0])))
    case .addBlock:
      // Only some of the operations take blocks.
      if p.operations[x.index].kind == .block {
        p.command(.addExecutionBlock, x, .integer(2))
      } else {
        p.cancel(x)
      }
    case .setName: p.command(.setName, x, .integer(3 + number % 2))
    case .observe:
      let property = p.pick([Property.isFinished, .isExecuting, .isReady, .isCancelled])
      p.command(.observe, x, .observer(property, p.operation(kind: .observer)))
    case .observeQueue:
      let property = p.pick([Property.operations, .operationCount])
      p.command(.observeQueue, q, .observer(property, p.operation(kind: .observer)))
    case .wait: p.command(.wait, x)
    case .waitAll: p.command(.waitAll, q)
    case .readState:
      p.command(p.pick([Verb.isReady, .isFinished, .isExecuting].filter(p.has)), x)
    case .readProperty:
      p.command(p.pick([Verb.dependencies, .name, .priority].filter(p.has)), x)
    case .readQueue: p.command(p.pick([Verb.operations, .operationCount].filter(p.has)), q)
    }
  }

  private func endDependency(_ round: Round, _ other: QueueID, _ p: inout Draft) {
    guard let d = round.d else { return }
    switch round.dependency {
    case .held: p.open(d)
    case .reporting: p.command(.reportFinished, d)
    case .startedByHand: if p.has(.start) { p.start(d) } else { p.add(other, d) }
    case .none: break
    }
  }

  private func notify(_ x: OperationID, _ p: inout Draft) {
    p.command(.setCondition, x, .boolean(true))
    p.command(.notifyReady, x)
  }

  // MARK: After

  /// Lets everything come to its end, and waits for it.
  private func end(_ round: Round, _ done: [Action], _ other: QueueID, _ p: inout Draft) {
    enum Step: CaseIterable { case dependency, task, resume, notify, add }
    let open = Step.allCases.filter { step in
      switch step {
      case .dependency: round.dependency != .none && !done.contains(.endDependency)
      case .task: round.standing == .running && !done.contains(.endTask)
      case .resume:
        done.contains(.suspend) || round.standing == .suspended && !done.contains(.resume)
      case .notify: round.isConditional && !done.contains(.notify)
      case .add: round.standing == .new && !done.contains(where: \.begins)
      }
    }
    for step in p.shuffled(open) {
      switch step {
      case .dependency: endDependency(round, other, &p)
      case .task: p.open(round.x)
      case .resume: p.resume(round.q)
      case .notify: notify(round.x, &p)
      case .add: p.add(round.q, round.x)
      }
    }
    p.finished(round.x)
    for operation in round.added { p.finished(operation) }
    if p.chance(2) { p.read(round.x, .isFinished, .isExecuting, .isReady, .dependencies) }
    for verb in [Verb.operationCount, .operations] where p.has(verb) && p.chance(3) {
      p.command(verb, round.q)
    }
  }

  // MARK: Many at once

  /// Many short tasks that a queue without a limit may run at once, added by two clients, while a
  /// third one looks.
  private mutating func crowd(_ p: inout Draft) {
    let q = p.queue()
    let half = p.pick([4, 20, 20])
    if p.has(.setProgressTotal), p.chance(2) {
      p.command(.setProgressTotal, q, .integer(2 * half))
    }
    if p.has(.observeQueue), p.has(.observer), p.chance(3) {
      let property = p.pick([Property.operations, .operationCount])
      p.command(.observeQueue, q, .observer(property, p.operation(kind: .observer)))
    }
    let completes = p.has(.setCompletion) && p.chance(3)
    p.meet(1)
    p.client(2) { $0.meet(1) }
    var all: [OperationID] = []
    for number in 0..<half {
      for client in 1...2 {
        let x = p.operation(completion: completes)
        all.append(x)
        p.client(client) { $0.add(q, x) }
      }
      guard number % 2 == 0 else { continue }
      if number == 0 { p.client(3) { $0.meet(1) } }
      for verb in [Verb.operationCount, .operations, .progress] where p.has(verb) && p.chance(3) {
        p.client(3) { $0.command(verb, q) }
      }
    }
    p.meet(2)
    p.client(2) { $0.meet(2) }
    if p.has(.waitAll) { p.command(.waitAll, q) } else { p.allFinished(all, in: q) }
  }
}

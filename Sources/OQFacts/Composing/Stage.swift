import OQHistory
import OQPrograms

/// Brings a situation about: the steps before a call, so that every fact holds when it is made.
///
/// `x` is the operation that the facts are about, and `q` its queue. What must not go on before the
/// call is held at a gate; what the program waits for has to come about with at most one task held,
/// so that a pool of two threads is enough for most of it.
struct Stage {
  let facts: FactSet
  let verb: Verb

  /// The queue of the facts; nil where there is none.
  private(set) var q: QueueID?
  /// The operation of the facts.
  private(set) var x = OperationID(0)
  /// What `x` depends on, or depended on.
  private(set) var d: OperationID?
  /// What `x` depends on, too.
  private(set) var second: OperationID?
  /// What `x` depended on beside these two, and has finished.
  private var third: OperationID?
  /// What the dependencies of `x` depend on.
  var root: OperationID?
  /// Whether that is what the first dependency waits for.
  var isRootWaiting = false
  /// What depends on a dependency of `x`, too.
  private var sibling: OperationID?
  /// What depends on `x`.
  private(set) var e: OperationID?
  /// Tasks that take slots of the queue.
  private(set) var fillers: [OperationID] = []
  /// The block that `x` is held in.
  private(set) var block = 1
  private var never: OperationID?
  private var idle: OperationID?
  /// Whether one of several that wait stays inside once it has begun.
  private var holdsWaiting = false
  /// Another member of the group of `x`.
  private var companion: OperationID?
  /// Whether the first dependency comes in the group of `x`.
  private(set) var joins = false
  /// Whether the first dependency finishes once `x` waits for it in its queue.
  private(set) var endsLate = false
  private var barrier: OperationID?
  private var sideQueue: QueueID?
  /// A meeting that nobody has used.
  private(set) var nextMeeting = 1
  /// An observer that the call is certain to call.
  var watcher: OperationID?
  /// Observers that were there before anything happened, with what they observe.
  var watched: [(property: Property, observer: OperationID)] = []
  /// Properties that were set and that nothing changes.
  var adorned: [Verb] = []
  /// The meeting at which a task that has made the call may end.
  var leaving: Int?
  /// The call, where it had to be written before `x` enters.
  private(set) var earlyCall: PlacedCall?

  init(_ facts: FactSet, _ verb: Verb) {
    self.facts = facts
    self.verb = verb
  }

  func has(_ fact: Fact) -> Bool { facts.contains(fact) }
  func hasAny(_ some: FactSet) -> Bool { !(facts & some).isEmpty }

  /// Whether `x` is run by the queue of the facts.
  var isQueued: Bool { hasAny(.queued) }
  /// Whether `x` takes a slot when the call is made.
  var takesSlot: Bool { isQueued && hasAny(.running) }
  /// Whether the task of `x` is held while the call is made.
  var isHeld: Bool { has(.phaseExecuting) && !has(.kindAsynchronous) }

  mutating func meeting() -> Int {
    defer { nextMeeting += 1 }
    return nextMeeting
  }

  /// A queue for what only has to run.
  mutating func side(_ p: inout Draft) -> QueueID {
    if let sideQueue { return sideQueue }
    let queue = p.queue()
    sideQueue = queue
    return queue
  }

  // MARK: Declarations

  /// Writes everything before the call.
  mutating func establish(_ p: inout Draft) {
    declareQueue(&p)
    live(&p)
    declareOperations(&p)
    prepare(&p)
    lookAhead(&p)
    if has(.phaseFinished), !has(.completionRunning) {
      enter(&p)
      surround(&p)
    } else if has(.phaseFinished) {
      surround(&p)
      enter(&p)
    } else {
      surround(&p)
      if !has(.entryNone) { enter(&p) }
    }
    settle(&p)
  }

  private mutating func declareQueue(_ p: inout Draft) {
    guard !has(.loadNone) else { return }
    if has(.homeMain) {
      q = p.mainQueue()
      return
    }
    let limit: Int? =
      if has(.limitOne) {
        1
      } else if has(.limitSome) {
        has(.loadRunning) && takesSlot ? 3 : 2
      } else if has(.limitLowered) {
        2
      } else {
        nil
      }
    let queue = p.queue(limit: limit, suspended: has(.suspendedFirst))
    q = queue
    if has(.homeUnderlying) { p.command(.setUnderlyingQueue, queue, .integer(p.pick([1, 2]))) }
    if has(.homeQuality) {
      p.command(.setQueueQuality, queue, .integer(p.pick([25, 17, 9, 33])))
    }
  }

  private var kind: Program.Kind {
    switch true {
    case hasAny([.kindBlock, .kindBlocks]): .block
    case has(.kindBase): .base
    case has(.kindConditional): .conditional
    case has(.kindAsynchronous): .asynchronous
    case has(.kindFlagged): .flagged
    case has(.kindInvocation): .invocation
    case has(.kindProcedure): .procedure
    default: .task
    }
  }

  private mutating func declareOperations(_ p: inout Draft) {
    if !(has(.dependsNot) && has(.secondNone)), p.chance(4) { root = p.operation() }
    let base = [root].compactMap(\.self)
    if !has(.dependsNot) {
      if has(.dependsLater), has(.suspendedNot) { never = p.operation() }
      d = p.operation(after: base + [never].compactMap(\.self))
    }
    if !has(.secondNone) { second = p.operation(after: base) }
    if !has(.secondNone), p.chance(4) { third = p.operation(after: base) }
    if let shared = d ?? second, p.chance(3) { sibling = p.operation(after: [shared]) }
    let dependencies = [d, second, third].compactMap(\.self)
    let isDeclared = p.chance(2)
    let completes = !has(.completionNone)
    x = p.operation(
      kind: kind, blocks: has(.kindBlocks) ? p.pick([2, 3]) : 1,
      after: isDeclared ? dependencies : [],
      priority: has(.priorityEarly) ? p.pick(Priority.allCases) : nil,
      completion: completes && !p.chance(3))
    if has(.kindBlocks) { block = has(.callerBlock) || !has(.callerOwn) && p.chance(2) ? 2 : 1 }
    if !isDeclared { for dependency in p.shuffled(dependencies) { p.depend(x, dependency) } }
    if completes, !p.operations[x.index].completion {
      p.command(.setCompletion, x, .integer(1))
    }
    if !has(.dependentsNone) { e = p.operation(after: [x]) }
    if has(.qualitySet) { p.command(.setQuality, x, .integer(p.pick([25, 17, 9, 33]))) }
    if has(.observedYes) {
      let property = p.pick(
        [Property.isFinished, .isExecuting, .isReady, .isCancelled, .dependencies])
      let observer = observer(of: property, &p)
      p.command(.observe, x, .observer(property, observer))
      watched.append((property, observer))
      observeQueue(&p)
    }
    if has(.kindConditional), !hasAny([.readyCondition, .readyBoth]) { satisfy(x, &p) }
    adorn(&p)
  }

  /// Whoever observes the operation observes its queue, too, as often as not.
  private mutating func observeQueue(_ p: inout Draft) {
    guard let q, p.has(.observeQueue), !has(.homeMain), p.chance(2) else { return }
    let property = p.pick(
      [Property.operations, .operationCount, .maxConcurrentOperationCount, .isSuspended])
    let observer = observer(of: property, &p)
    p.command(.observeQueue, q, .observer(property, observer))
    watched.append((property, observer))
  }

  private func satisfy(_ operation: OperationID, _ p: inout Draft) {
    p.command(.setCondition, operation, .boolean(true))
    p.command(.notifyReady, operation)
  }

  // MARK: What is around the operation

  /// What has to be there before `x` enters, or has entered and finished.
  private mutating func prepare(_ p: inout Draft) {
    if let sibling, !p.chance(3) { p.add(side(&p), sibling) }
    prepareRoot(&p)
    if let second { prepareSecond(second, &p) }
    if let third {
      p.add(side(&p), third)
      p.finished(third)
    }
    joins = mayJoin && p.chance(2)
    endsLate = mayEndLate && p.chance(2)
    if let d, !joins { prepare(d, &p) }
    if has(.dependentsWaiting), let e {
      p.add(side(&p), e)
      if p.chance(3) { p.add(side(&p), p.operation(after: [x])) }
    }
    if has(.cancelledNew) { p.cancel(x) }
  }

  /// Fills the queue, before `x` enters unless it has finished by then.
  private mutating func surround(_ p: inout Draft) {
    guard let q else { return }
    for _ in 0..<fillersNeeded(&p) {
      let filler = p.operation()
      fillers.append(filler)
      p.hold(filler)
      p.add(q, filler)
      p.began(filler)
      // It is cancelled while it runs, and gives its slot back all the same.
      if p.chance(6) { p.cancel(filler) }
    }
    if has(.barrierRunning) { runBarrier(in: q, &p) }
    let isEarly = !takesSlot && !(has(.phaseFinished) && has(.completionRunning))
    if isEarly {
      if has(.suspendedLate) { p.suspend(q) }
      lower(q, &p)
    }
    if isEarly || has(.callerStart), has(.loadWaiting), !isGroupOfTwo { addIdle(q, &p) }
    // A queue is waited for as long as something is in it.
    if isEarly, has(.waitedQueue), has(.limitZero), fillers.isEmpty { addIdle(q, &p) }
    if has(.barrierWaiting), has(.heldBarrier) || !has(.phaseQueued), isEarly {
      _ = addBarrier(q, &p)
    }
  }

  /// A barrier begins and stays inside.
  ///
  /// One that had to wait comes there another way than one that finds its queue empty. It waits
  /// only where that changes nothing of what `x` has met in its queue.
  private mutating func runBarrier(in q: QueueID, _ p: inout Draft) {
    let waits = hasAny([.phaseFinished, .pastUsed]) && !has(.homeMain) && p.chance(2)
    let earlier = waits ? p.operation() : nil
    if let earlier {
      p.hold(earlier)
      p.add(q, earlier)
      p.began(earlier)
    }
    let barrier = addBarrier(q, &p)
    p.hold(barrier)
    if let earlier {
      p.open(earlier)
      p.finished(earlier)
    }
    p.began(barrier)
  }

  private func lower(_ q: QueueID, _ p: inout Draft) {
    if has(.limitZero) { p.setLimit(q, 0) }
    if has(.limitLowered) { p.setLimit(q, 1) }
  }

  private mutating func addBarrier(_ q: QueueID, _ p: inout Draft) -> OperationID {
    let operation = p.operation(kind: .barrier)
    p.command(.addBarrier, q, .operation(operation))
    barrier = operation
    return operation
  }

  private mutating func declareIdle(_ p: inout Draft) -> OperationID {
    if has(.suspendedNot), never == nil { never = p.operation() }
    let operation = p.operation(after: has(.suspendedNot) ? never.map { [$0] } ?? [] : [])
    holdIdle(operation, &p)
    idle = operation
    return operation
  }

  private mutating func holdIdle(_ operation: OperationID, _ p: inout Draft) {
    guard mayHoldIdle, !holdsWaiting, p.chance(2) else { return }
    p.hold(operation)
    holdsWaiting = true
  }

  /// Whether what waits in the suspended queue beside `x` may stay inside once it has begun: `x`
  /// does not need its slot, and nothing else is held.
  private var mayHoldIdle: Bool {
    has(.phaseQueued) && hasAny(.stopped) && hasAny([.limitNone, .limitSome]) && has(.homePlain)
      && hasAny([.loadEmpty, .loadWaiting]) && has(.barrierNone)
      && !hasAny([.secondRunning, .dependsRunning])
  }

  /// Adds something that waits in the queue.
  private mutating func addIdle(_ q: QueueID, _ p: inout Draft) {
    guard idle == nil, !has(.dependsLater) || has(.heldBarrier) else { return }
    // A block that nobody has a reference to waits like any other.
    if !has(.suspendedNot), p.has(.closure), p.has(.addBlock), p.chance(4) {
      let block = p.operation(kind: .closure)
      holdIdle(block, &p)
      idle = block
      p.add(q, block)
    } else {
      p.add(q, declareIdle(&p))
    }
  }

  /// Whether what waits in the queue is added together with `x`.
  private var isGroupOfTwo: Bool {
    has(.entryGroup) && has(.phaseQueued) && has(.loadWaiting) && !has(.dependsLater)
      && !has(.heldBarrier)
  }

  private func fillersNeeded(_ p: inout Draft) -> Int {
    let own = takesSlot ? 1 : 0
    switch true {
    case has(.limitZero):
      return has(.callerTask) ? 1 : hasAny([.suspendedFirst, .barrierRunning]) ? 0 : p.draw(2)
    case has(.loadRunning): return 1
    case has(.loadFull): return (has(.limitOne) ? 1 : 2) - own
    default: return 0
    }
  }

  // MARK: The operation itself

  private mutating func enter(_ p: inout Draft) {
    script(&p)
    // Cancelled in a queue, and started all the same: it has to be kept there for a while.
    let isKept = has(.cancelledQueued) && !has(.phaseQueued)
    if isKept, let q { p.suspend(q) }
    switch true {
    case has(.entryHand): startByHand(&p)
    case has(.entryInside):
      guard let q else { break }
      let adder = p.operation()
      let x = x
      p.inside(adder) { $0.addInside(q, x) }
      run(adder, &p)
      p.ended(adder)
    case has(.entryCompletion):
      guard let q else { break }
      let adder = p.operation(completion: true)
      let x = x
      p.inside(adder, .completion) { $0.addInside(q, x) }
      p.add(side(&p), adder)
      p.ended(adder, .completion)
    case has(.entryGroup):
      guard let q else { break }
      var group = [x]
      if joins, let d { group.append(d) }
      if isGroupOfTwo, idle == nil { group.append(declareIdle(&p)) }
      if mayHaveCompanion, p.chance(2) { companion = p.operation() }
      group += [companion].compactMap(\.self)
      p.command(.addGroup, q, .operations(group.count > 1 ? p.shuffled(group) : group))
      if joins, let d { p.finished(d) }
    default: if let q { p.add(q, x) }
    }
    if endsLate, let d {
      p.open(d)
      p.finished(d)
    }
    if has(.cancelledQueued) { p.cancel(x) }
    if isKept, let q { p.resume(q) }
    follow(&p)
  }

  /// Whether another member of the group of `x` runs to its end while the task of `x` is held.
  private var mayHaveCompanion: Bool {
    isHeld && (has(.limitNone) || has(.limitSome)) && hasAny([.loadEmpty, .loadWaiting])
      && (has(.homePlain) || has(.homeQuality))
  }

  /// What the callbacks of `x` do.
  private mutating func script(_ p: inout Draft) {
    let x = x
    if kind.hasBody, p.chance(4) { lookAround(&p) }
    if mayHoldWaiting, !holdsWaiting, p.chance(4) {
      p.hold(x)
      holdsWaiting = true
    }
    if kind.hasBody, isHeld || (has(.cancelledRunning) && has(.phaseFinished)) {
      p.inside(x, index: block) { $0.step(.hold) }
    }
    if has(.completionRunning) { p.inside(x, .completion) { $0.step(.hold) } }
    if has(.kindAsynchronous), has(.reportInside) {
      let (isCancelled, isOver) = (has(.cancelledRunning), has(.phaseFinished))
      p.inside(x, .start) { p in
        if !isOver || p.chance(2) { p.command(.reportExecuting, x) }
        guard isOver else { return }
        if isCancelled { p.cancel(x) }
        p.command(.reportFinished, x)
      }
    }
    if has(.callerStart) {
      let command = command(&p)
      earlyCall = place(command, on: .callback(Callback(x, .start)), &p)
    }
  }

  /// The task of `x` looks where it runs.
  private func lookAround(_ p: inout Draft) {
    let (x, q) = (x, has(.ownerDropped) ? nil : q)
    let verbs = [Verb.isCurrent, .underlyingKey].filter { q != nil && p.has($0) }
    p.inside(x) { p in
      if let q, !verbs.isEmpty { p.command(p.pick(verbs), q) }
      if p.has(.runsAt), !has(.referenceDropped) { p.command(.runsAt, x) }
    }
  }

  /// Whether the task of `x`, which waits in its queue, may stay inside once it has begun: whatever
  /// frees several owes the others, too.
  private var mayHoldWaiting: Bool {
    has(.phaseQueued) && kind.hasBody && kind != .flagged && !has(.kindBlocks)
      && (has(.homePlain) || has(.homeQuality)) && !hasAny([.secondRunning, .dependsRunning])
  }

  /// Whether `x` is ready for no other reason than that its dependencies have finished or were
  /// removed.
  private var hasSettledDependencies: Bool {
    hasAny([.dependsFinished, .dependsRemoved, .secondFinished]) && !hasAny(FactSet.cancelledEarly)
      && hasAny([.dependsNot, .dependsFinished, .dependsRemoved])
      && hasAny([.secondNone, .secondFinished])
  }

  private mutating func startByHand(_ p: inout Draft) {
    let x = x
    // That a dependency has finished may be seen before it has let go what waits for it, and the
    // end of a wait by removal may be noticed a little later.
    if hasSettledDependencies { p.until(.isReady, x) }
    guard isHeld || has(.completionRunning) || (has(.cancelledRunning) && kind.hasBody) else {
      p.start(x)
      return
    }
    let meeting = meeting()
    p.client(p.nextClient) { p in
      p.meet(meeting)
      p.start(x)
    }
    p.meet(meeting)
    guard isHeld, p.has(.misuse), p.chance(3) else { return }
    // A second start is refused, and changes nothing.
    let (second, block) = (self.meeting(), block)
    p.client(p.nextClient) { p in
      p.began(x, index: block)
      p.meet(second)
      p.start(x)
    }
    p.meet(second)
  }

  /// Waits until `x` is in its phase.
  private func follow(_ p: inout Draft) {
    if has(.kindAsynchronous), hasAny(.started) {
      followCustom(&p)
    } else if isHeld {
      p.began(x, index: block)
      if let companion { p.finished(companion) }
      if has(.cancelledRunning) { p.cancel(x) }
    } else if has(.phaseFinished) {
      if has(.cancelledRunning) {
        p.began(x, index: block)
        p.cancel(x)
        p.open(x, index: block)
      }
      p.until(.isFinished, x)
    }
    guard has(.phaseFinished) else { return }
    if has(.completionDone) { p.ended(x, .completion) }
    if has(.completionRunning) { p.began(x, .completion) }
    if has(.cancelledFinished) { p.cancel(x) }
  }

  private func followCustom(_ p: inout Draft) {
    p.ended(x, .start)
    if has(.reportAfter) {
      if has(.phaseExecuting) || p.chance(2) { p.command(.reportExecuting, x) }
      if has(.cancelledRunning) { p.cancel(x) }
      if has(.phaseFinished) { p.command(.reportFinished, x) }
    } else if has(.cancelledRunning), !has(.phaseFinished) {
      p.cancel(x)
    }
  }

  // MARK: What comes after its entry

  private mutating func settle(_ p: inout Draft) {
    if let q { settle(q, &p) }
    if has(.priorityLate) { p.command(.setPriority, x, .priority(p.pick(Priority.allCases))) }
    if removesLate, let d { p.undepend(x, d) }
    let x = x
    if has(.waitedOperation) { waits(&p) { $0.command(.wait, x) } }
    if has(.waitedQueue), let q { waits(&p) { $0.command(.waitAll, q) } }
    awaitReadiness(&p)
    if has(.referenceDropped) { p.drop(x) }
    if has(.ownerDropped), let q { p.drop(q) }
  }

  private mutating func settle(_ q: QueueID, _ p: inout Draft) {
    let isLate = takesSlot || (has(.phaseFinished) && has(.completionRunning))
    if isLate {
      if has(.suspendedLate) { p.suspend(q) }
      lower(q, &p)
    }
    if has(.loadWaiting) { addIdle(q, &p) }
    // Of several that wait one may stay inside, and the others are owed.
    if has(.loadWaiting), hasAny(.stopped), idle != nil, p.chance(2) { addRivals(q, &p) }
    // Behind a full queue something waits for a slot.
    if has(.loadFull), p.chance(2) { addRivals(q, &p) }
    if has(.dependsLater), let d { p.add(q, d) }
    if has(.barrierWaiting), barrier == nil { _ = addBarrier(q, &p) }
  }

  /// Adds one to three operations among which a queue chooses by their priorities.
  private func addRivals(_ q: QueueID, _ p: inout Draft) {
    for _ in 0..<p.number(1...3) {
      let isRanked = p.has(.setPriority) && !p.chance(3)
      p.add(q, p.operation(priority: isRanked ? p.pick(Priority.allCases) : nil))
    }
  }

  private mutating func waits(_ p: inout Draft, _ write: (inout Draft) -> Void) {
    let meeting = meeting()
    for _ in 0..<(p.chance(4) ? 2 : 1) {
      p.client(p.nextClient) { p in
        p.meet(meeting)
        write(&p)
      }
    }
    p.meet(meeting)
  }
}

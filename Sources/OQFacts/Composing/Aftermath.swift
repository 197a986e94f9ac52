import OQHistory
import OQModel
import OQPrograms

/// What follows the call: everything that was kept is let go, what must come to its end is waited
/// for, and what there is to see is looked at.
///
/// Nothing is waited for but what is certain whatever the implementation is free to choose: an
/// operation of which every dependency that was ever added is certain, in a queue that can run,
/// behind certain barriers.
struct Aftermath {
  let stage: Stage
  let call: Command
  let state: State
  let program: Program
  /// Operations whose end nobody brings about, or that may never come into their queue.
  private(set) var left: OperationSet
  /// Operations whose end the program has waited for.
  var awaited = OperationSet()
  /// An observer of what the end of `x` changes.
  var endWatcher: OperationID?
  /// Custom operations that report their finish, and conditions that are met.
  private(set) var settled = OperationSet()
  /// Whether a client starts `x` by hand once more.
  private var startsAgain = false
  /// The queues to which operations are added after the call.
  private(set) var homes: [Int: QueueID] = [:]
  private(set) var limits: [QueueID: Int] = [:]
  private(set) var resumed: Set<QueueID> = []
  /// Operations that each operation ever depended on.
  let dependencies: [OperationSet]
  /// The calls of tasks and completion blocks that may wait.
  let waits: [Callback: [Command]]

  /// What follows a call that has been made in the model.
  init(_ stage: Stage, _ call: Command, _ state: State, _ program: Program) {
    self.stage = stage
    self.call = call
    self.state = state
    self.program = program
    var dependencies = program.operations.map { operation in
      operation.dependencies.reduce(into: OperationSet()) { $0.insert($1.index) }
    }
    for case .command(let command) in program.allSteps where command.verb == .addDependency {
      guard let target = command.operation, let other = command.operands.first else { continue }
      dependencies[target.index].insert(other.index)
    }
    self.dependencies = dependencies
    left = Aftermath.refusable(program)
    waits = program.scripts.reduce(into: [:]) { waits, script in
      guard let callback = script.lane.callback else { return }
      waits[callback] = script.steps.compactMap(\.command).filter(\.verb.entry.mayBlock)
    }
  }

  /// Writes the steps of client 1.
  mutating func write(_ p: inout Draft) {
    addEdge(&p)
    waitForWatcher(&p)
    readBack(&p)
    readAdorned(&p)
    if p.chance(2) { look(&p) }
    if stage.leaving != nil || !p.chance(4) { waitForOwed(&p) }
    if p.chance(stage.has(.barrierRunning) ? 2 : 6) { join(&p) }
    if p.chance(6) { addStarted(&p) }
    if p.chance(4) { linger(&p) }
    watchEnd(&p)
    open(&p)
    meetConditions(&p)
    // An add makes a queue look at everything again, and hides that it had forgotten something.
    if p.chance(2), nothingLingers {
      report(&p)
      waitForAll(&p)
    }
    addTheRest(&p)
    report(&p)
    waitForAll(&p)
    startAgain(&p)
    end(&p)
    if isCertain(stage.x.index) { readResult(&p) }
    if p.chance(2) { look(&p) }
    readAdorned(&p)
    dropAll(&p)
  }

  /// Adds what the call has made the operation depend on, where client 1 lets the operation go
  /// meanwhile: whatever waits for the operation has to wait for that, too, if the call came first.
  private mutating func addEdge(_ p: inout Draft) {
    guard stage.has(.callerRace), call.verb == .addDependency else { return }
    for other in call.operands
    where state.operations[other.index].phase == .new && p.hasHandle(other) {
      let queue = rest(&p)
      p.add(queue, other)
      homes[other.index] = queue
    }
  }

  /// Adds something to the queue while everything stays as the call has left it: it keeps to what
  /// is set and to what is inside like all that came before.
  private func join(_ p: inout Draft) {
    guard let q = stage.q, p.hasHandle(q), !stage.verb.entry.mayBlock else { return }
    p.add(q, p.work())
    linger(&p)
  }

  /// Adds an operation that was started by hand, and is under way, to a queue, which has to refuse
  /// it or to ignore it, and looks at both.
  private func addStarted(_ p: inout Draft) {
    guard stage.has(.entryHand), stage.isHeld, p.has(.misuse), p.hasHandle(stage.x) else { return }
    let q = p.queue()
    p.add(q, stage.x)
    linger(&p)
    p.read(stage.x, .isFinished, .isExecuting)
    for verb in [Verb.operationCount, .operations] where p.has(verb) { p.command(verb, q) }
  }

  /// Whether everything that is in a queue comes to its end once it is reported, without a further
  /// add.
  ///
  /// Something that stays inside, such as an asynchronous operation that nobody can report yet, may
  /// have the slot that another one needs: the order in which a queue begins them is its own.
  private var nothingLingers: Bool {
    var reported = self
    let present = state.operations.indices.filter {
      state.operations[$0].phase != .finished && state.operations[$0].phase != .new
    }
    for index in present where program.operations[index].kind == .asynchronous {
      reported.settled.insert(index)
    }
    return present.allSatisfy { reported.isCertain($0) }
  }

  // MARK: Letting go

  /// Takes away what keeps anything, one after the other; of what may go on the end is awaited now
  /// and then before the next thing, or all that is owed by then.
  private mutating func open(_ p: inout Draft) {
    let openers = p.shuffled(self.openers(&p))
    let pauses = mayPause && p.chance(2)
    for step in openers {
      p.step(step)
      if pauses, step != openers.last {
        pause(&p)
        if p.chance(3) { linger(&p) }
        continue
      }
      guard case .open(let gate) = step, gate.point == .body, step != openers.last, p.chance(3)
      else { continue }
      let operation = state.operations[gate.operation.index]
      let declaration = program[gate.operation]
      guard operation.isStarted, declaration.blocks == 1, declaration.kind != .barrier,
        p.hasHandle(gate.operation), isCertain(gate.operation.index)
      else { continue }
      p.finished(gate.operation)
      awaited.insert(gate.operation.index)
    }
  }

  /// Gates, a task that stays inside, suspended queues, limits of 0.
  private mutating func openers(_ p: inout Draft) -> [Step] {
    var steps: [Step] = []
    let opened = Set(
      program.allSteps.compactMap { if case .open(let gate) = $0 { gate } else { nil } })
    for script in program.scripts {
      guard let callback = script.lane.callback, script.steps.contains(.hold),
        !opened.contains(callback)
      else { continue }
      steps.append(.open(callback))
    }
    if let leaving = stage.leaving { steps.append(.meet(leaving)) }
    let suspends = program.allSteps.contains { $0.command?.verb == .suspend }
    for (index, queue) in state.queues.enumerated() {
      let id = QueueID(index)
      guard p.hasHandle(id), !program[id].isMain else { continue }
      if queue.suspended || suspends {
        steps.append(.command(Command(.resume, id)))
        resumed.insert(id)
      }
      let isZero = queue.limit == 0 || (call.verb == .setLimit && call.integer == 0)
      if isZero, call.queue == id || queue.limit == 0 {
        let limit = p.pick([1, 2, -1])
        steps.append(.command(Command(.setLimit, id, .integer(limit))))
        limits[id] = limit
      }
    }
    return steps
  }

  private mutating func meetConditions(_ p: inout Draft) {
    for (index, operation) in state.operations.enumerated() {
      let id = OperationID(index)
      // Where only the call has met the condition, nobody has been told of it.
      let isOpen = !operation.isFinished || (id == stage.x && !stage.has(.phaseFinished))
      guard program[id].kind == .conditional, isOpen, p.hasHandle(id) else { continue }
      p.command(.setCondition, id, .boolean(true))
      p.command(.notifyReady, id)
      settled.insert(index)
    }
  }

  /// Adds what is new, so that it comes to its end.
  private mutating func addTheRest(_ p: inout Draft) {
    let leaves = p.chance(6) && stage.has(.waitedNot) && !stage.verb.entry.mayBlock
    for (index, operation) in state.operations.enumerated() {
      let id = OperationID(index)
      guard operation.phase == .new, homes[index] == nil, p.hasHandle(id) else { continue }
      if leaves {
        left.insert(index)
        continue
      }
      if id == stage.x, mayStartAgain, p.chance(2) {
        startsAgain = true
        continue
      }
      let own = id == stage.x && p.chance(2) ? stage.q.flatMap { p.hasHandle($0) ? $0 : nil } : nil
      let queue = own ?? rest(&p)
      p.add(queue, id)
      homes[index] = queue
    }
  }

  /// Whether a start by hand that was refused may be made once more.
  private var mayStartAgain: Bool {
    let kind = program.operations[stage.x.index].kind
    return call.verb == .start && kind != .asynchronous && kind != .conditional
      && !stage.has(.callerRace)
  }

  /// Starts by hand what could not be started before, once nothing keeps it any more.
  private mutating func startAgain(_ p: inout Draft) {
    let x = stage.x
    guard startsAgain, p.hasHandle(x), dependencies[x.index].allSatisfy({ isCertain($0) }) else {
      return
    }
    for other in dependencies[x.index] where !awaited.contains(other) {
      guard p.hasHandle(OperationID(other)) else { return }
      p.finished(OperationID(other))
    }
    p.start(x)
    p.finished(x)
  }

  private mutating func rest(_ p: inout Draft) -> QueueID {
    if let used = homes.values.first(where: { $0 != stage.q }) { return used }
    return p.queue()
  }

  /// Custom operations report their finish, once their start has returned.
  private mutating func report(_ p: inout Draft) {
    for (index, operation) in state.operations.enumerated() {
      let id = OperationID(index)
      guard program[id].kind == .asynchronous, operation.phase != .finished, p.hasHandle(id),
        !settled.contains(index)
      else { continue }
      settled.insert(index)
      if operation.isFinished {
        p.command(.notifyFinished, id)
        continue
      }
      guard operation.isStarted || isCertain(index) else {
        settled.remove(index)
        continue
      }
      if !isStartKnown(id, operation) { p.ended(id, .start) }
      if p.chance(2) { p.command(.reportExecuting, id) }
      p.command(.reportFinished, id)
    }
  }

  /// Whether client 1 knows that the start of an operation has returned.
  private func isStartKnown(_ id: OperationID, _ operation: OperationState) -> Bool {
    let end = Step.until(.ended(Callback(id, .start)))
    guard operation.isStarted, operation.startsDue == 0, operation.starts == 0 else { return false }
    return operation.flags.contains(.manual)
      || program.scripts.contains { $0.lane == .client(1) && $0.steps.contains(end) }
  }

  // MARK: Waiting and looking

  private mutating func waitForAll(_ p: inout Draft) {
    let sure = state.operations.indices.filter { !awaited.contains($0) && isCertain($0) }
    for index in p.shuffled(sure) {
      let id = OperationID(index)
      awaited.insert(index)
      if p.hasHandle(id) {
        p.finished(id)
      } else if runs(index) {
        p.ended(id)
      }
    }
  }

  /// Waits for the completion block, and for the queue.
  private func end(_ p: inout Draft) {
    completion(&p)
    waitForEndWatcher(&p)
    waitForWatched(&p)
    guard let q = stage.q, p.hasHandle(q) else { return }
    let isOver = state.operations.indices.allSatisfy {
      queue(of: $0) != q || isCertain($0)
    }
    guard isOver, isRunning(q, before: nil, under: OperationSet()) else { return }
    if !stage.has(.homeMain) || p.chance(2) { p.pushThrough(q, passes: 1) }
    if p.has(.waitAll), p.chance(2) { p.command(.waitAll, q) }
    if waitForEmptiness(of: q, &p), p.chance(2) { reuse(q, &p) }
  }

  /// The completion block of `x` comes, unless the call was about it when it was late.
  private func completion(_ p: inout Draft) {
    let operation = state.operations[stage.x.index]
    guard operation.completion != 0, isCertain(stage.x.index) else { return }
    // A cancel may have finished it before it came into a queue (ND-21).
    let isNew = stage.has(.phaseNew) && !stage.hasAny(FactSet.cancelledEarly)
    if call.verb == .setCompletion, !isNew { return }
    // Another client may have set another block too late, or in time.
    if stage.has(.callerRace),
      program.allSteps.contains(where: { $0.command?.verb == .setCompletion })
    {
      return
    }
    let block = Callback(stage.x, .completion, index: Int(operation.completion))
    guard waits[block, default: []].allSatisfy({ isOver($0) }) else { return }
    p.step(.until(.ended(block)))
  }

  /// Nothing is dropped for which another client may be about to wait.
  private func dropAll(_ p: inout Draft) {
    guard p.has(.drops), stage.has(.waitedNot), !stage.verb.entry.mayBlock, p.chance(3) else {
      return
    }
    if p.hasHandle(stage.x) { p.drop(stage.x) }
    if let q = stage.q, p.hasHandle(q), p.chance(2) { p.drop(q) }
  }
}

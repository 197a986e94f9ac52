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
  private var settled = OperationSet()
  /// Whether a client starts `x` by hand once more.
  private var startsAgain = false
  /// The queues to which operations are added after the call.
  private var homes: [Int: QueueID] = [:]
  private(set) var limits: [QueueID: Int] = [:]
  private(set) var resumed: Set<QueueID> = []
  /// Operations that each operation ever depended on.
  let dependencies: [OperationSet]
  /// The calls of tasks that may wait.
  private let waits: [Int: [Command]]

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
      guard let callback = script.lane.callback, callback.point == .body else { return }
      waits[callback.operation.index, default: []] += script.steps.compactMap { step in
        step.command.flatMap { $0.verb.entry.mayBlock ? $0 : nil }
      }
    }
  }

  /// Writes the steps of client 1.
  mutating func write(_ p: inout Draft) {
    addEdge(&p)
    waitForWatcher(&p)
    readBack(&p)
    readAdorned(&p)
    if p.chance(2) { look(&p) }
    if !p.chance(4) { waitForOwed(&p) }
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
        p.hasHandle(gate.operation)
      else { continue }
      p.finished(gate.operation)
      awaited.insert(gate.operation.index)
    }
  }

  /// Gates, suspended queues, limits of 0.
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

  // MARK: What is certain

  /// Operations that may never come into their queue: a cancel may finish one that is in no queue
  /// (ND-21), and a group with such a one may be refused.
  private static func refusable(_ program: Program) -> OperationSet {
    let commands = program.allSteps.compactMap(\.command)
    let cancelled = commands.reduce(into: OperationSet()) { cancelled, command in
      if command.verb == .cancel, let id = command.operation { cancelled.insert(id.index) }
    }
    return commands.reduce(into: OperationSet()) { refusable, command in
      guard command.verb == .addGroup || command.verb == .addGroupWaiting else { return }
      for member in command.operands
      where command.operands.contains(where: { $0 != member && cancelled.contains($0.index) }) {
        refusable.insert(member.index)
      }
    }
  }

  /// Whether an operation may have finished only because a dependency was removed that has not
  /// finished: an implementation may go on waiting for it (ND-37).
  func isShaken(_ index: Int, under visited: OperationSet = OperationSet()) -> Bool {
    guard !visited.contains(index) else { return false }
    var visited = visited
    visited.insert(index)
    return dependencies[index].contains { other in
      state.operations[other].phase != .finished || isShaken(other, under: visited)
    }
  }

  /// Whether a barrier may have begun only because something before it is shaken.
  func isShakenBarrier(_ index: Int) -> Bool {
    program.operations[index].kind == .barrier && !shaken(beside: index).isEmpty
  }

  /// What has finished in the queue of an operation, and is shaken.
  private func shaken(beside index: Int) -> OperationSet {
    let owner = state.operations[index].owner
    return state.operations.indices.reduce(into: OperationSet()) { shaken, other in
      guard other != index, state.operations[other].owner == owner,
        state.operations[other].phase == .finished, isShaken(other)
      else { return }
      shaken.insert(other)
    }
  }

  /// Whether an operation finishes without anything more being done.
  func isCertain(_ index: Int, under visited: OperationSet = OperationSet()) -> Bool {
    let operation = state.operations[index]
    guard !left.contains(index) else { return false }
    if operation.phase == .finished, !mayBeKept(index), !isShaken(index), !isShakenBarrier(index) {
      return true
    }
    guard !visited.contains(index), !operation.hasRepeated else {
      return false
    }
    var visited = visited
    visited.insert(index)
    let kind = program.operations[index].kind
    if kind == .asynchronous || kind == .conditional, !settled.contains(index) { return false }
    for other in dependencies[index] where !isCertain(other, under: visited) { return false }
    if kind == .barrier,
      !operation.open.union(shaken(beside: index)).allSatisfy({ isCertain($0, under: visited) })
    {
      return false
    }
    for wait in waits[index, default: []] where !isOver(wait, of: index, under: visited) {
      return false
    }
    if operation.isStarted { return true }
    guard let queue = queue(of: index) else { return false }
    return isRunning(queue, before: index, under: visited)
  }

  /// Whether the call adds a dependency while client 1 lets the operation go: where it comes first,
  /// the operation has not finished.
  private func mayBeKept(_ index: Int) -> Bool {
    stage.has(.callerRace) && call.verb == .addDependency && call.operation?.index == index
  }

  /// Whether a call comes back that a task makes and that waits: what it waits for finishes.
  private func isOver(_ wait: Command, of index: Int, under visited: OperationSet) -> Bool {
    if let operation = wait.operation { return isCertain(operation.index, under: visited) }
    guard wait.operands.allSatisfy({ isCertain($0.index, under: visited) }) else { return false }
    return wait.verb != .waitAll
      || state.operations.indices.allSatisfy { other in
        queue(of: other) != wait.queue || isCertain(other, under: visited)
      }
  }

  /// The queue that an operation is in, or will be.
  private func queue(of index: Int) -> QueueID? {
    if let home = homes[index] { return home }
    let owner = state.operations[index].owner
    return owner == OperationState.nobody ? nil : QueueID(Int(owner))
  }

  /// Whether a queue comes to run an operation: nothing that it has begun, and no barrier before
  /// the operation, keeps it from that.
  private func isRunning(
    _ queue: QueueID, before index: Int?, under visited: OperationSet
  ) -> Bool {
    guard queue.index < state.queues.count else { return true }
    let own = state.queues[queue.index]
    guard !own.exempt, !isExempted(queue), !own.suspended || resumed.contains(queue),
      own.limit != 0 || limits[queue] != nil
    else { return false }
    for (other, operation) in state.operations.enumerated()
    where Int(operation.owner) == queue.index && other != index
      && (operation.phase != .finished || isShakenBarrier(other))
    {
      let isBarrier = program.operations[other].kind == .barrier
      let isBefore = isBarrier && !isCertainBarrier(other, before: index, under: visited)
      let isStuck = operation.isStarted && !isBarrier && !isCertain(other, under: visited)
      if isBefore || isStuck { return false }
    }
    return true
  }

  /// Whether a barrier ends: everything before it does.
  private func isCertainBarrier(
    _ barrier: Int, before index: Int?, under visited: OperationSet
  ) -> Bool {
    let operation = state.operations[barrier]
    let shaken = shaken(beside: barrier)
    if visited.contains(barrier) || (operation.isStarted && shaken.isEmpty) { return true }
    // What waits behind it does not keep it.
    if let index, operation.open.contains(index) { return true }
    var visited = visited
    visited.insert(barrier)
    return operation.open.union(shaken).allSatisfy { isCertain($0, under: visited) }
  }

  /// Whether the call may have started one of its operations by hand: it owes nothing more (ND-24).
  func isExempted(_ queue: QueueID) -> Bool {
    call.verb == .start && stage.q == queue && !stage.has(.phaseNew)
  }

  /// Whether the task of an operation runs to its end.
  func runs(_ index: Int) -> Bool {
    guard program.operations[index].kind.hasBody, program.operations[index].blocks > 0 else {
      return false
    }
    let id = OperationID(index)
    if isBeginKnown(id) { return true }
    if state.operations[index].isCancelled || !isCertain(index) { return false }
    let isCancelled = program.allSteps.contains { step in
      guard let command = step.command else { return false }
      return command.verb == .cancelAll || (command.verb == .cancel && command.operation == id)
    }
    return !isCancelled
  }

  /// Whether client 1 knows that the task of an operation has begun: a cancel that it has not seen
  /// may come before that in another run.
  private func isBeginKnown(_ id: OperationID) -> Bool {
    let known = [Step.until(.began(Callback(id))), .until(.ended(Callback(id)))]
    return program.scripts.contains { script in
      script.lane == .client(1) && known.contains(where: script.steps.contains)
    }
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
    if call.verb == .setCompletion, !stage.has(.phaseNew) { return }
    // Another client may have set another block too late, or in time.
    if stage.has(.callerRace),
      program.allSteps.contains(where: { $0.command?.verb == .setCompletion })
    {
      return
    }
    p.ended(stage.x, .completion, index: Int(operation.completion))
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

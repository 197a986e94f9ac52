import OQHistory
import OQModel
import OQPrograms

/// A call in its lane.
struct PlacedCall {
  let command: Command
  let lane: Lane
  /// Its place among the steps of the lane.
  let position: Int
}

extension Stage {
  /// Writes the call where the facts say that it is made, and what makes sure that it has been
  /// made.
  mutating func call(_ p: inout Draft) -> PlacedCall {
    if let early = earlyCall { return early }
    let command = self.command(&p)
    watch(command, &p)
    let waits = verb.entry.mayBlock
    switch true {
    case has(.callerTask): return inside(fillers.first ?? x, .body, 1, command, &p)
    case has(.callerOwn): return inside(x, .body, block, command, &p)
    case has(.callerBlock): return inside(x, .body, 2, command, &p)
    case has(.callerCompletion): return inside(x, .completion, 1, command, &p)
    case has(.callerElsewhere): return elsewhere(command, &p)
    case has(.callerObserver): return observing(command, &p)
    case has(.callerGetter): return getting(command, &p)
    case has(.callerRace) || waits: return race(command, &p)
    default:
      let placed = place(command, on: .client(1), &p)
      readOn(placed, &p)
      return placed
    }
  }

  /// Reads more in the situation of a read: it changes nothing, so that the facts are the same.
  ///
  /// So a program comes to the cells of several verbs.
  private func readOn(_ call: PlacedCall, _ p: inout Draft) {
    guard verb.isPlainRead else { return }
    var reads = p.vocabulary.verbs.filter { other in
      other.isPlainRead && other != verb
        && (facts - FactDomain.of(other, p.vocabulary)).isEmpty
        && (other.entry.family == .operation || q != nil)
    }
    for _ in 0..<min(Stage.furtherReads, reads.count) {
      let other = reads.remove(at: p.draw(reads.count))
      let target = q.flatMap { other.entry.family == .queue ? Handle.queue($0) : nil }
      _ = place(Command(other, target ?? .operation(x)), on: call.lane, &p)
    }
  }

  private static let furtherReads = 6

  /// The call at the end of a lane.
  func place(_ command: Command, on lane: Lane, _ p: inout Draft) -> PlacedCall {
    let position = p.scripts.first { $0.lane == lane }?.steps.count ?? 0
    p.on(lane) { $0.step(.command(command)) }
    return PlacedCall(command: command, lane: lane, position: position)
  }

  /// The call in the task of another operation, which its queue has nothing to do with, or in the
  /// completion block of one.
  private mutating func elsewhere(_ command: Command, _ p: inout Draft) -> PlacedCall {
    let waits = verb.entry.mayBlock
    let completes = mayComplete(p) && p.chance(3)
    let other = p.operation(completion: completes)
    let caller = Callback(other, completes ? .completion : .body)
    let lane = Lane.callback(caller)
    let placed = place(command, on: lane, &p)
    readOn(placed, &p)
    if !completes, held(p).isEmpty, let arrival = stay(on: lane, &p) {
      run(other, &p)
      p.meet(arrival)
      return placed
    }
    run(other, &p)
    p.step(.until(waits ? .began(caller) : .ended(caller)))
    return placed
  }

  /// The call in an observer of another operation, within the call that it is told of.
  private func observing(_ command: Command, _ p: inout Draft) -> PlacedCall {
    let other = p.operation()
    let observer = p.operation(kind: .observer)
    let placed = place(command, on: .callback(Callback(observer, .observer)), &p)
    readOn(placed, &p)
    p.command(.observe, other, .observer(.isCancelled, observer))
    p.cancel(other)
    p.began(observer, .observer)
    return placed
  }

  /// The call in the overridden isReady of another operation, within the read that asks it.
  ///
  /// That operation is in no queue: when a queue asks is its own affair.
  private func getting(_ command: Command, _ p: inout Draft) -> PlacedCall {
    let other = p.operation(kind: .conditional)
    let placed = place(command, on: .callback(Callback(other, .isReady)), &p)
    readOn(placed, &p)
    p.command(.isReady, other)
    return placed
  }

  /// Whether the completion block of another operation can make the call.
  ///
  /// A completion block needs a thread of the pool, whoever has started its operation, and there
  /// may be one for all of them. It may be the main thread, too (DONE-52). What the block waits for
  /// has no completion block, and needs no main thread.
  private func mayComplete(_ p: Draft) -> Bool {
    guard p.has(.setCompletion), !mayLackThreads(p), !has(.completionRunning) else { return false }
    return !verb.entry.mayBlock || (has(.completionNone) && !has(.homeMain))
  }

  /// The call in a callback that is held: its gate is opened, and after the call the client goes
  /// on; with a call that waits it goes on before it.
  private mutating func inside(
    _ operation: OperationID, _ point: Point, _ index: Int, _ command: Command, _ p: inout Draft
  ) -> PlacedCall {
    let lane = Lane.callback(Callback(operation, point, index: index))
    if verb.entry.mayBlock {
      let meeting = meeting()
      p.on(lane) { $0.meet(meeting) }
      p.open(operation, point, index: index)
      p.meet(meeting)
      return place(command, on: lane, &p)
    }
    let placed = place(command, on: lane, &p)
    readOn(placed, &p)
    let arrival = point == .body ? stay(on: lane, &p) : nil
    let meeting = arrival ?? self.meeting()
    if arrival == nil { p.on(lane) { $0.meet(meeting) } }
    p.open(operation, point, index: index)
    p.meet(meeting)
    return placed
  }

  /// The run of what is written so far, in which a task stays inside that client 1 has not let go.
  func eagerRun(of program: Program) -> EagerRun {
    let mayLeave = leaving.map { program.steps(of: .client(1)).contains(.meet($0)) } ?? true
    return EagerRun(program, keeping: mayLeave ? nil : leaving)
  }

  /// Has a task stay inside after its call until client 1 lets it go, now and then: where it ended,
  /// its end would make a queue look again, and hide that the call had forgotten something.
  ///
  /// - Returns: the meeting at which the call has been made; nil where the task does not stay.
  private mutating func stay(on lane: Lane, _ p: inout Draft) -> Int? {
    guard !verb.entry.mayBlock, p.chance(2) else { return nil }
    let (arrival, leaving) = (meeting(), meeting())
    p.on(lane) {
      $0.meet(arrival)
      $0.meet(leaving)
    }
    self.leaving = leaving
    return arrival
  }

  /// The call of another client, while client 1 changes something or looks.
  ///
  /// Client 1 goes on once a call has returned that does not wait: what it does next may need what
  /// the call has done. What is harmless when it is repeated is repeated now and then: the more
  /// often two things meet, the likelier they do it in a narrow window.
  private mutating func race(_ command: Command, _ p: inout Draft) -> PlacedCall {
    let meeting = meeting()
    let other =
      has(.callerRace)
      ? ending(&p) ?? companion(command, &p).map { .command($0) } : glance(p).map { .command($0) }
    let lane = Lane.client(p.nextClient)
    p.on(lane) { $0.meet(meeting) }
    let placed = place(command, on: lane, &p)
    let many = p.chance(6) ? p.pick([8, 24]) : 1
    for _ in 1..<times(command, many) { _ = place(command, on: lane, &p) }
    p.meet(meeting)
    if let other { p.step(other) }
    if case .command(let other)? = other {
      for _ in 1..<times(other, many) { p.step(.command(other)) }
    }
    if !verb.entry.mayBlock {
      let end = self.meeting()
      p.on(lane) { $0.meet(end) }
      p.meet(end)
    }
    return placed
  }

  /// What the other client reads while a call waits.
  private func glance(_ p: Draft) -> Command? {
    guard verb.entry.family == .queue, p.has(.operationCount) else {
      return Command(.isCancelled, x)
    }
    return q.map { Command(.operationCount, $0) }
  }

  /// Lets client code come to its end that was held until the call: of the operation, of what it
  /// depends on, or of what takes the slots of its queue.
  private func ending(_ p: inout Draft) -> Step? {
    let held = held(p)
    return held.isEmpty || p.chance(2) ? nil : .open(p.pick(held))
  }

  /// The client code that has begun and stays inside, by what has been written so far.
  private func held(_ p: Draft) -> [Callback] {
    var begun: Set<Callback> = []
    var held: [Callback] = []
    for script in p.scripts {
      for case .until(.began(let callback)) in script.steps { begun.insert(callback) }
      if let callback = script.lane.callback, script.steps.contains(.hold) { held.append(callback) }
    }
    return held.filter { callback in
      begun.contains(callback) && !p.scripts.contains { $0.steps.contains(.open(callback)) }
    }
  }

  /// Whether held client code may have all threads of a pool of two.
  private func mayLackThreads(_ p: Draft) -> Bool { held(p).count > 1 }

  /// Has the task of another operation run: in a queue, or in the thread of a client that starts it
  /// by hand where the queues may have no thread left.
  mutating func run(_ other: OperationID, _ p: inout Draft) {
    guard mayLackThreads(p), p.has(.start) else {
      p.add(side(&p), other)
      return
    }
    let meeting = meeting()
    p.on(.client(p.nextClient)) {
      $0.meet(meeting)
      $0.start(other)
    }
    p.meet(meeting)
  }

  /// Whether a call may be made twice: nobody refuses it, and it lets nothing in.
  private func mayBeMadeTwice(_ command: Command) -> Bool {
    let verb = command.verb
    guard !verb.entry.mayBlock, !verb.isAdd, verb != .addBarrier, !verb.isObservation else {
      return false
    }
    switch verb {
    case .setCompletion, .addExecutionBlock: return has(.phaseNew)
    case .setLimit: return command.integer.map { $0 == -1 || $0 > 0 } ?? false
    default: return !verb.entry.mayBeRejected
    }
  }

  /// How often a call is made where it may be made many times.
  ///
  /// What a class says of itself is said once. Of blocks the model counts a few for each operation.
  private func times(_ command: Command, _ many: Int) -> Int {
    guard mayBeMadeTwice(command) else { return 1 }
    switch command.verb {
    case .reportExecuting, .reportFinished, .storeFinished, .notifyFinished, .throwError: return 1
    case .setCompletion, .addExecutionBlock: return min(many, 4)
    default: return many
    }
  }

  /// What the other client does: something that returns whatever the state is.
  private func companion(_ command: Command, _ p: inout Draft) -> Command? {
    var commands: [Command] = []
    if !has(.referenceDropped) {
      commands.append(Command(.cancel, x))
      if p.has(.setPriority) {
        commands.append(Command(.setPriority, x, .priority(p.pick(Priority.allCases))))
      }
      if let d, p.has(.removeDependency) {
        commands.append(Command(.removeDependency, x, .operation(d)))
      }
      if has(.kindConditional) { commands.append(Command(.notifyReady, x)) }
      commands += changes(p)
    }
    if let q, !has(.ownerDropped) {
      commands.append(Command(.add, q, .operation(p.operation())))
      if !has(.homeMain) {
        commands.append(Command(.cancelAll, q))
        commands.append(Command(.suspend, q))
        commands.append(Command(.resume, q))
        commands.append(Command(.setLimit, q, .integer(p.pick([1, 2, -1]))))
      }
    }
    // Twice the same is worth a try where nobody minds.
    if !verb.isRead, mayBeMadeTwice(command) { commands.append(command) }
    // Of two starts one is to run the task.
    if verb == .start, has(.phaseNew), !has(.kindAsynchronous), p.has(.misuse) {
      commands += Array(repeating: command, count: 4)
    }
    return commands.isEmpty ? nil : p.pick(commands)
  }

  /// What can be changed of the operation as long as it may be new or wait.
  private func changes(_ p: Draft) -> [Command] {
    guard hasAny([.phaseNew, .phaseQueued]) || p.has(.misuse) else { return [] }
    var commands: [Command] = []
    if p.has(.setCompletion) { commands.append(Command(.setCompletion, x, .integer(2))) }
    if p.has(.addExecutionBlock), hasAny([.kindBlock, .kindBlocks]) {
      commands.append(Command(.addExecutionBlock, x, .integer(4)))
    }
    if p.has(.setName) { commands.append(Command(.setName, x, .integer(4))) }
    return commands
  }

  /// Makes the call once more where that is allowed in any state; other values are set then.
  func repeatCall(_ call: PlacedCall, _ p: inout Draft) {
    guard call.lane == .client(1), p.chance(4) else { return }
    switch verb {
    case .suspend, .resume, .cancel, .cancelAll, .notifyReady, .removeDependency:
      p.step(.command(call.command))
    case .addDependency where has(.waitedNot): p.step(.command(call.command))
    case .setLimit: if let q { p.setLimit(q, p.pick([1, 2, 3, -1])) }
    case .setPriority: p.command(verb, x, .priority(p.pick(Priority.allCases)))
    case .add where p.has(.misuse) && p.chance(2): addElsewhere(call.command, &p)
    default: break
    }
  }

  /// Adds what has been added to another queue, which has to refuse it or to ignore it, and looks
  /// at that queue.
  private func addElsewhere(_ add: Command, _ p: inout Draft) {
    guard let added = add.operands.first, p.hasHandle(added) else { return }
    let other = p.queue(suspended: p.chance(2))
    p.add(other, added)
    for verb in [Verb.operationCount, .operations] where p.has(verb) { p.command(verb, other) }
  }

  /// Whether a command is about what the facts are about.
  func isAbout(_ command: Command) -> Bool {
    switch command.verb.entry.family {
    case .operation: command.operation == x
    case .queue: command.queue != nil && command.queue == q
    }
  }

  // MARK: The command

  /// The call itself.
  mutating func command(_ p: inout Draft) -> Command {
    verb.entry.family == .queue ? queueCommand(&p) : operationCommand(&p)
  }

  private mutating func queueCommand(_ p: inout Draft) -> Command {
    guard let q else { preconditionFailure("the call of \(verb) has a queue") }
    switch verb {
    case .add: return Command(.add, q, .operation(operand(&p)))
    case .addGroup, .addGroupWaiting:
      if !has(.phaseNew), p.chance(8) { return Command(verb, q, .operations([])) }
      let first = operand(&p)
      let rest = (0..<p.number(0...2)).map { _ in p.operation() }
      return Command(verb, q, .operations(p.shuffled([first] + rest)))
    case .addBlock: return Command(verb, q, .operation(p.operation(kind: .closure)))
    case .addBarrier: return Command(verb, q, .operation(p.operation(kind: .barrier)))
    case .setLimit:
      return Command(verb, q, .integer(p.pick(p.has(.misuse) ? [1, 2, 3, -1, 0] : [1, 2, 3, -1])))
    case .observeQueue:
      let property = p.pick(
        [Property.operations, .operationCount, .maxConcurrentOperationCount, .isSuspended])
      return Command(verb, q, .observer(property, p.operation(kind: .observer)))
    case .setQueueName: return Command(verb, q, .integer(p.pick([3, 4])))
    case .setQueueQuality: return Command(verb, q, .integer(p.pick([25, 17, 9, 33, -1])))
    case .setProgressTotal: return Command(verb, q, .integer(p.pick([8, 3])))
    case .setUnderlyingQueue: return Command(verb, q, .integer(p.pick([1, 2, 0])))
    default: return Command(verb, q)
    }
  }

  /// What is added: `x`, if it is new, or something else, which may depend on `x`; now and then `x`
  /// although it is not new.
  private func operand(_ p: inout Draft) -> OperationID {
    if has(.phaseNew) { return x }
    if verb == .add, p.has(.misuse), !has(.referenceDropped), p.chance(8) { return x }
    let after = !has(.referenceDropped) && !has(.dependentsNone) && p.chance(3) ? [x] : []
    return p.work(after: after, priority: p.has(.setPriority) && p.chance(3) ? .high : nil)
  }

  private mutating func operationCommand(_ p: inout Draft) -> Command {
    switch verb {
    case .addDependency:
      // One that has finished, was removed or is there already.
      if let known = d ?? second, has(.waitedNot), p.chance(3) {
        return Command(verb, x, .operation(known))
      }
      let other = p.operation()
      // One that has finished before it becomes a dependency keeps nothing.
      if !mayLackThreads(p), p.chance(3) {
        p.add(side(&p), other)
        p.finished(other)
      }
      return Command(verb, x, .operation(other))
    case .removeDependency: return Command(verb, x, .operation(d ?? p.operation()))
    case .setPriority: return Command(verb, x, .priority(p.pick(Priority.allCases)))
    case .setRawPriority: return Command(verb, x, .integer(p.pick([9, -9, 1, -5])))
    case .setCompletion: return Command(verb, x, .integer(p.pick([2, 1, 0])))
    case .addExecutionBlock: return Command(verb, x, .integer(3))
    case .setCondition: return Command(verb, x, .boolean(!p.chance(3)))
    case .setName: return Command(verb, x, .integer(p.pick([3, 4])))
    case .setQuality: return Command(verb, x, .integer(p.pick([25, 17, 9, 33, -1])))
    case .setThreadPriority: return Command(verb, x, .integer(p.pick([75, 25])))
    case .makesInvocation: return Command(verb, x, .integer(p.pick([1, 2, 3, 4])))
    case .observe:
      let property = p.pick(
        [
          Property.isFinished, .isExecuting, .isReady, .isCancelled, .dependencies,
          .queuePriority, .completionBlock,
        ])
      return Command(verb, x, .observer(property, p.operation(kind: .observer)))
    default: return Command(verb, x)
    }
  }
}

extension Verb {
  /// Whether a call returns something in every state, changes nothing, and needs nothing but what
  /// it is made on.
  var isPlainRead: Bool {
    isRead && !entry.mayBlock && !entry.mayBeRejected && entry.parameter == .none
  }
}

import OQHistory
import OQSpecification

/// Makes random programs of a few operations that use every verb, for comparing acceptors.
///
/// These programs need not come to an end on real implementations; they only run on the simulator.
package struct SmallProgram {
  private var choices: SplitMix64
  private var operations: [Program.Operation] = []
  private var queues: [Program.Queue] = []
  private var bare: [OperationID] = []
  private var scripts: [Program.Script] = []
  private var held: [Callback] = []
  /// Whether the program is a contest of priorities for slots: most programs do a bit of
  /// everything, which seldom leads deep into any one thing.
  private var isContest = false
  private var added = 0

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - seed: the same seed gives the same program.
  ///   - operations: most operations, at least 1.
  ///   - steps: most steps of a client.
  /// - Returns: a program within the bounds of the model.
  package static func make(seed: UInt64, operations: Int = 3, steps: Int = 6) -> Program {
    var maker = SmallProgram(choices: SplitMix64(seed: seed))
    return maker.make(operations, steps)
  }

  private init(choices: SplitMix64) { self.choices = choices }

  private mutating func below(_ bound: Int) -> Int { choices.below(bound) }
  private mutating func chance(_ one: Int) -> Bool { choices.below(one) == 0 }

  private mutating func make(_ most: Int, _ steps: Int) -> Program {
    isContest = chance(3)
    declare(isContest ? most : 1 + below(most))
    for operation in operations.indices where chance(3) { script(operation) }
    for client in 1..<(2 + below(2)) {
      var lines: [Step] = []
      for _ in 0..<(1 + below(steps)) { if let step = step() { lines.append(step) } }
      if client == 1 { for callback in held where !chance(4) { lines.append(.open(callback)) } }
      scripts.append(Program.Script(.client(client), lines))
    }
    return Program(queues: queues, operations: operations, scripts: scripts)
  }

  private mutating func declare(_ count: Int) {
    for index in 0..<(chance(4) ? 2 : 1) {
      queues.append(
        Program.Queue(
          "q\(index)", limit: [nil, 1, 1, 2][below(4)], suspended: chance(4)))
    }
    for index in 0..<count {
      let kinds: [Program.Kind] = [
        .task, .task, .task, .task, .block, .base, .closure, .barrier, .conditional, .asynchronous,
      ]
      let kind = isContest ? .task : kinds[below(kinds.count)]
      var operation = Program.Operation("o\(index)", kind: kind)
      if kind == .block { operation.blocks = below(4) }
      if kind == .closure || kind == .barrier {
        bare.append(OperationID(index))
      } else {
        for other in 0..<index where operations[other].kind.hasHandle && chance(isContest ? 6 : 3) {
          operation.dependencies.append(OperationID(other))
        }
        if isContest || chance(2) { operation.priority = Priority.allCases[below(5)] }
        operation.completion = chance(3)
      }
      operations.append(operation)
    }
  }

  private mutating func script(_ index: Int) {
    let operation = OperationID(index)
    if operations[index].kind == .asynchronous {
      var lines: [Step] = []
      for verb in [Verb.reportExecuting, .reportFinished, .storeFinished, .notifyFinished]
      where !chance(3) { lines.append(.command(Command(verb, operation))) }
      scripts.append(Program.Script(.callback(Callback(operation, .start)), lines))
      return
    }
    let callback =
      operations[index].completion && chance(2)
      ? Callback(operation, .completion) : Callback(operation)
    guard callback.point == .completion || operations[index].kind.hasBody else { return }
    guard operations[index].kind != .block || operations[index].blocks > 0 else { return }
    var lines: [Step] = []
    if chance(2) {
      lines.append(.hold)
      held.append(callback)
    }
    for _ in 0..<below(3) { if let step = step() { lines.append(step) } }
    scripts.append(Program.Script(.callback(callback), lines))
  }

  private mutating func step() -> Step? {
    let queue = QueueID(below(queues.count))
    if isContest, added < operations.count, !chance(4) {
      added += 1
      return .command(Command(.add, queue, .operation(OperationID(added - 1))))
    }
    if !bare.isEmpty, chance(4) {
      let operation = bare.removeLast()
      let verb: Verb = operations[operation.index].kind == .closure ? .addBlock : .addBarrier
      return .command(Command(verb, queue, .operation(operation)))
    }
    let named = operations.indices.filter { operations[$0].kind.hasHandle }
    if named.isEmpty || chance(4) { return queueStep(queue) }
    let operation = OperationID(named[below(named.count)])
    let other = OperationID(named[below(named.count)])
    switch below(12) {
    case 0, 1, 2, 3: return .command(Command(.add, queue, .operation(operation)))
    case 4:
      let verb: Verb = chance(2) ? .addGroup : .addGroupWaiting
      let group = (0..<(1 + below(2))).map { _ in OperationID(named[below(named.count)]) }
      return .command(Command(verb, queue, .operations(group)))
    case 5, 6: return read(operation)
    case 7: return .command(Command(.cancel, operation))
    case 8: return .command(Command(.start, operation))
    default: return change(operation, other)
    }
  }

  private mutating func queueStep(_ queue: QueueID) -> Step {
    switch below(10) {
    case 0, 1: .command(Command(.suspend, queue))
    case 2, 3: .command(Command(.resume, queue))
    case 4: .command(Command(.setLimit, queue, .integer([-1, 0, 1, 2, -2][below(5)])))
    case 5: .command(Command(.cancelAll, queue))
    case 6: .command(Command(.waitAll, queue))
    case 7: .command(Command(.operations, queue))
    case 8: .command(Command(.operationCount, queue))
    default: .command(Command(chance(2) ? .isSuspended : .limit, queue))
    }
  }

  private mutating func read(_ operation: OperationID) -> Step {
    let verbs: [Verb] = [
      .isReady, .isExecuting, .isFinished, .isCancelled, .dependencies, .priority, .isReady,
      .isExecuting, .isFinished, .isAsynchronous,
    ]
    let verb = verbs[below(verbs.count)]
    if verb == .isFinished, chance(3) {
      return .until(.reads(Command(.isFinished, operation), .boolean(true)))
    }
    if operations[operation.index].kind == .block, chance(3) {
      return .command(Command(.executionBlockCount, operation))
    }
    return .command(Command(verb, operation))
  }

  private mutating func change(_ operation: OperationID, _ other: OperationID) -> Step {
    switch (operations[operation.index].kind, below(7)) {
    case (.conditional, 0), (.conditional, 1):
      .command(Command(.setCondition, operation, .boolean(!chance(3))))
    case (.conditional, 2): .command(Command(.notifyReady, operation))
    case (.block, 0), (.block, 1):
      .command(Command(.addExecutionBlock, operation, .integer(1 + below(4))))
    case (.asynchronous, 0):
      .command(Command(chance(2) ? .reportFinished : .notifyFinished, operation))
    case (_, 2), (_, 0): .command(Command(.addDependency, operation, .operation(other)))
    case (_, 1), (_, 3): .command(Command(.removeDependency, operation, .operation(other)))
    case (_, 4):
      .command(Command(.setPriority, operation, .priority(Priority.allCases[below(5)])))
    case (_, 5): .command(Command(.setCompletion, operation, .integer(below(3))))
    default: .command(Command(.wait, operation))
    }
  }
}

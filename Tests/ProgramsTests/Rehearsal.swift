import OQHistory
import OQPrograms

/// A run of a program without threads, on a queue that takes every freedom a correct one has.
///
/// It answers one question: do all lanes come to their end? Choices fall at random; a pool of two
/// threads, which never grows, runs bodies and completion blocks.
struct Rehearsal {
  /// How a call that may be refused is answered in this run.
  enum Refusal: CaseIterable { case trap, raise, ignore }

  private enum Phase { case new, queued, started, ended, finished }

  private struct Operation {
    var phase = Phase.new
    var queue: Int?
    var cancelled = false
    var open: Set<Int> = []
    var ignoresDependencies = false
    var waitingBlocks: [Int] = []
    var activeBlocks = 0
    var blocks = 0
    var isManual = false
    var holdsSlot = false
    var listed = false
    var completion: Int?
    var concurrent = false
    var isAsynchronous = false
    var hasStored = false
    var hasReported = false
    var condition = true
    var isTold = true
    var threads = 0
  }

  private struct Thread {
    let callback: Callback
    var position = 0
    let usesPool: Bool
  }

  private let program: Program
  private var random: SplitMix64
  private let refusal: Refusal
  private var operations: [Operation]
  private var limits: [Int]
  private var suspended: [Bool]
  private var clients: [Int]
  private var starting: [Int?]
  private var threads: [Thread] = []
  private var opened: Set<Callback> = []
  private var begun: Set<Callback> = []
  private var left: Set<Callback> = []
  private var trapped = false
  private let pool: Int
  private let isReference: Bool

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - program: what is run.
  ///   - seed: where the choices come from.
  ///   - pool: bodies and completion blocks that run at a time.
  ///   - ignoresDependencies: whether every cancelled operation ignores its dependencies, as
  ///     profile reference asks; else each does or does not.
  ///   - runsBlocksAtOnce: whether the blocks of every operation run at once; else those of each do
  ///     or do not.
  init(
    _ program: Program, seed: UInt64, pool: Int = 2, ignoresDependencies: Bool = false,
    runsBlocksAtOnce: Bool = false
  ) {
    self.program = program
    self.pool = pool
    isReference = ignoresDependencies
    random = SplitMix64(seed: seed)
    refusal = Refusal.allCases[Int(random.next() % 3)]
    operations = program.operations.map { declared in
      var operation = Operation()
      operation.open = Set(declared.dependencies.map(\.index))
      operation.blocks = declared.blocks
      operation.completion = declared.completion ? 1 : nil
      operation.isAsynchronous = declared.kind == .asynchronous
      operation.condition = declared.kind != .conditional
      operation.isTold = operation.condition
      return operation
    }
    for index in operations.indices {
      operations[index].ignoresDependencies = random.next() % 2 == 0 || ignoresDependencies
      operations[index].concurrent = random.next() % 2 == 0 || runsBlocksAtOnce
    }
    limits = program.queues.map { $0.limit ?? .max }
    suspended = program.queues.map(\.suspended)
    clients = program.clients.map { _ in 0 }
    starting = program.clients.map { _ in nil }
  }

  /// Runs until nothing can happen any more.
  ///
  /// - Returns: the lanes that are not at their end, as text; empty after a trap.
  mutating func stuckLanes() -> [String] {
    while !trapped {
      let actions = enabled()
      guard !actions.isEmpty else { break }
      perform(actions[Int(random.next() % UInt64(actions.count))])
    }
    if trapped { return [] }
    let printer = StepPrinter(program)
    var stuck: [String] = []
    for (index, script) in program.clients.enumerated() where clients[index] < script.steps.count {
      let step = printer.text(script.steps[clients[index]])
      stuck.append("\(printer.text(script.lane)) before '\(step)'")
    }
    for thread in threads { stuck.append("inside \(printer.text(thread.callback))") }
    return stuck
  }

  // MARK: What can happen

  private enum Action {
    case client(Int), thread(Int), dispatch(Int), flush(Int), block(Int, Int), finish(Int)
    case release(Int, Int), unlist(Int), freeSlot(Int), complete(Int)
  }

  private func enabled() -> [Action] {
    var actions: [Action] = []
    for (index, script) in program.clients.enumerated() {
      guard clients[index] < script.steps.count else { continue }
      if canPass(script.steps[clients[index]], client: index) { actions.append(.client(index)) }
    }
    for index in threads.indices where canMove(threads[index]) { actions.append(.thread(index)) }
    let busy = threads.count { $0.usesPool }
    let waiting = operations.indices.filter { !operations[$0].open.isEmpty }
    var held = limits.map { _ in 0 }
    for operation in operations where operation.holdsSlot {
      if let queue = operation.queue { held[queue] += 1 }
    }
    for (index, operation) in operations.enumerated() {
      let isFree = busy < pool
      switch operation.phase {
      case .queued:
        guard let queue = operation.queue else { break }
        let isReady =
          (operation.open.isEmpty && operation.isTold)
          || (operation.cancelled && operation.ignoresDependencies)
        if isReady, isFree, !suspended[queue], held[queue] < limits[queue] {
          actions.append(.dispatch(index))
        }
        // ND-25: a cancelled operation with the default start may be finished early; it is never
        // owed.
        if operation.cancelled, operation.ignoresDependencies, !operation.isAsynchronous,
          !(isReference && suspended[queue])
        {
          actions.append(.flush(index))
        }
      case .started:
        let mayBegin = operation.concurrent || operation.activeBlocks == 0
        if mayBegin, operation.isManual || isFree {
          for block in operation.waitingBlocks { actions.append(.block(index, block)) }
        }
        let isOver = !operation.isAsynchronous || operation.hasReported
        if operation.waitingBlocks.isEmpty, operation.activeBlocks == 0, isOver {
          actions.append(.finish(index))
        }
      case .finished:
        for other in waiting where operations[other].open.contains(index) {
          actions.append(.release(index, other))
        }
        if operation.listed { actions.append(.unlist(index)) }
        if operation.holdsSlot { actions.append(.freeSlot(index)) }
        if operation.completion != nil, isFree { actions.append(.complete(index)) }
      case .new, .ended: break
      }
    }
    return actions
  }

  private func canPass(_ step: Step, client: Int) -> Bool {
    if let index = starting[client] {
      let start = Callback(OperationID(index), .start)
      return operations[index].isAsynchronous
        ? left.contains(start) : operations[index].phase == .finished
    }
    return canPass(step)
  }

  private func canPass(_ step: Step) -> Bool {
    switch step {
    case .until(.began(let callback)): return begun.contains(callback)
    case .until(.ended(let callback)): return left.contains(callback)
    case .until(.reads(let command, let value)): return reads(command) == value
    case .meet(let number):
      return program.clients.enumerated().allSatisfy { index, script in
        guard let place = script.steps.firstIndex(of: .meet(number)) else { return true }
        return clients[index] >= place
      }
        && program.scripts.allSatisfy { script in
          guard let callback = script.lane.callback,
            let place = script.steps.firstIndex(of: .meet(number))
          else { return true }
          return left.contains(callback)
            || threads.contains { $0.callback == callback && $0.position >= place }
        }
    case .command(let command):
      switch command.verb {
      case .wait: return command.operation.map { operations[$0.index].phase == .finished } ?? true
      case .waitAll:
        return operations.allSatisfy { $0.queue != command.queue?.index || $0.phase == .finished }
      case .isReady:
        return question(step).map { left.contains($0) || !begun.contains($0) } ?? true
      default: return true
      }
    case .hold, .open, .drop: return true
    }
  }

  private func canMove(_ thread: Thread) -> Bool {
    let steps = program.steps(of: .callback(thread.callback))
    guard thread.position < steps.count else { return true }
    if steps[thread.position] == .hold { return opened.contains(thread.callback) }
    return canPass(steps[thread.position])
  }

  /// The overridden isReady that a read calls, where the program has a script for it.
  ///
  /// A start need not ask it, so here none does.
  private func question(_ step: Step) -> Callback? {
    guard case .command(let command) = step, command.verb == .isReady,
      let callback = command.operation.map({ Callback($0, .isReady) }),
      !program.steps(of: .callback(callback)).isEmpty
    else { return nil }
    return callback
  }

  private func reads(_ command: Command) -> Outcome.Value? {
    if let queue = command.queue?.index {
      let listed = operations.indices.filter {
        operations[$0].listed && operations[$0].queue == queue
      }
      switch command.verb {
      case .operationCount: return .integer(listed.count)
      case .operations: return .operations(listed.map { OperationID($0) })
      case .progress:
        let finished = operations.filter { $0.queue == queue && $0.phase == .finished }
        return .integer(finished.count { !$0.isAsynchronous })
      default: return nil
      }
    }
    guard let index = command.operation?.index else { return nil }
    let operation = operations[index]
    switch command.verb {
    case .isFinished: return .boolean(operation.phase == .finished)
    case .isCancelled: return .boolean(operation.cancelled)
    case .hasCompletion: return .boolean(operation.completion != nil)
    case .isReady:
      // From the start on the value is unspecified: here the one that a program must not rely on.
      let isUnstarted = operation.phase == .new || operation.phase == .queued
      let isOpen = !operation.open.isEmpty && !(isReference && operation.cancelled)
      return .boolean(!isOpen && isUnstarted)
    default: return nil
    }
  }

  // MARK: What happens

  private mutating func perform(_ action: Action) {
    switch action {
    case .client(let index):
      if starting[index] != nil {
        starting[index] = nil
        clients[index] += 1
        return
      }
      let step = program.clients[index].steps[clients[index]]
      if let callback = question(step), !begun.contains(callback) {
        enter(callback, usesPool: false)
        return
      }
      if let manual = make(step) { starting[index] = manual } else { clients[index] += 1 }
    case .thread(let index): move(index)
    case .dispatch(let index):
      operations[index].holdsSlot = true
      start(index)
    case .flush(let index): operations[index].phase = .finished
    case .block(let index, let block):
      operations[index].waitingBlocks.removeAll { $0 == block }
      operations[index].activeBlocks += 1
      enter(Callback(OperationID(index), index: block), usesPool: !operations[index].isManual)
    case .finish(let index): operations[index].phase = .finished
    case .release(let index, let other): operations[other].open.remove(index)
    case .unlist(let index): operations[index].listed = false
    case .freeSlot(let index): operations[index].holdsSlot = false
    case .complete(let index):
      guard let block = operations[index].completion else { return }
      operations[index].completion = nil
      enter(Callback(OperationID(index), .completion, index: block), usesPool: true)
    }
  }

  private mutating func enter(_ callback: Callback, usesPool: Bool) {
    begun.insert(callback)
    threads.append(Thread(callback: callback, usesPool: usesPool))
  }

  private mutating func move(_ index: Int) {
    let callback = threads[index].callback
    let steps = program.steps(of: .callback(callback))
    guard threads[index].position == steps.count else {
      _ = make(steps[threads[index].position])
      threads[index].position += 1
      return
    }
    left.insert(callback)
    threads.remove(at: index)
    if callback.point == .body { operations[callback.operation.index].activeBlocks -= 1 }
    // ND-31: blocks of a cancelled operation that have not begun may be skipped.
    if operations[callback.operation.index].cancelled, random.next() % 2 == 0 {
      operations[callback.operation.index].waitingBlocks = []
    }
  }

  private mutating func start(_ index: Int) {
    operations[index].phase = .started
    if operations[index].isAsynchronous {
      enter(Callback(OperationID(index), .start), usesPool: !operations[index].isManual)
    }
    let hasBody = program.operations[index].kind.hasBody && !operations[index].cancelled
    operations[index].waitingBlocks =
      hasBody ? (0..<operations[index].blocks).map { $0 + 1 } : []
  }

  private mutating func refuse() {
    if refusal == .trap { trapped = true }
  }

  /// Makes a step; returns the operation whose manual start the lane has to wait for.
  private mutating func make(_ step: Step) -> Int? {
    switch step {
    case .open(let callback): opened.insert(callback)
    case .command(let command):
      if let queue = command.queue?.index {
        perform(command, on: queue)
      } else if let operation = command.operation?.index {
        return perform(command, on: operation, step)
      }
    case .hold, .until, .meet, .drop: break
    }
    return nil
  }

  /// An observer counts as called from its attachment on: what changes is not rehearsed.
  private mutating func attach(_ command: Command) {
    guard case .observer(_, let observer) = command.argument else { return }
    begun.insert(Callback(observer, .observer))
    left.insert(Callback(observer, .observer))
  }

  private mutating func perform(_ command: Command, on queue: Int) {
    attach(command)
    switch command.verb {
    case .suspend: suspended[queue] = true
    case .resume: suspended[queue] = false
    case .setLimit:
      let limit = command.integer ?? -1
      if limit < -1 { refuse() } else { limits[queue] = limit == -1 ? .max : limit }
    case .cancelAll:
      for index in operations.indices where operations[index].listed {
        if operations[index].queue == queue { cancel(index) }
      }
    case .add, .addBlock, .addGroup, .addGroupWaiting, .addBarrier:
      for operand in command.operands.map(\.index) {
        guard operations[operand].phase == .new, operations[operand].queue == nil else {
          refuse()
          continue
        }
        operations[operand].phase = .queued
        operations[operand].queue = queue
        operations[operand].listed = true
      }
    default: break
    }
  }

  private mutating func perform(_ command: Command, on index: Int, _ step: Step) -> Int? {
    attach(command)
    switch command.verb {
    case .cancel: cancel(index)
    case .reportFinished: operations[index].hasReported = true
    // ND-8: a finish that was only stored need not be noticed.
    case .storeFinished: operations[index].hasStored = true
    case .notifyFinished:
      if operations[index].hasStored { operations[index].hasReported = true }
    case .setCondition: operations[index].condition = command.argument == .boolean(true)
    // ND-6: without an announcement the queue need not learn of the condition.
    case .notifyReady: operations[index].isTold = operations[index].condition
    case .start: return startManually(index)
    case .addDependency:
      guard let dependency = command.operands.first?.index else { break }
      let isLate = operations[index].phase != .new
      let isDangerous = isLate || reaches(dependency, index)
      if isDangerous, random.next() % 3 == 0 {
        refuse()
      } else if !isLate || random.next() % 2 == 0, operations[dependency].phase != .finished {
        operations[index].open.insert(dependency)
      }
    case .removeDependency:
      guard let dependency = command.operands.first?.index else { break }
      // ND-37: after the add the removal may come too late.
      let mayIgnore = operations[index].phase != .new && random.next() % 2 == 0
      if !mayIgnore { operations[index].open.remove(dependency) }
    case .setCompletion:
      let number = command.integer ?? 0
      operations[index].completion = number == 0 ? nil : number
    case .addExecutionBlock:
      if operations[index].phase == .new || operations[index].phase == .queued {
        operations[index].blocks += 1
      } else {
        refuse()
      }
    default: break
    }
    return nil
  }

  private mutating func cancel(_ index: Int) {
    operations[index].cancelled = true
    // ND-21: outside any queue it may finish at once.
    if operations[index].phase == .new, random.next() % 2 == 0 {
      operations[index].phase = .finished
    }
  }

  private mutating func startManually(_ index: Int) -> Int? {
    let operation = operations[index]
    let isReady = operation.open.isEmpty && operation.condition
    guard operation.phase == .new, isReady || operation.cancelled else {
      refuse()
      return nil
    }
    operations[index].isManual = true
    start(index)
    return index
  }

  private func reaches(_ from: Int, _ to: Int) -> Bool {
    var pending = [from]
    var seen: Set<Int> = []
    while let index = pending.popLast() {
      if index == to { return true }
      if seen.insert(index).inserted { pending += operations[index].open }
    }
    return false
  }
}

import OQHistory
import OQModel
import OQPrograms

/// What there is to see after the call.
extension Aftermath {
  /// Reads what the call has set.
  func readBack(_ p: inout Draft) {
    guard !p.chance(3) else { return }
    let verbs: [Verb] =
      switch call.verb {
      case .setName: [.name]
      case .setQueueName: [.queueName]
      case .setQuality: [.quality]
      case .setQueueQuality: [.queueQuality]
      case .setProgressTotal: [.progress]
      case .setUnderlyingQueue: [.underlyingQueue]
      case .setPriority, .setRawPriority: [.priority]
      case .setThreadPriority: [.threadPriority]
      case .setCompletion: [.hasCompletion]
      case .addExecutionBlock: [.executionBlockCount]
      case .addDependency, .removeDependency: [.dependencies]
      case .setLimit: [.limit]
      case .suspend, .resume: [.isSuspended]
      case .cancel: [.isCancelled]
      case .reportExecuting: [.isExecuting]
      case .reportFinished, .storeFinished: [.isFinished, .isExecuting]
      default: []
      }
    for verb in verbs { read(verb, &p) }
  }

  /// Waits for the observer of what the call has changed.
  func waitForWatcher(_ p: inout Draft) {
    if let watcher = stage.watcher { p.began(watcher, .observer) }
  }

  /// Attaches an observer of what the end of `x` changes, while its task is held.
  mutating func watchEnd(_ p: inout Draft) {
    let operation = state.operations[stage.x.index]
    guard p.has(Program.Kind.observer), p.hasHandle(stage.x), stage.isHeld, p.chance(3),
      operation.running.total > 0, !operation.flags.contains(.manual)
    else { return }
    let observer: OperationID
    if let q = stage.q, p.has(.observeQueue), p.hasHandle(q), mayLeave(q), p.chance(2) {
      observer = p.operation(kind: .observer)
      let property = p.pick([Property.operations, .operationCount])
      p.command(.observeQueue, q, .observer(property, observer))
    } else if p.has(.observe), !operation.isCancelled {
      observer = p.operation(kind: .observer)
      let property = p.pick([Property.isExecuting, .isFinished])
      p.command(.observe, stage.x, .observer(property, observer))
    } else {
      return
    }
    endWatcher = observer
  }

  /// Whether it is certain that `x` leaves its queue, and that observers are told.
  private func mayLeave(_ q: QueueID) -> Bool {
    stage.has(.homePlain) && !isExempted(q) && stage.has(.completionNone)
      && call.verb != .setCompletion && !program.operations.contains { $0.kind == .barrier }
  }

  /// Waits for the observer of the end of `x`.
  func waitForEndWatcher(_ p: inout Draft) {
    if let endWatcher, awaited.contains(stage.x.index) { p.began(endWatcher, .observer) }
  }

  /// Looks at the operation and at its queue.
  func look(_ p: inout Draft) {
    if p.hasHandle(stage.x) {
      p.read(stage.x, .isFinished, .isExecuting, .isReady, .isCancelled)
      if p.chance(3) { p.read(stage.x, .dependencies, .priority) }
      if p.chance(2) { read(.executionBlockCount, &p) }
    }
    for verb in [Verb.operationCount, .operations] { read(verb, &p) }
    guard p.chance(3) else { return }
    for _ in 0..<2 { read(p.pick(Aftermath.properties), &p) }
  }

  private static let properties: [Verb] = [
    .name, .quality, .threadPriority, .hasCompletion, .executionBlockCount, .priority,
    .dependencies, .limit, .isSuspended, .queueName, .queueQuality, .progress, .underlyingQueue,
  ]

  /// What the method of an operation that has finished was called with, and what it has brought.
  func readResult(_ p: inout Draft) {
    guard stage.hasAny([.kindInvocation, .kindProcedure]), p.hasHandle(stage.x) else { return }
    p.read(stage.x, .receiver, .method, .methodArgument)
    if stage.has(.kindInvocation) { p.read(stage.x, .result) }
  }

  /// Waits until a queue of which everything ends by itself says that nothing is in it.
  ///
  /// What is listed behind barriers is left open (ND-43).
  ///
  /// - Returns: whether it waits.
  func waitForEmptiness(of q: QueueID, _ p: inout Draft) -> Bool {
    let verbs = [Verb.operationCount, .operations].filter { p.has($0) }
    guard !verbs.isEmpty, stage.has(.homePlain), stage.has(.barrierNone),
      !stage.has(.pastBarrier), call.verb != .addBarrier, p.chance(3)
    else { return false }
    let verb = p.pick(verbs)
    let value: Outcome.Value = verb == .operations ? .operations([]) : .integer(0)
    p.step(.until(.reads(Command(verb, q), value)))
    return true
  }

  /// Uses a queue in which nothing is any more like a new one: whatever it has been through, it
  /// takes what it is given.
  func reuse(_ q: QueueID, _ p: inout Draft) {
    let changes: [(verb: Verb, number: Int)] = [
      (.setUnderlyingQueue, p.pick([1, 2])), (.setLimit, p.pick([1, 2])),
      (.setQueueName, p.pick([3, 4])), (.setQueueQuality, p.pick([25, 17, 9, 33])),
    ]
    for change in changes where p.has(change.verb) && p.chance(2) {
      p.command(change.verb, q, .integer(change.number))
      if let verb = Aftermath.accessors[change.verb] { read(verb, &p) }
    }
    p.pushThrough(q, passes: 1)
  }

  private static let accessors: [Verb: Verb] = [
    .setUnderlyingQueue: .underlyingQueue, .setLimit: .limit, .setQueueName: .queueName,
    .setQueueQuality: .queueQuality,
  ]

  /// Reads the properties that were set long before.
  func readAdorned(_ p: inout Draft) { for verb in stage.adorned { read(verb, &p) } }

  /// Reads an accessor of what the facts are about.
  private func read(_ verb: Verb, _ p: inout Draft) {
    guard p.has(verb) else { return }
    if verb.entry.family == .operation {
      let isOfBlocks = verb == .executionBlockCount
      guard p.hasHandle(stage.x), !isOfBlocks || stage.hasAny([.kindBlock, .kindBlocks]) else {
        return
      }
      p.command(verb, stage.x)
    } else if let q = stage.q, p.hasHandle(q) {
      p.command(verb, q)
    }
  }
}

import OQHistory
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

  /// Looks at the operation and at its queue.
  func look(_ p: inout Draft) {
    if p.hasHandle(stage.x) {
      p.read(stage.x, .isFinished, .isExecuting, .isReady, .isCancelled)
      if p.chance(3) { p.read(stage.x, .dependencies, .priority) }
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
  func waitForEmptiness(of q: QueueID, _ p: inout Draft) {
    let verbs = [Verb.operationCount, .operations].filter { p.has($0) }
    guard !verbs.isEmpty, stage.has(.homePlain), stage.has(.barrierNone),
      !stage.has(.pastBarrier), call.verb != .addBarrier, p.chance(3)
    else { return }
    let verb = p.pick(verbs)
    let value: Outcome.Value = verb == .operations ? .operations([]) : .integer(0)
    p.step(.until(.reads(Command(verb, q), value)))
  }

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

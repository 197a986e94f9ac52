/// The execution of client code.
extension Engine {
  /// Hands an operation to a thread.
  ///
  /// An operation that has ceased to exist is not run.
  func launch(_ x: OperationID) {
    guard let operation = object(x) else { return }
    if let owner = state[x].owner, state[owner].isMain, launchOnMain(operation) { return }
    let executor = underlying[behavior.executor(state, x)]
    switch behavior.placement.tasks {
    case .dispatcher: unlocked { runQueued(operation) }
    case .waiter where executor == nil && hand(operation): return
    case .pool, .waiter:
      if let executor {
        executor.submit(to: pool) { self.runQueued(operation) }
      } else {
        pool.submit { self.runQueued(operation) }
      }
    }
  }

  /// The object of an operation that is in a queue.
  func object(_ x: OperationID) -> ReferenceOperation? {
    held[x.index] ?? faint[x]?.operation
  }

  /// Runs an operation that its queue has dispatched.
  ///
  /// Called without the lock.
  func runQueued(_ operation: ReferenceOperation) {
    pacer.pause()
    lock()
    defer { unlock() }
    guard !isTornDown else { return }
    var frame = Frame()
    frame.operation = operation.id
    perform(behavior.queueStartPlan, &frame)
    execute(operation)
  }

  /// Runs an operation that was started: to its finish, unless it reports for itself.
  func execute(_ operation: ReferenceOperation) {
    let x = operation.id
    var frame = Frame()
    frame.operation = x
    if state[x].kind == .asynchronous {
      let calls = ask({ $0.startCalls }, x)
      for _ in 0..<calls where !blocks[x.index].isEmpty {
        state[x].blocksBegun += 1
        runBlock(0, of: operation)
        state[x].blocksEnded += 1
      }
      perform(behavior.startReturnPlan, &frame)
      if calls == 0 { finish(x) }
      return
    }
    if ask({ $0.runsBody }, x) {
      perform(behavior.beginPlan, &frame)
      runBlocks(of: operation, frame, mayDetach: true)
    } else {
      perform(behavior.skipPlan, &frame)
      end(x, frame)
    }
  }

  /// Runs the blocks that are left, and waits for those that other threads run, to the finish.
  private func runBlocks(of operation: ReferenceOperation, _ begun: Frame, mayDetach: Bool) {
    let x = operation.id
    var frame = begun
    while true {
      let next = nextBlock(of: x)
      if next == nil, !isShared(x) { break }
      if mayDetach, behavior.detaches(state, x) {
        return pool.submit { [frame] in
          self.lock()
          self.runBlocks(of: operation, frame, mayDetach: false)
          self.unlock()
        }
      }
      if let next {
        runShared(next, of: operation, &frame)
      } else {
        block { !isShared(x) || nextBlock(of: x) != nil }
      }
    }
    pass(.end, of: x)
    perform(behavior.endPlan, &frame)
    end(x, frame)
  }

  private func nextBlock(of x: OperationID) -> Int? {
    ask({ $0.nextBlock }, x).flatMap { $0 < blocks[x.index].count ? $0 : nil }
  }

  /// Whether another thread is busy with a block of an operation.
  private func isShared(_ x: OperationID) -> Bool { !isTornDown && state[x].blockThreads > 0 }

  /// Runs a block, beside which another thread may run the one after it.
  private func runShared(_ index: Int, of operation: ReferenceOperation, _ frame: inout Frame) {
    let x = operation.id
    state[x].blocksBegun += 1
    state[x].blockThreads += 1
    if behavior.sharesBlocks(state, x), nextBlock(of: x) != nil {
      pool.submit { self.help(operation) }
    }
    runBlock(index, of: operation)
    state[x].blocksEnded += 1
    perform(behavior.blockPlan, &frame)
    state[x].blockThreads -= 1
  }

  /// Runs the next block of an operation that another thread runs, unless none is left.
  private func help(_ operation: ReferenceOperation) {
    pacer.pause()
    lock()
    defer { unlock() }
    let x = operation.id
    guard !isTornDown, state[x].phase == .executing, let index = nextBlock(of: x) else { return }
    var frame = Frame()
    frame.operation = x
    applyThreadPriority(of: x, &frame)
    runShared(index, of: operation, &frame)
    restoreThreadPriority(frame)
    if let id = frame.taken { forget(id) }
    wakeBlocked()
  }

  /// Finishes an operation whose task is over or was skipped.
  private func end(_ x: OperationID, _ frame: Frame) {
    if let id = frame.taken { forget(id) }
    finish(x)
  }

  /// Finishes an operation.
  func finish(_ x: OperationID) {
    var frame = Frame()
    frame.operation = x
    perform(behavior.finishPlan, &frame, isPaced: true)
    if let id = frame.taken { forget(id) }
    letGo(x)
  }

  private func runBlock(_ index: Int, of operation: ReferenceOperation) {
    let x = operation.id
    let block = blocks[x.index][index]
    let activity = activity(.body, of: x)
    var failure: (any Error)?
    let run = {
      Activity.$current.withValue(activity) {
        do { try block.run(operation) } catch { failure = error }
      }
    }
    tell(.taskBegins)
    if behavior.placement.body == .underLock { run() } else { unlocked(run) }
    tell(.taskEnded)
    if let failure { errors[operation.id] = failure }
  }

  private func activity(_ origin: Origin, of x: OperationID) -> Activity {
    Activity(engine: ObjectIdentifier(self), operation: x, origin: origin)
  }

  // MARK: Completion blocks

  /// Runs the completion block that was taken.
  ///
  /// Where a client's thread finishes the operation, another thread runs it: `start` and the report
  /// of a finish owe their caller nothing beyond the finish, and must not be held up by client code
  /// that has nothing to do with it.
  func complete(_ x: OperationID, _ frame: Frame) {
    guard let id = frame.taken ?? state[x].completion, let block = completions[id] else { return }
    let activity = activity(.completion, of: x)
    let body: @Sendable () -> Void = { Activity.$current.withValue(activity) { block.run() } }
    let run = atPriority(ask({ $0.completionPriority }, x), body)
    switch behavior.placement.completion {
    case .underLock: run()
    case .pool where state[x].isManual || state[x].kind == .asynchronous: pool.submit(run)
    case .pool: unlocked(run)
    }
  }

  /// Lets go of a completion block that is not installed any more.
  func forget(_ id: CompletionID) {
    if let block = completions.removeValue(forKey: id) { discard(block) }
  }

  // MARK: Barriers

  /// Hands the block of a barrier to a thread.
  func launch(_ barrier: BarrierID) {
    guard let block = barrierBlocks.removeValue(forKey: barrier) else { return }
    pool.submit {
      self.pacer.pause()
      block.run()
      self.lock()
      var frame = Frame()
      frame.queue = barrier.queue
      frame.barrier = barrier
      self.perform(self.behavior.endBarrierPlan, &frame)
      self.releaseIfDrained(barrier.queue)
      self.unlock()
    }
  }

  // MARK: Ownership

  /// Has a queue keep an operation, and itself, alive.
  func hold(_ operation: ReferenceOperation, in queue: ReferenceQueue) {
    switch behavior.placement.operations {
    case .strong: held[operation.id.index] = operation
    case .weak: faint[operation.id] = WeakOperation(operation: operation)
    }
    if behavior.placement.drop == .drains { heldQueues[queue.id.index] = queue }
  }

  /// Has the queue let a finished operation go, and itself after the last one.
  private func letGo(_ x: OperationID) {
    guard state[x].position == nil else { return }
    if let operation = held[x.index] { discard(operation) }
    held[x.index] = nil
    faint[x] = nil
    if let owner = state[x].owner { releaseIfDrained(owner) }
  }

  private func releaseIfDrained(_ q: QueueID) {
    guard state.isDrained(q), let queue = heldQueues[q.index] else { return }
    discard(queue)
    heldQueues[q.index] = nil
  }
}

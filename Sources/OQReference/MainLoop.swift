/// The main queue of a world, and the loop that runs its operations.
extension Engine {
  /// Hands an operation of the main queue to the main loop; false where another thread is to run
  /// it.
  ///
  /// Called with the lock held.
  func launchOnMain(_ operation: ReferenceOperation) -> Bool {
    switch behavior.placement.main {
    case .pool: return false
    case .caller where mainThread == Thread.current:
      unlocked { runQueued(operation) }
      return true
    case .loop, .loopUnlessFromTask, .caller:
      mainJobs.append(operation)
      let isSilent =
        behavior.placement.main == .loopUnlessFromTask && state[operation.id].origin == .body
      if !isSilent { wakeBlocked() }
      return true
    }
  }

  /// Runs operations of the main queue on the calling thread, one after another, until the loop is
  /// ended.
  ///
  /// Called without the lock.
  func runMainLoop() {
    lock()
    mainThread = Thread.current
    while true {
      block { !mainJobs.isEmpty || isMainLoopOver }
      guard !isMainLoopOver, !mainJobs.isEmpty else { break }
      var operation: ReferenceOperation? = mainJobs.removeFirst()
      unlocked {
        if let operation { runQueued(operation) }
        // This may be the last reference, and the end of an operation takes the lock.
        operation = nil
      }
    }
    mainThread = nil
    unlock()
  }

  /// Ends the main loop once what it runs is over.
  ///
  /// Called without the lock.
  func endMainLoop() {
    lock()
    isMainLoopOver = true
    wakeBlocked()
    unlock()
  }

  /// The main queue, made when it is asked for first.
  ///
  /// Called without the lock.
  func sharedMainQueue() -> ReferenceQueue {
    if let made = existingMainQueue() { return made }
    let candidate = ReferenceQueue(engine: self)
    lock()
    defer { unlock() }
    if let made = mainQueue, behavior.placement.mainQueue == .shared { return made }
    state[candidate.id].isMain = true
    state[candidate.id].limit = 1
    if mainQueue == nil, !isTornDown { mainQueue = candidate }
    return candidate
  }

  private func existingMainQueue() -> ReferenceQueue? {
    lock()
    defer { unlock() }
    return behavior.placement.mainQueue == .shared ? mainQueue : nil
  }
}

extension ReferenceWorld {
  /// The main queue: its operations run in the main loop, one at a time.
  package var mainQueue: ReferenceQueue { engine.sharedMainQueue() }

  /// Runs the main loop on the calling thread, until it is ended or the world is torn down.
  package func runMainLoop() { engine.runMainLoop() }

  /// Ends the main loop, now and for ever.
  package func endMainLoop() { engine.endMainLoop() }
}

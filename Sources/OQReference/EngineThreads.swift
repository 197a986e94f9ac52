/// On which threads operations run, where it is not one of the pool. Called with the lock held.
extension Engine {
  /// Runs an operation that a client starts, to the return of the start.
  func executeStarted(_ operation: ReferenceOperation) {
    let x = operation.id
    guard behavior.placement.starts == .pool, state[x].kind != .asynchronous else {
      return execute(operation)
    }
    pool.submit {
      self.lock()
      self.execute(operation)
      self.wakeBlocked()
      self.unlock()
    }
    block { state[x].isFinished }
  }

  /// Blocks the calling thread until a wait is over; meanwhile it runs what it is given.
  func park(_ wait: WaitID) {
    guard behavior.placement.tasks == .waiter else {
      return block { behavior.isOver(state, wait) }
    }
    while !behavior.isOver(state, wait), !isTornDown {
      helpers.insert(wait)
      block { behavior.isOver(state, wait) || handed[wait] != nil }
      helpers.remove(wait)
      if let operation = handed.removeValue(forKey: wait) { unlocked { runQueued(operation) } }
    }
  }

  /// Gives an operation to a thread that waits for it; false where there is none.
  func hand(_ operation: ReferenceOperation) -> Bool {
    guard let wait = state[operation.id].waiters.first(where: helpers.contains) else {
      return false
    }
    helpers.remove(wait)
    handed[wait] = operation
    wakeBlocked()
    return true
  }
}

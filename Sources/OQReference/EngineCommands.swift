/// What the commands of operations and queues have in common. Called with the lock held, where
/// nothing else is said.
extension Engine {
  /// Turns the answer of a guard into the outcome of a command.
  ///
  /// - Parameter admission: the answer.
  /// - Returns: whether the command takes effect.
  /// - Throws: the misuse, if the command is rejected.
  func admits(_ admission: Admission) throws(Misuse) -> Bool {
    switch admission {
    case .accept: return true
    case .ignore: return false
    case .reject(let misuse): throw misuse
    }
  }

  /// Makes the tables' rows of a new operation.
  func insert(kind: Kind, blocks bodies: [Task]) -> OperationID {
    let id = state.insert(kind: kind, blocks: bodies.count, by: behavior)
    if id.index == held.count {
      held.append(nil)
      edges.append([])
      blocks.append(bodies)
    } else {
      blocks[id.index] = bodies
    }
    return id
  }

  /// Removes an operation that nobody refers to any more.
  ///
  /// Called without the lock.
  func forget(_ x: OperationID) {
    lock()
    discard(edges[x.index])
    edges[x.index] = []
    discard(blocks[x.index])
    blocks[x.index] = []
    if let error = errors.removeValue(forKey: x) { discard(error) }
    if let id = state[x].completion { forget(id) }
    faint[x] = nil
    removeObservers(of: x)
    state.remove(x)
    unlock()
  }

  /// Gives up a queue that nobody refers to any more.
  ///
  /// Called without the lock.
  func drop(_ q: QueueID) {
    lock()
    if behavior.placement.drop == .cancels {
      var frame = cancelAllFrame(q)
      perform(behavior.cancelAllPlan, &frame)
    }
    unlock()
  }

  /// Cancels what is in a queue.
  func cancelAll(_ q: QueueID) {
    var frame = cancelAllFrame(q)
    state[q].cancellations += 1
    perform(behavior.cancelAllPlan, &frame)
  }

  private func cancelAllFrame(_ q: QueueID) -> Frame {
    var frame = Frame()
    frame.queue = q
    frame.scope = .queue(q)
    frame.origin = origin
    return frame
  }

  /// Adds a barrier to a queue.
  func addBarrier(_ block: ClientCode, to queue: ReferenceQueue) {
    heldQueues[queue.id.index] = queue
    var frame = Frame()
    frame.queue = queue.id
    frame.origin = origin
    barrierBlocks[BarrierID(queue: queue.id, number: state[queue.id].barriersAdded)] = block
    perform(behavior.addBarrierPlan, &frame)
  }

  /// Installs a completion block, and lets go of the one that was installed.
  func install(_ block: ClientCode?, in x: OperationID, _ frame: inout Frame) {
    let replaced = state[x].completion
    if let block {
      let id = CompletionID(number: state.completionsMade)
      state.completionsMade += 1
      completions[id] = block
      frame.completion = id
    }
    perform(behavior.completionPlan, &frame)
    if let replaced, state[x].completion != replaced { forget(replaced) }
  }

  /// Keeps a dependency alive as long as it is listed.
  func keep(_ dependency: ReferenceOperation, of x: OperationID) {
    let isListed = state[x].dependencies.contains(dependency.id)
    let kept = edges[x.index].firstIndex { $0 === dependency }
    if let kept, !isListed { discard(edges[x.index].remove(at: kept)) }
    if kept == nil, isListed, behavior.placement.dependencies == .strong {
      edges[x.index].append(dependency)
    }
  }

  /// The objects of dependencies.
  func dependencies(_ listed: [OperationID], of x: OperationID) -> [ReferenceOperation] {
    listed.compactMap { d in edges[x.index].first { $0.id == d } ?? held[d.index] }
  }
}

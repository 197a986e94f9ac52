import OQHistory
import OQSpecification

extension Model {
  /// What an implementation still owes in a state, if anything: a step that weak fairness demands.
  ///
  /// Steps that need a thread are not owed while client code occupies as many as the implementation
  /// is known to have, and steps that some implementations take in the thread of a completion block
  /// or under the lock of an accessor are not owed while that code runs. A completion block needs a
  /// thread too, there may be one for all of them, and it may be the main thread (DONE-52). Nothing
  /// is owed while an overridden start runs that a queue called: it may be called by the thread
  /// that adds, under the lock of the queue (C-13, OP-52), and so may the task of an operation
  /// whose isAsynchronous is true. Nothing is owed while dependencies form a cycle, which may
  /// freeze the program (C-16).
  ///
  /// - Parameter state: any reachable state.
  /// - Returns: a sentence naming the step, or nil where nothing is owed.
  /// - Complexity: O(operations²).
  package func obligation(_ state: State) -> String? {
    if state.operations.indices.contains(where: { mayHoldQueue($0, state) }) { return nil }
    if hasCycle(state) { return nil }
    let room = Room(
      hasThread: occupiedThreads(state) < concurrency,
      isCompleting: state.operations.contains { $0.completing > 0 })
    for index in state.operations.indices {
      if let owed = obligation(of: index, state, room) { return "\(names[index]): \(owed)" }
    }
    for position in state.calls.indices where owesReturn(position, state, room) {
      return "the return of \(commands[state.calls[position].id].verb.entry.name)"
    }
    return nil
  }

  /// Whether an operation itself is owed a step in a state in which no client code is inside and
  /// dependencies form no circle.
  ///
  /// - Parameters:
  ///   - index: its position.
  ///   - state: a reachable state; client code that is inside is left out of account.
  /// - Returns: false also where that cannot be told from this operation alone.
  /// - Complexity: O(operations).
  package func isOwed(_ index: Int, _ state: State) -> Bool {
    obligation(of: index, state, Room(hasThread: true, isCompleting: false)) != nil
  }

  /// Whether client code of an operation runs that may be called under the lock of a queue.
  private func mayHoldQueue(_ index: Int, _ state: State) -> Bool {
    let operation = state.operations[index]
    if operation.getters > 0 { return true }
    guard !operation.flags.contains(.manual) else { return false }
    return operation.starts > 0 || kinds[index] == .flagged && !operation.running.isEmpty
  }

  /// Whether dependencies form a cycle, that of an operation on itself included.
  private func hasCycle(_ state: State) -> Bool {
    var tangled = OperationSet.first(state.operations.count)
    while !tangled.isEmpty {
      var waiting = OperationSet()
      for index in tangled
      where !state.operations[index].dependencies.intersection(tangled).isEmpty {
        waiting.insert(index)
      }
      if waiting == tangled { return true }
      tangled = waiting
    }
    return false
  }

  /// Number of bodies and overridden starts that run on threads of queues.
  private func occupiedThreads(_ state: State) -> Int {
    state.operations.reduce(0) {
      $0 + ($1.flags.contains(.manual) ? 0 : $1.running.total + Int($1.starts))
        + Int($1.completing)
    }
  }

  private func obligation(of index: Int, _ state: State, _ room: Room) -> String? {
    let operation = state.operations[index]
    if isExempt(operation, state) { return nil }
    // Whether it ever becomes ready is not judged (ND-28).
    if operation.phase <= .queued, operation.hasRepeated, !operation.open.isEmpty { return nil }
    if overridesStart(index), operation.phase != .finished, isQueueExempt(operation, state) {
      return nil
    }
    let isManual = operation.flags.contains(.manual)
    if operation.phase == .finished {
      guard operation.completing == 0, !awaitsItsBlock(operation, room) else { return nil }
      return finishObligation(operation, state)
    }
    // The blocks of a block operation may run on threads of their own, even a single one (C-14).
    let mayRun = room.hasThread || isManual && kinds[index] != .block
    switch operation.phase {
    case .new: return releaseObligation(operation, state, room)
    case .queued:
      return kinds[index] == .barrier
        ? barrierObligation(operation, index, state, room)
        : queuedObligation(operation, index, state, room)
    case .dispatched: return mayRun ? "its start" : nil
    case .starting:
      if overridesStart(index) {
        return operation.startsDue > 0 && mayRun ? "the call of its start" : nil
      }
      return mayRun ? "the begin of its body, or its end without one" : nil
    case .executing:
      guard operation.running.isEmpty else { return nil }
      let isComplete = operation.begun == operation.blocks
      if isComplete { return "its finish" }
      return mayRun ? "the begin of a block" : nil
    case .ended: return "its finish"
    case .finished: return nil
    }
  }

  /// Whether an operation is run by a queue that owes nothing more (ND-24).
  private func isExempt(_ operation: OperationState, _ state: State) -> Bool {
    isQueueExempt(operation, state) && !operation.flags.contains(.manual)
  }

  /// Whether an operation is in a queue that owes nothing more (ND-24).
  private func isQueueExempt(_ operation: OperationState, _ state: State) -> Bool {
    operation.owner != OperationState.nobody && state.queues[Int(operation.owner)].exempt
  }

  /// Whether the completion block of a finished operation is still to come and may lack a thread,
  /// so that what an implementation does after it is not owed (ND-19).
  private func awaitsItsBlock(_ operation: OperationState, _ room: Room) -> Bool {
    let isDue = operation.completion != 0 && !operation.flags.contains(.completed)
    return !room.mayComplete && (isDue || !operation.due.isEmpty)
  }

  private func finishObligation(_ operation: OperationState, _ state: State) -> String? {
    if !isQueueExempt(operation, state) {
      if operation.flags.contains(.listed) { return "its removal from the queue" }
      if operation.flags.contains(.slot) { return "the release of its slot" }
    }
    if operation.completion != 0, !operation.flags.contains(.completed) {
      return "its completion block"
    }
    return operation.due.isEmpty ? nil : "its completion block"
  }

  /// The release of an operation by what it depends on.
  private func releaseObligation(
    _ operation: OperationState, _ state: State, _ room: Room
  ) -> String? {
    for other in operation.open {
      let dependency = state.operations[other]
      if dependency.phase == .finished, dependency.completing == 0, !isExempt(dependency, state),
        !awaitsItsBlock(dependency, room)
      {
        return "its release by \(names[other])"
      }
      if operation.removed.contains(other) { return "the end of its wait for \(names[other])" }
    }
    if profile == .reference, operation.isCancelled, !operation.flags.contains(.heeded) {
      if !operation.open.isEmpty { return "its readiness after the cancel" }
    }
    return nil
  }

  private func queuedObligation(
    _ operation: OperationState, _ index: Int, _ state: State, _ room: Room
  ) -> String? {
    if let owed = releaseObligation(operation, state, room) { return owed }
    let isTold = kinds[index] != .conditional || operation.flags.contains(.told)
    let isKnown = operation.flags.contains(.known)
    if isReady(operation), isKnown ? isPastBarriers(index, state) : isTold {
      return "its queue's notice that it is ready"
    }
    let owner = Int(operation.owner)
    guard room.hasThread, !state.queues[owner].suspended, !(isMain[owner] && room.isCompleting)
    else { return nil }
    if operation.isCancelled {
      // ND-35, ND-36: not owed before it is ready.
      guard isReady(operation), isKnown || isTold else { return nil }
      return mayDispatch(index, state) && !isBehindBarrier(index, state) ? "its dispatch" : nil
    }
    return mayDispatch(index, state) ? "its dispatch" : nil
  }

  private func barrierObligation(
    _ operation: OperationState, _ index: Int, _ state: State, _ room: Room
  ) -> String? {
    let queue = state.queues[Int(operation.owner)]
    guard room.hasThread, !queue.suspended, queue.limit != 0,
      !operation.flags.contains(.droppable), mayRunBarrier(index, state),
      !followsSilentFinish(index, state)
    else { return nil }
    return "the barrier block"
  }

  private func owesReturn(_ position: Int, _ state: State, _ room: Room) -> Bool {
    let call = state.calls[position]
    let command = commands[call.id]
    // A completion block may run in the thread, or under the lock, that the call needs. What the
    // block itself asks for cannot wait for its end: it runs because the operation has finished,
    // and may add others (DONE-11), if no second block runs that may be in the way.
    if !ownWaits.contains(Int(call.id)) {
      let completing = state.operations.reduce(0) { $0 + Int($1.completing) }
      if completing > (ownAdds.contains(Int(call.id)) ? 1 : 0) { return false }
    }
    switch command.verb {
    case .wait:
      guard let target = command.operation.map({ state.operations[$0.index] }) else { return false }
      return target.phase == .finished && !isExempt(target, state)
        && !awaitsItsBlock(target, room)
    case .waitAll: return command.queue.map { isDrained($0.index, state) } ?? false
    // An empty group takes its effect at once, and may then wait for the queue (QUEUE-62).
    case .addGroupWaiting where call.stage == .underway || command.operands.isEmpty:
      return command.queue.map {
        isDrained($0.index, state) || hasFinishedGroup(command, in: $0.index, state)
      } ?? false
    case .start where call.stage == .underway: return mayReturn(position, state)
    case .addDependency where command.operands.first == command.operation:
      // DEP-57: a self-dependency may hang its caller.
      return call.stage == .done
    default: return true
    }
  }

  /// Whether a group that is awaited has finished: in profile reference nothing else is awaited
  /// (QUEUE-4).
  private func hasFinishedGroup(_ command: Command, in queue: Int, _ state: State) -> Bool {
    profile == .reference && !state.queues[queue].exempt
      && command.operands.allSatisfy { state.operations[$0.index].phase == .finished }
  }

  /// Whether everything that was ever added to a queue has finished, barriers included.
  private func isDrained(_ queue: Int, _ state: State) -> Bool {
    !state.queues[queue].exempt
      && state.operations.allSatisfy { Int($0.owner) != queue || $0.phase == .finished }
  }
}

/// What client code that is inside leaves to an implementation.
private struct Room {
  /// Whether fewer threads of queues are occupied than the implementation is known to have.
  let hasThread: Bool
  /// Whether some completion block is inside.
  let isCompleting: Bool

  /// Whether a completion block certainly finds a thread.
  var mayComplete: Bool { hasThread && !isCompleting }
}

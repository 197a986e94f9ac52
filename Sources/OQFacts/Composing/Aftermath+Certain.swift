import OQHistory
import OQModel
import OQPrograms

/// What comes to its end, whatever an implementation chooses where it is free.
extension Aftermath {
  /// Operations that may never come into their queue: a cancel may finish one that is in no queue
  /// (ND-21), and a group with such a one may be refused.
  static func refusable(_ program: Program) -> OperationSet {
    let commands = program.allSteps.compactMap(\.command)
    let cancelled = commands.reduce(into: OperationSet()) { cancelled, command in
      if command.verb == .cancel, let id = command.operation { cancelled.insert(id.index) }
    }
    return commands.reduce(into: OperationSet()) { refusable, command in
      guard command.verb == .addGroup || command.verb == .addGroupWaiting else { return }
      for member in command.operands
      where command.operands.contains(where: { $0 != member && cancelled.contains($0.index) }) {
        refusable.insert(member.index)
      }
    }
  }

  /// Whether an operation may have finished only because a dependency was removed that has not
  /// finished: an implementation may go on waiting for it (ND-37).
  func isShaken(_ index: Int, under visited: OperationSet = OperationSet()) -> Bool {
    guard !visited.contains(index) else { return false }
    var visited = visited
    visited.insert(index)
    return dependencies[index].contains { other in
      state.operations[other].phase != .finished || isShaken(other, under: visited)
    }
  }

  /// Whether a barrier may have begun only because something before it is shaken.
  func isShakenBarrier(_ index: Int) -> Bool {
    program.operations[index].kind == .barrier && !shaken(beside: index).isEmpty
  }

  /// What has finished in the queue of an operation, and is shaken.
  private func shaken(beside index: Int) -> OperationSet {
    let owner = state.operations[index].owner
    return state.operations.indices.reduce(into: OperationSet()) { shaken, other in
      guard other != index, state.operations[other].owner == owner,
        state.operations[other].phase == .finished, isShaken(other)
      else { return }
      shaken.insert(other)
    }
  }

  /// Whether an operation finishes without anything more being done.
  func isCertain(_ index: Int, under visited: OperationSet = OperationSet()) -> Bool {
    let operation = state.operations[index]
    guard !left.contains(index), !mayLackSlot(index) else { return false }
    if operation.phase == .finished, !mayBeKept(index), !isShaken(index), !isShakenBarrier(index) {
      return true
    }
    guard !visited.contains(index), !operation.hasRepeated else {
      return false
    }
    var visited = visited
    visited.insert(index)
    let kind = program.operations[index].kind
    if kind == .asynchronous || kind == .conditional, !settled.contains(index) { return false }
    for other in dependencies[index] where !isCertain(other, under: visited) { return false }
    if kind == .barrier,
      !operation.open.union(shaken(beside: index)).allSatisfy({ isCertain($0, under: visited) })
    {
      return false
    }
    for wait in taskWaits(of: index) where !isOver(wait, under: visited) { return false }
    if operation.isStarted {
      return operation.flags.contains(.manual) || !isFreed(queue(of: index))
    }
    guard let queue = queue(of: index) else { return false }
    return isRunning(queue, before: index, under: visited)
  }

  /// Whether the call adds a dependency while client 1 lets the operation go: where it comes first,
  /// the operation has not finished.
  private func mayBeKept(_ index: Int) -> Bool {
    stage.has(.callerRace) && call.verb == .addDependency && call.operation?.index == index
  }

  /// The calls of the task of an operation that may wait.
  private func taskWaits(of index: Int) -> [Command] {
    waits.filter { $0.key.operation.index == index && $0.key.point == .body }.flatMap(\.value)
  }

  /// Whether the task of an operation waits for nothing but some others, and its queue has a slot
  /// left for them.
  private func isBeside(_ others: OperationSet, _ index: Int, in queue: QueueID) -> Bool {
    let waits = taskWaits(of: index)
    return !waits.isEmpty && state.queues[queue.index].limit != 1
      && waits.allSatisfy { $0.operation.map { others.contains($0.index) } ?? false }
  }

  /// Whether a call comes back that client code makes and that waits: what it waits for finishes.
  func isOver(_ wait: Command, under visited: OperationSet = OperationSet()) -> Bool {
    if let operation = wait.operation {
      // Nobody owes that the start of a class is called once more when it has finished.
      let isAgain =
        wait.verb == .start && program[operation].kind == .asynchronous
        && state.operations[operation.index].phase == .finished
      return !isAgain && isCertain(operation.index, under: visited)
    }
    guard wait.operands.allSatisfy({ isCertain($0.index, under: visited) }) else { return false }
    return wait.verb != .waitAll
      || state.operations.indices.allSatisfy { other in
        queue(of: other) != wait.queue || isCertain(other, under: visited)
      }
  }

  /// The queue that an operation is in, or will be.
  func queue(of index: Int) -> QueueID? {
    if let home = homes[index] { return home }
    let owner = state.operations[index].owner
    return owner == OperationState.nobody ? nil : QueueID(Int(owner))
  }

  /// Whether a queue comes to run an operation: nothing that it has begun, and no barrier before
  /// the operation, keeps it from that.
  func isRunning(
    _ queue: QueueID, before index: Int?, under visited: OperationSet
  ) -> Bool {
    guard queue.index < state.queues.count else { return true }
    let own = state.queues[queue.index]
    guard !isFreed(queue), !mayHaveCome(into: queue), !own.suspended || resumed.contains(queue),
      own.limit != 0 || limits[queue] != nil
    else { return false }
    for (other, operation) in state.operations.enumerated()
    where Int(operation.owner) == queue.index && other != index
      && (operation.phase != .finished || isShakenBarrier(other))
    {
      let isBarrier = program.operations[other].kind == .barrier
      let isBefore = isBarrier && !isCertainBarrier(other, before: index, under: visited)
      let isStuck =
        operation.isStarted && !isBarrier && !isCertain(other, under: visited)
        && !isBeside(visited, other, in: queue)
      if isBefore || isStuck || keepsSlot(other, of: queue) { return false }
    }
    return true
  }

  /// Whether a queue owes nothing more.
  private func isFreed(_ queue: QueueID?) -> Bool {
    guard let queue, queue.index < state.queues.count else { return false }
    return state.queues[queue.index].exempt || isExempted(queue)
  }

  /// Whether the operation of the facts may have come into a queue although a cancel has finished
  /// it before in the model (ND-21), and nobody reports it: it may keep a slot there.
  private func mayHaveCome(into queue: QueueID) -> Bool {
    let x = stage.x.index
    return stage.has(.cancelledNew) && stage.q == queue && !settled.contains(x)
      && program.operations[x].kind == .asynchronous
      && state.operations[x].owner == OperationState.nobody && hasLimit(queue)
  }

  /// Whether a queue runs a number of operations at a time at most, by the limit that it has in
  /// the end.
  private func hasLimit(_ queue: QueueID) -> Bool {
    (limits[queue] ?? Int(state.queues[queue.index].limit)) > 0 || program[queue].isMain
  }

  /// Whether an operation had its slot only because another one, which nobody reports, began late.
  private func mayLackSlot(_ index: Int) -> Bool {
    let operation = state.operations[index]
    guard operation.phase == .finished, operation.owner != OperationState.nobody else {
      return false
    }
    return state.operations.indices.contains { other in
      other != index && state.operations[other].owner == operation.owner
        && state.operations[other].phase != .finished
        && keepsSlot(other, of: QueueID(Int(operation.owner)))
    }
  }

  /// Whether an operation that nobody reports may begin and keep a slot that another one needs.
  private func keepsSlot(_ index: Int, of queue: QueueID) -> Bool {
    program.operations[index].kind == .asynchronous && !settled.contains(index)
      && hasLimit(queue) && isDoubtful(index)
  }

  /// Whether it is open when an operation begins, or what it depends on: it was cancelled (ND-36),
  /// or a dependency was added more than once (ND-28).
  private func isDoubtful(_ index: Int, under visited: OperationSet = OperationSet()) -> Bool {
    guard !visited.contains(index) else { return false }
    var visited = visited
    visited.insert(index)
    return state.operations[index].hasRepeated || state.operations[index].isCancelled
      || dependencies[index].contains { isDoubtful($0, under: visited) }
  }

  /// Whether a barrier ends: everything before it does.
  private func isCertainBarrier(
    _ barrier: Int, before index: Int?, under visited: OperationSet
  ) -> Bool {
    let operation = state.operations[barrier]
    let shaken = shaken(beside: barrier)
    if visited.contains(barrier) || (operation.isStarted && shaken.isEmpty) { return true }
    // What waits behind it does not keep it.
    if let index, operation.open.contains(index) { return true }
    var visited = visited
    visited.insert(barrier)
    return operation.open.union(shaken).allSatisfy { isCertain($0, under: visited) }
  }

  /// Whether the call may have started one of its operations by hand: it owes nothing more (ND-24).
  func isExempted(_ queue: QueueID) -> Bool {
    call.verb == .start && stage.q == queue && !stage.has(.phaseNew)
  }

  /// Whether the task of an operation runs to its end.
  func runs(_ index: Int) -> Bool {
    guard program.operations[index].kind.hasBody, program.operations[index].blocks > 0 else {
      return false
    }
    let id = OperationID(index)
    if isBeginKnown(id) { return true }
    if state.operations[index].isCancelled || !isCertain(index) { return false }
    let isCancelled = program.allSteps.contains { step in
      guard let command = step.command else { return false }
      return command.verb == .cancelAll || (command.verb == .cancel && command.operation == id)
    }
    return !isCancelled
  }

  /// Whether client 1 knows that the task of an operation has begun: a cancel that it has not seen
  /// may come before that in another run.
  private func isBeginKnown(_ id: OperationID) -> Bool {
    let known = [Step.until(.began(Callback(id))), .until(.ended(Callback(id)))]
    return program.scripts.contains { script in
      script.lane == .client(1) && known.contains(where: script.steps.contains)
    }
  }
}

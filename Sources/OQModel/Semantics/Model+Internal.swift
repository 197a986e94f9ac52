import OQHistory
import OQSpecification

extension Model {
  /// Every internal step that a state allows.
  ///
  /// - Parameters:
  ///   - state: any reachable state.
  ///   - moves: the steps are appended here, by operation.
  /// - Complexity: O(operations²) at most.
  package func internalMoves(_ state: State, into moves: inout [Move]) {
    for index in state.operations.indices { internalMoves(index, state, into: &moves) }
  }

  /// Every internal step of one operation that a state allows.
  ///
  /// - Parameters:
  ///   - index: the operation's position.
  ///   - state: any reachable state.
  ///   - moves: the steps are appended here.
  /// - Complexity: O(operations).
  package func internalMoves(_ index: Int, _ state: State, into moves: inout [Move]) {
    let operation = state.operations[index]
    switch operation.phase {
    case .new: break
    case .queued: queueMoves(index, state, into: &moves)
    case .dispatched: moves.append(Move(transition: .startByQueue, operation: index))
    case .starting:
      if !overridesStart(index) { startMoves(operation, index, into: &moves) }
    case .executing: executionMoves(operation, index, into: &moves)
    case .ended:
      let isExecuting = operation.flags.contains(.executing)
      if isExecuting { moves.append(Move(transition: .clearExecuting, operation: index)) }
      if !isExecuting || guards.contains(.finishesExecuting) {
        moves.append(Move(transition: .finish, operation: index))
      }
    case .finished: break
    }
    if operation.phase <= .dispatched && kinds[index] != .barrier {
      readinessMoves(operation, index, state, into: &moves)
    }
    finishMoves(operation, index, into: &moves)
  }

  private func startMoves(_ operation: OperationState, _ index: Int, into moves: inout [Move]) {
    let mayPass =
      !operation.flags.contains(.skipOnly)
      && (!operation.isCancelled || guards.contains(.ignoresCancel))
    if mayPass, !operation.flags.contains(.passed) {
      moves.append(Move(transition: .checkCancelled, operation: index))
    }
    if operation.isCancelled || guards.contains(.skipsBodies) {
      let late: Branch? = operation.flags.contains(.passed) ? .nd12Skipped : nil
      moves.append(
        Move(transition: .skipBody, operation: index, variant: 0, branch: late ?? .nd4None))
      moves.append(
        Move(transition: .skipBody, operation: index, variant: 1, branch: .nd4Pulse))
    }
    if operation.flags.contains(.passed) {
      moves.append(
        Move(
          transition: .beginBody, operation: index, branch: operation.isCancelled ? .nd12Ran : nil))
    }
  }

  private func executionMoves(
    _ operation: OperationState, _ index: Int, into moves: inout [Move]
  ) {
    if kinds[index] == .barrier {
      let hasReturned = operation.running.isEmpty || guards.contains(.finishesEarly)
      if hasReturned && !operation.begun.isEmpty {
        moves.append(Move(transition: .endBarrier, operation: index))
      }
      return
    }
    let isComplete = operation.begun == operation.blocks
    let mayEnd =
      operation.running.isEmpty && (isComplete || operation.isCancelled)
      || guards.contains(.finishesEarly)
    if mayEnd {
      moves.append(
        Move(transition: .endBody, operation: index, branch: isComplete ? nil : .nd31Skipped))
    }
  }

  private func readinessMoves(
    _ operation: OperationState, _ index: Int, _ state: State, into moves: inout [Move]
  ) {
    if !guards.contains(.forgetsRelease) {
      for other in operation.open
      where state.operations[other].isFinished || operation.removed.contains(other)
        || guards.contains(.releasesEarly)
      {
        let isUntold =
          state.operations[other].isFinished && state.operations[other].phase != .finished
        moves.append(
          Move(
            transition: .release, operation: index, other: other,
            branch: isUntold ? .nd8Noticed : nil))
      }
    }
    let mayHeed = operation.isCancelled || guards.contains(.heedsUncancelled)
    if mayHeed, !operation.flags.contains(.heeded), !operation.open.isEmpty {
      moves.append(Move(transition: .heed, operation: index, branch: .nd36Heeded))
    }
  }

  private func finishMoves(_ operation: OperationState, _ index: Int, into moves: inout [Move]) {
    let isFinished = operation.isFinished
    let holdsSlot = operation.flags.contains(.slot)
    let isListed = operation.flags.contains(.listed)
    let mayUnlist = isFinished || (guards.contains(.unlistsEarly) && operation.phase > .queued)
    if isListed, mayUnlist {
      moves.append(
        Move(
          transition: .unlist, operation: index, branch: holdsSlot ? .nd13UnlistedFirst : nil))
    }
    let mayFree = isFinished || (guards.contains(.freesEarly) && operation.phase > .dispatched)
    if mayFree, holdsSlot, !guards.contains(.leaksSlots) {
      moves.append(
        Move(transition: .freeSlot, operation: index, branch: isListed ? .nd13FreedFirst : nil))
    }
    let mayComplete =
      isFinished && !guards.contains(.forgetsCompletion)
      || guards.contains(.completesEarly) && operation.phase == .executing
    if operation.completion != 0, mayComplete {
      if !operation.flags.contains(.completed) {
        moves.append(
          Move(
            transition: .complete, operation: index, variant: 0,
            branch: isListed ? .nd19BlockFirst : .nd19BlockLater))
      } else if guards.contains(.completesTwice) {
        moves.append(Move(transition: .complete, operation: index, variant: 1))
      }
    }
  }

  /// Performs a step that a state allows.
  ///
  /// - Parameters:
  ///   - move: one of the state's moves.
  ///   - state: the state, which becomes the one after the step.
  /// - Complexity: O(operations) at most.
  package func apply(_ move: Move, to state: inout State) {
    if move.call >= 0 {
      applyEffect(move, to: &state)
      if move.answer != .none { state.calls[move.call].stage = .done }
    } else {
      applyInternal(move, to: &state)
    }
  }

  /// Whether a step changes nothing but its operation and that operation's queue.
  ///
  /// - Parameter move: a step that a state allows.
  /// - Returns: false for the effects of calls, and for the end of a barrier, which others wait
  ///   for.
  package func isLocal(_ move: Move) -> Bool {
    move.call < 0 && move.transition != .endBarrier && move.transition != .dropBarrier
  }

  private func applyInternal(_ move: Move, to state: inout State) {
    let index = move.operation
    switch move.transition {
    case .notice: notice(index, &state)
    case .forget: state.operations[index].flags.remove(.known)
    case .dispatch:
      state.operations[index].phase = .dispatched
      state.operations[index].flags.insert(.slot)
      state.queues[Int(state.operations[index].owner)].slots += 1
    case .flush:
      state.operations[index].flags.insert(.skipOnly)
      enterStart(index, &state)
    case .startByQueue: enterStart(index, &state)
    case .runBarrier: state.operations[index].phase = .executing
    case .endBarrier, .dropBarrier: finishBarrier(index, &state)
    case .checkCancelled: state.operations[index].flags.insert(.passed)
    case .skipBody:
      state.operations[index].phase = .ended
      if move.variant == 1 { state.operations[index].flags.insert(.executing) }
    case .beginBody:
      state.operations[index].phase = .executing
      state.operations[index].flags.insert(.executing)
    case .endBody: state.operations[index].phase = .ended
    case .clearExecuting: state.operations[index].flags.remove(.executing)
    case .finish: finish(index, &state)
    case .heed: state.operations[index].flags.insert(.heeded)
    case .release:
      state.operations[index].open.remove(move.other)
      state.operations[index].removed.remove(move.other)
    case .unlist: state.operations[index].flags.remove(.listed)
    case .freeSlot:
      state.operations[index].flags.remove(.slot)
      state.queues[Int(state.operations[index].owner)].slots -= 1
    case .complete:
      let number = Int(state.operations[index].completion)
      state.operations[index].flags.insert(.completed)
      if move.variant == 1 { state.operations[index].completion = 0 }
      state.operations[index].due[number] += 1
    default: preconditionFailure("\(move.transition) is not an internal step")
    }
  }

  /// The start of an operation has been called: what only matters to a choice is forgotten, so that
  /// states that differ in nothing else are the same.
  func enterStart(_ index: Int, _ state: inout State) {
    state.operations[index].phase = .starting
    state.operations[index].open = OperationSet()
    state.operations[index].removed = OperationSet()
    state.operations[index].behind = OperationSet()
    state.operations[index].after = OperationSet()
    state.operations[index].levels = 0
    state.operations[index].flags.remove([.known, .heeded, .readyAtAdd])
    if overridesStart(index) { state.operations[index].startsDue += 1 }
  }

  /// An operation has reported finished.
  func finish(_ index: Int, _ state: inout State) {
    state.operations[index].phase = .finished
    state.operations[index].flags.insert(.finished)
    state.operations[index].open = OperationSet()
    state.operations[index].removed = OperationSet()
  }

  /// A barrier is done, which the queue has still to notice for each of the operations behind it.
  private func finishBarrier(_ index: Int, _ state: inout State) {
    finish(index, &state)
    for other in state.operations.indices where state.operations[other].behind.contains(index) {
      state.operations[other].behind.remove(index)
      state.operations[other].behind.insert(other)
    }
  }

  /// The queue of an operation notices that it is ready, and that the barriers before it are done.
  private func notice(_ index: Int, _ state: inout State) {
    state.operations[index].flags.insert(.known)
    if isPastBarriers(index, state) { state.operations[index].behind = OperationSet() }
  }
}

import OQHistory
import OQSpecification

extension Model {
  /// The guard of `dispatch`: whether its queue may choose an operation.
  ///
  /// A cancelled operation may be chosen whatever its readiness, priority and barriers say (ND-25,
  /// ND-35, ND-36). With `noticing`, a ready operation may be noticed on the way.
  func mayDispatch(_ index: Int, _ state: State, noticing: Bool = false) -> Bool {
    let operation = state.operations[index]
    guard operation.phase == .queued, kinds[index] != .barrier else { return false }
    let queue = state.queues[Int(operation.owner)]
    let isCancelled = operation.isCancelled
    guard
      operation.flags.contains(.known) || isCancelled || (noticing && isReady(operation))
    else { return false }
    guard queue.hasFreeSlot || guards.contains(.ignoresLimit) else { return false }
    guard
      !queue.suspended || guards.contains(.ignoresSuspension)
        || (isCancelled && profile != .reference) || isStraggler(index, state)
    else { return false }
    guard isCancelled || guards.contains(.ignoresBarriers) || !isBehindBarrier(index, state) else {
      return false
    }
    return isCancelled || isPreferred(index, state)
  }

  /// Whether a barrier that was added to the queue of an operation before it is not done.
  func isBehindBarrier(_ index: Int, _ state: State) -> Bool {
    let behind = state.operations[index].behind
    return !behind.isEmpty && behind != OperationSet(index)
  }

  /// Whether the queue of an operation has not noticed that the barriers before it are done.
  ///
  /// Each of them may have been a dependency of the operation (ND-43). So the queue notices the
  /// operations behind it one after the other, as after any finish. Until then it may choose one,
  /// and none has precedence.
  func isPastBarriers(_ index: Int, _ state: State) -> Bool {
    state.operations[index].behind == OperationSet(index)
  }

  /// Whether a suspended queue may still begin an operation (ND-14).
  ///
  /// The credit counts operations that may begin after the suspending call returned; those already
  /// dispatched will use their share of it.
  func isStraggler(_ index: Int, _ state: State) -> Bool {
    let owner = Int(state.operations[index].owner)
    let queue = state.queues[owner]
    if queue.credit == QueueState.unbounded { return true }
    return queue.eligible.contains(index) && Int(queue.credit) > unbegun(in: owner, state)
  }

  /// Whether no waiting operation that the queue knows to be ready has certainly precedence.
  ///
  /// A priority changed while waiting counts as old or new (ND-10), one never set as any (ND-11).
  private func isPreferred(_ index: Int, _ state: State) -> Bool {
    if guards.contains(.ignoresPriority) { return true }
    let operation = state.operations[index]
    let highest = Model.highest(operation.levels)
    for (other, rival) in state.operations.enumerated()
    where other != index && rival.phase == .queued && rival.owner == operation.owner {
      guard kinds[other] != .barrier, rival.flags.contains(.known), !rival.isCancelled,
        rival.behind.isEmpty
      else { continue }
      if highest < Model.lowest(rival.levels) { return false }
    }
    return profile != .reference || isFirstInOrder(index, state)
  }

  /// In profile reference, a queue of limit 1 takes the first added where all that wait are equal
  /// (PRIO-52): none whose add was called after that of another one had returned.
  private func isFirstInOrder(_ index: Int, _ state: State) -> Bool {
    let operation = state.operations[index]
    guard state.queues[Int(operation.owner)].limit == 1 else { return true }
    var isFirst = true
    for (other, rival) in state.operations.enumerated()
    where rival.phase == .queued && rival.owner == operation.owner && kinds[other] != .barrier {
      guard rival.levels == operation.levels, rival.levels.nonzeroBitCount == 1,
        rival.flags.contains(.readyAtAdd), !rival.isCancelled, rival.behind.isEmpty
      else { return true }
      if operation.after.contains(other) { isFirst = false }
    }
    return isFirst
  }

  static func highest(_ levels: UInt8) -> Int { 7 - levels.leadingZeroBitCount }
  static func lowest(_ levels: UInt8) -> Int { levels.trailingZeroBitCount }

  /// The guard of `flush`: a cancelled operation may be finished without a slot and without a body.
  func mayFlush(_ index: Int, _ state: State) -> Bool {
    let operation = state.operations[index]
    guard operation.phase == .queued, operation.isCancelled || guards.contains(.skipsBodies),
      !overridesStart(index), kinds[index] != .barrier
    else { return false }
    return profile != .reference || !state.queues[Int(operation.owner)].suspended
  }

  /// The guard of `runBarrier`: all that was added before has finished, if only in silence (ND-8).
  func mayRunBarrier(_ index: Int, _ state: State) -> Bool {
    let barrier = state.operations[index]
    guard barrier.phase == .queued, kinds[index] == .barrier else { return false }
    if guards.contains(.ignoresBarriers) { return true }
    for before in barrier.open where !state.operations[before].isFinished { return false }
    if barrier.flags.contains(.first) { return true }
    let queue = state.queues[Int(barrier.owner)]
    return (queue.limit != 0 || guards.contains(.ignoresLimit))
      && (!queue.suspended || guards.contains(.ignoresSuspension) || isStraggler(index, state))
  }

  /// Whether something that a barrier waits for has finished and told nobody.
  func followsSilentFinish(_ barrier: Int, _ state: State) -> Bool {
    state.operations[barrier].open.contains {
      state.operations[$0].isFinished && state.operations[$0].phase != .finished
    }
  }

  /// What the queues may do by themselves.
  func queueMoves(_ index: Int, _ state: State, into moves: inout [Move]) {
    let operation = state.operations[index]
    if kinds[index] == .barrier {
      if mayRunBarrier(index, state) {
        let queue = state.queues[Int(operation.owner)]
        let isEarly = queue.suspended || queue.limit == 0
        let branch: Branch? =
          followsSilentFinish(index, state) ? .nd8Noticed : isEarly ? .nd43Early : nil
        moves.append(Move(transition: .runBarrier, operation: index, branch: branch))
      }
      if operation.flags.contains(.droppable) || guards.contains(.dropsBarriers) {
        moves.append(Move(transition: .dropBarrier, operation: index, branch: .nd43Dropped))
      }
      return
    }
    let isKnown = operation.flags.contains(.known)
    if isKnown, isReady(operation), isPastBarriers(index, state) {
      moves.append(Move(transition: .notice, operation: index))
    } else if isReady(operation) != isKnown {
      let isUntold = kinds[index] == .conditional && !operation.flags.contains(.told)
      moves.append(
        isKnown
          ? Move(transition: .forget, operation: index, branch: .nd42Forgotten)
          : Move(
            transition: .notice, operation: index, branch: isUntold ? .nd6Noticed : nil))
    }
    if mayDispatch(index, state) {
      moves.append(
        Move(transition: .dispatch, operation: index, branch: dispatchBranch(index, state)))
    }
    if mayFlush(index, state) {
      let suspended = state.queues[Int(operation.owner)].suspended
      moves.append(
        Move(
          transition: .flush, operation: index, branch: suspended ? .nd25WhileSuspended : .nd25Early
        ))
    }
  }

  /// Which outcome of a freedom a dispatch shows.
  private func dispatchBranch(_ index: Int, _ state: State) -> Branch? {
    let operation = state.operations[index]
    let queue = state.queues[Int(operation.owner)]
    if operation.isCancelled {
      if overridesStart(index) { return .nd25OverriddenStart }
      if !operation.flags.contains(.condition) { return .nd35Finished }
      return operation.dependencies.isEmpty ? .nd25InTurn : .nd36Waited
    }
    if queue.suspended { return .nd14Straggler }
    if !isReady(operation) { return .nd42Started }
    let rivals = state.operations.indices.filter {
      let rival = state.operations[$0]
      return $0 != index && rival.phase == .queued && rival.owner == operation.owner
        && rival.flags.contains(.known) && !rival.isCancelled && rival.behind.isEmpty
        && kinds[$0] != .barrier
    }
    guard !rivals.isEmpty else { return nil }
    let isUnset = { (one: OperationState) in one.priority == OperationState.unsetPriority }
    let level = { (one: OperationState) in isUnset(one) ? 2 : Int(one.priority) }
    let isHighest = rivals.allSatisfy { level(state.operations[$0]) <= level(operation) }
    if !isHighest {
      let other = isUnset(operation) || rivals.contains { isUnset(state.operations[$0]) }
      return other ? .nd11Other : .nd10Old
    }
    if operation.levels.nonzeroBitCount == 2 { return .nd10New }
    if isUnset(operation) { return .nd11Normal }
    let equals = rivals.filter { level(state.operations[$0]) == level(operation) }
    guard !equals.isEmpty else { return nil }
    return equals.allSatisfy { state.operations[$0].rank > operation.rank } ? .nd1First : .nd1Other
  }
}

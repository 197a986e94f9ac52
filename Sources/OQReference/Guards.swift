/// The correct predicates and choices over the state.
package enum Guards {
  /// Whether nothing keeps an operation from being started: no dependency is unfinished, or it was
  /// cancelled; and the client's condition holds.
  package static func isReady(_ state: State, _ x: OperationID) -> Bool {
    state[x].condition && (state[x].open.isEmpty || state[x].isHeeded)
  }

  /// Whether no barrier stands before an operation.
  package static func isUnbarred(_ state: State, _ x: OperationID) -> Bool {
    state[x].owner.map { state[x].era <= state[$0].barriersDone } ?? true
  }

  /// Whether a queue may dispatch at all.
  package static func mayDispatch(_ state: State, _ q: QueueID) -> Bool { !state[q].isSuspended }

  /// Whether a queue has a slot left.
  package static func slotFree(_ state: State, _ q: QueueID) -> Bool {
    state[q].limit < 0 || state[q].slots < state[q].limit
  }

  /// The ready operation of the highest priority that the queue learned of first.
  package static func choose(_ state: State, _ q: QueueID) -> OperationID? {
    for bucket in state[q].ready.reversed() {
      if let first = bucket.first { return first }
    }
    return nil
  }

  /// Whether start is allowed.
  ///
  /// A finished operation is left alone.
  package static func startCheck(_ state: State, _ x: OperationID) -> Admission {
    if state[x].isFinished { return .ignore }
    if state[x].isStarted { return .reject(.startWhileExecuting) }
    if state[x].owner != nil { return .reject(.startWhileQueued) }
    return isReady(state, x) ? .accept : .reject(.startBeforeReady)
  }

  /// Whether a started operation runs its body.
  package static func runsBody(_ state: State, _ x: OperationID) -> Bool { !state[x].isCancelled }

  /// Whether the finish of an operation that reports for itself can take its course: it says that
  /// it has finished, and nobody was told before.
  package static func reportsFinish(_ state: State, _ x: OperationID) -> Bool {
    state[x].isFinished && state[x].phase != .finished
  }

  /// The index of the block that runs next; nil at the end.
  package static func nextBlock(_ state: State, _ x: OperationID) -> Int? {
    state[x].blocksBegun < state[x].blocks ? state[x].blocksBegun : nil
  }

  /// Whether a block of an operation can begin while another one runs: those of a block operation,
  /// except on the main thread and on an underlying queue, where one task runs at a time.
  package static func sharesBlocks(_ state: State, _ x: OperationID) -> Bool {
    guard state[x].kind == .block else { return false }
    guard !state[x].isManual, let owner = state[x].owner else { return true }
    return !state[owner].isMain && state[owner].underlying == 0
  }

  /// Whether an operation can be added to a queue.
  package static func addCheck(_ state: State, _ x: OperationID, _ q: QueueID) -> Admission {
    if state[x].isFinished { return .reject(.addAfterFinish) }
    if state[x].owner != nil { return .reject(.addWhileQueued) }
    return state[x].isStarted ? .reject(.addWhileExecuting) : .accept
  }

  /// Whether a group can be added: each member can be added, and none occurs twice.
  ///
  /// All or none.
  package static func groupCheck(
    _ state: State, _ members: [OperationID], _ q: QueueID
  ) -> Admission {
    for x in members {
      let admission = addCheck(state, x, q)
      guard admission == .accept else { return admission }
    }
    return Set(members).count == members.count ? .accept : .reject(.groupRepeatsOperation)
  }

  /// Whether a dependency can be added.
  ///
  /// One that is listed already is not listed again.
  package static func dependencyCheck(
    _ state: State, _ x: OperationID, _ d: OperationID
  ) -> Admission {
    if x == d { return .reject(.dependsOnItself) }
    return state[x].dependencies.contains(d) ? .ignore : .accept
  }

  /// Whether a new dependency counts as unfinished.
  package static func opens(_ state: State, _ x: OperationID, _ d: OperationID) -> Bool {
    !state[d].isFinished && !state[x].isStarted
  }

  /// The operations whose edges close when an operation has finished.
  package static func released(_ state: State, _ d: OperationID) -> [OperationID] {
    state[d].dependents.filter { state.exists($0) }
  }

  /// Whether cancel has an effect.
  package static func cancelCheck(_ state: State, _ x: OperationID) -> Bool {
    !state[x].isFinished
  }

  /// The operations that cancelAllOperations cancels.
  package static func cancelTargets(_ state: State, _ q: QueueID) -> [OperationID] {
    state[q].list.members
  }

  /// The valid priority next to a value, in the direction of normal.
  package static func adjustPriority(_ value: Int) -> Int {
    let valid = min(max(value, -8), 8)
    return valid - valid % 4
  }

  /// Whether a completion block can be installed.
  ///
  /// After the finish it would never run.
  package static func completionCheck(_ state: State, _ x: OperationID) -> Admission {
    state[x].isFinished ? .ignore : .accept
  }

  /// Whether start is allowed where the guide is followed: a finished operation refuses too.
  package static func startCheckOfGuide(_ state: State, _ x: OperationID) -> Admission {
    state[x].isFinished ? .reject(.startAfterFinish) : startCheck(state, x)
  }

  /// Whether a completion block can be installed where the guide is followed: not any more once the
  /// operation executes.
  package static func completionCheckOfGuide(_ state: State, _ x: OperationID) -> Admission {
    state[x].isStarted || state[x].isFinished ? .reject(.completionAfterStart) : .accept
  }

  /// Whether a block can be added.
  package static func blockCheck(_ state: State, _ x: OperationID) -> Admission {
    if state[x].kind != .block { return .reject(.notABlockOperation) }
    return state[x].isStarted ? .reject(.blockAfterStart) : .accept
  }

  /// Whether a limit can be set: a count from 0, or -1 for none.
  package static func limitCheck(_ count: Int) -> Admission {
    count >= -1 ? .accept : .reject(.negativeLimit(count))
  }

  /// What an invocation operation answers when it is asked for its result: nothing before the
  /// finish.
  package static func result(_ state: State, _ x: OperationID) -> InvocationResult {
    guard state[x].isFinished else { return .none }
    return state[x].isCancelled ? .cancelled : state[x].result
  }

  /// Whether an invocation operation can be made of a method: the target has it, and it takes one
  /// argument at most.
  package static func invocationCheck(_ arguments: Int?) -> Bool {
    arguments.map { $0 <= 1 } ?? false
  }

  /// Whether an error of the task leaves the start: one of a method is its result instead.
  package static func propagates(_ state: State, _ x: OperationID) -> Bool {
    state[x].kind != .invocation
  }

  /// Whether the underlying queue of a queue can be changed: while it holds nothing.
  ///
  /// A change of that of the main queue is accepted and ignored.
  package static func underlyingCheck(_ state: State, _ q: QueueID) -> Admission {
    state.isDrained(q) || state[q].isMain ? .accept : .reject(.underlyingWhileBusy)
  }

  /// The number of the underlying queue on which an operation runs, or 0.
  package static func executor(_ state: State, _ x: OperationID) -> Int {
    state[x].owner.map { state[$0].underlying } ?? 0
  }

  /// Whether the finish of an operation counts as a unit of its queue's progress.
  package static func countsProgress(_ state: State, _ x: OperationID) -> Bool {
    guard let q = state[x].owner else { return false }
    return state[q].progressTotal > 0 && state[x].kind != .asynchronous
  }

  /// The barrier that can run: the oldest one, once everything before it has finished.
  package static func barrierDue(_ state: State, _ q: QueueID) -> BarrierID? {
    guard let first = state[q].barriers.first, !first.isRunning, first.remaining <= 0 else {
      return nil
    }
    return state[q].isSuspended || state[q].limit == 0 ? nil : first.id
  }

  /// The operations that a wait has to wait for: those that have not finished.
  package static func awaited(_ state: State, _ scope: WaitScope) -> [OperationID] {
    let candidates =
      switch scope {
      case .operation(let x): [x]
      case .queue(let q): state[q].list.members
      case .group(let members): members
      }
    return candidates.filter { !state[$0].isFinished }
  }
}

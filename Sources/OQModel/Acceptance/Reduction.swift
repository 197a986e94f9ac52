import OQHistory
import OQSpecification

/// Which steps of the model an acceptor need not follow, because no history could tell.
///
/// *Eager* steps are taken at once (``normalise(_:before:)``): they take away no possibility that
/// the rest of the history can show. *Lazy* steps are taken only where something is about to look
/// at them or to make them harder (``isUseful(_:_:_:_:)``): until then they commute with every
/// other step, and not having taken them leaves every other step possible. Each reduction gives its
/// argument; all are compared with the unreduced acceptor by ``Differential``.
///
/// Where the history says that nothing moved any more, it also matters what the last state owes: a
/// step that is permitted and not owed, such as the release by a finish that nobody was told, may
/// make another step owed. Then it is eager only if the state before it owes it, or something else
/// that only the step can settle.
///
/// Shared by all steps of a search, which ask it again and again.
final class Reduction: Sendable {
  let model: Model
  let future: Future
  /// How each call will end, by its id; nil where it never does.
  let outcomes: [Outcome?]

  init(model: Model, future: Future, outcomes: [Outcome?]) {
    self.model = model
    self.future = future
    self.outcomes = outcomes
  }

  /// Takes every eager step of a state.
  ///
  /// - Parameters:
  ///   - state: the state, which becomes one with the same possible futures.
  ///   - ticket: the event that comes next; calls that returned before it no longer look.
  func normalise(_ state: inout State, before ticket: Ticket) {
    var isChanged = true
    while isChanged {
      isChanged = false
      for index in state.operations.indices where step(index, &state, ticket) {
        isChanged = true
      }
      for position in state.calls.indices {
        guard isCancelCertain(state.calls[position].id) else { continue }
        if cancel(position, &state, ticket) { isChanged = true }
      }
    }
    // A read changes nothing: having looked only makes its return possible.
    for position in state.calls.indices where state.calls[position].stage == .pending {
      let command = model.commands[state.calls[position].id]
      guard command.verb.isRead, case .returned(let value)? = outcomes[state.calls[position].id]
      else { continue }
      if model.admits(command, value, state) { state.calls[position].stage = .done }
    }
  }

  /// Whether a cancel takes effect before anything is judged.
  ///
  /// A cancel is never rejected: where the history says so, its steps are left to the closure. One
  /// that never returns need not have taken effect when nothing moves any more.
  private func isCancelCertain(_ call: Int) -> Bool {
    guard let outcome = outcomes[call] else { return !future.stalls }
    return !outcome.isRejection && outcome != .unsupported
  }

  /// Takes one eager step of an operation, if there is one.
  private func step(_ index: Int, _ state: inout State, _ ticket: Ticket) -> Bool {
    guard let transition = eager(index, state, ticket) else { return false }
    if transition == .release {
      for other in releasable(state.operations[index], state) {
        model.apply(
          Move(transition: .release, operation: index, other: other), to: &state)
      }
      return true
    }
    if transition == .dispatch { state.operations[index].flags.insert(.known) }
    model.apply(Move(transition: transition, operation: index), to: &state)
    return true
  }

  /// An eager step that is possible in a state.
  private func eager(_ index: Int, _ state: State, _ ticket: Ticket) -> TransitionID? {
    let operation = state.operations[index]
    // A free slot makes more choices possible and is not seen by any accessor. It may also make a
    // choice owed, while freeing it is not: nobody was told of the finish, or a completion block
    // runs.
    if operation.isFinished, operation.flags.contains(.slot), !future.stalls { return .freeSlot }
    if operation.isFinished, operation.flags.contains(.listed),
      isUnlistUnseen(index, Int(operation.owner), ticket)
    {
      return .unlist
    }
    switch operation.phase {
    case .new, .finished: return nil
    case .queued: return eagerQueued(operation, index, state, ticket)
    case .dispatched:
      // Chosen and starting differ for a manual start only (in profile reference also for late
      // dependencies); isReady becomes unspecified, which allows more.
      return future.start[index] < ticket ? .startByQueue : nil
    case .starting: return eagerStart(operation, index, ticket)
    case .executing:
      guard operation.running.isEmpty, operation.begun == operation.blocks else { return nil }
      if model.kinds[index] == .barrier { return operation.begun.isEmpty ? nil : .endBarrier }
      // Every step up to the finish makes waits, releases and true reads of isFinished possible.
      return future.finish[index] < ticket ? .endBody : nil
    case .ended:
      guard future.finish[index] < ticket else { return nil }
      return operation.flags.contains(.executing) ? .clearExecuting : .finish
    }
  }

  /// Leaving the list is seen by reads of the list and by later barriers; and by a cancelAll, which
  /// may still mark what is listed as cancelled (ND-38), if that is read.
  private func isUnlistUnseen(_ index: Int, _ queue: Int, _ ticket: Ticket) -> Bool {
    future.listing[queue] < ticket
      && (future.cancelAll[queue] < ticket || future.cancelled[index] < ticket)
  }

  private func eagerStart(
    _ operation: OperationState, _ index: Int, _ ticket: Ticket
  ) -> TransitionID? {
    guard !model.overridesStart(index) else { return nil }
    if operation.isCancelled, !future.stalls, !future.begins(index, from: ticket),
      future.execution[index] < ticket, future.finish[index] < ticket
    {
      // As with a cancelled operation that waits: nobody looks, the earlier the better.
      return .skipBody
    }
    guard operation.flags.contains(.passed) else {
      // Having passed the check allows the body and, after a cancel, still its omission.
      return operation.isCancelled || operation.flags.contains(.skipOnly) ? nil : .checkCancelled
    }
    // Executing without having begun a block differs from starting by isExecuting only; without any
    // block also by what is owed, which is the finish, whether there is a thread or not.
    if future.stalls, operation.blocks.isEmpty { return nil }
    return future.execution[index] < ticket && future.finish[index] < ticket ? .beginBody : nil
  }

  /// The dependencies by which a waiting operation may be released at once.
  ///
  /// The end of the wait for a removed one is owed in any case. The end of the wait for a finished
  /// one is not owed where nobody was told of the finish or a completion block runs; and it makes
  /// the notice of the queue owed. Where a dependency was added again, neither is owed.
  private func releasable(_ operation: OperationState, _ state: State) -> OperationSet {
    if future.stalls, operation.hasRepeated { return OperationSet() }
    let settled = future.stalls ? operation.removed : state.finished.union(operation.removed)
    return operation.open.intersection(settled)
  }

  private func eagerQueued(
    _ operation: OperationState, _ index: Int, _ state: State, _ ticket: Ticket
  ) -> TransitionID? {
    guard model.kinds[index] != .barrier else { return nil }
    // A waiting operation that may be noticed need not be; only reads of isReady see the
    // difference, and a queue that took it for ready and may forget it again.
    if !operation.flags.contains(.known), future.readiness[index] < ticket,
      !releasable(operation, state).isEmpty
    {
      return .release
    }
    // Without a limit a choice takes nothing from others; a body that begins later must be chosen.
    if !operation.isCancelled, future.isUnlimited[Int(operation.owner)],
      future.begins(index, from: ticket), future.readiness[index] < ticket,
      model.mayDispatch(index, state, noticing: true)
    {
      return .dispatch
    }
    // A cancelled operation may finish at any time; where it is not entered any more and nobody
    // looks at how it finishes, the earlier the better, unless progress owed is judged at the end.
    if !future.stalls, operation.isCancelled,
      model.profile != .reference || !future.isSerial[Int(operation.owner)],
      future.finish[index] < ticket, future.readiness[index] < ticket,
      future.start[index] < ticket, !future.begins(index, from: ticket),
      model.mayFlush(index, state)
    {
      return .flush
    }
    return nil
  }
}

// MARK: Eager cancels

extension Reduction {
  /// Takes the steps of an open cancel that nobody can see, if there are any.
  private func cancel(_ position: Int, _ state: inout State, _ ticket: Ticket) -> Bool {
    let call = state.calls[position]
    guard call.stage != .done else { return false }
    let command = model.commands[call.id]
    var targets = call.todo
    switch command.verb {
    case .cancel: if let target = command.operation { targets.insert(target.index) }
    case .cancelAll: if call.stage == .pending { return false }
    default: return false
    }
    var isChanged = false
    for index in targets
    where state.calls[position].stage != .done && mayCancelAtOnce(index, state, ticket) {
      isChanged = true
      // A finished operation is left alone in one step, another is checked and then marked.
      let steps = state.operations[index].isFinished ? 1 : 2
      for _ in 0..<steps {
        var moves: [Move] = []
        model.cancelEffects(index, position, state, into: &moves)
        if let move = moves.first { model.apply(move, to: &state) }
      }
    }
    return isChanged
  }

  /// Whether cancelling an operation at once takes away nothing that the rest of the history shows.
  ///
  /// A cancelled operation is easier to choose and to finish, and no rival of others; it loses its
  /// body if that has not begun, and what isCancelled returned before.
  private func mayCancelAtOnce(_ index: Int, _ state: State, _ ticket: Ticket) -> Bool {
    let operation = state.operations[index]
    if operation.isFinished {
      return model.profile == .reference || future.cancelled[index] < ticket
    }
    if operation.phase == .new { return false }
    let keepsBody = operation.flags.contains(.passed) || operation.phase >= .executing
    return future.uncancelled[index] < ticket
      && (keepsBody || !future.begins(index, from: ticket))
  }
}

// MARK: Lazy steps

extension Reduction {
  /// What the closure is made for.
  enum Goal {
    /// Client code is entered.
    case entry(Callback)
    /// Nothing moves any more: only what is owed matters.
    case stall
    /// Anything else.
    case other
  }

  /// Whether a step must be followed now.
  ///
  /// - Parameters:
  ///   - move: a step that the state allows.
  ///   - state: a normalised state.
  ///   - windows: what the state's open calls can observe.
  ///   - goal: the event that comes next.
  ///   - ticket: its ticket.
  /// - Returns: false only where the argument of a reduction applies.
  func isUseful(
    _ move: Move, _ state: State, _ windows: Windows, _ goal: Goal, _ ticket: Ticket
  ) -> Bool {
    if move.call >= 0 { return isUsefulEffect(move, state, windows) }
    if isStoring(state) { return false }
    let index = move.operation
    let operation = state.operations[index]
    switch move.transition {
    case .notice:
      // To be noticed alone only restricts others, unless readiness may end before the choice.
      return goal.isStall || windows.unready.contains(index)
    case .dispatch: return isDispatchUseful(index, state, windows, goal, ticket)
    case .runBarrier:
      return goal.enters(index) || Windows.contains(windows.holding, operation.owner)
    case .dropBarrier: return !future.begins(index, from: ticket)
    case .skipBody:
      guard !future.begins(index, from: ticket) else { return false }
      return move.variant == 0 || future.execution[index] >= ticket
    case .heed: return goal.isStall || windows.readiness.contains(index)
    case .release:
      // Readiness of an operation in no queue is seen by calls only.
      return goal.isStall || operation.phase != .new || windows.readiness.contains(index)
    case .unlist: return goal.isStall || Windows.contains(windows.listing, operation.owner)
    case .complete:
      return goal.completes(index) || windows.completion.contains(index)
    default: return true
    }
  }

  /// Whether a cancel has checked and not stored.
  ///
  /// Outside profile reference the store follows at once: in between the operation could only
  /// finish, and then a cancel that checks at the later instant may store or not.
  private func isStoring(_ state: State) -> Bool {
    model.profile != .reference && state.calls.contains { !$0.checked.isEmpty }
  }

  private func isUsefulEffect(_ move: Move, _ state: State, _ windows: Windows) -> Bool {
    if isStoring(state) {
      return move.transition == .cancel && Model.isStore(move)
        && state.calls[move.call].checked.contains(move.operation)
    }
    guard move.transition == .add || move.transition == .addGroup, move.operation >= 0 else {
      return true
    }
    // An add that has seen its operation ready is as good as one that looks when it takes effect,
    // unless readiness may end in between.
    let isSample = move.variant == 0 && move.answer == .none && state.calls[move.call].sample == 0
    guard isSample, move.branch == nil else { return true }
    return !model.isReady(state.operations[move.operation])
      || windows.unready.contains(move.operation)
  }

  /// A choice is postponed to the entry that shows it.
  ///
  /// It is taken earlier only where an open call may make it impossible or look at it: a lower
  /// limit, a cancel, an addition of higher priority; or where no entry shows it, because there is
  /// no task to enter. What must be chosen before such an operation is chosen with it.
  ///
  /// A suspension needs no such care: what is listed may still begin, up to the number of free
  /// slots, and that number counts operations that have not begun.
  private func isDispatchUseful(
    _ index: Int, _ state: State, _ windows: Windows, _ goal: Goal, _ ticket: Ticket
  ) -> Bool {
    let operation = state.operations[index]
    let operations = state.operations.indices
    if isSilent(index, state) { return true }
    if operations.contains(where: { isSilent($0, state) && blocks(index, $0, state) }) {
      return true
    }
    if goal.isStall { return operation.isCancelled }
    // The order among equals of profile reference depends on everything that waits.
    if model.profile == .reference, future.isSerial[Int(operation.owner)] { return true }
    if isWanted(index, state, windows, goal, ticket) { return true }
    return operations.contains {
      blocks(index, $0, state) && isWanted($0, state, windows, goal, ticket)
    }
  }

  /// Whether an operation finishes without client code being entered for its task.
  private func isSilent(_ index: Int, _ state: State) -> Bool {
    let operation = state.operations[index]
    return !model.overridesStart(index) && (operation.isCancelled || operation.blocks.isEmpty)
  }

  /// Whether the choice of a waiting operation may be seen, or become impossible, before long.
  private func isWanted(
    _ index: Int, _ state: State, _ windows: Windows, _ goal: Goal, _ ticket: Ticket
  ) -> Bool {
    if goal.enters(index) || windows.phase.contains(index) { return true }
    guard future.begins(index, from: ticket) || future.phase[index] >= ticket else {
      return false
    }
    let operation = state.operations[index]
    if windows.cancel.contains(index) || Windows.contains(windows.choosing, operation.owner) {
      return true
    }
    let highest = Model.highest(operation.levels)
    return windows.additions.contains {
      $0.queue == Int(operation.owner) && $0.level > highest
    }
  }

  /// Whether one waiting operation must be chosen before another.
  private func blocks(_ first: Int, _ second: Int, _ state: State) -> Bool {
    let (one, other) = (state.operations[first], state.operations[second])
    guard other.phase == .queued, one.owner == other.owner, first != second else { return false }
    return model.profile == .reference && future.isSerial[Int(one.owner)]
      || Model.lowest(one.levels) > Model.highest(other.levels)
  }
}

extension Reduction.Goal {
  var isStall: Bool { if case .stall = self { true } else { false } }

  /// Whether the task of an operation begins.
  func enters(_ index: Int) -> Bool {
    guard case .entry(let callback) = self, callback.operation.index == index else { return false }
    return callback.point == .body || callback.point == .start
  }

  /// Whether the completion block of an operation begins.
  func completes(_ index: Int) -> Bool {
    guard case .entry(let callback) = self, callback.operation.index == index else { return false }
    return callback.point == .completion
  }
}

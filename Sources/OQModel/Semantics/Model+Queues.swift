import OQHistory
import OQSpecification

extension Model {
  private static let samples = 0
  private static let enqueues = 1
  private static let enqueuesAsSampled = 2
  private static let skips = 3
  private static let condemns = 4
  private static let ends = 5

  /// Whether a step of an add puts its operation into the queue, ready or not as it is then.
  package static func isEnqueue(_ move: Move) -> Bool { move.variant == enqueues }

  /// The steps of an add: one operation after the other, each at an instant of its own.
  func addEffects(
    _ position: Int, _ command: Command, _ state: State, into moves: inout [Move]
  ) {
    let call = state.calls[position]
    let elements = command.operands
    let isGroup = command.verb == .addGroup || command.verb == .addGroupWaiting
    let isCondemned = call.stage == .condemned
    func step(_ variant: Int, _ branch: Branch? = nil, _ answer: Move.Answer = .none) {
      let element = Int(call.index) < elements.count ? elements[Int(call.index)].index : -1
      moves.append(
        Move(
          transition: isGroup ? .addGroup : .add, operation: element, call: position,
          variant: variant, branch: branch, answer: answer))
    }
    guard Int(call.index) < elements.count else {
      if isCondemned {
        step(Model.ends, call.todo.isEmpty ? .nd34NoneAdded : .nd34SomeAdded, .rejected)
      } else if command.verb == .addGroup || elements.isEmpty {
        step(Model.ends, nil, .returned)
      }
      return
    }
    if isGroup, !isCondemned, isInvalidGroup(elements, call, state) { step(Model.condemns) }
    let operation = state.operations[elements[Int(call.index)].index]
    let isValid =
      operation.phase == .new && operation.owner == OperationState.nobody && !operation.isFinished
    let answer: Move.Answer = isGroup ? .none : .returned
    if isValid {
      if call.sample == 0 { step(Model.samples) }
      step(Model.enqueues, nil, answer)
      if call.sample != 0, (call.sample == 2) != isReady(operation) {
        step(Model.enqueuesAsSampled, nil, answer)
      }
      if isCondemned { step(Model.skips) }
    } else if isGroup {
      if isCondemned || profile != .reference { step(Model.skips, .nd34Skipped) }
    } else {
      // QUEUE-17, QUEUE-18 and QUEUE-51: profile reference asks for a raise.
      step(Model.skips, .nd24AddRejected, .rejected)
      if profile != .reference { step(Model.skips, .nd24AddIgnored, .returned) }
    }
  }

  /// Whether some element that has not been treated cannot be added.
  private func isInvalidGroup(
    _ elements: [OperationID], _ call: CallState, _ state: State
  ) -> Bool {
    var seen = OperationSet()
    for (place, element) in elements.enumerated() {
      if seen.contains(element.index) { return true }
      seen.insert(element.index)
      guard place >= Int(call.index) else { continue }
      let operation = state.operations[element.index]
      if operation.phase != .new || operation.isFinished { return true }
    }
    return false
  }

  func applyAdd(_ move: Move, _ command: Command, to state: inout State) {
    let position = move.call
    switch move.variant {
    case Model.samples:
      state.calls[position].sample = isReady(state.operations[move.operation]) ? 2 : 1
      return
    case Model.condemns:
      state.calls[position].stage = .condemned
      return
    case Model.ends: return
    case Model.enqueues, Model.enqueuesAsSampled:
      let isKnown =
        move.variant == Model.enqueues
        ? isReady(state.operations[move.operation]) : state.calls[position].sample == 2
      if let queue = command.queue {
        enqueue(move.operation, queue.index, isKnown, state.calls[position].after, &state)
      }
      state.calls[position].todo.insert(move.operation)
    default: break
    }
    state.calls[position].sample = 0
    state.calls[position].index += 1
    let isThrough = Int(state.calls[position].index) == command.operands.count
    if isThrough, command.verb == .addGroupWaiting, state.calls[position].stage != .condemned {
      state.calls[position].stage = .underway
    }
  }

  private func enqueue(
    _ index: Int, _ queue: Int, _ isKnown: Bool, _ after: OperationSet, _ state: inout State
  ) {
    var operation = state.operations[index]
    operation.phase = .queued
    operation.owner = UInt8(queue)
    operation.rank = state.queues[queue].added
    operation.after = after
    operation.flags.insert([.listed, .told])
    if isKnown { operation.flags.insert(.known) }
    if isReady(operation) { operation.flags.insert(.readyAtAdd) }
    operation.levels =
      operation.priority == OperationState.unsetPriority ? 0b11111 : 1 << operation.priority
    for other in state.operations.indices
    where kinds[other] == .barrier && Int(state.operations[other].owner) == queue {
      if !state.operations[other].isFinished { operation.behind.insert(other) }
    }
    state.operations[index] = operation
    state.queues[queue].added += 1
  }
}

// MARK: Queue commands

extension Model {
  func queueEffects(
    _ position: Int, _ command: Command, _ state: State, into moves: inout [Move]
  ) {
    switch command.verb {
    case .addBarrier: moves.append(effect(.addBarrier, position, command))
    case .suspend: moves.append(effect(.setSuspended, position, command, variant: 1))
    case .resume: moves.append(effect(.setSuspended, position, command))
    case .setLimit:
      let limit = command.integer ?? -1
      if limit >= -1 { moves.append(effect(.setLimit, position, command, variant: 1)) }
      if limit < -1 { moves.append(effect(.setLimit, position, command)) }
      if limit < -1 || limit == 0 {
        moves.append(effect(.setLimit, position, command, nil, .rejected))
      }
    default: cancelAllEffects(position, command, state, into: &moves)
    }
  }

  private func cancelAllEffects(
    _ position: Int, _ command: Command, _ state: State, into moves: inout [Move]
  ) {
    let call = state.calls[position]
    guard let queue = command.queue?.index else { return }
    if call.stage == .pending {
      let isEmpty = listed(in: queue, state).isEmpty
      moves.append(effect(.cancelAll, position, command, nil, isEmpty ? .returned : .none))
    } else {
      for index in call.todo { cancelEffects(index, position, state, into: &moves) }
    }
  }

  /// The operations in a queue's list, without barriers.
  func listed(in queue: Int, _ state: State) -> OperationSet {
    var set = OperationSet()
    for (index, operation) in state.operations.enumerated()
    where Int(operation.owner) == queue && operation.flags.contains(.listed) {
      if kinds[index] != .barrier { set.insert(index) }
    }
    return set
  }

  /// The barriers in a queue's list.
  func listedBarriers(in queue: Int, _ state: State) -> OperationSet {
    var set = OperationSet()
    for (index, operation) in state.operations.enumerated()
    where kinds[index] == .barrier && Int(operation.owner) == queue {
      if operation.flags.contains(.listed) { set.insert(index) }
    }
    return set
  }

  func applyQueueEffect(_ move: Move, _ command: Command, to state: inout State) {
    guard let queue = command.queue?.index else { return }
    switch move.transition {
    case .addBarrier: addBarrier(move.other, queue, &state)
    case .setSuspended: setSuspended(queue, move.variant == 1, &state)
    case .setLimit:
      if move.variant == 1, let limit = command.integer { state.queues[queue].limit = limit }
    default:
      state.calls[move.call].stage = .underway
      state.calls[move.call].todo = listed(in: queue, state)
      for index in state.operations.indices
      where kinds[index] == .barrier && Int(state.operations[index].owner) == queue {
        if state.operations[index].phase == .queued {
          state.operations[index].flags.insert(.droppable)
        }
      }
    }
  }

  private func addBarrier(_ index: Int, _ queue: Int, _ state: inout State) {
    var before = OperationSet()
    for (other, operation) in state.operations.enumerated()
    where Int(operation.owner) == queue && operation.flags.contains(.listed) {
      if operation.phase != .finished { before.insert(other) }
    }
    state.operations[index].phase = .queued
    state.operations[index].owner = UInt8(queue)
    state.operations[index].rank = state.queues[queue].added
    state.operations[index].open = before
    state.operations[index].flags.insert(.listed)
    // A barrier need not count as an operation of its queue (ND-43), which may be empty with it.
    let isFirst = state.operations.indices.allSatisfy {
      !before.contains($0) || (kinds[$0] == .barrier && state.operations[$0].flags.contains(.first))
    }
    if isFirst { state.operations[index].flags.insert(.first) }
  }

  private func setSuspended(_ queue: Int, _ value: Bool, _ state: inout State) {
    guard state.queues[queue].suspended != value else { return }
    state.queues[queue].suspended = value
    // The credit is settled when the suspending call returns.
    state.queues[queue].credit = value ? QueueState.unbounded : 0
    state.queues[queue].eligible = OperationSet()
  }

  /// A call of `suspend` has returned: from here on only operations that were listed may begin, as
  /// many as there are slots of operations that have not begun (ND-14).
  func settleSuspension(_ queue: Int, _ state: inout State) {
    guard state.queues[queue].suspended, state.queues[queue].credit == QueueState.unbounded else {
      return
    }
    let most = Int(QueueState.unbounded) - 1
    let limit = state.queues[queue].limit
    let begun = Int(state.queues[queue].slots) - unbegun(in: queue, state)
    let free = limit < 0 ? most : Swift.min(most, Swift.max(0, limit - begun))
    state.queues[queue].credit = UInt8(free)
    state.queues[queue].eligible = listed(in: queue, state).union(listedBarriers(in: queue, state))
  }
}

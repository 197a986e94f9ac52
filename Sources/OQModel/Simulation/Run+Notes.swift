import OQHistory
import OQSpecification

extension Run {
  /// What a read returns, chosen among the values that the state allows.
  mutating func value(of command: Command, _ choose: (Int) -> Int) -> Outcome.Value {
    reach.note(.read)
    switch command.target {
    case .queue(let queue): return queueValue(command.verb, queue.index, choose)
    case .operation(let operation): return operationValue(command.verb, operation.index, choose)
    }
  }

  private mutating func queueValue(
    _ verb: Verb, _ queue: Int, _ choose: (Int) -> Int
  ) -> Outcome.Value {
    switch verb {
    case .isSuspended: return .boolean(state.queues[queue].suspended)
    case .limit: return .integer(state.queues[queue].limit)
    case .operations:
      reach.note(.nd29Snapshot)
      return .operations(model.listing(of: queue, state).map { OperationID($0) })
    default:
      reach.note(.nd29Snapshot)
      let barriers = model.listedBarriers(in: queue, state).count
      let counted = choose(barriers + 1)
      if barriers > 0 { reach.note(counted > 0 ? .nd43Counted : .nd43NotCounted) }
      return .integer(model.listed(in: queue, state).count + counted)
    }
  }

  private mutating func operationValue(
    _ verb: Verb, _ index: Int, _ choose: (Int) -> Int
  ) -> Outcome.Value {
    let operation = state.operations[index]
    switch verb {
    case .dependencies:
      return .operations(
        operation.dependencies.flatMap {
          [OperationID](repeating: OperationID($0), count: operation.twice.contains($0) ? 2 : 1)
        })
    case .priority: return .priority(model.priority(of: operation))
    case .executionBlockCount: return .integer(operation.blocks.total)
    default:
      let values = model.booleans(verb, index, state)
      let value = values[choose(values.count)]
      noteRead(verb, operation, value)
      return .boolean(value)
    }
  }

  private mutating func noteRead(_ verb: Verb, _ operation: OperationState, _ value: Bool) {
    switch verb {
    case .isReady where operation.phase > .dispatched:
      reach.note(value ? .nd3True : .nd3False)
    case .isReady:
      guard !operation.dependencies.isEmpty else { return }
      if value { reach.note(.nd5Prompt) }
      if !value, operation.open.subtracting(state.finished).isEmpty { reach.note(.nd5Delayed) }
    case .isExecuting, .isFinished:
      if operation.phase == .ended, !operation.flags.contains(.executing), !value {
        reach.note(.nd40Gap)
      }
    default: break
    }
  }

  /// Counts an internal step or an effect before it is performed.
  mutating func noteMove(_ move: Move) {
    reach.note(move.transition)
    reach.note(move.branch)
    if move.transition == .dispatch { dispatches.append(move.operation) }
  }

  /// What a step may change: the phase of its operation, and the load of its queue.
  func phasesAndLoads(_ move: Move) -> (phase: OperationState.Phase?, loads: [Load]) {
    let isOperation = move.operation >= 0 && model.kinds[move.operation] != .barrier
    return (
      isOperation ? state.operations[move.operation].phase : nil, state.queues.map(\.load)
    )
  }

  /// Notes the arrows of the state diagrams that a step took.
  mutating func noteChanges(
    _ move: Move, _ before: (phase: OperationState.Phase?, loads: [Load])
  ) {
    if let phase = before.phase, phase != state.operations[move.operation].phase {
      reach.note(Arc(phase, move.transition, state.operations[move.operation].phase))
    }
    for (load, queue) in zip(before.loads, state.queues) where load != queue.load {
      reach.note(LoadArc(load, move.transition, queue.load))
    }
  }

  /// Counts a return before it is performed.
  mutating func noteReturn(_ call: Int) {
    let command = model.commands[state.calls[call].id]
    reach.note(.returns)
    if command.verb == .wait { reach.note(.wait) }
    guard command.verb == .waitAll, let queue = command.queue else { return }
    reach.note(.waitAll)
    let added = model.listed(in: queue.index, state).subtracting(state.finished)
    reach.note(added.isEmpty ? .nd15Awaited : .nd15NotAwaited)
    let barriers = state.operations.indices.filter {
      model.kinds[$0] == .barrier && Int(state.operations[$0].owner) == queue.index
    }
    if !barriers.isEmpty {
      let isDone = barriers.allSatisfy { state.operations[$0].isFinished }
      reach.note(isDone ? .nd43Awaited : .nd43NotAwaited)
    }
  }

  /// Counts the entry of client code before it is performed.
  mutating func noteEnter(_ callback: Callback) {
    switch callback.point {
    case .completion: reach.note(.runCompletion)
    case .start: reach.note(.runStart)
    case .isReady: break
    case .body:
      reach.note(.runBlock)
      noteBlock(callback)
    }
  }

  private mutating func noteBlock(_ callback: Callback) {
    let index = callback.operation.index
    let operation = state.operations[index]
    if operation.isCancelled, !operation.begun.isEmpty { reach.note(.nd31Ran) }
    if !operation.begun.isEmpty {
      let isInOrder = (1...BlockCounts.numbers).allSatisfy {
        $0 < callback.index || operation.begun[$0] == 0
      }
      reach.note(isInOrder ? .nd18InOrder : .nd18OutOfOrder)
      if !operation.running.isEmpty { reach.note(.nd18Overlapping) }
      return
    }
    guard operation.flags.contains(.slot) else { return }
    let queue = state.queues[Int(operation.owner)]
    if queue.limit >= 0, Int(queue.slots) > queue.limit { reach.note(.nd20Straggler) }
    let others = state.operations.indices.filter {
      $0 != index && state.operations[$0].owner == operation.owner
    }
    let isAlone = !others.contains { !state.operations[$0].running.isEmpty }
    reach.note(isAlone ? .nd30One : .nd30Several)
    guard let place = dispatches.firstIndex(of: index) else { return }
    let isOvertaking = dispatches[..<place].contains {
      state.operations[$0].owner == operation.owner && state.operations[$0].begun.isEmpty
        && !state.operations[$0].isFinished
    }
    reach.note(isOvertaking ? .nd9Different : .nd9Same)
  }

  /// Counts what never happened, at the end of a run.
  mutating func noteEnd() {
    for (index, operation) in state.operations.enumerated() {
      if operation.phase == .queued, model.kinds[index] == .conditional {
        let isReady = model.isReady(operation)
        if isReady, !operation.flags.contains(.told) { reach.note(.nd6Unstarted) }
        if operation.isCancelled, !operation.flags.contains(.condition) { reach.note(.nd35Stays) }
      }
      if operation.isFinished, operation.phase != .finished { reach.note(.nd8Unnoticed) }
    }
  }
}

import OQHistory
import OQSpecification

extension Run {
  /// What a read returns, chosen among the values that the state allows.
  mutating func value(
    of command: Command, on lane: Lane, _ choose: (Int) -> Int
  ) -> Outcome.Value {
    reach.note(.read)
    let value =
      switch command.target {
      case .queue(let queue) where command.verb == .isCurrent:
        Outcome.Value.boolean(isCurrent(queue, on: lane))
      case .operation(let operation) where command.verb == .runsAt:
        Outcome.Value.boolean(runs(at: operation, on: lane))
      case .operation(let operation) where command.verb == .threadPriority:
        Outcome.Value.integer(threadPriorities[operation, default: 50])
      default: value(of: command, choose)
      }
    reach.note(model.outcomes(reading: command, value, state))
    return value
  }

  /// Whether a lane is the task, or an overridden start, of an operation of a queue.
  private func isCurrent(_ queue: QueueID, on lane: Lane) -> Bool {
    guard let callback = lane.callback, callback.point == .body || callback.point == .start else {
      return false
    }
    return Int(state.operations[callback.operation.index].owner) == queue.index
  }

  /// Whether a lane is the task of an operation that has the same thread priority as another one,
  /// or runs at the default like that one.
  private func runs(at operation: OperationID, on lane: Lane) -> Bool {
    var own = 50
    if let callback = lane.callback, callback.point == .body {
      own = threadPriorities[callback.operation, default: 50]
    }
    return own == threadPriorities[operation, default: 50]
  }

  /// A value that the state holds; where it may be another one, the choice decides.
  private func value(of command: Command, _ choose: (Int) -> Int) -> Outcome.Value {
    let values = model.readings(command, state)
    switch command.verb {
    case .isMain, .isSuspended, .limit, .operations, .dependencies, .priority,
      .executionBlockCount:
      return values[0]
    default: return values[choose(values.count)]
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
    if command.verb == .waitAll { reach.note(.waitAll) }
    reach.note(model.outcomes(returning: call, state))
  }

  /// Counts the entry of client code before it is performed.
  mutating func noteEnter(_ callback: Callback) {
    switch callback.point {
    case .completion: reach.note(.runCompletion)
    case .start: reach.note(.runStart)
    case .isReady, .observer, .registration, .cancellation: break
    case .body:
      reach.note(.runBlock)
      noteBlock(callback)
    }
  }

  private mutating func noteBlock(_ callback: Callback) {
    reach.note(model.outcomes(entering: callback, state))
    let index = callback.operation.index
    let operation = state.operations[index]
    guard operation.begun.isEmpty, operation.flags.contains(.slot),
      let place = dispatches.firstIndex(of: index)
    else { return }
    let isOvertaking = dispatches[..<place].contains {
      state.operations[$0].owner == operation.owner && state.operations[$0].begun.isEmpty
        && !state.operations[$0].isFinished
    }
    reach.note(isOvertaking ? .nd9Different : .nd9Same)
  }

  /// Counts what never happened, at the end of a run.
  mutating func noteEnd() { reach.note(model.outcomes(atRest: state)) }
}

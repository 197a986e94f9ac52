import OQHistory
import OQSpecification

/// Which outcomes of freedoms show in what can be observed; those of steps are in their moves.
extension Model {
  /// The outcomes that a read shows.
  ///
  /// - Parameters:
  ///   - command: a read.
  ///   - value: what it returns.
  ///   - state: the state at which it looks.
  /// - Returns: none where the state leaves no choice.
  /// - Complexity: O(operations).
  package func outcomes(
    reading command: Command, _ value: Outcome.Value, _ state: State
  ) -> OutcomeSet {
    switch (command.target, value) {
    case (.queue(let queue), _):
      return outcomes(reading: command.verb, queue.index, value, state)
    case (.operation(let operation), .boolean(let flag)):
      return outcomes(reading: command.verb, of: operation.index, flag, state)
    case (.operation, _): return []
    }
  }

  private func outcomes(
    reading verb: Verb, _ queue: Int, _ value: Outcome.Value, _ state: State
  ) -> OutcomeSet {
    switch (verb, value) {
    case (.operations, _): return [.nd29Snapshot]
    case (.operationCount, .integer(let count)):
      var outcomes: OutcomeSet = [.nd29Snapshot]
      if !listedBarriers(in: queue, state).isEmpty {
        let isCounted = count > listed(in: queue, state).count
        outcomes.insert(isCounted ? .nd43Counted : .nd43NotCounted)
      }
      return outcomes
    default: return []
    }
  }

  private func outcomes(
    reading verb: Verb, of index: Int, _ value: Bool, _ state: State
  ) -> OutcomeSet {
    let operation = state.operations[index]
    switch verb {
    case .isReady where isBeyondReadiness(index, state): return [value ? .nd3True : .nd3False]
    case .isReady:
      guard !operation.dependencies.isEmpty else { return [] }
      if value { return [.nd5Prompt] }
      return operation.open.subtracting(state.finished).isEmpty ? [.nd5Delayed] : []
    case .isExecuting, .isFinished:
      let isBetween = operation.phase == .ended && !operation.flags.contains(.executing)
      return isBetween && !value ? [.nd40Gap] : []
    default: return []
    }
  }

  /// The outcomes that the return of a call shows.
  ///
  /// - Parameters:
  ///   - position: position of the call in the state's open calls; it may return.
  ///   - state: the state before the return.
  /// - Returns: none for calls that do not wait for a queue.
  /// - Complexity: O(operations).
  package func outcomes(returning position: Int, _ state: State) -> OutcomeSet {
    let command = commands[state.calls[position].id]
    guard command.verb == .waitAll, let queue = command.queue else { return [] }
    let added = listed(in: queue.index, state).subtracting(state.finished)
    var outcomes: OutcomeSet = [added.isEmpty ? .nd15Awaited : .nd15NotAwaited]
    let barriers = state.operations.indices.filter {
      kinds[$0] == .barrier && Int(state.operations[$0].owner) == queue.index
    }
    if !barriers.isEmpty {
      let isDone = barriers.allSatisfy { state.operations[$0].isFinished }
      outcomes.insert(isDone ? .nd43Awaited : .nd43NotAwaited)
    }
    return outcomes
  }

  /// The outcomes that the entry of client code shows.
  ///
  /// The order of begins against the order of choice (ND-9) is left out, because the state does not
  /// hold the latter.
  ///
  /// - Parameters:
  ///   - callback: code that may be entered.
  ///   - state: the state before the entry.
  /// - Returns: none for other code than tasks and blocks.
  /// - Complexity: O(operations).
  package func outcomes(entering callback: Callback, _ state: State) -> OutcomeSet {
    guard callback.point == .body else { return [] }
    let index = callback.operation.index
    let operation = state.operations[index]
    var outcomes = OutcomeSet()
    if operation.isCancelled, !operation.begun.isEmpty { outcomes.insert(.nd31Ran) }
    if !operation.begun.isEmpty {
      let isInOrder = (1...BlockCounts.numbers).allSatisfy {
        $0 < callback.index || operation.begun[$0] == 0
      }
      outcomes.insert(isInOrder ? .nd18InOrder : .nd18OutOfOrder)
      if !operation.running.isEmpty { outcomes.insert(.nd18Overlapping) }
      return outcomes
    }
    guard operation.flags.contains(.slot) else { return outcomes }
    let queue = state.queues[Int(operation.owner)]
    if queue.limit >= 0, Int(queue.slots) > queue.limit { outcomes.insert(.nd20Straggler) }
    let isAccompanied = state.operations.indices.contains {
      $0 != index && state.operations[$0].owner == operation.owner
        && !state.operations[$0].running.isEmpty
    }
    outcomes.insert(isAccompanied ? .nd30Several : .nd30One)
    return outcomes
  }

  /// The outcomes that show in what has not happened when nothing happens any more.
  ///
  /// - Parameter state: the last state.
  /// - Returns: the outcomes.
  /// - Complexity: O(operations).
  package func outcomes(atRest state: State) -> OutcomeSet {
    var outcomes = OutcomeSet()
    for (index, operation) in state.operations.enumerated() {
      if operation.phase == .queued, kinds[index] == .conditional {
        if isReady(operation), !operation.flags.contains(.told) { outcomes.insert(.nd6Unstarted) }
        if operation.isCancelled, !operation.flags.contains(.condition) {
          outcomes.insert(.nd35Stays)
        }
      }
      if operation.isFinished, operation.phase != .finished { outcomes.insert(.nd8Unnoticed) }
    }
    return outcomes
  }
}

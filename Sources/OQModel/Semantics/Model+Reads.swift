import OQHistory
import OQSpecification

extension Model {
  /// Whether a read may return a value if it looks in this state.
  ///
  /// - Parameters:
  ///   - command: a read.
  ///   - value: what it returned.
  ///   - state: the state at one instant of the call.
  /// - Returns: true for the accessor's value, and for any value where none is specified.
  /// - Complexity: O(operations).
  package func admits(_ command: Command, _ value: Outcome.Value, _ state: State) -> Bool {
    switch (command.target, value) {
    case (.queue(let queue), _): return admits(command.verb, queue.index, value, state)
    // Threads are no part of the state.
    case (.operation, _) where command.verb == .runsAt || command.verb == .threadPriority:
      return true
    case (.operation(let operation), .boolean(let flag)):
      return booleans(command.verb, operation.index, state).contains(flag)
    case (.operation(let operation), .operations(let list)):
      return isListing(list, operation.index, state.operations[operation.index])
    case (.operation(let operation), .priority(let priority)):
      return priority == self.priority(of: state.operations[operation.index])
    case (.operation(let operation), .integer(let count)):
      let read = state.operations[operation.index]
      // Once it may have been started, late additions count or not.
      return read.phase >= .dispatched || count == read.blocks.total
    case (.operation, .none): return false
    }
  }

  /// The values that a read can return in a state, without those that nobody specifies.
  ///
  /// - Parameters:
  ///   - command: a read of what the state holds: no thread, and not which queue is current.
  ///   - state: the state at one instant of the call.
  /// - Returns: at least one value, each once; a list of operations stands for all its orders.
  /// - Complexity: O(operations).
  package func readings(_ command: Command, _ state: State) -> [Outcome.Value] {
    switch command.target {
    case .queue(let queue): readings(command.verb, ofQueue: queue.index, state)
    case .operation(let operation): readings(command.verb, of: operation.index, state)
    }
  }

  private func readings(
    _ verb: Verb, ofQueue queue: Int, _ state: State
  ) -> [Outcome.Value] {
    switch verb {
    case .isMain: return [.boolean(isMain[queue])]
    case .isSuspended: return [.boolean(state.queues[queue].suspended)]
    case .limit: return [.integer(state.queues[queue].limit)]
    case .operations:
      return [.operations(listing(of: queue, state).map { OperationID($0) })]
    default:
      let others = listed(in: queue, state).count
      let barriers = listedBarriers(in: queue, state).count
      return (0...barriers).map { .integer(others + $0) }
    }
  }

  private func readings(_ verb: Verb, of index: Int, _ state: State) -> [Outcome.Value] {
    let operation = state.operations[index]
    switch verb {
    case .dependencies:
      return [
        .operations(
          operation.dependencies.flatMap {
            [OperationID](repeating: OperationID($0), count: operation.twice.contains($0) ? 2 : 1)
          })
      ]
    case .priority: return [.priority(priority(of: operation))]
    case .executionBlockCount: return [.integer(operation.blocks.total)]
    default: return booleans(verb, index, state).map { .boolean($0) }
    }
  }

  /// The values that a boolean accessor of an operation may return.
  func booleans(_ verb: Verb, _ index: Int, _ state: State) -> [Bool] {
    let operation = state.operations[index]
    switch verb {
    case .isReady:
      // ND-43: a barrier may be a dependency of what follows.
      let isOpen =
        isBeyondReadiness(index, state) || isReady(operation) && followsBarrier(operation, state)
        || mayCountAsReady(index, state)
      return isOpen ? [true, false] : [isReady(operation)]
    case .isExecuting:
      let isExecuting = operation.flags.contains(.executing)
      // A class that stores its finish may lower isExecuting with it, or leave it as it is.
      let isOpen = isExecuting && operation.isFinished && overridesStart(index)
      return isOpen ? [false, true] : [isExecuting]
    case .isFinished: return [operation.isFinished]
    case .isCancelled: return [operation.isCancelled]
    default:
      if kinds[index] == .flagged { return [true] }
      return overridesStart(index) ? [false, true] : [false]
    }
  }

  /// Whether isReady of an operation is unspecified: from its start on, and while a start by hand
  /// is under way that may be refused (ND-3).
  func isBeyondReadiness(_ index: Int, _ state: State) -> Bool {
    state.operations[index].phase > .dispatched
      || state.calls.contains { call in
        let command = commands[call.id]
        return command.verb == .start && command.operation?.index == index
      }
  }

  /// Whether an operation would be ready without the dependencies that were added again, of which
  /// nobody says how long they count (ND-28).
  private func mayCountAsReady(_ index: Int, _ state: State) -> Bool {
    var operation = state.operations[index]
    guard operation.hasRepeated, operation.phase <= .queued else { return false }
    for other in operation.open where isRepeated(other, of: index) { operation.open.remove(other) }
    return isReady(operation)
  }

  /// Whether a barrier was added to an operation's queue before it.
  ///
  /// It is one of those for good, since nobody sees when it is done.
  private func followsBarrier(_ operation: OperationState, _ state: State) -> Bool {
    operation.owner != OperationState.nobody
      && state.operations.indices.contains {
        let other = state.operations[$0]
        return kinds[$0] == .barrier && other.owner == operation.owner
          && other.rank <= operation.rank
      }
  }

  /// What `queuePriority` returns.
  func priority(of operation: OperationState) -> Priority {
    operation.priority == OperationState.unsetPriority
      ? .normal : Priority.allCases[Int(operation.priority)]
  }

  /// Whether a list is what `dependencies` returns, in any order.
  ///
  /// What was added again is listed once, or more often, but not more often than it was added.
  private func isListing(
    _ list: [OperationID], _ index: Int, _ operation: OperationState
  ) -> Bool {
    var once = OperationSet()
    var twice = OperationSet()
    for entry in list {
      if once.contains(entry.index) { twice.insert(entry.index) }
      once.insert(entry.index)
    }
    return once == operation.dependencies && twice == operation.twice
      && twice.allSatisfy { other in
        list.count { $0.index == other } <= makings(other, of: index)
      }
  }

  private func admits(
    _ verb: Verb, _ queue: Int, _ value: Outcome.Value, _ state: State
  ) -> Bool {
    switch (verb, value) {
    case (.isSuspended, .boolean(let flag)): return flag == state.queues[queue].suspended
    // Threads are no part of the state.
    case (.isCurrent, .boolean), (.isMain, .boolean): return true
    case (.limit, .integer(let limit)): return isMain[queue] || limit == state.queues[queue].limit
    case (.operationCount, .integer(let count)):
      let operations = listed(in: queue, state).count
      // ND-43: each barrier may be counted or not.
      let barriers = listedBarriers(in: queue, state).count
      return (operations...(operations + barriers)).contains(count)
    case (.operations, .operations(let list)):
      // Barriers and bare blocks have no handle by which a list could name them.
      let named = list.filter { kinds[$0.index].hasHandle }
      return named.map(\.index) == listing(of: queue, state).filter { kinds[$0].hasHandle }
    default: return false
    }
  }

  /// The operations in a queue's list, by order of addition, without barriers.
  func listing(of queue: Int, _ state: State) -> [Int] {
    listed(in: queue, state).sorted { state.operations[$0].rank < state.operations[$1].rank }
  }
}

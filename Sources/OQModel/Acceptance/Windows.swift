import OQHistory
import OQSpecification

/// What the open calls of a state can still observe or make harder.
struct Windows {
  /// Operations whose readiness an open call may look at.
  private(set) var readiness = OperationSet()
  /// Operations whose phase an open call may look at.
  private(set) var phase = OperationSet()
  /// Operations that an open call may make unready.
  private(set) var unready = OperationSet()
  /// Operations whose completion block an open call may replace.
  private(set) var completion = OperationSet()
  /// Operations that an open call may cancel.
  private(set) var cancel = OperationSet()
  /// Queues whose list an open call may look at, as bits.
  private(set) var listing: UInt64 = 0
  /// Queues in which an open call may make choosing harder, as bits.
  private(set) var choosing: UInt64 = 0
  /// Queues that an open call may suspend or give another limit, as bits.
  private(set) var holding: UInt64 = 0
  /// The highest explicit priority that an open call may add to a queue, by queue bit.
  private(set) var additions: [(queue: Int, level: Int)] = []

  init(_ state: State, _ model: Model) {
    for call in state.calls where call.stage != .done {
      let command = model.commands[call.id]
      if let queue = command.queue?.index { note(command, queue, state) }
      if let index = command.operation?.index { note(command.verb, index, call.stage) }
    }
  }

  private mutating func note(_ verb: Verb, _ index: Int, _ stage: CallState.Stage) {
    switch verb {
    case .isReady:
      readiness.insert(index)
      phase.insert(index)
    case .start where stage == .pending: readiness.insert(index)
    case .isExecuting, .executionBlockCount, .addExecutionBlock: phase.insert(index)
    case .setCompletion:
      phase.insert(index)
      completion.insert(index)
    case .addDependency:
      phase.insert(index)
      unready.insert(index)
    case .setCondition: unready.insert(index)
    case .cancel: cancel.insert(index)
    default: break
    }
  }

  private mutating func note(_ command: Command, _ queue: Int, _ state: State) {
    // Queues beyond 63 share a bit: more windows than needed are harmless.
    let bit: UInt64 = 1 << UInt64(queue & 63)
    switch command.verb {
    case .operations, .operationCount: listing |= bit
    case .addBarrier:
      listing |= bit
      holding |= bit
    case .setLimit, .suspend:
      holding |= bit
      if command.verb == .setLimit { choosing |= bit }
    case .cancelAll: choosing |= bit
    case .add, .addBlock, .addGroup, .addGroupWaiting:
      for element in command.operands {
        readiness.insert(element.index)
        let priority = state.operations[element.index].priority
        if priority != OperationState.unsetPriority {
          additions.append((queue, Int(priority)))
        }
      }
    default: break
    }
  }

  /// Whether a bit for a queue is set.
  static func contains(_ bits: UInt64, _ queue: UInt8) -> Bool {
    bits & (1 << UInt64(queue & 63)) != 0
  }
}

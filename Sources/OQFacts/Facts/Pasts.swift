import OQHistory
import OQModel

/// What queues have been through.
///
/// What an operation meets in its queue is what the queue had been through when the operation came
/// into it.
struct Pasts: Sendable {
  private let program: Program
  private var limits: [QueueID: Int] = [:]
  private var resumed: Set<QueueID> = []
  private var cancelled: Set<QueueID> = []
  private var met: [OperationID: Fact] = [:]

  /// No step has been taken.
  init(_ program: Program) { self.program = program }

  /// Notes a call on a queue before it is made.
  mutating func note(_ command: Command, _ queue: QueueID, _ state: State) {
    switch command.verb {
    case .add, .addGroup, .addGroupWaiting:
      for operand in command.operands where met[operand] == nil {
        met[operand] = past(of: queue, state)
      }
    case .setLimit: limits[queue, default: 0] += 1
    case .resume: if state.queues[queue.index].suspended { resumed.insert(queue) }
    case .cancelAll: cancelled.insert(queue)
    default: break
    }
  }

  /// What a queue had been through when an operation came into it; for one that is in none, by now.
  func fact(of queue: QueueID, for operation: OperationID, _ state: State) -> Fact {
    met[operation] ?? past(of: queue, state)
  }

  /// The strongest of what has happened in a queue.
  private func past(of queue: QueueID, _ state: State) -> Fact {
    if cancelled.contains(queue) { return .pastCancelled }
    var isUsed = false
    for (index, operation) in state.operations.enumerated()
    where Int(operation.owner) == queue.index && operation.phase == .finished {
      if program.operations[index].kind == .barrier { return .pastBarrier }
      isUsed = true
    }
    // One that is set once is a limit, and no change of it.
    if limits[queue, default: 0] > 1 { return .pastLimited }
    if resumed.contains(queue) { return .pastSuspended }
    return isUsed ? .pastUsed : .pastNone
  }
}

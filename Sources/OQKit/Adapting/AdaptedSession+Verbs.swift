import OQAdapters
import OQHistory
import OQSubjects

/// The verbs, each one call of the adapter.
extension AdaptedSession {
  func perform(_ command: Command, on queue: Adapter.AdaptedQueue) throws -> Outcome {
    switch command.verb {
    case .add, .addGroup, .addGroupWaiting:
      let operands = command.operands.compactMap { operations[$0.index] }
      guard operands.count == command.operands.count else { return .unsupported }
      if command.verb != .add {
        // A group may be empty.
        try adapter.add(
          operands, to: queue, waitUntilFinished: command.verb == .addGroupWaiting)
      } else if let operation = operands.first {
        try adapter.add(operation, to: queue)
      }
    case .addBlock, .addBarrier:
      guard let body = command.operands.first else { return .unsupported }
      let probe = probe
      let block: @Sendable () -> Void = { probe.run(Callback(body)) }
      if command.verb == .addBlock {
        try adapter.add(block, to: queue)
      } else {
        try adapter.addBarrier(block, to: queue)
      }
    case .suspend: try adapter.setSuspended(true, of: queue)
    case .resume: try adapter.setSuspended(false, of: queue)
    case .setLimit: try adapter.setLimit(command.integer ?? -1, of: queue)
    case .cancelAll: try adapter.cancelAll(in: queue)
    case .waitAll: try adapter.waitUntilAllFinished(in: queue)
    case .isSuspended: return .returned(.boolean(try adapter.isSuspended(queue)))
    case .limit: return .returned(.integer(try adapter.limit(of: queue)))
    case .operations: return identities(try adapter.operations(in: queue))
    case .operationCount: return .returned(.integer(try adapter.operationCount(in: queue)))
    case .isCurrent: return .returned(.boolean(try adapter.isCurrent(queue)))
    case .setQueueName: try adapter.setName(NumberedName.text(command.integer ?? 1), of: queue)
    case .queueName:
      return .returned(.integer(NumberedName.number(try adapter.name(of: queue))))
    default: return try performProperty(command, on: queue)
    }
    return .done
  }

  func perform(
    _ command: Command, _ number: OperationID, on operation: Adapter.AdaptedOperation
  ) throws -> Outcome {
    try performRead(command, on: operation)
      ?? performCustom(command, number, on: operation)
      ?? performProperty(command, on: operation)
      ?? performInvocation(command, number, on: operation)
      ?? performChange(command, number, on: operation)
  }

  private func performRead(
    _ command: Command, on operation: Adapter.AdaptedOperation
  ) throws -> Outcome? {
    switch command.verb {
    case .isReady: .returned(.boolean(try adapter.isReady(operation)))
    case .isExecuting: .returned(.boolean(try adapter.isExecuting(operation)))
    case .isFinished: .returned(.boolean(try adapter.isFinished(operation)))
    case .isCancelled: .returned(.boolean(try adapter.isCancelled(operation)))
    case .isAsynchronous: .returned(.boolean(try adapter.isAsynchronous(operation)))
    case .dependencies: identities(try adapter.dependencies(of: operation))
    case .priority:
      .returned(
        .priority(Priority(rawValue: try adapter.priority(of: operation).rawValue) ?? .normal))
    case .executionBlockCount:
      .returned(.integer(try adapter.executionBlockCount(of: operation)))
    case .hasCompletion: .returned(.boolean(try adapter.hasCompletion(operation)))
    case .name: .returned(.integer(NumberedName.number(try adapter.name(of: operation))))
    default: nil
    }
  }

  private func performCustom(
    _ command: Command, _ number: OperationID, on operation: Adapter.AdaptedOperation
  ) throws -> Outcome? {
    switch command.verb {
    case .setCondition: return setCondition(number, command.argument == .boolean(true))
    case .notifyReady: try adapter.notifyReady(operation)
    case .reportExecuting: try adapter.reportExecuting(operation)
    case .reportFinished: try adapter.reportFinished(operation)
    case .storeFinished: try adapter.storeFinished(operation)
    case .notifyFinished: try adapter.notifyFinished(operation)
    default: return nil
    }
    return .done
  }

  private func performChange(
    _ command: Command, _ number: OperationID, on operation: Adapter.AdaptedOperation
  ) throws -> Outcome {
    let probe = probe
    switch command.verb {
    case .addDependency, .removeDependency:
      guard let operand = command.operands.first, let other = operations[operand.index] else {
        return .unsupported
      }
      if command.verb == .addDependency {
        try adapter.addDependency(other, to: operation)
      } else {
        try adapter.removeDependency(other, from: operation)
      }
    case .setPriority:
      guard let level = command.priority.flatMap({ QueuePriority(rawValue: $0.rawValue) }) else {
        return .unsupported
      }
      try adapter.setPriority(level, of: operation)
    case .setRawPriority: try adapter.setRawPriority(command.integer ?? 0, of: operation)
    case .setCompletion:
      let index = command.integer ?? 0
      let block: @Sendable () -> Void = { probe.run(Callback(number, .completion, index: index)) }
      try adapter.setCompletion(index == 0 ? nil : block, of: operation)
    case .addExecutionBlock:
      let index = command.integer ?? 1
      try adapter.addExecutionBlock({ probe.run(Callback(number, index: index)) }, to: operation)
    case .cancel: try adapter.cancel(operation)
    case .start: try adapter.start(operation)
    case .wait: try adapter.waitUntilFinished(operation)
    case .setName: try adapter.setName(NumberedName.text(command.integer ?? 1), of: operation)
    default: return .unsupported
    }
    return .done
  }
}

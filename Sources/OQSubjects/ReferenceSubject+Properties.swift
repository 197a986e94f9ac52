import OQAdapters
import OQHistory
import OQReference

/// Properties on which no order depends.
extension ReferenceSession {
  func performProperty(
    _ command: Command, on queue: ReferenceQueue
  ) throws -> Outcome {
    let number = command.integer ?? 0
    switch command.verb {
    case .setQueueName: queue.name = NumberedName.text(number)
    case .queueName: return .returned(.integer(NumberedName.number(queue.name)))
    case .setQueueQuality:
      guard let level = Quality(rawValue: number) else { return .unsupported }
      queue.qualityOfService = level
    case .queueQuality: return .returned(.integer(queue.qualityOfService.rawValue))
    case .setProgressTotal: queue.setTotalUnitCount(number)
    case .progress: return .returned(.integer(queue.completedUnitCount))
    case .setUnderlyingQueue:
      try queue.setUnderlyingQueue(number > 0 ? UnderlyingQueue(number: number) : nil)
    case .underlyingQueue: return .returned(.integer(queue.underlyingQueue?.number ?? 0))
    case .underlyingKey: return .returned(.integer(UnderlyingQueue.current?.number ?? 0))
    default: return .unsupported
    }
    return .done
  }

  func performProperty(
    _ command: Command, _ id: OQHistory.OperationID, on operation: ReferenceOperation
  ) throws -> Outcome {
    let number = command.integer ?? 0
    switch command.verb {
    case .setName: operation.name = NumberedName.text(number)
    case .name: return .returned(.integer(NumberedName.number(operation.name)))
    case .setRawPriority: operation.queuePriority = number
    case .hasCompletion: return .returned(.boolean(operation.completionBlock != nil))
    case .setQuality:
      guard let level = Quality(rawValue: number) else { return .unsupported }
      operation.qualityOfService = level
    case .quality: return .returned(.integer(operation.qualityOfService.rawValue))
    default: return try performInvocation(command, id, on: operation)
    }
    return .done
  }
}

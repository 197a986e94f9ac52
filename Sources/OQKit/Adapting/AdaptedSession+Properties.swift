import OQAdapters
import OQHistory
import OQSubjects

/// The verbs of observers, of properties on which no order depends, and of invocation operations,
/// each one call of the adapter.
extension AdaptedSession {
  func performProperty(_ command: Command, on queue: Adapter.AdaptedQueue) throws -> Outcome {
    let number = command.integer ?? 0
    switch command.verb {
    case .observeQueue:
      guard let (property, block) = observer(command, QueueProperty.init) else {
        return .unsupported
      }
      try adapter.observe(property, of: queue, block)
    case .setQueueQuality:
      guard let quality = ServiceQuality(rawValue: number) else { return .unsupported }
      try adapter.setQuality(quality, of: queue)
    case .queueQuality: return .returned(.integer(try adapter.quality(of: queue).rawValue))
    case .setProgressTotal: try adapter.setTotalUnitCount(number, of: queue)
    case .progress: return .returned(.integer(try adapter.completedUnitCount(of: queue)))
    case .isMain: return .returned(.boolean(try adapter.mainQueue() === queue))
    case .setUnderlyingQueue:
      try adapter.setUnderlyingQueue(try underlyingQueues.queue(number), of: queue)
    case .underlyingQueue:
      let underlying = try adapter.underlyingQueue(of: queue)
      return .returned(.integer(underlyingQueues.number(of: underlying)))
    case .underlyingKey: return .returned(.integer(try adapter.currentUnderlyingNumber() ?? 0))
    default: return .unsupported
    }
    return .done
  }

  /// A property of an operation; nil for other verbs.
  func performProperty(
    _ command: Command, on operation: Adapter.AdaptedOperation
  ) throws -> Outcome? {
    let number = command.integer ?? 0
    switch command.verb {
    case .observe:
      guard let (property, block) = observer(command, OperationProperty.init) else {
        return .unsupported
      }
      try adapter.observe(property, of: operation, block)
    case .setQuality:
      guard let quality = ServiceQuality(rawValue: number) else { return .unsupported }
      try adapter.setQuality(quality, of: operation)
    case .quality: return .returned(.integer(try adapter.quality(of: operation).rawValue))
    case .setThreadPriority: try adapter.setThreadPriority(Double(number) / 100, of: operation)
    case .threadPriority:
      let hundredths = (try adapter.threadPriority(of: operation) * 100).rounded()
      // What is no number of this size is no priority either.
      return .returned(.integer(Int(exactly: hundredths) ?? -1))
    case .runsAt:
      return .returned(.boolean(try adapter.isThreadPriorityCurrent(of: operation)))
    default: return nil
    }
    return .done
  }

  /// What is about the methods and errors of tasks; nil for other verbs.
  func performInvocation(
    _ command: Command, _ number: OperationID, on operation: Adapter.AdaptedOperation
  ) throws -> Outcome? {
    switch command.verb {
    case .throwError: return throwError(number)
    case .result: return .returned(.integer(try adapter.result(of: operation) ?? 0))
    case .makesInvocation:
      guard let method = InvocationMethod(rawValue: command.integer ?? 0) else {
        return .unsupported
      }
      return .returned(.boolean(try makeInvocation(number, method) != nil))
    default: return invocations.answer(command.verb, of: number)
    }
  }

  /// The observer that a command attaches; nil where no such property can be observed.
  private func observer<Property>(
    _ command: Command, _ property: (OQHistory.Property) -> Property?
  ) -> (property: Property, block: @Sendable () -> Void)? {
    guard case .observer(let named, let observer) = command.argument,
      let property = property(named)
    else { return nil }
    let probe = probe
    return (property, { probe.run(Callback(observer, .observer)) })
  }
}

extension OperationProperty {
  /// The property as programs name it; nil for one of queues.
  package init?(_ property: Property) {
    switch property {
    case .isCancelled: self = .isCancelled
    case .isAsynchronous: self = .isAsynchronous
    case .isExecuting: self = .isExecuting
    case .isFinished: self = .isFinished
    case .isReady: self = .isReady
    case .dependencies: self = .dependencies
    case .queuePriority: self = .queuePriority
    case .completionBlock: self = .completionBlock
    case .operations, .operationCount, .maxConcurrentOperationCount, .isSuspended: return nil
    }
  }
}

extension QueueProperty {
  /// The property as programs name it; nil for one of operations.
  package init?(_ property: Property) {
    switch property {
    case .operations: self = .operations
    case .operationCount: self = .operationCount
    case .maxConcurrentOperationCount: self = .maxConcurrentOperationCount
    case .isSuspended: self = .isSuspended
    case .isCancelled, .isAsynchronous, .isExecuting, .isFinished, .isReady, .dependencies,
      .queuePriority, .completionBlock:
      return nil
    }
  }
}

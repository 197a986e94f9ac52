extension Program {
  /// Why a step cannot stand in a lane, or nil when it can.
  ///
  /// Only what no implementation could give a meaning to is refused: a callback that its operation
  /// does not have, a command on an operation that cannot be named, a `hold` outside a callback.
  ///
  /// - Parameters:
  ///   - step: the step; its references must be declared.
  ///   - lane: the lane it stands in.
  /// - Returns: a sentence, or nil.
  package func fault(_ step: Step, in lane: Lane) -> String? {
    switch step {
    case .hold:
      if lane.callback?.point == .observer { return "an observer only reads" }
      return lane.callback == nil ? "only a callback can hold" : nil
    case .open(let callback), .until(.began(let callback)), .until(.ended(let callback)):
      return fault(callback)
    case .until(.reads(let command, _)): return fault(command)
    case .command(let command):
      if lane.callback?.point == .observer, !command.verb.isRead {
        return "an observer only reads"
      }
      return fault(command) ?? placeFault(command, in: lane)
    case .drop(.operation(let operation)):
      return self[operation].kind.hasHandle
        ? nil : "the client has no reference to \(self[operation].name)"
    case .drop(.queue), .meet: return nil
    }
  }

  /// Why an operation does not have this callback, or nil when it has it.
  ///
  /// - Parameter callback: the callback; its operation must be declared.
  /// - Returns: a sentence, or nil.
  package func fault(_ callback: Callback) -> String? {
    let operation = self[callback.operation]
    switch callback.point {
    case .body:
      guard operation.kind.hasBody else {
        return "\(operation.name) has no body: it is of kind \(operation.kind.rawValue)"
      }
      guard callback.index == 1 || operation.kind == .block else {
        return "\(operation.name) has one body: it is of kind \(operation.kind.rawValue)"
      }
    case .completion:
      guard operation.kind.hasHandle, !operation.kind.isDispatch else {
        return "\(operation.name) can have no completion block"
      }
    case .start:
      guard operation.kind == .asynchronous, callback.index == 1 else {
        return "only operations of kind asynchronous override start"
      }
    case .isReady:
      guard operation.kind == .conditional, callback.index == 1 else {
        return "only operations of kind conditional override isReady"
      }
    case .observer:
      guard operation.kind == .observer, callback.index == 1 else {
        return "only operations of kind observer are observers"
      }
    case .registration, .cancellation:
      guard operation.kind.isSource, callback.index == 1 else {
        return "only dispatch sources have handlers for registration and cancellation"
      }
    }
    guard callback.index <= Limits.blocks else {
      return "blocks have numbers up to \(Limits.blocks)"
    }
    return nil
  }

  private func fault(_ command: Command) -> String? {
    if command.verb.isDispatch { return dispatchFault(command) }
    if let queue = command.queue, self[queue].dispatch != nil, command.verb != .isCurrent {
      return "\(self[queue].name) is a dispatch queue"
    }
    for operand in command.operands {
      let operation = self[operand]
      switch (command.verb, operation.kind) {
      case (.addBlock, .closure), (.addBarrier, .barrier): continue
      case (.addBlock, _): return "add-block takes an operation of kind closure"
      case (.addBarrier, _): return "add-barrier takes an operation of kind barrier"
      case (.observe, .observer), (.observeQueue, .observer): continue
      case (.observe, _), (.observeQueue, _):
        return "\(command.verb.entry.name) takes an operation of kind observer"
      case (_, .closure), (_, .barrier), (_, .observer):
        return "\(operation.name) cannot be named by a command"
      case (_, let kind) where kind.isDispatch: return "\(operation.name) is no operation"
      default: continue
      }
    }
    guard let target = command.operation else { return valueFault(command) }
    let operation = self[target]
    guard operation.kind.hasHandle else { return "\(operation.name) cannot be named by a command" }
    guard !operation.kind.isDispatch else { return "\(operation.name) is no operation" }
    switch command.verb {
    case .addExecutionBlock:
      guard operation.kind == .block else {
        return
          "\(operation.name) takes no execution blocks: it is of kind \(operation.kind.rawValue)"
      }
      return numberFault(command, from: 1)
    case .executionBlockCount:
      return operation.kind == .block ? nil : "only block operations have execution blocks"
    case .setCompletion: return numberFault(command, from: 0)
    case .receiver, .method, .methodArgument, .result, .makesInvocation:
      return operation.kind.isInvocation
        ? valueFault(command) : "\(operation.name) calls no method of an object"
    case .setThreadPriority:
      return (0...100).contains(command.integer ?? -1)
        ? nil : "thread priorities are numbers from 0 to 100, in hundredths"
    case .setCondition, .notifyReady:
      return operation.kind == .conditional ? nil : "\(operation.name) has no condition"
    case .reportExecuting, .reportFinished, .storeFinished, .notifyFinished:
      return operation.kind == .asynchronous
        ? nil : "only operations of kind asynchronous report their own state"
    default: return valueFault(command)
    }
  }

  /// Why a command cannot stand in a lane, or nil.
  private func placeFault(_ command: Command, in lane: Lane) -> String? {
    guard command.verb == .throwError, let target = command.operation else { return nil }
    let isOwn = lane.callback.map { $0.operation == target && $0.point == .body } ?? false
    return isOwn ? nil : "only the task of \(self[target].name) can throw its error"
  }

  /// Why the number in a command stands for nothing, or nil.
  private func valueFault(_ command: Command) -> String? {
    guard let number = command.integer else { return nil }
    switch command.verb {
    case .setName, .setQueueName: return number >= 1 ? nil : "names have numbers from 1"
    case .setQuality, .setQueueQuality:
      return ServiceLevel(rawValue: number) == nil
        ? "levels of service are \(ServiceLevel.numbers)" : nil
    case .makesInvocation:
      return (InvocationNumbers.method...InvocationNumbers.unknownMethod).contains(number)
        ? nil : "methods have numbers up to \(InvocationNumbers.unknownMethod)"
    case .setProgressTotal: return number >= 1 ? nil : "a total is at least 1"
    case .setUnderlyingQueue:
      return (0...Limits.underlyingQueues).contains(number)
        ? nil : "underlying queues have numbers from 1 to \(Limits.underlyingQueues), or 0 for none"
    default: return nil
    }
  }

  private func numberFault(_ command: Command, from lowest: Int) -> String? {
    guard let number = command.integer, (lowest...Limits.blocks).contains(number) else {
      return "blocks have numbers from \(lowest) to \(Limits.blocks)"
    }
    return nil
  }

  /// An operation on a cycle of declared dependencies, or nil when they are acyclic.
  ///
  /// - Complexity: O(operations + dependencies).
  package var declaredCycle: OperationID? {
    // Kahn's algorithm: an operation leaves once all its dependencies have left; what stays lies on
    // a cycle or above one.
    var waiting = operations.map { Set($0.dependencies).count }
    var dependents = [[Int]](repeating: [], count: operations.count)
    for (index, operation) in operations.enumerated() {
      for dependency in Set(operation.dependencies) { dependents[dependency.index].append(index) }
    }
    var free = waiting.indices.filter { waiting[$0] == 0 }
    while let index = free.popLast() {
      for dependent in dependents[index] {
        waiting[dependent] -= 1
        if waiting[dependent] == 0 { free.append(dependent) }
      }
    }
    return waiting.firstIndex { $0 > 0 }.map { OperationID($0) }
  }
}

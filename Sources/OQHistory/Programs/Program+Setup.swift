extension Program {
  /// The calls that make what the declarations say, in order: queues first, then operations.
  ///
  /// They run on the lane `setup` before the clients begin, and are recorded only when one of them
  /// does not return normally.
  ///
  /// - Complexity: O(declarations + dependencies).
  package var setup: [Command] {
    var commands: [Command] = []
    for (index, queue) in queues.enumerated() where !queue.isMain {
      if let limit = queue.limit {
        commands.append(Command(.setLimit, QueueID(index), .integer(limit)))
      }
      if queue.suspended { commands.append(Command(.suspend, QueueID(index))) }
    }
    for (index, operation) in operations.enumerated() where operation.kind.hasHandle {
      let id = OperationID(index)
      if let priority = operation.priority {
        commands.append(Command(.setPriority, id, .priority(priority)))
      }
      if operation.completion { commands.append(Command(.setCompletion, id, .integer(1))) }
      commands += operation.dependencies.map { Command(.addDependency, id, .operation($0)) }
    }
    return commands
  }
}

import OQHistory

extension Trigger {
  /// The facts that a failure needs, however operations are brought on their way: an add of a
  /// group and a start by hand count as adds.
  ///
  /// - Parameter program: a program from which nothing can be left out.
  /// - Returns: nil where it is about calls that few programs make, or says nothing beyond them.
  package static func plainlyCarried(_ program: Program) -> Trigger? {
    let trigger = Trigger(of: program.splittingGroups().addingStarted())
    return trigger.breadth == .facts ? trigger : nil
  }
}

extension Program {
  /// The program with single adds for every group add, and a wait where the add waited.
  package func splittingGroups() -> Program {
    var result = self
    for index in scripts.indices {
      result.scripts[index].steps = scripts[index].steps.flatMap { step -> [Step] in
        guard let command = step.command, command.verb.isGroupAdd, let queue = command.queue else {
          return [step]
        }
        let adds = command.operands.map { Step.command(Command(.add, queue, .operation($0))) }
        let wait = Step.command(Command(.waitAll, queue))
        return command.verb == .addGroupWaiting ? adds + [wait] : adds
      }
    }
    return result
  }

  /// The program with an add for every start by hand; the first queue that is not the main one
  /// takes what is added.
  fileprivate func addingStarted() -> Program {
    guard let place = queues.firstIndex(where: { !$0.isMain }) else { return self }
    var result = self
    for index in scripts.indices {
      result.scripts[index].steps = scripts[index].steps.map { step in
        guard let command = step.command, command.verb == .start, let operation = command.operation
        else { return step }
        return .command(Command(.add, QueueID(place), .operation(operation)))
      }
    }
    return result
  }
}

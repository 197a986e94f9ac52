import OQHistory

/// Edits of programs that keep them free of faults.
extension Program {
  /// The program with other declarations, its references renamed or dropped.
  ///
  /// - Parameters:
  ///   - operations: the new number of each operation; nil removes it and every step that names it.
  ///   - queues: the new number of each queue; nil removes it and every step that names it.
  /// - Returns: the program; declarations are kept in order, the first of those with one number.
  /// - Complexity: O(size of the program).
  func renumbered(operations: [Int?], queues: [Int?]) -> Program {
    let renumbering = Renumbering(operations: operations, queues: queues)
    var result = Program(settings: settings)
    for (index, queue) in self.queues.enumerated() where queues[index] == result.queues.count {
      result.queues.append(queue)
    }
    for (index, operation) in self.operations.enumerated() where operations[index] != nil {
      var kept = operation
      kept.dependencies = operation.dependencies.compactMap(renumbering.operation)
      result.operations.append(kept)
    }
    for script in scripts {
      guard let lane = renumbering.lane(script.lane) else { continue }
      let steps = script.steps.compactMap(renumbering.step)
      if !steps.isEmpty { result.scripts.append(Script(lane, steps)) }
    }
    return result
  }

  /// The program without a run of operations and everything that names them.
  func removing(operations range: Range<Int>) -> Program {
    var next = 0
    let numbers: [Int?] = operations.indices.map { index in
      if range.contains(index) { return nil }
      next += 1
      return next - 1
    }
    return renumbered(operations: numbers, queues: queues.indices.map { $0 })
  }

  /// The program without a queue, or with another queue in its place.
  func removing(queue removed: Int, replacement: Int? = nil) -> Program {
    func number(_ index: Int) -> Int { index > removed ? index - 1 : index }
    let numbers: [Int?] = queues.indices.map { index in
      index == removed ? replacement.map(number) : number(index)
    }
    return renumbered(operations: operations.indices.map { $0 }, queues: numbers)
  }

  /// The program without the calls of some verbs.
  ///
  /// - Parameter verbs: the verbs.
  /// - Returns: the shorter program; nil where it has no such call, and where the rest waits for
  ///   something that nothing in it brings about.
  /// - Complexity: O(size of the program).
  package func withoutCalls(_ verbs: Set<Verb>) -> Program? {
    let numbers = allSteps.enumerated().compactMap { number, step in
      step.command.map { verbs.contains($0.verb) } ?? false ? number : nil
    }
    guard !numbers.isEmpty else { return nil }
    let rest = removing(steps: numbers)
    return rest.danglingSteps > danglingSteps ? nil : rest
  }

  /// The program without some of its steps.
  ///
  /// - Parameter numbers: ascending positions in ``allSteps``.
  /// - Returns: the shorter program; scripts may be empty.
  func removing(steps numbers: [Int]) -> Program {
    var result = self
    var rest = numbers[...]
    var position = 0
    for index in scripts.indices {
      var kept: [Step] = []
      for step in scripts[index].steps {
        if rest.first == position { rest = rest.dropFirst() } else { kept.append(step) }
        position += 1
      }
      result.scripts[index].steps = kept
    }
    return result
  }

  /// Where a step stands: its script and its position there.
  ///
  /// - Parameter number: a position in ``allSteps``.
  /// - Returns: positions in ``scripts`` and in its steps, or nil beyond the end.
  func place(ofStep number: Int) -> (script: Int, step: Int)? {
    var rest = number
    for index in scripts.indices {
      if rest < scripts[index].steps.count { return (index, rest) }
      rest -= scripts[index].steps.count
    }
    return nil
  }

  /// The program after dropping what an edit has left without meaning.
  ///
  /// It drops steps and scripts with a fault, meetings that only one lane names, and empty scripts.
  /// Clients are numbered from 1.
  func tidied() -> Program {
    var lanesOfMeeting: [Int: Int] = [:]
    for script in scripts {
      for meeting in Set(script.steps.compactMap(\.meeting)) {
        lanesOfMeeting[meeting, default: 0] += 1
      }
    }
    var kept: [Script] = []
    for script in scripts {
      if let callback = script.lane.callback, fault(callback) != nil { continue }
      let steps = script.steps.filter { step in
        if let meeting = step.meeting, lanesOfMeeting[meeting, default: 0] < 2 { return false }
        return fault(step, in: script.lane) == nil
      }
      if !steps.isEmpty { kept.append(Script(script.lane, steps)) }
    }
    var client = 0
    for index in kept.indices {
      guard case .client = kept[index].lane else { continue }
      client += 1
      kept[index].lane = .client(client)
    }
    return Program(queues: queues, operations: operations, scripts: kept, settings: settings)
  }
}

extension Step {
  /// The number of the meeting, where the step is one.
  var meeting: Int? { if case .meet(let number) = self { number } else { nil } }

  /// The callback that a harness step names.
  var callback: Callback? {
    switch self {
    case .open(let callback), .until(.began(let callback)), .until(.ended(let callback)): callback
    case .command, .hold, .until(.reads), .meet, .drop: nil
    }
  }

  /// The accessor read or the command made.
  var call: Command? {
    switch self {
    case .command(let command), .until(.reads(let command, _)): command
    case .hold, .open, .until(.began), .until(.ended), .meet, .drop: nil
    }
  }

  /// The operations that the step names.
  var operations: [OperationID] {
    if let call { return (call.operation.map { [$0] } ?? []) + call.operands }
    if let callback { return [callback.operation] }
    if case .drop(.operation(let operation)) = self { return [operation] }
    return []
  }
}

/// New numbers for the objects of a program.
private struct Renumbering {
  let operations: [Int?]
  let queues: [Int?]

  func operation(_ id: OperationID) -> OperationID? {
    operations[id.index].map { OperationID($0) }
  }

  func queue(_ id: QueueID) -> QueueID? { queues[id.index].map { QueueID($0) } }

  func handle(_ handle: Handle) -> Handle? {
    switch handle {
    case .operation(let id): operation(id).map { .operation($0) }
    case .queue(let id): queue(id).map { .queue($0) }
    }
  }

  func callback(_ callback: Callback) -> Callback? {
    operation(callback.operation).map {
      Callback($0, callback.point, index: callback.index, occurrence: callback.occurrence)
    }
  }

  func lane(_ lane: Lane) -> Lane? {
    guard let callback = lane.callback else { return lane }
    return self.callback(callback).map { .callback($0) }
  }

  func command(_ command: Command) -> Command? {
    guard let target = handle(command.target) else { return nil }
    switch command.argument {
    case .operation(let id):
      guard let operand = operation(id) else { return nil }
      return Command(command.verb, target, .operation(operand))
    case .operations(let ids):
      let operands = ids.compactMap(operation)
      return operands.isEmpty ? nil : Command(command.verb, target, .operations(operands))
    case .observer(let property, let id):
      guard let observer = operation(id) else { return nil }
      return Command(command.verb, target, .observer(property, observer))
    case .none, .integer, .priority, .boolean:
      return Command(command.verb, target, command.argument)
    }
  }

  func step(_ step: Step) -> Step? {
    switch step {
    case .command(let call): command(call).map { .command($0) }
    case .open(let entered): callback(entered).map { .open($0) }
    case .until(.began(let entered)): callback(entered).map { .until(.began($0)) }
    case .until(.ended(let entered)): callback(entered).map { .until(.ended($0)) }
    case .until(.reads(let call, .operations(let ids))):
      command(call).map { .until(.reads($0, .operations(ids.compactMap(operation)))) }
    case .until(.reads(let call, let value)): command(call).map { .until(.reads($0, value)) }
    case .drop(let dropped): handle(dropped).map { .drop($0) }
    case .hold, .meet: step
    }
  }
}

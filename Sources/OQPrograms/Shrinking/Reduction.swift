import OQHistory

/// One way to make a program smaller.
enum Reduction: Sendable {
  case script(Int)
  case operations(Range<Int>)
  case queue(Int)
  case mergeQueues(Int, into: Int)
  case steps([Int])
  case mergeLanes(from: Int, into: Int, at: Int)
  /// The script of a callback, in a program without clients, made that of client 1.
  case makeClient(Int)
  case declareQueue(Int, Program.Queue)
  case declareOperation(Int, Program.Operation)
  case settings(Program.Settings)
  case replace(Int, [Step])
  /// A step that says at the beginning what a declaration could say.
  case lift(Int)
  /// Two steps of one lane made one, in the place of the first or of the second.
  case merge(Int, Int, into: Command, atSecond: Bool)

  /// The smaller program, tidied; nil when the reduction does not apply.
  func apply(to program: Program) -> Program? {
    var result = program
    switch self {
    case .script(let index): result.scripts.remove(at: index)
    case .operations(let range): result = program.removing(operations: range)
    case .queue(let index): result = program.removing(queue: index)
    case .mergeQueues(let index, let other):
      result = program.removing(queue: index, replacement: other)
    case .steps(let numbers): result = program.removing(steps: numbers)
    case .mergeLanes(let from, let into, let position):
      result.scripts[into].steps.insert(contentsOf: program.scripts[from].steps, at: position)
      let meetings = program.scripts[from].steps.compactMap(\.meeting)
      // A lane cannot meet itself.
      result.scripts[into].steps.removeAll { step in
        step.meeting.map(meetings.contains) ?? false
      }
      result.scripts.remove(at: from)
    case .makeClient(let index): result.scripts[index].lane = .client(1)
    case .declareQueue(let index, let queue): result.queues[index] = queue
    case .declareOperation(let index, let operation): result.operations[index] = operation
    case .settings(let settings): result.settings = settings
    case .replace(let number, let steps):
      guard let place = program.place(ofStep: number) else { return nil }
      result.scripts[place.script].steps.replaceSubrange(
        place.step...place.step, with: steps)
    case .lift(let number):
      guard let lifted = program.lifting(step: number) else { return nil }
      result = lifted
    case .merge(let first, let second, let command, let atSecond):
      let (kept, dropped) = atSecond ? (second, first) : (first, second)
      guard let place = program.place(ofStep: kept) else { return nil }
      result.scripts[place.script].steps[place.step] = .command(command)
      result = result.removing(steps: [dropped])
    }
    return result.tidied()
  }
}

extension Program {
  /// The program with a step turned into a property of a declaration.
  func lifting(step number: Int) -> Program? {
    guard let place = place(ofStep: number),
      case .command(let command) = scripts[place.script].steps[place.step]
    else { return nil }
    var result = removing(steps: [number])
    switch (command.verb, command.target, command.argument) {
    case (.suspend, .queue(let queue), _) where self[queue].isMain,
      (.setLimit, .queue(let queue), _) where self[queue].isMain:
      return nil
    case (.suspend, .queue(let queue), _): result.queues[queue.index].suspended = true
    case (.setLimit, .queue(let queue), .integer(let limit)):
      result.queues[queue.index].limit = limit >= 1 ? limit : nil
    case (.addDependency, .operation(let operation), .operation(let dependency)):
      guard !self[operation].dependencies.contains(dependency) else { return result }
      result.operations[operation.index].dependencies.append(dependency)
      guard result.declaredCycle == nil else { return nil }
    case (.setPriority, .operation(let operation), .priority(let priority)):
      result.operations[operation.index].priority = priority
    case (.setCompletion, .operation(let operation), .integer(1)):
      result.operations[operation.index].completion = true
    default: return nil
    }
    return result
  }
}

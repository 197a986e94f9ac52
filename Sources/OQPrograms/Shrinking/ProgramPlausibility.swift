import OQHistory

extension Program {
  /// Number of places where a program waits for something that nothing in it brings about in time,
  /// or uses a reference that it has dropped.
  ///
  /// A candidate that is worse than its origin in this respect is not worth a run: it would end
  /// only once nothing moves any more.
  ///
  /// - Complexity: O(size of the program).
  var danglingSteps: Int {
    let deeds = Deeds(self)
    return scripts.reduce(0) { $0 + deeds.danglingSteps(in: $1) }
  }
}

/// What the lanes of a program bring about, by lane.
private struct Deeds {
  /// Where something is done: nowhere, in one lane, or in several.
  private enum Place: Equatable {
    case lane(Lane)
    case several

    static func joined(_ old: Place?, _ lane: Lane) -> Place {
      old == nil || old == .lane(lane) ? .lane(lane) : .several
    }
  }

  // Looked up only, never iterated.
  private var runs: [OperationID: Place] = [:]
  private var opened: [Callback: Place] = [:]
  private var dropped: [Handle: Place] = [:]
  private var held: Set<Callback> = []
  private var cancels = false
  /// Operations that say by themselves that they execute, as long as their work lasts.
  private let working: Set<OperationID>

  init(_ program: Program) {
    working = Set(
      program.operations.indices.filter { program.operations[$0].kind != .asynchronous }
        .map { OperationID($0) })
    for script in program.scripts {
      for step in script.steps {
        switch step {
        case .open(let callback):
          opened[callback] = Place.joined(opened[callback], script.lane)
        case .drop(let handle): dropped[handle] = Place.joined(dropped[handle], script.lane)
        case .hold:
          if let callback = script.lane.callback { held.insert(callback) }
        case .command(let command):
          for operation in Deeds.brought(by: command) {
            runs[operation] = Place.joined(runs[operation], script.lane)
          }
          cancels = cancels || command.verb == .cancel || command.verb == .cancelAll
        case .until, .meet: continue
        }
      }
    }
  }

  /// The operations that a command puts on their way.
  private static func brought(by command: Command) -> [OperationID] {
    if command.verb.isAdd || command.verb == .addBarrier || command.verb.isObservation {
      return command.operands
    }
    return command.verb == .start ? command.operation.map { [$0] } ?? [] : []
  }

  func danglingSteps(in script: Program.Script) -> Int {
    var count = 0
    var brought: Set<OperationID> = []
    var openedHere: Set<Callback> = []
    var gone: Set<Handle> = []
    func comes(_ operation: OperationID) -> Bool {
      guard let place = runs[operation] else { return false }
      return place != .lane(script.lane) || brought.contains(operation)
    }
    func opens(_ callback: Callback) -> Bool {
      guard let place = opened[callback] else { return false }
      return place != .lane(script.lane) || openedHere.contains(callback)
    }
    for step in script.steps {
      switch step {
      case .hold:
        if let callback = script.lane.callback, !opens(callback) { count += 1 }
      case .until(let condition):
        if let operation = needed(for: condition), !comes(operation) { count += 1 }
        if case .ended(let callback) = condition, held.contains(callback), !opens(callback) {
          count += 1
        }
        if case .reads(let command, .boolean(true)) = condition { count += dangling(command) }
      case .command(let command):
        for operation in Deeds.brought(by: command) { brought.insert(operation) }
        guard let target = command.operation else { break }
        if command.verb == .wait, !comes(target) { count += 1 }
        let body = Callback(target)
        if command.verb == .start || command.verb == .wait, held.contains(body), !opens(body) {
          count += 1
        }
      case .drop(let handle): gone.insert(handle)
      case .open(let callback): openedHere.insert(callback)
      case .meet: break
      }
      count += usesOfDropped(step, script.lane, gone)
    }
    return count
  }

  /// Whether what is read need not ever be true: nobody cancels, or whoever asks whether it
  /// executes may come after its work.
  private func dangling(_ command: Command) -> Int {
    switch (command.verb, command.operation) {
    case (.isCancelled, _): cancels ? 0 : 1
    case (.isExecuting, let x?): working.contains(x) && !held.contains(Callback(x)) ? 1 : 0
    default: 0
    }
  }

  /// The operation that must be on its way for a condition to come about.
  private func needed(for condition: Condition) -> OperationID? {
    switch condition {
    case .began(let callback), .ended(let callback): callback.operation
    case .reads(let command, .boolean(true))
    where command.verb == .isFinished || command.verb == .isExecuting:
      command.operation
    case .reads: nil
    }
  }

  private func usesOfDropped(_ step: Step, _ lane: Lane, _ gone: Set<Handle>) -> Int {
    guard let call = step.call else { return 0 }
    let handles = [call.target] + call.operands.map { .operation($0) }
    return handles.count { handle in
      guard let place = dropped[handle] else { return false }
      return place != .lane(lane) || gone.contains(handle)
    }
  }
}
